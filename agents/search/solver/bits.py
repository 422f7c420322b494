"""Bits and keys."""

from typing import Any

from envs.core.jit import PLAIN, kernel

_MASK = (1 << 64) - 1
_FACTOR = 0x9E3779B97F4A7C15

if PLAIN:

    def highest(cards: int) -> int:
        """Highest card number in a set that is not empty."""
        return int(cards).bit_length() - 1

    def mixed(key: int, word: int) -> int:
        """A key of 64 bits, stirred with one more word; different words give different keys."""
        product = ((int(key) ^ int(word)) & _MASK) * _FACTOR & _MASK
        product ^= product >> 32
        return product - (1 << 64) if product >> 63 else product

else:
    import numpy as np
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    _UNSIGNED_FACTOR = np.uint64(_FACTOR)
    _HALF = np.uint64(32)

    @intrinsic  # type: ignore[untyped-decorator]
    def highest(_context: Any, cards: Any) -> Any:
        """Highest card number in a set that is not empty: the processor's instruction."""

        def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            return builder.sub(ir.Constant(ir.IntType(64), 63), builder.ctlz(args[0], ir.Constant(ir.IntType(1), 1)))

        return types.int64(types.int64), generate

    @kernel
    def mixed(key: int, word: int) -> int:
        """A key of 64 bits, stirred with one more word; different words give different keys."""
        product = np.uint64(key ^ word) * _UNSIGNED_FACTOR
        return int(np.int64(product ^ (product >> _HALF)))

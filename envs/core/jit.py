"""The `kernel` decorator: one source that runs as machine code or, with NUMBA_DISABLE_JIT=1, as plain Python.

Compiled kernels are kept on disk (`envs.core.kernel_cache`) in a folder whose name is a hash of the NUMBA_ settings and of the
sources that they may come from, because numba itself does not notice an edit in a module that a kernel imports.
"""

import contextlib
import enum
import functools
import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import numba

from envs.core.kernel_cache import KernelCache, compile_once

PLAIN = bool(numba.config.DISABLE_JIT)
"""True when kernels run as plain Python."""

F = TypeVar("F", bound=Callable[..., Any])

_ENVS = Path(__file__).resolve().parent.parent
_prepared: set[str] = set()


def kernel(function: F) -> F:
    """Compile a function to machine code on first use, without the GIL and cached on disk.

    Kernels are inlined into one another: rules are many small functions, and calls took a third of a step.
    """
    return _compiled(function, inline=True)


def large_kernel(function: F) -> F:
    """Like `kernel`, but called rather than inlined: for what is large or rare, or called from several places.

    An inlined kernel is compiled again at every place from which it is called, and again with each of its callers.
    """
    return _compiled(function, inline=False)


def part_kernel(function: F) -> F:
    """Like `kernel`, for what is called from one place only and calls much: part of its caller before that is compiled.

    So it, and all that it calls, is not compiled one more time.
    """
    return function if PLAIN else numba.njit(inline="always", nogil=True, error_model="numpy")(function)


if not PLAIN:
    from numba.core import errors, ir
    from numba.core.rewrites import Rewrite, register_rewrite

    @register_rewrite("before-inference")
    class NamesAsNumbers(Rewrite):
        """In a kernel `Phase.PLAY` of an IntEnum is the number itself, as if it stood there.

        Numba's own enum members are a type apart: they index no array, and each that is handed on compiles the callee anew.
        """

        def match(self, func_ir: Any, block: Any, _typemap: Any, _calltypes: Any) -> bool:
            """Find the members that a block reads."""
            self._block = block
            self._numbers = {}
            for assign in block.find_insts(ir.Assign):
                if isinstance(assign.value, ir.Expr) and assign.value.op == "getattr":
                    with contextlib.suppress(errors.ConstantInferenceError):
                        owner = func_ir.infer_constant(assign.value.value)
                        if isinstance(owner, type) and issubclass(owner, (enum.IntEnum, enum.IntFlag)):
                            self._numbers[assign] = int(owner[assign.value.attr])
            return bool(self._numbers)

        def apply(self) -> Any:
            """The block with their numbers."""
            block = self._block.copy()
            block.body = [
                ir.Assign(ir.Const(self._numbers[step], step.loc), step.target, step.loc) if step in self._numbers else step
                for step in block.body
            ]
            return block


def _compiled(function: F, *, inline: bool, folder: Path | None = None) -> F:
    """The kernel as Python calls it, cached; other kernels call its attribute `called`, which they contain once compiled."""
    if PLAIN:
        return function
    options = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
    compiled = numba.njit(**options)(function)
    source_folder = folder or Path(function.__code__.co_filename).resolve().parent
    compiled._cache = KernelCache(function, source_folder)  # noqa: SLF001 (numba's door for it knows one cache only)
    compiled.called = numba.njit(**options, no_cpython_wrapper=True, forceinline=inline)(function)
    compiled.get_call_template = functools.partial(_resolve_widened, compiled.called.get_call_template)
    compiled.get_overload = compiled.called.get_overload
    return compiled  # type: ignore[no-any-return]


def _resolve_widened(resolve: Callable[..., Any], args: Iterable[Any], kws: dict[str, Any]) -> Any:
    """Look up a kernel that another one calls, whole numbers as int64.

    Numba would compile it once for each constant that it is called with, and once for each width of a field.
    """
    return resolve([_widened(kind) for kind in args], {name: _widened(kind) for name, kind in kws.items()})


def _widened(kind: Any) -> Any:
    """The type in which a kernel takes an argument of this type from another kernel."""
    kind = numba.types.unliteral(kind)
    if isinstance(kind, numba.types.BaseTuple):
        return numba.types.BaseTuple.from_types([_widened(item) for item in kind])
    if isinstance(kind, numba.types.Integer) and kind.bitwidth < 64:
        return numba.types.int64
    return kind


def bind(
    functions: Sequence[Callable[..., Any]], modules: Mapping[str, Any], helpers: Sequence[Callable[..., Any]] = ()
) -> types.SimpleNamespace:
    """Compile generic loops for one game.

    Each function is copied with the game's modules as more of its globals, so that it calls their kernels directly. (A closure,
    or a kernel handed over as an argument, would miss the cache in every process.)

    Args:
        functions: plain functions in an order in which each calls only those before it.
        modules: what they call the modules of the game, each of which may use those before it; kernels are kept with the last.
        helpers: plain functions that they call, in such an order too; see `part_kernel`.

    Returns:
        The compiled functions by name, less the helpers.
    """
    module = list(modules.values())[-1]
    scope: dict[str, Any] = {}
    for function in (*helpers, *functions):
        scope |= function.__globals__
    scope |= modules
    for helper in helpers:
        scope[helper.__name__] = part_kernel(_copied(helper, scope, module))
    folder = Path(str(module.__file__)).resolve().parent
    for function in functions:
        scope[function.__name__] = _compiled(_copied(function, scope, module), inline=True, folder=folder)
    return types.SimpleNamespace(**{function.__name__: scope[function.__name__] for function in functions})


def _copied(function: Callable[..., Any], scope: dict[str, Any], module: Any) -> types.FunctionType:
    """The function with other globals, under a name that is the game's own."""
    copy = types.FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
    copy.__qualname__ = f"{function.__name__}_{module.__name__.replace('.', '_')}"
    copy.__module__ = function.__module__
    return copy


def plain(function: F) -> F:
    """The Python function behind a kernel, for any object that has the fields; it must call no other kernel."""
    return getattr(function, "py_func", function)


def prepare(name: str, warm_up: Callable[[], None], source_folder: Path = _ENVS / "core") -> None:
    """Run `warm_up` once per process, so that its kernels are compiled or loaded; see `compile_once`.

    Args:
        name: what is prepared, as the message names it ("the rules of ramsch").
        warm_up: calls every kernel once, with the types of everyday use.
        source_folder: where the kernels stand, if outside `envs`.
    """
    if PLAIN or name in _prepared:
        return
    _prepared.add(name)
    compile_once(name, warm_up, source_folder)

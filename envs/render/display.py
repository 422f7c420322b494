"""What `render()` of an environment does: one of the modes, over a `Scene`."""

import importlib.util
import sys
import warnings
from typing import Any

import numpy as np

from envs.core.scene import Scene
from envs.render.text import Style, describe

MODES = ("ansi", "human", "rgb_array")
PICTURES_PER_SECOND = 2
_NEEDS = {"human": ("PIL", "pygame"), "rgb_array": ("PIL",)}


class Display:
    """Shows the scenes of an environment as text, as pictures or in a window."""

    def __init__(self, mode: str | None, title: str, size: tuple[int, int] = (800, 600)) -> None:
        """Choose how to show.

        Args:
            mode: None, "ansi" for text, "rgb_array" for pictures, "human" for a window.
            title: of the window.
            size: width and height of pictures and of the window.

        Raises:
            ValueError: an unknown mode, or too small a size.
            ImportError: a package is missing that the mode needs.
        """
        if mode is not None and mode not in MODES:
            raise ValueError(f"render_mode={mode!r}; possible: None, {', '.join(map(repr, MODES))}")
        for package in _NEEDS.get(mode or "", ()):
            if importlib.util.find_spec(package) is None:
                raise ImportError(f"render_mode={mode!r} needs the package {package}: pip install 'stichwerk[render]'")
        if mode in _NEEDS:
            from envs.render.picture import check_size

            check_size(*size)
        self.mode = mode
        self._title = title
        self._size = size
        self._window: Any = None

    def show(self, scene: Scene) -> str | np.ndarray | None:
        """Show a scene.

        Returns:
            In mode "ansi" the text, in mode "rgb_array" the picture, uint8 [height, width, 3]; else None.
        """
        if self.mode is None:
            warnings.warn(f"render() without a render mode shows nothing; possible: {', '.join(MODES)}", stacklevel=3)
            return None
        if self.mode == "ansi":
            return describe(scene, Style(symbols=True, colours=sys.stdout.isatty()))
        from envs.render.picture import draw

        picture = draw(scene, *self._size)
        if self.mode == "rgb_array":
            return picture
        if self._window is None:
            from envs.render.window import Window

            self._window = Window(self._title, PICTURES_PER_SECOND)
        self._window.show(picture)
        return None

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._window is not None:
            self._window.close()
        self._window = None

    def __getstate__(self) -> dict[str, Any]:
        """A copy opens a window of its own."""
        return self.__dict__ | {"_window": None}


def check_seat(seat: int | str | None, num_players: int) -> int | None:
    """The seat whose view is shown; raises ValueError if there is none of that number."""
    if seat is None or (isinstance(seat, int) and seat in range(num_players)):
        return seat
    raise ValueError(f"render_seat={seat!r}; possible: None for all cards open, or a seat from 0 to {num_players - 1}")

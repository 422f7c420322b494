"""A window that shows pictures of a table; needs pygame, which is imported here only."""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import numpy as np
import pygame


class Window:
    """A window on the screen. Its user may close it; then nothing more is shown."""

    def __init__(self, title: str, pictures_per_second: float) -> None:
        """Prepare a window; it opens with the first picture, and shows no more a second than people can follow."""
        self._title = title
        self._rate = pictures_per_second
        self._screen: pygame.Surface | None = None
        self._clock = pygame.time.Clock()
        self.is_closed = False

    def show(self, picture: np.ndarray) -> None:
        """Show a picture, uint8 [height, width, 3], once the one before has been seen long enough."""
        if self.is_closed:
            return
        height, width = picture.shape[:2]
        if self._screen is None or self._screen.get_size() != (width, height):
            pygame.display.init()
            pygame.display.set_caption(self._title)
            self._screen = pygame.display.set_mode((width, height))
        if any(event.type == pygame.QUIT for event in pygame.event.get()):
            self.close()
            return
        self._screen.blit(pygame.image.frombuffer(np.ascontiguousarray(picture).tobytes(), (width, height), "RGB"), (0, 0))
        pygame.display.flip()
        if pygame.display.get_driver() != "dummy":  # with which nobody looks on
            self._clock.tick(self._rate)

    def close(self) -> None:
        """Close the window for good."""
        if self._screen is not None:
            pygame.display.quit()
        self._screen = None
        self.is_closed = True

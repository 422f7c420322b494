"""Tables as text, as pictures and in a window."""

import copy
import os
import pickle
import subprocess
import sys
import types
from collections.abc import Iterator

import gymnasium
import numpy as np
import pytest
from gymnasium.wrappers import RenderCollection

import envs
from envs.core.scene import FACE_DOWN, Scene
from envs.render.display import Display
from envs.render.picture import _Painter, draw
from envs.render.places import Box, places
from envs.render.text import Style, describe
from tables_for_eyes import made_up

GAME = "ramsch/schieberamsch-v0"
MODES = ["ansi", "human", "rgb_array"]


@pytest.fixture(autouse=True)
def _no_screen(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.delenv("DISPLAY", raising=False)
    yield
    if sys.modules.get("pygame"):
        sys.modules["pygame"].quit()


# --- Text ------------------------------------------------------------------------------------------------------------------


def test_text_tells_the_whole_table():
    assert describe(made_up(3, 4, 1)).splitlines() == [
        "play: player_1 picks and calls the ace of clubs, deal 3 of 36",
        "> player_0                                  0 tricks, 0 card points, total 0     4 cards",
        "  player_1  dealer picker (bid 33, passed)  1 trick, 10 card points, total -7.5  7C 6C 5C 4C | put away TC AH",
        "  player_2                                  2 tricks, 20 card points, total -15  4 cards",
        "blind  2 cards",
        "stock  17 cards",
        "trick  player_1 JC, player_2 6C",
        "player_0 is to play a card",
    ]


def test_text_at_the_end_tells_the_scores_and_the_last_trick():
    lines = describe(made_up(3, 0, is_over=True)).splitlines()
    assert lines[-1] == "scores  player_0 12, player_1 11, player_2 10"
    assert lines[-2].startswith("last trick, won by player_2  player_1 ")


@pytest.mark.parametrize(
    ("style", "card"),
    [(Style(), "QH"), (Style(symbols=True), "Q♥"), (Style(symbols=True, colours=True), "\x1b[31mQ♥\x1b[0m")],
    ids=["letters", "symbols", "colours"],
)
def test_cards_are_written_with_letters_symbols_or_colours(style: Style, card: str) -> None:
    assert style.words("play QH") == f"play {card}"
    assert style.card("JK") == "JK"


# --- Pictures --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(800, 600), (1280, 720), (600, 800), (480, 360), (160, 120)], ids=str)
@pytest.mark.parametrize("num_players", range(2, 9))
def test_nothing_on_the_table_lies_over_anything_else(num_players: int, size: tuple[int, int]) -> None:
    where = places(num_players, *size)
    boxes = [where.header, *where.panels]
    assert not any(a.overlaps(b) for i, a in enumerate(boxes) for b in boxes[:i])
    loose = [*where.trick, where.piles, where.last_trick]
    assert not any(a.overlaps(b) for i, a in enumerate(loose) for b in [*boxes, *loose[:i]])
    assert not any(where.board.overlaps(box) for box in [*boxes, where.piles, where.last_trick])
    assert all(min(b.left, b.top) >= 0 and b.right <= size[0] and b.bottom <= size[1] for b in [*boxes, *loose])


@pytest.mark.parametrize("viewer", [0, None], ids=["one seat", "open"])
@pytest.mark.parametrize(("num_players", "num_cards"), [(n, 16) for n in (2, 3, 4, 5, 6, 8)] + [(7, 1), (4, 0)])
def test_cards_stay_in_their_places(num_players, num_cards, viewer, monkeypatch) -> None:
    """Hands of up to 16 cards, batteries, cards put away, a trick, piles: all within the boxes that are theirs."""
    drawn: list[Box] = []

    def note(_painter: _Painter, _text: str, left: int, top: int, width: int, *, is_faded: bool = False) -> None:
        drawn.append(Box(left, top, width, round(width * 1.4)))

    monkeypatch.setattr(_Painter, "_card", note)
    scene = made_up(num_players, num_cards, viewer, battery=8)
    painter = _Painter(scene, 800, 600)
    painter.paint()
    where = painter.places
    held = sum(len(cards) for seat in scene.seats for cards in (seat.hand, seat.open_cards, seat.put_away))
    assert len(drawn) == held + len(scene.trick) + len(scene.last_trick) + 4
    boxes = [*where.panels, *where.trick, where.piles, where.last_trick]

    def lies_in(card: Box, box: Box) -> bool:
        return box.left <= card.left and card.right <= box.right and box.top <= card.top and card.bottom <= box.bottom

    assert [card for card in drawn if not any(lies_in(card, box) for box in boxes)] == []
    assert min(card.width for card in drawn) >= 12


def test_cards_of_a_player_who_plays_twice_to_a_trick_lie_beside_one_another():
    def picture(*cards: str) -> bytes:
        return draw(
            Scene("play", "", made_up(2, 0).seats, 0, 0, trick=tuple((i % 2, c) for i, c in enumerate(cards)))
        ).tobytes()

    assert picture("7C", "9C", "AD", "KD") != picture("8C", "9C", "AD", "KD") != picture("8C", "TC", "AD", "KD")


@pytest.mark.parametrize("num_players", [2, 5, 8])
def test_a_picture_is_an_array_of_its_size_and_always_the_same(num_players: int) -> None:
    scene = made_up(num_players, 9, is_over=num_players % 2 == 0)
    picture = draw(scene, 640, 480)
    assert picture.shape == (480, 640, 3)
    assert picture.dtype == np.uint8
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 500
    np.testing.assert_array_equal(picture, draw(scene, 640, 480))


@pytest.mark.parametrize("size", [(480, 360), (160, 120)], ids=str)
def test_a_picture_shows_each_card_as_another_one(size):
    pack = [rank + suit for suit in "CSHD" for rank in "23456789TJQKA"] + ["JK", FACE_DOWN]
    empty = made_up(3, 0)
    pictures = {draw(Scene("play", "", empty.seats, 0, 0, trick=((0, card),)), *size).tobytes() for card in pack}
    assert len(pictures) == len(pack)


@pytest.mark.parametrize(("width", "height"), [(159, 600), (800, 100)])
def test_too_small_a_picture_is_refused(width: int, height: int) -> None:
    with pytest.raises(ValueError, match="too small to read; possible: from 160 by 120 on"):
        envs.make(GAME, render_mode="rgb_array", render_size=(width, height))


def test_too_many_players_are_refused():
    with pytest.raises(ValueError, match="9 players cannot be drawn"):
        draw(made_up(9, 3))


# --- Environments ----------------------------------------------------------------------------------------------------------


def test_modes_and_pace_stand_in_the_metadata():
    env, single = envs.make(GAME), envs.make_single(GAME)
    assert env.metadata["render_modes"] == single.metadata["render_modes"] == MODES
    assert env.metadata["render_fps"] == single.metadata["render_fps"] == 2


@pytest.mark.parametrize("make", [envs.make, envs.make_single])
def test_unknown_modes_and_seats_are_refused(make) -> None:
    with pytest.raises(ValueError, match="render_mode='svg'; possible: None, 'ansi', 'human', 'rgb_array'"):
        make(GAME, render_mode="svg")
    with pytest.raises(ValueError, match="render_seat=3; possible: None for all cards open, or a seat from 0 to 2"):
        make(GAME, render_seat=3)


def test_without_a_mode_render_shows_nothing_and_says_so():
    env = envs.make(GAME)
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="without a render mode shows nothing"):
        assert env.render() is None


@pytest.mark.parametrize("make", [envs.make, envs.make_single])
def test_before_the_first_deal_there_is_nothing_to_render(make) -> None:
    with pytest.raises(RuntimeError, match="call reset"):
        make(GAME, render_mode="ansi").render()


def test_a_seat_is_shown_the_backs_of_the_others_cards():
    texts = []
    for seat in (None, 0, 1):
        env = envs.make(GAME, render_mode="ansi", render_seat=seat)
        env.reset(seed=1)
        texts.append(env.render())
    assert [text.count("10 cards") for text in texts] == [0, 2, 2]
    assert texts[1] != texts[2]
    assert "♥" in texts[0]
    assert "\x1b" not in texts[0]


def test_pictures_follow_the_game_from_the_chosen_seat():
    env = envs.make(GAME, render_mode="rgb_array", render_seat=2, render_size=(480, 360))
    env.reset(seed=1)
    first = env.render()
    assert first.shape == (360, 480, 3)
    env.step(int(env.last()[0]["action_mask"].argmax()))
    assert (env.render() != first).any()
    env.close()


def test_a_window_opens_and_closes_and_is_not_copied():
    env = envs.make(GAME, render_mode="human", render_size=(480, 360))
    env.reset(seed=1)
    import pygame

    assert pygame.display.get_surface().get_size() == (480, 360)
    twin = pickle.loads(pickle.dumps(copy.deepcopy(env)))
    assert env.render() is None
    env.close()
    assert not pygame.display.get_init()
    assert twin.render() is None
    twin.close()
    env.close()


def test_a_person_who_closes_the_window_ends_the_show_and_not_the_game():
    env = envs.make(GAME, render_mode="human", render_size=(480, 360))
    env.reset(seed=1)
    import pygame

    pygame.event.post(pygame.event.Event(pygame.QUIT))
    env.step(int(env.last()[0]["action_mask"].argmax()))
    assert not pygame.display.get_init()
    env.step(int(env.last()[0]["action_mask"].argmax()))
    assert not pygame.display.get_init()
    env.close()


@pytest.mark.parametrize(("mode", "package"), [("rgb_array", "PIL"), ("human", "PIL"), ("human", "pygame")])
def test_a_missing_package_is_named(mode: str, package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ImportError, match=f"needs the package {package}: pip install 'stichwerk\\[render\\]'"):
        Display(mode, "")


def test_text_needs_neither_pillow_nor_pygame_nor_a_screen():
    program = (
        f"import sys, envs; env = envs.make({GAME!r}, render_mode='ansi'); env.reset(seed=1);"
        "assert 'player_0' in env.render();"
        "assert not {'PIL', 'pygame'} & set(sys.modules)"
    )
    quiet = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "SDL_VIDEODRIVER")}
    subprocess.run([sys.executable, "-c", program], check=True, env=quiet | {"PYTHONPATH": os.getcwd()})  # noqa: PTH109


# --- One seat, and videos --------------------------------------------------------------------------------------------------


def play_single(env: gymnasium.Env) -> None:
    over = False
    while not over:
        _, _, terminated, truncated, _ = env.step(int(env.unwrapped.action_masks().argmax()))
        over = terminated or truncated


def test_one_seat_is_shown_what_it_sees_and_at_the_end_the_deal_that_has_ended():
    env = envs.make_single(GAME, render_mode="ansi", learner=1)
    env.reset(seed=1)
    assert env.render().count("10 cards") == 2
    play_single(env)
    assert "scores  player_0" in env.render()
    env.reset()
    assert "scores" not in env.render()
    everything = envs.make_single(GAME, render_mode="ansi", render_seat=None)
    everything.reset(seed=1)
    assert "10 cards" not in everything.render()


def test_frames_go_through_gymnasium_wrappers():
    env = RenderCollection(gymnasium.make(GAME, render_mode="rgb_array", render_size=(480, 360)))
    env.reset(seed=1)
    play_single(env)
    frames = env.render()
    assert len(frames) > 10
    assert all(frame.shape == (360, 480, 3) and frame.dtype == np.uint8 for frame in frames)
    env.close()


@pytest.fixture
def videos(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """Stands in for moviepy, which needs ffmpeg: how many frames each video would have, and how many a second."""
    written: list[tuple[int, int]] = []

    class Clip:
        def __init__(self, frames, fps: int) -> None:
            self.frames, self.fps = frames, fps

        def write_videofile(self, path: str, **_how) -> None:
            assert all(frame.shape == (360, 480, 3) and frame.dtype == np.uint8 for frame in self.frames)
            written.append((len(self.frames), self.fps))

    clip = types.ModuleType("moviepy.video.io.ImageSequenceClip")
    clip.ImageSequenceClip = Clip  # type: ignore[attr-defined]
    for name in ("moviepy", "moviepy.video", "moviepy.video.io"):
        monkeypatch.setitem(sys.modules, name, types.ModuleType(name))
    monkeypatch.setitem(sys.modules, clip.__name__, clip)
    return written


def test_gymnasium_records_a_video(tmp_path, videos):
    table = gymnasium.make(GAME, render_mode="rgb_array", render_size=(480, 360))
    env = gymnasium.wrappers.RecordVideo(table, str(tmp_path / "videos"))
    env.reset(seed=1)
    play_single(env)
    env.close()
    assert len(videos) == 1
    assert videos[0][0] > 10
    assert videos[0][1] == 2


def test_pettingzoo_records_a_video(tmp_path, videos):
    from pettingzoo.utils.wrappers import RecordVideo

    env = RecordVideo(envs.make(GAME, render_mode="rgb_array", render_size=(480, 360)), str(tmp_path / "videos"))
    env.reset(seed=1)
    for _ in range(5):
        env.step(int(env.last()[0]["action_mask"].argmax()))
    env.close()
    assert videos == [(6, 2)]

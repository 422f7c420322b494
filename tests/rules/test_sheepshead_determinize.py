"""Drawn worlds of Sheepshead: they fit what the seat saw under any options, and all that fit are equally likely."""

import itertools
import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from envs.core.jit import plain
from envs.game import State
from envs.games.sheepshead.cards import PACK
from envs.games.sheepshead.variants import PACK_OF, ROWS
from random_play import walk
from sheepshead_options import random_options
from sheepshead_table import table
from sizes import sized


@pytest.mark.parametrize("variant", ROWS)
def test_a_drawn_world_fits_what_was_seen(variant):
    chance = random.Random(f"{variant} worlds")
    for number in range(sized(60)):
        game = table(variant, **random_options(variant, chance))
        for ply, state in enumerate(walk(game, number)):
            if game.is_terminal(state) or ply % 7 != number % 7:
                continue
            seat = chance.randrange(game.num_players)
            observation = game.observe(state, seat)
            world = game.determinize(observation, number)
            assert (game.observe(world, 0) == observation).all(), (game.options, game.layout.describe(observation))
            assert game.current_player(world) == (game.current_player(state) - seat) % game.num_players


def test_what_no_seat_can_see_is_refused(monkeypatch):
    """A hand with one card too few. Machine code keeps its limit of guesses; plain Python would take minutes for as many."""
    game = table("p5")
    monkeypatch.setitem(plain(game.kernels.determinize_many).__globals__, "MAX_GUESSES", 20)
    observation = game.observe(game.deal(seed=1), 0)
    hand = game.layout["hand"]
    observation[hand.start + np.flatnonzero(observation[hand])[0]] = 0
    with pytest.raises(ValueError, match="no deal of sheepshead/p5-v0 fits observation 1"):
        game.determinize_many(np.stack([game.observe(game.deal(seed=1), 0), observation]), 1)


def bits(cards: Any) -> int:
    return sum(1 << card for card in cards)


def partitions(cards: tuple[int, ...], sizes: list[int]) -> Any:
    """All ways to hand out the cards in these numbers."""
    if not sizes:
        yield ()
        return
    for some in itertools.combinations(cards, sizes[0]):
        rest = tuple(card for card in cards if card not in some)
        for others in partitions(rest, sizes[1:]):
            yield (bits(some), *others)


def key_of(state: Any, players: int) -> tuple[int, ...]:
    """Where the unseen cards are."""
    return (*(int(h) for h in state.hands[:players]), *(int(b) for b in state.buried[:players]), int(state.under))


def worlds_that_fit(game: Any, state: Any, seat: int, limit: int) -> set[tuple[int, ...]] | None:
    """All places of the unseen cards that fit, found by trying every one; None if there are more than `limit` to try."""
    n = game.num_players
    me = (seat - int(state.dealer) - 1) % n
    hidden = [("hand", p) for p in range(n) if p != me and state.hands[p]]
    hidden += [("bury", p) for p in range(n) if p != me and state.buried[p]]
    if state.under >= 0 and me not in (int(state.picker), int(state.under_winner)):
        hidden.append(("under", int(state.picker)))
    places = [
        int(state.hands[p]) if w == "hand" else int(state.buried[p]) if w == "bury" else 1 << int(state.under)
        for w, p in hidden
    ]
    unseen = tuple(card for card in range(34) if sum(places) >> card & 1)
    sizes = [place.bit_count() for place in places]
    count = int(np.prod([float(i) for i in range(1, len(unseen) + 1)]))
    for size in sizes:
        count //= int(np.prod([float(i) for i in range(1, size + 1)]))
    if count > limit or state.blind:
        return None
    found = set()
    for way in partitions(unseen, sizes):
        world = replayed(game, state, dict(zip(hidden, way, strict=True)))
        if world is None:
            continue
        seen = (game.observe(world, seat) == game.observe(state, seat)).all()
        assert seen or state.under >= 0  # what others did in public tells nothing else; an under card shows when it wins points
        if seen:
            found.add(key_of(world, n))
    return found


def replayed(game: Any, state: Any, way: dict[tuple[str, int], int]) -> Any:
    """The history on other cards, or None where it is not legal."""
    n = game.num_players
    hands, buried, under = [int(h) for h in state.hands[:n]], [int(b) for b in state.buried[:n]], int(state.under)
    for (where, p), cards in way.items():
        if where == "hand":
            hands[p] = cards
        elif where == "bury":
            buried[p] = cards
        else:
            under = cards.bit_length() - 1
    deck = deck_of(game, state, hands, buried, under)
    if deck is None:
        return None
    world = game.deal(seed=0, deck=deck, dealer=int(state.dealer))
    left = {p: [c for c in range(34) if buried[p] >> c & 1] for p in range(n)}
    for action in state.log[: state.log_length]:
        name = in_this_world(game, world, game.actions.name(int(action)), left, under)
        if game.actions.number(name) not in game.legal_actions(world):
            return None
        game.play(world, [name])
    return world


def deck_of(game: Any, state: Any, hands: list[int], buried: list[int], under: int) -> list[int] | None:
    """The deck from which these cards came, those of the blind as they were if that can be; None if there is none."""
    n = game.num_players
    deck: list[int] = []
    blind: dict[int, list[int]] = {}
    for p in range(n):
        is_picker = state.under >= 0 and p == state.picker
        played = int(state.played[p]) & ~(1 << int(state.under)) if is_picker else int(state.played[p])
        whole = hands[p] | buried[p] | played | (1 << under if is_picker else 0)
        taken = int(state.taken[p])
        if taken & ~whole:
            taken = bits([c for c in range(34) if whole >> c & 1][: taken.bit_count()])
        blind[p] = [c for c in range(34) if taken >> c & 1]
        deck += [c for c in range(34) if (whole & ~taken) >> c & 1]
    first = int(state.picker)
    for p in [first, *(p for p in range(n) if p != first)] if first >= 0 else []:
        deck += blind[p]
    rest = [c for c in range(34) if c not in deck]
    return [*deck, *rest] if len(deck) == int(PACK_OF[game.options.variant]).bit_count() else None


def in_this_world(game: Any, world: Any, name: str, left: dict[int, list[int]], under: int) -> str:
    """What a decision is called in another world: other cards are buried, and a call may be of an own ace."""
    phase, turn = game.rules.PHASES[world.phase], int(world.turn)
    if phase == "bury":
        return PACK.format(left[turn].pop(0))
    if phase == "under":
        return PACK.format(under)
    if phase == "call" and name.startswith(("call_A", "self_")):
        suit = name[-1]
        is_own = int(world.hands[turn]) >> PACK.parse("A" + suit) & 1
        return f"self_{suit}" if is_own else f"call_A{suit}"
    return name


CASES = [
    ("p3_1", {}),
    ("p3_3", {}),
    ("p5", {}),
    ("p5", {"call_own_ace": True}),
    ("p5", {"partner_method": "jack_of_diamonds", "jd_call_up": "always"}),
    ("p4_2_7", {"alone_allowed": False}),
    ("p6_2", {}),
    ("p7_3", {}),
    ("p7_2", {"crack": True}),
    ("p4_5", {}),
]


@pytest.mark.parametrize(("variant", "options"), CASES, ids=[f"{v} {' '.join(o)}" for v, o in CASES])
def test_all_worlds_that_fit_are_equally_likely(variant, options):
    """Late in a hand, where all of them can be listed."""
    game = table(variant, **options)
    done = 0
    for seed in range(100):
        for state in walk(game, seed):
            if game.is_terminal(state) or state.num_tricks == 0:
                continue
            seat = (seed + int(state.log_length)) % game.num_players
            fitting = worlds_that_fit(game, state, seat, 100)
            if fitting is None or len(fitting) < 2 or len(fitting) > 30:
                continue
            draws = 10 * len(fitting)
            observation = game.observe(state, seat)
            worlds = game.determinize_many(np.repeat(observation[None], draws, axis=0), seed)
            drawn = Counter(key_of(State(worlds[i : i + 1]), game.num_players) for i in range(draws))
            assert set(drawn) <= fitting
            expected = draws / len(fitting)
            statistic = sum((drawn[key] - expected) ** 2 / expected for key in fitting)
            freedom = len(fitting) - 1
            assert statistic < freedom + 5 * (2 * freedom) ** 0.5 + 10, (seed, statistic, freedom)
            done += 1
            break
        if done >= sized(30):
            return
    assert done

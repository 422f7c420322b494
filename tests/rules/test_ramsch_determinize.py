"""What a player at a Ramsch table cannot see is drawn so that all that fits is equally likely.

Equally likely is every pair of a deal and hidden choices (which two cards each other taker passed on). Late in a deal all such
pairs are written down here by slow code made from the rules alone (2, 3.0, 3.7), and samples are compared with them; early in
it, where they are too many, with deals and choices drawn blindly and thrown away unless they fit.

Positions are F 0, M 1, R 2, and so are the seats (dealer 2). Cards are numbers, 7C 0 to AD 31; sets of cards are bits.
"""

import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
import pytest
from envs.registry import load_game
from scipy.stats import chi2
from sizes import sized

SAMPLES = sized(20_000)
CARDS = [rank + suit for suit in "CSHD" for rank in "789TJQKA"]
JACKS = sum(1 << CARDS.index(jack) for jack in ("JC", "JS", "JH", "JD"))
PACKETS = (
    [0, 1, 2, 11, 12, 13, 14, 23, 24, 25],
    [3, 4, 5, 15, 16, 17, 18, 26, 27, 28],
    [6, 7, 8, 19, 20, 21, 22, 29, 30, 31],
    [9, 10],
)
"""Places in the shuffled pack of the cards of F, M, R and of the skat (3.0)."""
PASS_RULES = ("any_two", "not_same_two", "none_taken")
QUIET = {"grand_hand_rule": "off", "jungfrau_announce": False}
LEAST_P = 1e-5
"""Below it a comparison fails; all seeds are fixed."""


# --- Sets of cards ---


def members(cards: int) -> list[int]:
    """Numbers of the cards in a set."""
    return [card for card in range(32) if cards >> card & 1]


def pairs(cards: int) -> list[int]:
    """All sets of two of these cards."""
    return [1 << a | 1 << b for a, b in itertools.combinations(members(cards), 2)]


def splits(cards: int, sizes: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """All ways to hand out these cards in these numbers."""
    if not sizes:
        if not cards:
            yield ()
        return
    for chosen in itertools.combinations(members(cards), sizes[0]):
        part = sum(1 << card for card in chosen)
        for rest in splits(cards & ~part, sizes[1:]):
            yield part, *rest


def suit_cards(card: int) -> int:
    """All cards of the effective suit of a card: every jack is a trump (2)."""
    if JACKS >> card & 1:
        return JACKS
    return sum(1 << c for c in range(32) if c // 8 == card // 8) & ~JACKS


# --- What a player knows ---


class View(NamedTuple):
    """What one position knows in a deal, and the rules of passing on."""

    me: int
    hand: int
    """Own cards now."""
    taken: int
    put_away: int
    took: tuple[int, ...]
    """Positions that took the skat, in order."""
    passing: int
    """Position that is passing on, or -1."""
    on_table: int
    """How many cards lie on the table."""
    plays: tuple[tuple[int, int], ...]
    """Position and card of every card played."""
    pass_rule: str
    pass_jacks: bool

    def played(self, position: int) -> int:
        """Cards a position has played."""
        return sum(1 << card for who, card in self.plays if who == position)

    def held(self, position: int) -> int:
        """How many cards a position holds."""
        extra = 2 - self.on_table if position == self.passing else 0
        return 10 + extra - sum(who == position for who, _ in self.plays)


def view_of(game: Any, state: Any, me: int) -> View:
    """What a position knows, from the record and the log of a Ramsch without announcements and Grand Hand."""
    names = [game.actions[a] for a in state.log[: state.log_length]]
    took, asked, put_away = [], 0, Counter()
    for name in names:
        if name in ("take", "push"):
            if name == "take":
                took.append(asked)
            asked += 1
        elif took and put_away[took[-1]] < 2:
            put_away[took[-1]] += 1
    passing = took[-1] if took and put_away[took[-1]] < 2 else -1
    thrown = sum(put_away.values()) + asked
    order = np.argsort(state.order)[32 - (len(names) - thrown) :] if len(names) > thrown else []
    whose = {card: p for p in range(3) for card in members(int(state.played[p]))}
    return View(
        me=me,
        hand=int(state.hands[me]),
        taken=int(state.taken[me]),
        put_away=int(state.put_away[me]),
        took=tuple(took),
        passing=passing,
        on_table=put_away[passing] if passing >= 0 else 2,
        plays=tuple((whose[int(card)], int(card)) for card in order),
        pass_rule=str(game.options.pass_rule.name).lower(),
        pass_jacks=bool(game.options.pass_jacks),
    )


class World(NamedTuple):
    """A deal and the hidden choices that lead to what a player sees."""

    forehand: int
    middlehand: int
    rearhand: int
    skat: int
    put_away: tuple[int, int, int]


# --- All that fits, from the rules ---


def may_pass_on(view: View, taken: int, put_away: int) -> bool:
    """Whether a taker may put these cards (one or two) on the table (3.7)."""
    if put_away & JACKS and not view.pass_jacks:
        return False
    if view.pass_rule == "none_taken":
        return put_away & taken == 0
    return view.pass_rule == "any_two" or put_away != taken


def follows_suit(view: View, hands: list[int]) -> bool:
    """Whether everybody who did not follow suit had no card of it (2); the hands are those held now."""
    held = list(hands)
    for number in reversed(range(len(view.plays))):
        who, card = view.plays[number]
        led = suit_cards(view.plays[number - number % 3][1])
        if not led >> card & 1 and held[who] & led:
            return False
        held[who] |= 1 << card
    return True


def presents(view: View) -> Iterator[tuple[list[int], int]]:
    """All hands held now, with the cards on the table, that the play allows."""
    left, right = (view.me + 1) % 3, (view.me + 2) % 3
    seen = view.hand | sum(1 << card for _, card in view.plays)
    table = view.put_away if view.took and view.took[-1] == view.me and view.passing != view.me else None
    unseen = (2**32 - 1) & ~seen & ~(table or 0)
    if view.passing == view.me:
        table, unseen = view.put_away, unseen & ~view.put_away
    sizes = (view.held(left), view.held(right)) + ((view.on_table,) if table is None else ())
    for to_left, to_right, *to_table in splits(unseen, sizes):
        hands = [0, 0, 0]
        hands[view.me], hands[left], hands[right] = view.hand, to_left, to_right
        if follows_suit(view, hands):
            yield hands, to_table[0] if to_table else int(table or 0)


def pasts(view: View, hands: list[int], table: int) -> Iterator[World]:
    """All that can have led to these hands (with the cards played) and the table: back from rearhand to forehand."""

    def back(position: int, hands: tuple[int, ...], table: int, put_away: tuple[int, ...]) -> Iterator[World]:
        if position < 0:
            yield World(*hands, table, put_away)
        elif position not in view.took:
            yield from back(position - 1, hands, table, put_away)
        else:
            twelve = hands[position] | table
            for taken in pairs(twelve) if position != view.me else [view.taken]:
                is_known = position != view.me or table == view.put_away
                if is_known and taken & ~twelve == 0 and may_pass_on(view, taken, table):
                    before = tuple(twelve & ~taken if p == position else hand for p, hand in enumerate(hands))
                    put = tuple(table if p == position else cards for p, cards in enumerate(put_away))
                    yield from back(position - 1, before, taken, put)

    tens = tuple(hand | view.played(position) for position, hand in enumerate(hands))
    yield from back(2, tens, table, (0, 0, 0))


def worlds(view: View) -> list[tuple[World, int]]:
    """All that fits, each with the number of the present hands it leads to."""
    return [
        (world, number) for number, (hands, table) in enumerate(presents(view)) for world in pasts(view, hands, table)
    ]


# --- Samples ---


def draw(game: Any, state: Any, me: int, count: int, seed: int) -> np.ndarray:
    """Worlds drawn for what a position sees."""
    observation = game.observe(state, me)
    return game.determinize_many(np.repeat(observation[None], count, axis=0), seed)


def dealt(drawn: np.ndarray) -> np.ndarray:
    """Sets of cards dealt to F, M, R and the skat: int64 [worlds, 4]."""
    bits = np.int64(1) << drawn["deck"].astype(np.int64)
    return np.stack([bits[:, places].sum(axis=1) for places in PACKETS], axis=1)


def worlds_drawn(drawn: np.ndarray) -> list[World]:
    """The same as the rules' worlds."""
    return [
        World(*(int(cards) for cards in cards_dealt), tuple(int(cards) for cards in put_away))
        for cards_dealt, put_away in zip(dealt(drawn), drawn["put_away"], strict=True)
    ]


class ChiSquare:
    """Adds up comparisons of counts with what is expected."""

    def __init__(self) -> None:
        self.total = 0.0
        self.freedom = 0

    def add(self, seen: Counter, chances: dict[Any, float]) -> None:
        """Compare counts with chances that add up to one; cells with small expectations are put together."""
        count = sum(seen.values())
        assert set(seen) <= set(chances)
        cells, rest_seen, rest_expected = [], 0, 0.0
        for cell, chance in sorted(chances.items(), key=lambda item: item[1]):
            rest_seen += seen[cell]
            rest_expected += chance * count
            if rest_expected >= 5:
                cells.append((rest_seen, rest_expected))
                rest_seen, rest_expected = 0, 0.0
        if rest_expected and cells:
            cells[-1] = (cells[-1][0] + rest_seen, cells[-1][1] + rest_expected)
        self.total += sum((a - b) ** 2 / b for a, b in cells)
        self.freedom += max(0, len(cells) - 1)

    def p_value(self) -> float:
        """The chance of as much or more deviation."""
        return float(chi2.sf(self.total, self.freedom)) if self.freedom else 1.0


def compare(fit: list[tuple[World, int]], drawn: list[World], result: ChiSquare) -> None:
    """Compare samples with equal chances for all that fits: by present hands, by single cards, by pairs, and altogether."""
    present = dict(fit)
    assert len(present) == len(fit)
    ways_to_group: list[Callable[[World], Any]] = [
        lambda world: present[world],
        lambda world: world.skat,
        lambda world: world.put_away,
        lambda world: tuple((cards & JACKS).bit_count() for cards in world[:4]),
        lambda world: hash(world) % 101,
    ]
    for world in drawn:
        assert world in present, world
    for group in ways_to_group:
        chances = Counter(group(world) for world, _ in fit)
        result.add(Counter(group(world) for world in drawn), {c: n / len(fit) for c, n in chances.items()})


# --- Positions late in the deal ---


def play_until(game: Any, seed: int, took: tuple[int, ...], late: Callable[[Any], int], plies: int) -> Any:
    """Play a random deal in which those named take the skat; cards in the set `late` are kept back if possible."""
    chance = random.Random(seed)
    state = game.deal(seed=seed, dealer=2)
    while state.log_length < plies:
        legal = game.legal_actions(state)
        names = [game.actions[action] for action in legal]
        if "take" in names:
            action = game.actions.number("take" if game.current_player(state) in took else "push")
        else:
            free = [a for a in legal if not late(state) >> a & 1] if state.log_length >= 3 + 2 * len(took) else legal
            action = chance.choice(free or legal)
        game.step(state, action)
    return state


def num_secret_pairs(took: tuple[int, ...], me: int) -> int:
    """How many takers got a pair that the observer knows nothing of."""
    return sum(taker != me and (i == 0 or took[i - 1] != me) for i, taker in enumerate(took))


TOOK = [took for size in range(4) for took in itertools.combinations(range(3), size)]


@pytest.mark.parametrize("me", range(3), ids=["forehand", "middlehand", "rearhand"])
@pytest.mark.parametrize("pass_jacks", [False, True], ids=["no jacks passed", "jacks passed"])
@pytest.mark.parametrize("pass_rule", PASS_RULES)
def test_late_in_a_deal_all_that_fits_is_equally_likely(pass_rule, pass_jacks, me):
    """Whoever took the skat, with jacks and the cards that the observer passed on still out where possible."""
    game = load_game("ramsch/schieberamsch-v0", pass_rule=pass_rule, pass_jacks=pass_jacks, **QUIET)
    for took in TOOK:
        result = ChiSquare()
        chance = random.Random(f"{pass_rule} {pass_jacks} {me} {took}")
        for _ in range(2):
            secret = num_secret_pairs(took, me)
            tricks_left = (3, 2, 1)[secret]
            plies = 3 + 2 * len(took) + 3 * (10 - tricks_left) + chance.randrange(3 if tricks_left > 1 else 2)
            seed = chance.randrange(2**31)
            state = play_until(game, seed, took, lambda s: JACKS | int(s.put_away[me]), plies)
            fit = worlds(view_of(game, state, me))
            compare(fit, worlds_drawn(draw(game, state, me, SAMPLES, seed)), result)
        assert result.p_value() > LEAST_P, (took, result.total, result.freedom)

"""What a player at a Ramsch table cannot see is drawn so that all that fits is equally likely.

Equally likely is every pair of a deal and hidden choices (which two cards each other taker passed on). Late in a deal all such
pairs are written down here by slow code made from the rules alone (2, 3.0, 3.7), and samples are compared with them; early in
it, where they are too many, with deals and choices that are drawn blindly and thrown away unless they fit.

Positions are F 0, M 1, R 2, and so are the seats (dealer 2). Cards are numbers, 7C 0 to AD 31; sets of cards are bits.
"""

import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np
import pytest
from scipy.stats import chi2

from envs.core.jit import PLAIN
from envs.registration import load_game
from random_play import decisions
from sizes import sized

SAMPLES = sized(20_000)
MANY_SAMPLES = sized(600_000)
"""Where the chances of what fits differ by little."""
POSITIONS = sized(20)
"""For each way in which the skat went round."""
CARDS = [rank + suit for suit in "CSHD" for rank in "789TJQKA"]
ALL = 2**32 - 1
JACKS = sum(1 << CARDS.index(jack) for jack in ("JC", "JS", "JH", "JD"))
PACKETS = (
    [0, 1, 2, 11, 12, 13, 14, 23, 24, 25],
    [3, 4, 5, 15, 16, 17, 18, 26, 27, 28],
    [6, 7, 8, 19, 20, 21, 22, 29, 30, 31],
    [9, 10],
)
"""Places in the shuffled pack of the cards of F, M, R and of the skat (3.0)."""
TOOK = [took for size in range(4) for took in itertools.combinations(range(3), size)]
"""Who may have taken the skat."""
QUIET = {"grand_hand_rule": "off", "jungfrau_announce": False}
LEAST_P = 1e-6
"""Below it a comparison fails; all seeds are fixed."""

pytestmark = pytest.mark.skipif(PLAIN, reason="takes too long; a contract test compares worlds drawn by plain kernels")
passing_rules = pytest.mark.parametrize(
    ("pass_rule", "pass_jacks"),
    list(itertools.product(("any_two", "not_same_two", "none_taken"), (False, True))),
    ids=lambda value: {False: "no jacks", True: "jacks too"}.get(value, value),
)
observers = pytest.mark.parametrize("me", range(3), ids=["forehand", "middlehand", "rearhand"])


# --- Sets of cards ---


def members(cards: int) -> list[int]:
    """Numbers of the cards in a set."""
    return [card for card in range(32) if cards >> card & 1]


def set_of(cards: Iterable[int]) -> int:
    """Set of these cards."""
    return sum(1 << int(card) for card in cards)


def pairs(cards: int) -> list[int]:
    """All sets of two of these cards."""
    return [1 << a | 1 << b for a, b in itertools.combinations(members(cards), 2)]


def splits(cards: int, sizes: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """All ways to hand out these cards in these numbers."""
    if not sizes:
        assert not cards
        yield ()
        return
    for chosen in itertools.combinations(members(cards), sizes[0]):
        part = set_of(chosen)
        for rest in splits(cards & ~part, sizes[1:]):
            yield part, *rest


def suit_of(card: int) -> int:
    """All cards of the effective suit of a card: every jack is a trump (2)."""
    return JACKS if JACKS >> card & 1 else set_of(range(card - card % 8, card - card % 8 + 8)) & ~JACKS


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
    laid_open: dict[int, int]
    """Position to hand, where one lies open."""
    pass_rule: str
    pass_jacks: bool

    def played(self, position: int) -> int:
        """Cards a position has played."""
        return set_of(card for who, card in self.plays if who == position)

    def num_held(self, position: int) -> int:
        """How many cards a position holds."""
        extra = 2 - self.on_table if position == self.passing else 0
        return 10 + extra - self.played(position).bit_count()


def view_of(game: Any, state: Any, me: int) -> View:
    """What a position knows, from the log; the own cards from the record."""
    took: list[int] = []
    passed_on: Counter[int] = Counter()
    plays = []
    for position, name in decisions(game, state):
        if name == "take":
            took.append(position)
        elif name in CARDS and took and passed_on[took[-1]] < 2:
            passed_on[position] += 1
        elif name in CARDS:
            plays.append((position, CARDS.index(name)))
    passing = took[-1] if took and passed_on[took[-1]] < 2 else -1
    is_open = "declare_GHO" in [name for _, name in decisions(game, state)] and bool(plays)
    return View(
        me=me,
        hand=int(state.hands[me]),
        taken=int(state.taken[me]),
        put_away=int(state.put_away[me]),
        took=tuple(took),
        passing=passing,
        on_table=passed_on[passing] if passing >= 0 else 2,
        plays=tuple(plays),
        laid_open={int(state.declarer): int(state.hands[int(state.declarer)])} if is_open else {},
        pass_rule=game.options.pass_rule.name.lower(),
        pass_jacks=game.options.pass_jacks,
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
    """Whether a taker may put these cards (none, one or two) on the table (3.7)."""
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
        led = suit_of(view.plays[number - number % 3][1])
        if not led >> card & 1 and held[who] & led:
            return False
        held[who] |= 1 << card
    return True


def presents(view: View) -> Iterator[tuple[list[int], int]]:
    """All hands held now, with the cards on the table, that the play allows."""
    left, right = (view.me + 1) % 3, (view.me + 2) % 3
    unseen = ALL & ~view.hand & ~set_of(card for _, card in view.plays)
    sizes: tuple[int, ...] = (view.num_held(left), view.num_held(right))
    knows_table = bool(view.took) and view.took[-1] == view.me
    if knows_table:
        unseen &= ~view.put_away
    else:
        sizes = (*sizes, view.on_table)
    for to_left, to_right, *to_table in splits(unseen, sizes):
        hands = [0, 0, 0]
        hands[view.me], hands[left], hands[right] = view.hand, to_left, to_right
        if follows_suit(view, hands) and all(hands[p] == hand for p, hand in view.laid_open.items()):
            yield hands, view.put_away if knows_table else to_table[0]


def pasts(view: View, hands: list[int], table: int) -> Iterator[World]:
    """All that can have led to these hands, the cards played, and the table: back from rearhand to forehand."""

    def back(position: int, hands: tuple[int, ...], table: int, put_away: tuple[int, ...]) -> Iterator[World]:
        if position < 0:
            yield World(*hands, table, put_away)  # type: ignore[call-arg, arg-type]
        elif position not in view.took:
            yield from back(position - 1, hands, table, put_away)
        elif position != view.me or table == view.put_away:
            twelve = hands[position] | table
            for taken in pairs(twelve) if position != view.me else [view.taken]:
                if may_pass_on(view, taken, table):
                    before = tuple(twelve & ~taken if p == position else hand for p, hand in enumerate(hands))
                    put = tuple(table if p == position else cards for p, cards in enumerate(put_away))
                    yield from back(position - 1, before, taken, put)

    all_hands = tuple(hand | view.played(position) for position, hand in enumerate(hands))
    yield from back(2, all_hands, table, (0, 0, 0))


def worlds(view: View) -> dict[World, int]:
    """All that fits, each with the number of the present hands it leads to."""
    return {world: number for number, present in enumerate(presents(view)) for world in pasts(view, *present)}


# --- Samples ---


def draw(game: Any, state: Any, me: int, count: int, seed: int) -> np.ndarray:
    """Records drawn for what a position sees."""
    return game.determinize_many(np.repeat(game.observe(state, me)[None], count, axis=0), seed)  # type: ignore[no-any-return]


def worlds_drawn(drawn: np.ndarray) -> Counter[World]:
    """What was dealt and passed on in the records, and how often."""
    bits = np.int64(1) << drawn["deck"].astype(np.int64)
    dealt = np.stack([bits[:, places].sum(axis=1) for places in PACKETS], axis=1)
    return counted(np.concatenate([dealt, drawn["put_away"]], axis=1))


def counted(sets: np.ndarray) -> Counter[World]:
    """Worlds from rows of seven sets of cards, and how often each comes."""
    rows, counts = np.unique(sets, axis=0, return_counts=True)
    return Counter({World(*row[:4], tuple(row[4:])): n for row, n in zip(rows.tolist(), counts.tolist(), strict=True)})


def grouped(worlds: Counter[World], way: Callable[[World], Any]) -> Counter[Any]:
    """How often each group of worlds comes."""
    groups: Counter[Any] = Counter()
    for world, count in worlds.items():
        groups[way(world)] += count
    return groups


class ChiSquare:
    """Adds up independent comparisons of counts with what is expected."""

    def __init__(self) -> None:
        self.total = 0.0
        self.freedom = 0

    def add(self, seen: Counter[Any], chances: dict[Any, float]) -> None:
        """Compare counts with chances that add up to one; cells with small expectations are put together."""
        assert set(seen) <= set(chances)
        cells = _joined([(chance * seen.total(), (seen[cell], chance * seen.total())) for cell, chance in chances.items()])
        self.total += sum((count - expected) ** 2 / expected for count, expected in cells)
        self.freedom += max(0, len(cells) - 1)

    def add_two_samples(self, one: Counter[Any], other: Counter[Any]) -> None:
        """Compare the counts of two samples; cells with small counts are put together."""
        cells = _joined([(count / 4, (one[cell], other[cell])) for cell, count in sorted((one + other).items())])
        a, b = one.total(), other.total()
        self.total += sum((x * b - y * a) ** 2 / (a * b * (x + y)) for x, y in cells)
        self.freedom += max(0, len(cells) - 1)

    def p_value(self) -> float:
        """The chance of as much or more deviation."""
        return float(chi2.sf(self.total, self.freedom)) if self.freedom else 1.0


def _joined(cells: list[tuple[float, tuple[float, float]]]) -> list[tuple[float, float]]:
    """Put the lightest cells (weight, two numbers) together until each has a weight of 5; the order is that of the weights."""
    joined: list[tuple[float, float]] = []
    weight, first, second = 0.0, 0.0, 0.0
    for more, (x, y) in sorted(cells, key=lambda cell: cell[0]):
        weight, first, second = weight + more, first + x, second + y
        if weight >= 5:
            joined.append((first, second))
            weight, first, second = 0.0, 0.0, 0.0
    if joined:
        joined[-1] = (joined[-1][0] + first, joined[-1][1] + second)
    return joined


class Comparison:
    """Comparisons of drawn worlds with what is expected, looked at in several ways."""

    def __init__(self) -> None:
        self.results: dict[str, ChiSquare] = {}

    def add_uniform(self, fit: dict[World, int], drawn: Counter[World]) -> None:
        """Compare samples with equal chances for all that fits."""
        assert set(drawn) <= set(fit)
        ways: dict[str, Callable[[World], Any]] = {
            "present hands": lambda world: fit[world],
            "dealt skat": lambda world: world.skat,
            "cards put away": lambda world: world.put_away,
            "jacks dealt": lambda world: tuple((cards & JACKS).bit_count() for cards in world[:4]),
            "everything": lambda world: hash(world) % 199,
        }
        for name, way in ways.items():
            chances = {cell: count / len(fit) for cell, count in Counter(map(way, fit)).items()}
            self.results.setdefault(name, ChiSquare()).add(grouped(drawn, way), chances)

    def check(self) -> None:
        """Fail where a deviation is too large."""
        p_values = {name: result.p_value() for name, result in self.results.items()}
        assert min(p_values.values()) > LEAST_P, p_values


# --- Late in the deal: all that fits ---


def play_until(game: Any, seed: int, took: tuple[int, ...], plies: int, late: Callable[[Any], int]) -> Any:
    """Play a random deal in which those named take the skat; in play, cards of the set `late` are kept back if possible."""
    chance = random.Random(seed)
    state = game.deal(seed=seed, dealer=2)
    for ply in range(plies):
        legal = game.legal_actions(state)
        if legal[0] == game.actions.number("take"):
            action = legal[0] if game.current_player(state) in took else legal[1]
        else:
            free = [card for card in legal if not late(state) >> card & 1] if ply >= 3 + 2 * len(took) else legal
            action = chance.choice(free or legal)
        game.step(state, action)
    return state


def num_secret_pairs(took: tuple[int, ...], me: int) -> int:
    """How many takers got a pair that the observer knows nothing of."""
    return sum(taker != me and (i == 0 or took[i - 1] != me) for i, taker in enumerate(took))


def late_position(game: Any, chance: random.Random, took: tuple[int, ...], me: int) -> Any:
    """A position with so few cards unseen that all that fits can be written down."""
    tricks_left = (3, 2, 1)[num_secret_pairs(took, me)]
    plies = 3 + 2 * len(took) + 3 * (10 - tricks_left) + chance.randrange(3 if tricks_left > 1 else 2)
    return play_until(game, chance.randrange(2**31), took, plies, lambda state: JACKS | int(state.put_away[me]))


@observers
@passing_rules
def test_late_in_a_deal_all_that_fits_is_equally_likely(pass_rule, pass_jacks, me):
    """Whoever took the skat; with jacks and the cards that the observer passed on still out where possible."""
    game = load_game("ramsch/schieberamsch-v0", pass_rule=pass_rule, pass_jacks=pass_jacks, **QUIET)
    for took in TOOK:
        comparison = Comparison()
        chance = random.Random(f"{pass_rule} {pass_jacks} {me} {took}")
        for _ in range(POSITIONS):
            state = late_position(game, chance, took, me)
            drawn = worlds_drawn(draw(game, state, me, SAMPLES, chance.randrange(2**31)))
            comparison.add_uniform(worlds(view_of(game, state, me)), drawn)
        comparison.check()


@passing_rules
def test_small_differences_in_how_many_pairs_can_have_been_taken_count(pass_rule, pass_jacks):
    """Observers who know neither what a taker got nor what the one before him passed on; many samples."""
    game = load_game("ramsch/schieberamsch-v0", pass_rule=pass_rule, pass_jacks=pass_jacks, **QUIET)
    comparison = Comparison()
    chance = random.Random(f"many {pass_rule} {pass_jacks}")
    for took, me in [((0, 1), 2), ((0, 2), 1), ((1, 2), 0), ((0, 1, 2), 0), ((0, 1, 2), 0)]:
        state = late_position(game, chance, took, me)
        fit = worlds(view_of(game, state, me))
        drawn = worlds_drawn(draw(game, state, me, MANY_SAMPLES, chance.randrange(2**31)))
        comparison.add_uniform(fit, drawn)
    comparison.check()


@observers
@pytest.mark.parametrize("declarer", range(3), ids=["declared by forehand", "by middlehand", "by rearhand"])
@pytest.mark.parametrize("contract", ["GH", "GHO"])
def test_late_in_a_grand_hand_all_that_fits_is_equally_likely(contract, declarer, me):
    """The skat lies as it was dealt; an ouvert hand is known to all."""
    game = load_game("ramsch/schieberamsch-v0", grand_hand_announcements=True)
    comparison = Comparison()
    chance = random.Random(f"{contract} {declarer} {me}")
    for _ in range(POSITIONS):
        seed = chance.randrange(2**31)
        state = game.deal(seed=seed, dealer=2)
        game.play(state, ["no_grand_hand"] * declarer + ["grand_hand", f"declare_{contract}"])
        for _ in range(21 + chance.randrange(3)):
            legal = game.legal_actions(state)
            game.step(state, chance.choice([card for card in legal if not JACKS >> card & 1] or legal))
        drawn = worlds_drawn(draw(game, state, me, SAMPLES, seed))
        comparison.add_uniform(worlds(view_of(game, state, me)), drawn)
    comparison.check()


# --- Early in the deal: drawn blindly and thrown away unless it fits ---


def relabel(cards: np.ndarray, here: np.ndarray, there: int) -> np.ndarray:
    """In every row let one card, `here`, and the card `there` change places."""
    column = here[:, None]
    return np.where(cards == column, there, np.where(cards == there, column, cards))


def rows_of(cards: int, count: int) -> np.ndarray:
    """The same cards in every row."""
    return np.repeat(np.array([members(cards)], int), count, axis=0)


def blind_worlds(view: View, count: int, chance: np.random.Generator) -> Counter[World]:
    """Deals and choices drawn without looking, from which those are kept that fit what is seen before the first card is played.

    Where the observer took cards that another had passed on, any pair with as many jacks will do: the deal is kept with the
    names of these cards and of his changed for one another, which is as likely a deal as before.
    """
    own = (view.hand | view.put_away) & ~view.taken
    unknown = rows_of(ALL & ~own, count)
    unknown = np.take_along_axis(unknown, chance.random(unknown.shape).argsort(axis=1), axis=1)
    hands = {view.me: rows_of(own, count)}
    hands[(view.me + 1) % 3], hands[(view.me + 2) % 3] = unknown[:, :10], unknown[:, 10:20]
    table = unknown[:, 20:]
    places = [hands[0], hands[1], hands[2], table]
    put_away = [np.zeros((count, 0), int)] * 3
    fits = np.ones(count, bool)
    is_jack = np.array([JACKS >> card & 1 for card in range(32)], bool)
    for taker in view.took:
        number = view.on_table if taker == view.passing else 2
        if taker == view.me:
            taken = np.array(sorted(members(view.taken), key=lambda card: is_jack[card]))
            table = np.take_along_axis(table, is_jack[table].argsort(axis=1), axis=1)
            fits &= (is_jack[table] == is_jack[taken]).all(axis=1)
            for k in range(2):
                here = table[:, k].copy()
                places = [relabel(cards, here, taken[k]) for cards in places]
                put_away = [relabel(cards, here, taken[k]) for cards in put_away]
                table = relabel(table, here, taken[k])
            table = rows_of(view.put_away, count)
        else:
            twelve = np.concatenate([places[taker], table], axis=1)
            chosen = chance.random(twelve.shape).argsort(axis=1)[:, :number]
            got, table = table, np.take_along_axis(twelve, chosen, axis=1)
            was_taken = (table[:, :, None] == got[:, None, :]).any(axis=2)
            if view.pass_rule == "none_taken":
                fits &= ~was_taken.any(axis=1)
            elif view.pass_rule == "not_same_two":
                fits &= was_taken.sum(axis=1) < 2
            if not view.pass_jacks:
                fits &= ~is_jack[table].any(axis=1)
        put_away[taker] = table
    return counted(np.stack([(np.int64(1) << cards[fits]).sum(axis=1) for cards in [*places, *put_away]], axis=1))


def looks(view: View) -> dict[str, Callable[[World], Any]]:
    """What is compared of worlds before the first card is played."""

    def taken_by(world: World, taker: int) -> int:
        before = [t for t in view.took if t < taker]
        return world.put_away[before[-1]] if before else world.skat

    def now(world: World, position: int) -> int:
        if position not in view.took:
            return world[position]  # type: ignore[return-value]
        return (world[position] | taken_by(world, position)) & ~world.put_away[position]  # type: ignore[operator]

    def table(world: World) -> int:
        return world.put_away[view.took[-1]] if view.took else world.skat

    def places(world: World) -> list[int]:
        return [now(world, 0), now(world, 1), now(world, 2), table(world), world.skat]

    return {
        "jacks": lambda world: tuple((cards & JACKS).bit_count() for cards in places(world)),
        "cards passed on": lambda world: tuple(cards & view.put_away for cards in places(world)),
        "cards kept": lambda world: tuple((taken_by(world, t) & world.put_away[t]).bit_count() for t in view.took),
        "clubs": lambda world: tuple((cards & 0b11101111).bit_count() for cards in places(world)),
        "aces": lambda world: tuple((cards & 0x80808080).bit_count() for cards in places(world)),
    }


@observers
@passing_rules
def test_while_the_skat_goes_round_worlds_come_as_often_as_blindly_drawn_ones(pass_rule, pass_jacks, me):
    """After every decision of the phase, also between two cards passed on, whoever takes the skat."""
    game = load_game("ramsch/schieberamsch-v0", pass_rule=pass_rule, pass_jacks=pass_jacks, **QUIET)
    results: dict[str, ChiSquare] = {}
    chance = random.Random(f"early {pass_rule} {pass_jacks} {me}")
    for took in TOOK:
        for plies in chance.choices(range(1, 4 + 2 * len(took)), k=sized(10)):
            seed = chance.randrange(2**31)
            state = play_until(game, seed, took, plies, lambda _: 0)
            view = view_of(game, state, me)
            drawn = worlds_drawn(draw(game, state, me, SAMPLES, seed))
            blind = blind_worlds(view, 3 * SAMPLES, np.random.default_rng(seed))
            assert blind.total() > SAMPLES / 20
            for name, look in looks(view).items():
                results.setdefault(name, ChiSquare()).add_two_samples(grouped(drawn, look), grouped(blind, look))
    p_values = {name: result.p_value() for name, result in results.items()}
    assert min(p_values.values()) > LEAST_P, p_values


# --- Single facts ---


def records_of_random_deals(game: Any, name: str, plies: Callable[[random.Random], int]) -> Iterator[tuple[Any, int, Any]]:
    """Random positions, an observer, and records drawn for him."""
    chance = random.Random(name)
    for _ in range(sized(600)):
        seed = chance.randrange(2**31)
        took = chance.choice(TOOK)
        state = play_until(game, seed, took, min(plies(chance), 32 + 2 * len(took)), lambda _: 0)
        for me in range(3):
            yield state, me, draw(game, state, me, 20, seed)


def ramsch(**options: Any) -> Any:
    """A table without Grand Hand and announcements."""
    return load_game("ramsch/schieberamsch-v0", **{**QUIET, **options})


def test_a_player_who_did_not_follow_suit_is_never_dealt_that_suit():
    game = ramsch()
    num_voids = 0
    for state, me, drawn in records_of_random_deals(game, "voids", lambda chance: chance.randrange(12, 30)):
        plays = view_of(game, state, me).plays
        for number, (who, card) in enumerate(plays):
            led = suit_of(plays[number - number % 3][1])
            if not led >> card & 1:
                num_voids += who != me
                assert (drawn["hands"][:, who] & led == 0).all()
    assert num_voids > 100


def test_own_cards_and_all_that_was_played_are_as_they_are():
    game = ramsch()
    for state, me, drawn in records_of_random_deals(game, "own", lambda chance: chance.randrange(30)):
        for name in ("hands", "taken", "put_away"):
            assert (drawn[name][:, me] == state.array[name][0, me]).all(), name
        for name in ("played", "order", "took", "pushed", "trick_cards", "tricks_won", "card_points", "winner", "dealer"):
            expected = (2 - me) % 3 if name == "dealer" else state.array[name][0]
            assert (drawn[name] == expected).all(), name


def test_cards_passed_on_went_to_the_next_taker_or_lie_in_the_skat():
    game = ramsch()
    went = Counter()
    for state, me, drawn in records_of_random_deals(game, "passed on", lambda chance: chance.randrange(5, 40)):
        if not int(state.took) >> me & 1 or int(state.put_away[me]).bit_count() < 2:
            continue
        later = [p for p in range(me + 1, 3) if int(state.took) >> p & 1]
        place = drawn["taken"][:, later[0]] if later else drawn["skat"]
        assert (place == state.put_away[me]).all()
        went["taken" if later else "skat"] += 1
    assert min(went["taken"], went["skat"]) > 10


def test_cards_taken_came_from_the_taker_before_or_from_the_dealt_skat():
    game = ramsch()
    came = Counter()
    for state, me, drawn in records_of_random_deals(game, "taken", lambda chance: chance.randrange(5, 40)):
        if not int(state.took) >> me & 1:
            continue
        earlier = [p for p in range(me) if int(state.took) >> p & 1]
        for record in drawn:
            origin = int(record["put_away"][earlier[-1]]) if earlier else set_of(record["deck"][PACKETS[3]])
            assert origin == state.taken[me]
        came["passed on" if earlier else "dealt"] += 1
    assert min(came["passed on"], came["dealt"]) > 10


def test_no_jack_lies_in_a_skat_that_was_passed_on():
    game = ramsch()
    jacks_in_dealt_skat = 0
    for state, _, drawn in records_of_random_deals(game, "jacks", lambda chance: chance.randrange(3, 20)):
        if state.took:
            assert (drawn["put_away"] & JACKS == 0).all()
        if state.took == 0 or state.pushed == 0b111:
            jacks_in_dealt_skat += int((drawn["skat"] & JACKS != 0).sum())
        elif game.rules.PHASES[state.phase] == "play":
            assert (drawn["skat"] & JACKS == 0).all()
    assert jacks_in_dealt_skat > 50


def test_with_pass_jacks_a_jack_may_lie_there():
    game = ramsch(pass_jacks=True)
    found = sum(
        int((drawn["put_away"] & JACKS != 0).any(axis=1).sum())
        for state, _, drawn in records_of_random_deals(game, "jacks", lambda chance: chance.randrange(3, 20))
    )
    assert found > 100


def test_a_taker_of_jacks_that_were_dealt_kept_them():
    """Position after the example of the rules: forehand took two jacks and may not pass them on (8.12)."""
    game = ramsch()
    deck = "9S 8H KD 7S QS TC KS 9C QH JS JH TD KC 7H JC 7C QD 8D 8S AH KH TS QC AD TH AC JD 9D 7D AS 8C 9H"
    state = game.deal(deck=deck.split(), dealer=2)
    game.play(state, ["take", "AC", "AD", "push", "take", "AD", "AS"])
    jacks = set_of(CARDS.index(card) for card in ("JS", "JH"))
    of_middlehand = draw(game, state, 1, 2000, 1)
    of_rearhand = draw(game, state, 2, 2000, 1)
    assert (of_rearhand["taken"][:, 2] == set_of(CARDS.index(card) for card in ("AC", "AD"))).all()
    assert (of_rearhand["put_away"][:, 0] == of_rearhand["taken"][:, 2]).all()
    holds_two = (of_middlehand["taken"][:, 0] & jacks) == jacks
    assert holds_two.any()
    assert ((of_middlehand["hands"][holds_two, 0] & jacks) == jacks).all()


def test_an_open_hand_is_as_it_lies():
    game = load_game("ramsch/schieberamsch-v0", grand_hand_announcements=True)
    for seed in range(20):
        state = game.deal(seed=seed, dealer=2)
        game.play(state, ["no_grand_hand", "grand_hand", "declare_GHO"])
        for me in (0, 2):
            drawn = draw(game, state, me, 50, seed)
            assert (drawn["hands"][:, 1] == state.hands[1]).all()
            assert len(np.unique(drawn["skat"])) > 20

"""What a player at a Schmier table cannot see is drawn so that all that fits is equally likely.

Equally likely is every pair of a deal and hidden choices (what the others discarded, what the dealer kept). Late in a hand
all such pairs are written down here by slow code made from the rules alone, and samples are compared with them; early in it,
where they are too many, with deals and choices drawn blindly and thrown away unless they fit.

Which of a player's final cards came from the stock, and which of a dealer's pool, is in either case any choice of that size;
that is compared card by card.
"""

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from math import comb
from typing import Any, NamedTuple

import numpy as np
import pytest
from scipy.stats import chi2

from oracle_schmier import PACK, dealer_choice, discardable, full_options, is_trump, legal_follows, legal_leads
from schmier_table import CARDS, legal, table
from sizes import sized

SAMPLES = sized(20_000)
POSITIONS = sized(20)
LEAST_P = 1e-5
"""Below it a comparison fails; all seeds are fixed."""

TABLES: dict[str, dict[str, Any]] = {
    "defaults": {},
    "bauers and joker may not go": {"discard_rule": "no_protected_trumps"},
    "dealer free": {"dealer_overflow": "free"},
    "buried trumps shown": {"show_buried_trumps": True},
    "may trump": {"may_trump_when_able": True},
    "first lead a trump": {"first_lead": "trump", "joker_lead": "last_resort"},
    "no exchange": {"exchange": False},
}


def set_of(texts: Any) -> int:
    """A set of cards as the record holds it."""
    return int(CARDS.parse_set(" ".join(texts)))


def texts(bits: int) -> frozenset[str]:
    """Cards of a set in the record."""
    return frozenset(PACK[card] for card in range(53) if int(bits) >> card & 1)


HEARTS = set_of(card for card in PACK if is_trump(card, "H"))


# --- What a player knows ---


class View(NamedTuple):
    """What one seat knows of a hand in play."""

    me: int
    dealer: int
    trump: str
    options: dict[str, Any]
    hand: frozenset[str]
    discarded: frozenset[str]
    plays: tuple[tuple[int, str], ...]
    exchanged: tuple[int, ...]
    shown: frozenset[str]

    def played(self, seat: int) -> frozenset[str]:
        """Cards that a seat has played."""
        return frozenset(card for who, card in self.plays if who == seat)

    def unseen(self) -> frozenset[str]:
        """Cards whose place the player does not know."""
        seen = self.hand | self.discarded | self.shown | {card for _, card in self.plays}
        return frozenset(PACK) - seen


def view_of(game: Any, state: Any, me: int) -> View:
    """What a seat knows, from the record."""
    options = full_options({name: TABLES_BY_GAME[id(game)].get(name) for name in TABLES_BY_GAME[id(game)]})
    order = sorted((int(place), PACK[card]) for card, place in enumerate(state.order[:53]) if place)
    whose = {card: seat for seat in range(6) for card in texts(state.played[seat])}
    trump, dealer = "CDHS"[state.trump], int(state.dealer)
    buried = texts(state.discarded[dealer]) if options["show_buried_trumps"] else frozenset()
    return View(
        me,
        dealer,
        trump,
        options,
        texts(state.hands[me]),
        texts(state.discarded[me]),
        tuple((whose[card], card) for _, card in order),
        tuple(int(count) for count in state.exchanged),
        frozenset(card for card in buried if is_trump(card, trump)),
    )


TABLES_BY_GAME: dict[int, dict[str, Any]] = {}


def game_of(name: str) -> Any:
    """A table of the list above."""
    game = table(**TABLES[name])
    TABLES_BY_GAME[id(game)] = TABLES[name]
    return game


# --- All that fits, from the rules ---


def played_by_the_rules(view: View, seat: int, hand: frozenset[str]) -> bool:
    """Whether everything that a seat has played was legal if it now holds this hand (3.6)."""
    held = set(hand)
    for number in reversed(range(len(view.plays))):
        who, card = view.plays[number]
        if who != seat:
            continue
        held.add(card)
        if number % 6:
            allowed = legal_follows(sorted(held), view.plays[number - number % 6][1], view.trump, view.options)
        else:
            allowed = legal_leads(sorted(held), view.trump, number == 0, view.options)
        if card not in allowed:
            return False
    return True


def present_hands(view: View) -> Iterator[dict[int, frozenset[str]]]:
    """All hands that the others can hold now."""
    seats = [seat for seat in range(6) if seat != view.me]
    possible = {}
    for seat in seats:
        size = 6 - len(view.played(seat))
        hands = map(frozenset, itertools.combinations(sorted(view.unseen()), size))
        possible[seat] = [hand for hand in hands if played_by_the_rules(view, seat, hand)]

    def give(index: int, taken: frozenset[str]) -> Iterator[dict[int, frozenset[str]]]:
        if index == len(seats):
            yield {}
            return
        for hand in possible[seats[index]]:
            if not hand & taken:
                for rest in give(index + 1, taken | hand):
                    yield {seats[index]: hand, **rest}

    return give(0, frozenset())


def is_kept_by_the_rules(view: View, kept: frozenset[str], buried: frozenset[str]) -> bool:
    """Whether a dealer can have come down to these cards by burying those (3.5)."""
    at_once, choices = dealer_choice(sorted(kept | buried), view.trump, view.options)
    return set(at_once) <= kept and kept - set(at_once) <= set(choices)


World = tuple[tuple[int, ...], int, int]
"""Hands by seat, what the others discarded, what the dealer buried and nobody else knows: sets of cards."""


def worlds(view: View) -> list[World]:
    """All that fits."""
    found = []
    others = [seat for seat in range(6) if seat not in (view.me, view.dealer)]
    num_discards = sum(view.exchanged[seat] for seat in others)
    knows_buried = view.me == view.dealer or not view.options["exchange"]
    for hands in present_hands(view):
        rest = view.unseen() - frozenset().union(*hands.values())
        hands[view.me] = view.hand
        sets = tuple(set_of(hands[seat]) for seat in range(6))
        if not view.options["exchange"]:
            found.append((sets, 0, 0))
            continue
        kept = hands[view.dealer] | view.played(view.dealer)
        allowed = discardable(sorted(rest), view.trump, view.options)
        for chosen in itertools.combinations(allowed, num_discards):
            buried = rest - set(chosen)
            if knows_buried:
                if not buried:
                    found.append((sets, set_of(chosen), 0))
            elif _fits_what_is_shown(view, buried) and is_kept_by_the_rules(view, kept, buried | view.shown):
                found.append((sets, set_of(chosen), set_of(buried)))
    return found


def _fits_what_is_shown(view: View, buried: frozenset[str]) -> bool:
    return not view.options["show_buried_trumps"] or not any(is_trump(card, view.trump) for card in buried)


# --- Samples ---


def turned(values: Any, me: int) -> list[Any]:
    """What stands by seat in a drawn record, where the observer is seat 0, by the seats of the table."""
    return [values[(seat - me) % 6] for seat in range(6)]


def worlds_drawn(drawn: np.ndarray, view: View) -> list[World]:
    """Hands, discards and buried cards of the records."""
    found = []
    for hands, discarded in zip(drawn["hands"].tolist(), drawn["discarded"].tolist(), strict=True):
        by_seat, thrown = turned(hands, view.me), turned(discarded, view.me)
        others = [seat for seat in range(6) if seat not in (view.me, view.dealer)]
        buried = 0 if view.me == view.dealer else thrown[view.dealer] & ~set_of(view.shown)
        found.append((tuple(by_seat), sum(thrown[seat] for seat in others), buried))
    return found


def draw(game: Any, state: Any, me: int, count: int, seed: int) -> np.ndarray:
    """Records drawn for what a seat sees."""
    return game.determinize_many(np.repeat(game.observe(state, me)[None], count, axis=0), seed)  # type: ignore[no-any-return]


class ChiSquare:
    """Adds up independent comparisons of counts with what is expected."""

    def __init__(self) -> None:
        self.total = 0.0
        self.freedom = 0

    def add(self, seen: Counter[Any], chances: dict[Any, float]) -> None:
        """Compare counts with chances that add up to one; cells with small expectations are put together."""
        assert set(seen) <= set(chances), set(seen) - set(chances)
        cells = _joined([(chance * seen.total(), seen[cell], chance * seen.total()) for cell, chance in chances.items()])
        self.total += sum((count - expected) ** 2 / expected for count, expected in cells)
        self.freedom += max(0, len(cells) - 1)

    def add_two_samples(self, one: Counter[Any], other: Counter[Any]) -> None:
        """Compare the counts of two samples; cells with small counts are put together."""
        a, b = one.total(), other.total()
        least = 2 * (a + b) / min(a, b)
        cells = _joined([(5 * count / least, one[cell], other[cell]) for cell, count in sorted((one + other).items())])
        self.total += sum((x * b - y * a) ** 2 / (a * b * (x + y)) for x, y in cells)
        self.freedom += max(0, len(cells) - 1)

    def p_value(self) -> float:
        """The chance of as much or more deviation."""
        return float(chi2.sf(self.total, self.freedom)) if self.freedom else 1.0


def _joined(cells: list[tuple[float, float, float]]) -> list[tuple[float, float]]:
    """Put the lightest cells (weight, two numbers) together until each has a weight of 5."""
    joined: list[tuple[float, float]] = []
    weight, first, second = 0.0, 0.0, 0.0
    for more, x, y in sorted(cells, key=lambda cell: cell[0]):
        weight, first, second = weight + more, first + x, second + y
        if weight >= 5:
            joined.append((first, second))
            weight, first, second = 0.0, 0.0, 0.0
    if joined:
        joined[-1] = (joined[-1][0] + first, joined[-1][1] + second)
    return joined


# --- Positions ---


def rich_deck(chance: random.Random, dealer: int) -> list[str]:
    """A pack in which the dealer and the stock hold most hearts."""
    deck = chance.sample(PACK, 53)
    hearts = [card for card in deck if is_trump(card, "H")]
    places = [6 * j + 5 for j in range(6)] + list(range(36, 53))
    for card, place in zip(hearts[: chance.choice([8, 9, 10])], chance.sample(places, 10), strict=False):
        here = deck.index(card)
        deck[here], deck[place] = deck[place], deck[here]
    return deck


def late_position(game: Any, chance: random.Random, plies_left: int) -> Any:
    """A hand with hearts as trumps and few exchanges, played at random until so many cards are left to be played."""
    dealer = chance.randrange(6)
    deck = rich_deck(chance, dealer) if chance.random() < 0.5 else chance.sample(PACK, 53)
    state = game.deal(seed=1, dealer=dealer, deck=deck)
    while int((state.order > 0).sum()) < 36 - plies_left:
        names = legal(game, state)
        if "pass" in names:
            name = "bid_3" if "bid_3" in names and chance.random() < 0.4 else "pass"
        elif "trump_H" in names:
            name = "trump_H"
        elif "done" in names and (chance.random() < 0.6 or names == {"done"}):
            name = "done"
        else:
            name = chance.choice(sorted(names - {"done"}))
        game.play(state, [name])
        if state.deals > 1:
            return late_position(game, chance, plies_left)
    return state


@pytest.mark.parametrize("observer", ["dealer", "bidder", "other"])
@pytest.mark.parametrize("name", TABLES)
def test_late_in_a_hand_all_that_fits_is_equally_likely(name, observer):
    """In the last trick; some hands begin with seven and more trumps of the dealer."""
    game = game_of(name)
    chance = random.Random(f"{name} {observer}")
    results = {"hands": ChiSquare(), "buried": ChiSquare(), "places": ChiSquare(), "everything": ChiSquare()}
    for number in range(POSITIONS):
        for _ in range(200):
            state = late_position(game, chance, chance.choice([2, 3]))
            dealer, bidder = int(state.dealer), int(state.bidder)
            me = {"dealer": dealer, "bidder": bidder}.get(observer, (dealer + chance.randrange(1, 6)) % 6)
            view = view_of(game, state, me)
            others = sum(view.exchanged) - view.exchanged[me]
            if others <= 4 and int(state.hands[me]):
                break
        fit = worlds(view)
        drawn = worlds_drawn(draw(game, state, me, SAMPLES, number), view)
        assert set(drawn) <= set(fit)
        card = 1 << chance.choice([PACK.index(text) for text in sorted(view.unseen())])
        ways = {
            "hands": lambda world: world[0],
            "buried": lambda world: (world[2] & HEARTS).bit_count(),
            "places": lambda world: next((k for k, part in enumerate((*world[0], *world[1:])) if part & card), -1),  # noqa: B023
            "everything": lambda world: hash(world) % 199,
        }
        for way, key in ways.items():
            chances = {cell: count / len(fit) for cell, count in Counter(map(key, fit)).items()}
            results[way].add(Counter(map(key, drawn)), chances)
    p_values = {way: result.p_value() for way, result in results.items()}
    assert min(p_values.values()) > LEAST_P, p_values


@pytest.mark.parametrize("name", ["defaults", "dealer free"])
def test_it_is_uncertain_whether_the_dealer_buried_trumps(name):
    """Such positions are among those compared: some worlds of one observation bury trumps, and some do not."""
    game = game_of(name)
    chance = random.Random(name)
    found = 0
    for number in range(30):
        state = late_position(game, chance, 3)
        view = view_of(game, state, int(state.bidder))
        if view.me != view.dealer:
            drawn = worlds_drawn(draw(game, state, view.me, 200, number), view)
            found += len({(buried & HEARTS).bit_count() for _, _, buried in drawn}) > 1
    assert found > 0


def test_what_came_from_the_stock_is_any_choice_of_that_size():
    """3.4: which of the six final cards of a player were drawn, and which of a dealer's pool were dealt."""
    game = game_of("defaults")
    chance = random.Random("drawn")
    result = ChiSquare()
    for number in range(POSITIONS):
        state = late_position(game, chance, 6)
        me = (int(state.dealer) + 1) % 6
        drawn = draw(game, state, me, SAMPLES, number)
        for seat in range(6):
            if seat == me:
                continue
            card = int(texts_lowest(state.played[seat]))
            share = state.exchanged[seat] / 6 if seat != state.dealer else 1 - 6 / (23 - state.exchanged.sum())
            got = int((drawn["drawn"][:, (seat - me) % 6] >> card & 1).sum())
            if 0 < share < 1:
                result.add(Counter({True: got, False: SAMPLES - got}), {True: share, False: 1 - share})
            else:
                assert got == share * SAMPLES
    assert result.p_value() > LEAST_P


def texts_lowest(bits: int) -> int:
    """Number of the lowest card of a set."""
    return (int(bits) & -int(bits)).bit_length() - 1


# --- Early in a hand: drawn blindly and thrown away unless it fits ---


def choices_of(state: Any, hands: np.ndarray, stock: np.ndarray, options: dict[str, Any]) -> tuple[np.ndarray, np.ndarray]:
    """In how many ways the hidden choices so far can have been made in each of many deals, and what they lead to.

    Args:
        state: what has happened; hearts are trumps.
        hands: int [deals, 5, 6], card numbers by turn, the dealer's left neighbour first; the dealer's stands last in `stock`.
        stock: int [deals, 23], the stock and the dealer's hand.
        options: of the table.

    Returns:
        Ways [deals], and the dealer's trumps [deals].
    """
    trump = np.array([is_trump(card, "H") for card in PACK])
    protected = np.array([card in ("AH", "2H", "JH", "JD", "JK") for card in PACK])
    fixed = trump if options["discard_rule"] == "no_trumps" else protected
    ways = np.ones(len(hands))
    choose = np.array([[comb(n, k) for k in range(25)] for n in range(25)], float)
    for turn in range(5):
        seat = (int(state.dealer) + 1 + turn) % 6
        ways *= choose[(~fixed[hands[:, turn]]).sum(axis=1), int(state.exchanged[seat])]
    num_drawn = int(state.exchanged.sum())
    pool = stock[:, num_drawn:]
    trumps = trump[pool].sum(axis=1)
    phase = PHASES[int(state.phase)]
    if phase != "exchange":
        kept = np.where(trumps <= 6, trumps, protected[pool].sum(axis=1))
        is_free = options["dealer_overflow"] == "free"
        candidates = np.where(trumps <= 6, pool.shape[1], pool.shape[1] if is_free else trumps) - kept
        if phase == "keep":  # any number of picks so far but all
            ways *= np.array([sum(choose[c, k] for k in range(6 - n)) for c, n in zip(candidates, kept, strict=True)])
        else:
            ways *= choose[candidates, 6 - kept]
    return ways, trumps


PHASES = ("over", "dealing", "bid", "trump", "exchange", "keep", "play")


@pytest.mark.parametrize("until", ["exchange", "keep", "play"])
@pytest.mark.parametrize("name", ["defaults", "bauers and joker may not go", "dealer free"])
def test_before_the_first_card_all_that_fits_is_equally_likely(name, until):
    """Trumps dealt to two players and in the dealer's pool, against blind deals; the dealer's left neighbour looks on."""
    game = game_of(name)
    options = full_options(TABLES[name])
    chance = random.Random(f"{name} {until}")
    rng = np.random.default_rng(len(name))
    trump = np.array([is_trump(card, "H") for card in PACK])
    result = ChiSquare()
    for number in range(max(1, POSITIONS // 4)):
        state = early_position(game, chance, until)
        me = (int(state.dealer) + 1) % 6
        own = [PACK.index(card) for card in texts(dealt_to(state, me))]
        drew = [PACK.index(card) for card in texts(state.drawn[me])]
        unknown = np.array([card for card in range(53) if card not in own and card not in drew])
        count = 40 * SAMPLES
        shuffled = unknown[rng.random((count, len(unknown))).argsort(axis=1)]
        others, rest = shuffled[:, :24].reshape(count, 4, 6), shuffled[:, 24:]
        hands = np.concatenate([np.repeat(np.array(own)[None, None], count, axis=0), others], axis=1)
        stock = np.concatenate([np.repeat(np.array(drew, int)[None], count, axis=0), rest], axis=1)
        ways, trumps = choices_of(state, hands, stock, options)
        keep = rng.random(count) * ways.max() < ways
        per_hand = trump[others].sum(axis=2)
        blind = Counter(zip(per_hand[keep, 0].tolist(), per_hand[keep, 3].tolist(), trumps[keep].tolist(), strict=True))
        drawn = draw(game, state, me, SAMPLES, number)
        dealt = drawn["deck"].astype(int)
        first = trump[dealt[:, [6 * j + 1 for j in range(6)]]].sum(axis=1)
        last = trump[dealt[:, [6 * j + 4 for j in range(6)]]].sum(axis=1)
        num_drawn = int(state.exchanged.sum())
        pool = trump[dealt[:, 36 + num_drawn :]].sum(axis=1) + trump[dealt[:, [6 * j + 5 for j in range(6)]]].sum(axis=1)
        seen = Counter(zip(first.tolist(), last.tolist(), pool.tolist(), strict=True))
        assert blind.total() > SAMPLES // 20
        result.add_two_samples(seen, blind)
    assert result.p_value() > LEAST_P, (result.total, result.freedom)


def dealt_to(state: Any, seat: int) -> int:
    """Set of the six cards dealt to a seat."""
    return (int(state.hands[seat]) | int(state.discarded[seat])) & ~int(state.drawn[seat])


def early_position(game: Any, chance: random.Random, until: str) -> Any:
    """A hand in the exchange, while the dealer chooses, or at the first lead; hearts are trumps."""
    while True:
        state = game.deal(seed=1, dealer=chance.randrange(6), deck=chance.sample(PACK, 53))
        game.play(state, ["pass"] * 5 + ["bid_3", "trump_H"])
        stop_at = chance.randrange(1, 5)
        while PHASES[int(state.phase)] != until or (
            until == "exchange" and game.current_player(state) != (state.dealer + 1 + stop_at) % 6
        ):
            names = legal(game, state)
            if PHASES[int(state.phase)] == "play":
                break
            name = (
                "done"
                if "done" in names and (chance.random() < 0.4 or names == {"done"})
                else chance.choice(sorted(names - {"done"}))
            )
            game.play(state, [name])
        if PHASES[int(state.phase)] == until:
            return state

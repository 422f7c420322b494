"""An observation of Ramsch tells its seat everything that this seat has seen, and nothing else.

A decoder that knows the layout by its names alone, and the order in which the rules ask, gets back the whole course of the
deal: who said what, who took or pushed, the own cards that were passed on, every card played and by whom, and in a match the
list.
Sections of the rules are cited by number.
"""

import contextlib
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from envs.registration import load_game
from oracle_ramsch import JACKS, PACK, card_points, effective_suit, winning_card
from sizes import sized

SEATS = ("own", "left", "right")
SUITS = {"C": "clubs", "S": "spades", "H": "hearts", "D": "diamonds", "trump": "trump"}
CONTRACTS = ("GH", "GHS", "GHZ", "GHO")
LIST = ("list_scores", "games_won", "games_lost", "deals_done", "bock_left", "ramsch_left", "deals")
EPISODES = {"match": max(2, sized(30)), "deal": max(10, sized(300))}
PLIES = 300

EVERYTHING = {
    "kontra_levels": 4,
    "grand_hand_announcements": True,
    "jungfrau_announce": True,
    "scoring": "seeger_fabian",
    "bock_rounds": True,
    "bock_triggers": ["grand_lost", "grand_hand_won", "value_72", "score_x00", "kontra_lost"],
    "ramsch_round_after": ["bock_round"],
    "unfinished_rounds": "play_out",
    "episode": "match",
    "rounds": 3,
}
TABLES = {
    "Kontra before the first lead": {"grand_hand_rule": "unlimited"},
    "Kontra before the own first card": {"kontra_timing": "before_own_first_card", "grand_hand_rule": "unlimited"},
    "Kontra and Re only": {"kontra_levels": 2, "kontra_timing": "before_own_first_card"},
    "once a round": {"grand_hand_rule": "once_per_round", "grand_hand_announcements": False},
    "three running": {"grand_hand_rule": "max_three_running", "pass_rule": "none_taken"},
    "jacks passed on": {"pass_jacks": True, "grand_hand_rule": "off"},
    "not the same two": {"pass_rule": "not_same_two", "jungfrau_announce": False, "kontra_levels": 0},
    "plain": {"ramsch_style": "plain"},
    "one deal": {"episode": "deal", "grand_hand_rule": "unlimited"},
}


# --- The decoder: names of the layout, and the order in which the rules ask ---


class Seen:
    """An observation, read by the names of its layout."""

    def __init__(self, layout: Any, observation: np.ndarray) -> None:
        """Hold both."""
        self.layout, self.observation = layout, observation
        self.entries = {piece.name: piece.entries for piece in layout.pieces}

    def flags(self, name: str) -> list[str]:
        """Names of the entries that are not zero."""
        return [entry for entry, value in self.values(name).items() if value]

    def values(self, name: str) -> dict[str, int]:
        """Every entry by its name."""
        return dict(zip(self.entries[name], self.observation[self.layout[name]].tolist(), strict=True))

    def one(self, name: str) -> str | None:
        """The only entry that is not zero, if there is one."""
        flags = self.flags(name)
        assert len(flags) <= 1, (name, flags)
        return flags[0] if flags else None

    def numbers(self, name: str, count: int = 1) -> list[int]:
        """Numbers that stand as base-100 digits."""
        digits = self.observation[self.layout[name]].tolist()
        size = len(digits) // count
        return [sum(digit * 100 ** (size - 1 - i) for i, digit in enumerate(digits[k * size :][:size])) for k in range(count)]

    def by_seat(self, name: str) -> dict[str, list[str]]:
        """Cards of entries named after a seat and a card."""
        flags = [entry.split() for entry in self.flags(name)]
        return {seat: [card for who, card in flags if who == seat] for seat in SEATS}


class PresentReachedError(Exception):
    """The decision now to be taken stands next in the story."""


class Decoder:
    """Tells the deal again from what one seat sees.

    Args:
        seen: the observation.
        options: as given to the table; who sits there knows them.
    """

    def __init__(self, seen: Seen, options: dict[str, Any]) -> None:
        """Read who sits where."""
        self.seen = seen
        self.options = options
        place = ("forehand", "middlehand", "rearhand").index(str(seen.one("position")))
        self.order = [SEATS[(position - place) % 3] for position in range(3)]  # F, M, R as the observer names them (1.1)
        self.declarer = seen.one("declarer")
        self.level = seen.numbers("kontra_level")[0]

    def history(self) -> list[tuple[str, str]]:
        """Who took which decision, in order."""
        told: list[tuple[str, str]] = []
        with contextlib.suppress(PresentReachedError):
            told.extend(self._decisions())
        return told

    def tricks(self) -> list[list[tuple[str, str]]]:
        """Who played which card, trick by trick."""
        when = {number: card for card, number in self.seen.values("order").items() if number}
        who = {card: seat for seat, cards in self.seen.by_seat("played").items() for card in cards}
        assert sorted(when) == list(range(1, len(who) + 1))
        plays = [(who[when[number]], when[number]) for number in sorted(when)]
        return [plays[start : start + 3] for start in range(0, len(plays), 3)]

    def _ask(self, phase: str, who: str) -> None:
        if self.seen.flags("phase") == [phase] and self.seen.flags("turn") == [who]:
            raise PresentReachedError

    def _decisions(self) -> Iterator[tuple[str, str]]:
        yield from self._grand_hand()
        if self.declarer:
            yield from self._contract()
        else:
            if self.options.get("ramsch_style") != "plain":
                yield from self._schieben()
            if self.options.get("jungfrau_announce", True):
                yield from self._jungfrau()
        yield from self._play()

    def _grand_hand(self) -> Iterator[tuple[str, str]]:
        """First F, M, R are asked, until one declares (3.8)."""
        for who in self.order:
            if who in self.seen.flags("may_grand_hand"):
                self._ask("grand_hand", who)
                yield who, "grand_hand" if who == self.declarer else "no_grand_hand"
                if who == self.declarer:
                    return

    def _contract(self) -> Iterator[tuple[str, str]]:
        """The declarer may announce; then the defenders may say Kontra, unless they are asked later (3.4, 3.8)."""
        if self.options.get("grand_hand_announcements"):
            self._ask("declare", str(self.declarer))
            yield str(self.declarer), f"declare_{self.seen.one('announced')}"
        else:
            assert self.seen.one("announced") == "GH"
        if self._is_asked_early():
            for who in self._after(str(self.declarer)):
                yield from self._kontra(who)
                if self.seen.one("kontra_by") == who:
                    return

    def _is_asked_early(self) -> bool:
        timing = self.options.get("kontra_timing", "before_first_lead")
        return bool(self.options["kontra_levels"]) and (timing == "before_first_lead" or self.seen.one("announced") == "GHO")

    def _after(self, who: str) -> list[str]:
        place = self.order.index(who)
        return [self.order[(place + step) % 3] for step in (1, 2)]

    def _kontra(self, who: str) -> Iterator[tuple[str, str]]:
        """One defender is asked; if he says Kontra, he and the declarer may go on doubling (3.4)."""
        self._ask("kontra", who)
        if self.seen.one("kontra_by") != who:
            yield who, "no_kontra"
            return
        yield who, "kontra"
        for level in range(2, self.options["kontra_levels"] + 1):
            doubler = str(self.declarer) if level % 2 == 0 else who
            if self.level < level:
                self._ask("raise", doubler)
                yield doubler, "no_raise"
                return
            yield doubler, "raise"

    def _schieben(self) -> Iterator[tuple[str, str]]:
        """F, M, R take the skat and pass two cards on, or push it (3.7)."""
        for who in self.order:
            self._ask("schieben", who)
            assert (who in self.seen.flags("took")) != (who in self.seen.flags("pushed"))
            if who in self.seen.flags("pushed"):
                yield who, "push"
                continue
            yield who, "take"
            is_passing = self.seen.flags("phase") == ["pass_on"] and self.seen.flags("turn") == [who]
            number = self.seen.numbers("num_put_away")[0] if is_passing else 2
            own = self.seen.flags("put_away")
            assert who != "own" or len(own) == number
            yield from ((who, card) for card in (own if who == "own" else ["a card"] * number))
            self._ask("pass_on", who)

    def _jungfrau(self) -> Iterator[tuple[str, str]]:
        for who in self.order:
            self._ask("jungfrau", who)
            yield who, "announce_jungfrau" if who in self.seen.flags("jungfrau") else "no_announce"

    def _play(self) -> Iterator[tuple[str, str]]:
        """The cards; before his own first one a defender may be asked for Kontra (3.4)."""
        is_asked_late = bool(self.declarer and self.options["kontra_levels"]) and not self._is_asked_early()
        to_ask = set(self._after(str(self.declarer))) if is_asked_late else set()
        leader = self.order[0]
        for trick in [*self.tricks(), []]:
            for place in range(3):
                who = (leader, *self._after(leader))[place]
                if who in to_ask:
                    yield from self._kontra(who)
                    to_ask = set() if self.seen.one("kontra_by") == who else to_ask - {who}
                if place == len(trick):
                    return
                assert trick[place][0] == who
                yield trick[place]
            leader = next(who for who, card in trick if card == winning_card([c for _, c in trick]))


# --- What was to be seen: from the decisions themselves ---


class Story:
    """A deal as it is played, card by card, for comparison."""

    def __init__(self, state: Any) -> None:
        """Deal: packets of three, skat two, four, three (3.0)."""
        deck = [PACK[card] for card in state.deck]
        self.seats = [(int(state.dealer) + place) % 3 for place in (1, 2, 3)]
        self.hands = {
            seat: deck[3 * p :][:3] + deck[11 + 4 * p :][:4] + deck[23 + 3 * p :][:3] for p, seat in enumerate(self.seats)
        }
        self.table = deck[9:11]
        self.taken: dict[int, list[str]] = {0: [], 1: [], 2: []}
        self.put_away: dict[int, list[str]] = {0: [], 1: [], 2: []}
        self.passing: int | None = None
        self.trick: list[tuple[int, str]] = []
        self.tricks_won = {0: 0, 1: 0, 2: 0}
        self.card_points = {0: 0, 1: 0, 2: 0}
        self.decisions: list[tuple[int, str, bool]] = []
        """Seat, name, and whether it is a card passed on."""
        self.declarer: int | None = None
        self.is_ouvert = False
        self.has_led = False

    def add(self, seat: int, name: str) -> None:
        """Take a decision."""
        self.decisions.append((seat, name, self.passing is not None))
        self.is_ouvert = self.is_ouvert or name == "declare_GHO"
        if name == "grand_hand":
            self.declarer = seat
        elif name == "take":
            self.passing = seat
            self.taken[seat], self.table = self.table, []
            self.hands[seat] += self.taken[seat]
        elif name in PACK:
            self.hands[seat].remove(name)
            if self.passing is not None:
                self.put_away[seat].append(name)
                self.table = [*self.table, name]
                self.passing = None if len(self.table) == 2 else seat
            else:
                self._play(seat, name)

    def _play(self, seat: int, card: str) -> None:
        self.trick.append((seat, card))
        if len(self.trick) == 3:
            cards = [c for _, c in self.trick]
            winner = next(s for s, c in self.trick if c == winning_card(cards))
            self.tricks_won[winner] += 1
            self.card_points[winner] += card_points(cards)
            self.trick = []

    def as_seen_by(self, observer: int) -> list[tuple[str, str]]:
        """The decisions; what others passed on is not seen, and what he passed on himself is in the order of the pack."""
        told, pair = [], []
        for seat, name, is_passed_on in self.decisions:
            who = SEATS[(seat - observer) % 3]
            if is_passed_on and who == "own":
                pair = sorted([*pair, name], key=PACK.index)
                told[len(told) - len(pair) + 1 :] = [(who, card) for card in pair]
            else:
                told.append((who, "a card" if is_passed_on else name))
        return told


def random_name(chance: random.Random, names: list[str]) -> str:
    """Some decision; a Grand Hand is seldom, or there would be few Ramsch deals."""
    if "grand_hand" in names:
        return "grand_hand" if chance.random() < 0.2 else "no_grand_hand"
    return chance.choice(names)


def observed(game: Any, seed: int) -> Iterator[tuple[Story, Any, int, Seen]]:
    """Every ply of a random episode: what happened, the state, an observer, and what he sees."""
    chance = random.Random(f"{seed} {game.options}")
    state = game.deal(seed=seed)
    story, deals = Story(state), int(state.deals)
    for _ in range(PLIES):
        for observer in range(3):
            yield story, state, observer, Seen(game.layout, game.observe(state, observer))
        if game.is_terminal(state):
            return
        name = random_name(chance, [game.actions[action] for action in game.legal_actions(state)])
        story.add(game.current_player(state), name)
        game.step(state, game.actions.number(name))
        if state.deals != deals:
            story, deals = Story(state), int(state.deals)


@pytest.fixture(params=TABLES)
def options(request):
    return {**EVERYTHING, **TABLES[request.param]}


@pytest.fixture
def plies(options):
    """All plies of some random episodes under these options."""
    game = load_game("ramsch/schieberamsch-v0", **options)
    return (ply for seed in range(EPISODES[options["episode"]]) for ply in observed(game, seed))


# --- Comparisons ---


def test_the_course_of_the_deal_is_decoded(plies, options):
    """Decisions in order, for every seat at every ply."""
    said = set()
    for story, state, observer, seen in plies:
        history = Decoder(seen, options).history()
        assert history == story.as_seen_by(observer), (bytes(state.deck), story.decisions)
        said |= {name for _, name in history}
    assert said >= set(PACK)
    assert options.get("ramsch_style") == "plain" or {"take", "push", "a card"} <= said
    assert options["grand_hand_rule" if "grand_hand_rule" in options else "rounds"] == "off" or "grand_hand" in said


def test_the_number_of_decisions_is_told(plies):
    for story, _, _, seen in plies:
        assert seen.numbers("decisions") == [len(story.decisions)]


def test_a_seat_sees_its_own_cards_and_no_others(plies):
    """What it holds, what it took, what it passed on (3.9)."""
    for story, _, observer, seen in plies:
        assert seen.flags("hand") == sorted(story.hands[observer], key=PACK.index)
        assert seen.flags("taken") == sorted(story.taken[observer], key=PACK.index)
        assert seen.flags("put_away") == sorted(story.put_away[observer], key=PACK.index)


def test_an_ouvert_hand_is_seen_from_the_first_lead_on_and_no_other(plies):
    """After Kontra (3.5, 3.8)."""
    for story, state, _, seen in plies:
        is_open = story.is_ouvert and seen.one("phase") in ("play", None)
        held = story.hands[story.declarer] if is_open and story.declarer is not None else []
        assert seen.flags("open_hand") == sorted(held, key=PACK.index), state


def test_the_present_trick_and_its_suit_are_told(plies):
    for story, _, observer, seen in plies:
        in_trick = {SEATS[(seat - observer) % 3]: [card] for seat, card in story.trick}
        assert seen.by_seat("trick") == {seat: in_trick.get(seat, []) for seat in SEATS}
        led = SUITS[effective_suit(story.trick[0][1])] if story.trick and seen.one("phase") == "play" else None
        assert seen.one("led_suit") == led


def test_tricks_and_card_points_of_each_player_are_told(plies):
    for story, _, observer, seen in plies:
        expected = [(observer + step) % 3 for step in range(3)]
        assert list(seen.values("tricks_won").values()) == [story.tricks_won[seat] for seat in expected]
        assert list(seen.values("card_points").values()) == [story.card_points[seat] for seat in expected]


def test_phase_and_turn_name_the_decision_to_be_taken(plies):
    """And are empty when there is none."""
    for _, state, observer, seen in plies:
        if state.player < 0:
            assert seen.one("phase") is None
            assert seen.one("turn") is None
        else:
            assert seen.one("turn") == SEATS[(state.player - observer) % 3]
            assert seen.one("phase") is not None


def test_who_may_still_be_asked_for_kontra_is_told(plies, options):
    """The defenders not asked yet: nobody can say it twice, nor after another has said it (3.4)."""
    for story, _, observer, seen in plies:
        if story.declarer is None or seen.one("phase") in (None, "declare"):
            continue
        asked = {seat for seat, name, _ in story.decisions if name in ("kontra", "no_kontra")}
        open_to = {0, 1, 2} - asked - {story.declarer} if options["kontra_levels"] else set()
        if not any(name == "kontra" for _, name, _ in story.decisions):
            assert set(seen.flags("may_kontra")) == {SEATS[(seat - observer) % 3] for seat in open_to}


def test_the_list_is_told(plies, options):
    """Points, won and lost games of each player, counters of rounds: as they stand, the observer first."""
    for _, state, observer, seen in plies:
        if options["episode"] == "deal":
            assert "list_scores" not in seen.layout
            continue
        seats = [(observer + step) % 3 for step in range(3)]
        for name in LIST:
            value = state.array[name][0]
            expected = [int(value[seat]) for seat in seats] if value.ndim else [int(value)]
            assert seen.numbers(name, len(expected)) == expected, name
        assert seen.flags("grand_hand_used") == [SEATS[k] for k in range(3) if int(state.grand_hand_used) >> seats[k] & 1]
        assert seen.numbers("grand_hand_run") == [int(state.grand_hand_run)]
        assert seen.numbers("round_deals") == [int(state.round_deals)]


@pytest.mark.parametrize("total", [0, 99, 100, -1, -99, -100, -12_345, 16_384, -99_999_999])
def test_list_points_are_told_exactly(total):
    game = load_game("ramsch/schieberamsch-v0", episode="match")
    state = game.deal(seed=1, carry={"list_scores": [total, -total, 0]})
    for observer in range(3):
        seen = Seen(game.layout, game.observe(state, observer))
        assert seen.numbers("list_scores", 3) == np.roll([total, -total, 0], -observer).tolist()


def test_what_one_cannot_see_changes_nothing(options):
    """Up to the first card two deals look the same to forehand if only the other hands and the skat differ (3.9)."""
    game = load_game("ramsch/schieberamsch-v0", **{**options, "episode": "deal"})
    chance = random.Random(3)
    others = [*range(3, 11), *range(15, 23), *range(26, 32)]
    reached = set()
    for seed in range(sized(200)):
        deck = [*game.deal(seed=seed).deck.tolist()]
        states = []
        for _ in range(2):
            deck = [deck[place] if place not in others else -1 for place in range(32)]
            rest = chance.sample(sorted(set(range(32)) - set(deck)), len(others))
            deck = [card if card >= 0 else rest.pop() for card in deck]
            states.append(game.deal(seed=seed, deck=deck, dealer=2))
        while not game.is_terminal(states[0]):
            one, other = (game.observe(state, 0) for state in states)
            assert (one == other).all(), game.layout.describe(one - other)
            player = game.current_player(states[0])
            phase = str(Seen(game.layout, one).one("phase"))
            reached.add((phase, player))
            if phase == "play":
                break
            legal = [game.legal_actions(state) for state in states]
            assert player != 0 or legal[0] == legal[1]
            names = [game.actions[action] for action in legal[0]]
            hidden = {"take"} if player == 0 else {"declare_GHO"}
            name = random_name(chance, [name for name in names if name not in hidden])
            for state, actions in zip(states, legal, strict=True):
                game.step(state, chance.choice(actions) if phase == "pass_on" else game.actions.number(name))
    assert len(reached) > 3


def test_the_jacks_are_the_trumps_of_this_file():
    """The referee's cards and those of the layout have the same names."""
    game = load_game("ramsch/schieberamsch-v0")
    entries = {piece.name: piece.entries for piece in game.layout.pieces}
    assert list(entries["hand"]) == PACK == list(game.actions[: len(PACK)])
    assert set(JACKS) < set(PACK)
    assert entries["announced"] == CONTRACTS

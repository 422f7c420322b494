"""An observation of Sheepshead tells its seat all that this seat may know, and nothing else (rules, 3.13).

Every piece of the layout is compared, by the names of its entries, with what the slow version in `oracle_sheepshead` and the
decisions taken say that the seat has seen.
"""

import random
from typing import Any

import numpy as np
import pytest

from envs.core.options import OptionError, to_plain
from envs.games.sheepshead.cards import DECKS, PACK
from envs.games.sheepshead.variants import ROWS
from oracle_sheepshead import DESIGNATED, Hand, worth
from secrecy import differences
from sheepshead_options import random_options
from sheepshead_table import die_of, filled, started, table
from sizes import sized

SEATS = ("own", "left", "2nd", "3rd", "4th", "5th", "6th", "7th")
SUITS = {"C": "clubs", "S": "spades", "H": "hearts", "D": "diamonds", "T": "trump"}
ORDERS = {"standard": 0, "spitz_top": 1, "spitz_second": 2}
Log = list[tuple[int, str, str]]
"""Decisions taken: seat, phase, action."""


class Seat:
    """What one seat may know of a hand: the rules' text, piece by piece."""

    def __init__(self, hand: Hand, log: Log, me: int) -> None:
        """Look at a hand and its decisions from one seat."""
        self.hand, self.log, self.me = hand, log, me
        self.n = hand.n

    def seat(self, other: int | None) -> set[str]:
        """Name of another seat, or nothing."""
        return set() if other is None else {SEATS[(other - self.me) % self.n]}

    def each(self, values: Any) -> dict[str, int]:
        """Numbers by seat."""
        return {SEATS[k]: int(values[(self.me + k) % self.n]) for k in range(self.n)}

    def who(self, *actions: str) -> set[str]:
        """Seats that took one of these actions."""
        return {name for seat, _, action in self.log if action in actions for name in self.seat(seat)}

    def said(self, phase: str) -> list[str]:
        """Actions of a phase."""
        return [action for _, p, action in self.log if p == phase]

    # --- Cards ---

    def plays(self) -> list[tuple[int, str]]:
        """Seat and card of everything played; the under card by its name."""
        return [(s, self.hand.under if a == "play_under" else a) for s, p, a in self.log if p == "play" and a != "claim_rest"]

    def secret(self) -> set[str]:
        """The under card, while this seat does not know it: the picker does, and who won it."""
        hand = self.hand
        knows = self.me == hand.picker or (hand.under_played and hand.under in hand.won[self.me])
        return {hand.under} - {""} if not knows else set()

    def shown(self) -> dict[str, int]:
        """Cards shown by a blitz or a claim: who showed them, from 1, until they are played openly.

        What showers of queens put away unseen, only they know; whoever sees a card elsewhere knows that too.
        """
        hand, found = self.hand, {}
        played = {card for _, card in self.plays()} - self.secret()
        here = set(hand.hands[self.me]) | set(hand.buried[self.me])
        claimed = {seat for seat, _, action in self.log if action == "claim_rest"}
        for seat, _, action in self.log:
            cards = {"blitz_black": ["QC", "QS"], "blitz_red": ["QH", "QD"], "claim_rest": hand.hands[seat]}.get(action, [])
            is_open = seat == self.me or seat in claimed
            kept = set(cards) & set(hand.hands[seat]) if is_open else set(cards) - played - here
            found |= dict.fromkeys(kept, (seat - self.me) % self.n + 1)
        return found

    def telling(self) -> set[str]:
        """Cards by which whoever plays them shows that he is on the P-side (3.7, 3.8, 3.13)."""
        hand = self.hand
        if hand.v in DESIGNATED:
            return set(DESIGNATED[hand.v]) | set(hand.extra.get("called", []))
        if hand.picker is None or hand.call == "alone":
            return set()
        jack = {"JD"} if hand.v == "p6_2" or (hand.is_jack_game() and hand.call != "up") else set()
        return jack | ({hand.card} - {""})

    def revealed(self) -> set[str]:
        """Seats that have shown to be on the P-side."""
        hand = self.hand
        if hand.v in ("p4_3b", "p4_3c", "p8_3"):
            return {name for seat in hand.firsts for name in self.seat(seat)}
        after_call = hand.phase not in ("bury", "call", "under") and hand.side is not None
        public = self.seat(hand.other) if hand.v in ("p7_2", "p7_4", "p7_5", "p7_6") and after_call else set()
        open_plays = [(s, c) for s, c in self.plays() if not (c == hand.under and s == hand.picker)]
        return public | {name for seat, card in open_plays if card in self.telling() for name in self.seat(seat)}

    # --- Everything ---

    def expected(self) -> dict[str, Any]:
        """Every piece of the layout."""
        two = {"p2_1": self.two_players, "p2_2": self.two_players}
        return self.common() | two.get(self.hand.v, self.table)()

    def common(self) -> dict[str, Any]:
        hand = self.hand
        order = {card: number for number, (_, card) in enumerate(self.plays(), 1) if card not in self.secret()}
        trumps = {"sh24": 3, "p4_5": 4 + "CSHD".index(hand.trumps[-1][1])}.get(hand.v)
        led = hand._eff(hand.trick[0][1]) if hand.trick else ""
        return {
            "decisions": len(self.log),
            "variant": list(ROWS).index(hand.v),
            "trumps": ORDERS[hand.o["trump_order"]] if trumps is None else trumps,
            "trick": {card for _, card in hand.trick} - self.secret(),
            "order": order,
            "played": {f"{SEATS[(s - self.me) % self.n]} {c}" for s, c in self.plays() if c not in self.secret()},
            "turn": self.seat(hand.turn),
            "position": {f"after {self.me}"},
            "phase": {hand.phase},
            "led_suit": {SUITS[led]} if led else set(),
            "tricks_won": self.each(hand.num_won),
            "card_points": self.each([worth(set(cards) - self.secret()) for cards in hand.won]),
        }

    def two_players(self) -> dict[str, Any]:
        hand, me = self.hand, self.me
        piles = len(hand.up[0])
        down = {f"{SEATS[(s - me) % 2]} pile {p + 1}" for s in (0, 1) for p in range(piles) if hand.down[s][p]}
        at = {card: 8 * ((s - me) % 2) + p + 1 for s in (0, 1) for p in range(piles) for card in self.seen_of_pile(s, p)}
        return {
            "own_hand": hand.hands[me],
            "up": {f"{SEATS[(s - me) % 2]} {card}" for s in (0, 1) for card in hand.up[s] if card},
            "pile": at,
            "face_down": down,
            "place": {"hand" if hand.units[len(hand.trick)][1] == "hand" else "table"},
        }

    def seen_of_pile(self, seat: int, pile: int) -> list[str]:
        """Cards of a pile that have lain face up."""
        hand = self.hand
        first, second = hand.at_first[seat][pile]
        return [first] if hand.down[seat][pile] or first in (hand.up[seat][pile], *self.in_trick()) else [first, second]

    def in_trick(self) -> list[str]:
        return [card for _, card in self.hand.trick]

    def table(self) -> dict[str, Any]:
        hand, me = self.hand, self.me
        is_nuclear = hand.pick == "nuclear" and me == hand.picker
        opened = hand.opened and bool(hand.suit)
        call = {"self": "ace", "up": "jack"}.get(hand.call, hand.call)
        suit = hand.suit or (hand.trumps[-1][1] if hand.call == "side" else "")
        has_rolled = hand.v == "p7_4" or hand.pick == "pick_2"
        claims = {s: self.log[:k] for k, (s, _, a) in enumerate(self.log) if a == "claim_rest"}
        cards_before = {s: sum(p == "play" and a != "claim_rest" for _, p, a in log) for s, log in claims.items()}
        places = [(seat, number) for number, (seat, _, a) in enumerate(self.log_of_cards(), 1) if a == "play_under"]
        views: dict[str, Any] = {
            "hand": hand.hands[me],
            "taken": set(hand.blind if is_nuclear else hand.taken[me]),
            "buried": set(hand.auto_bury if is_nuclear else hand.buried[me]),
            "under": {hand.under} - {""} - self.secret(),
            "shown": self.shown(),
            "picker": self.seat(hand.picker),
            "passed": self.who("pass"),
            "revealed": self.revealed(),
            "other": self.seat(hand.other),
            "cracked": self.who("crack"),
            "own_side": {"P-side"} if hand.side is not None and me in hand.side else set(),
            "kind": {"with sides" if hand.kind == "normal" else hand.kind} - {""},
            "picked": {hand.pick.replace("_", " ")} & {"pick 0", "pick 1", "pick 2", "pick 4", "nuclear"},
            "die": {str(hand.die)} if hand.v in ("p7_4", "p7_6") and hand.picker is not None and has_rolled else set(),
            "call": {call} - {""},
            "called_suit": {SUITS[suit]} if suit else set(),
            "called_jack": {hand.card} if hand.call == "up" else set(),
            "opened": {"opened"} if opened else set(),
            "recracked": {"recracked"} & self.who_said("recrack"),
            "blitz_black": self.who("blitz_black"),
            "blitz_red": self.who("blitz_red"),
            "claimed": self.who("claim_rest"),
            "gave": self.givers(),
            "extra_caller": self.who("call_extra"),
            "claim_at": self.each([cards_before[s] + 1 if s in cards_before else 0 for s in range(self.n)]),
            "under_order": places[0][1] if places else 0,
            "named_trick": hand.named,
            "doublers": hand.doublers,
            "to_bury": hand._to_bury() if hand.phase == "bury" else 0,
        }
        return views | self.exchange() | self.extra_calls()

    def who_said(self, action: str) -> set[str]:
        return {"recracked" for _, _, a in self.log if a == action}

    def log_of_cards(self) -> Log:
        return [entry for entry in self.log if entry[1] == "play" and entry[2] != "claim_rest"]

    def givers(self) -> set[str]:
        return {name for seat, phase, action in self.log if phase == "give" and action != "keep" for name in self.seat(seat)}

    def exchange(self) -> dict[str, Any]:
        """The cards of an exchange are known to the two players alone."""
        if self.hand.v != "p6_4":
            return {}
        found: dict[str, set[str]] = {name: set() for name in ("given", "got_back", "received", "sent_back")}
        for seat, phase, action in self.log:
            if phase == "give" and action != "keep":
                self.hand_over(found, seat, "given", "received", action)
            if phase == "return":
                self.hand_over(found, (seat - 1) % self.n, "got_back", "sent_back", action)
        return found

    def hand_over(self, found: dict[str, set[str]], giver: int, by_giver: str, by_neighbour: str, card: str) -> None:
        if giver == self.me:
            found[by_giver].add(card)
        if (giver + 1) % self.n == self.me:
            found[by_neighbour].add(card)

    def extra_calls(self) -> dict[str, Any]:
        if self.hand.v != "p8_2":
            return {}
        return {"extra": {card: 1 if did_join else 2 for card, did_join in self.hand.answers.items()}}


def read(game: Any, observation: np.ndarray) -> dict[str, Any]:
    """An observation by the names of its layout: flags as sets, numbers by entry where they are not zero."""
    found: dict[str, Any] = {}
    for piece in game.layout.pieces:
        values = observation[game.layout[piece.name]].tolist()
        if not piece.entries:
            found[piece.name] = values[0] if piece.size == 1 else values
        elif piece.high == 1:
            found[piece.name] = {entry for entry, value in zip(piece.entries, values, strict=True) if value}
        else:
            found[piece.name] = dict(zip(piece.entries, values, strict=True))
    return found


def check(game: Any, state: Any, hand: Hand, log: Log) -> None:
    """Compare what every seat sees with what it may know."""
    for me in range(game.num_players):
        found = read(game, game.observe(state, me))
        expected = Seat(hand, log, me).expected()
        for name, value in found.items():
            if name in ("totals", "shares", "hands_done", "deals"):
                continue
            wanted = expected[name]
            if isinstance(value, dict):
                wanted = dict.fromkeys(value, 0) | wanted
            assert value == wanted, (name, me, hand.phase)
        assert set(expected) == set(found) - {"totals", "shares", "hands_done", "deals"}


def play_and_check(game: Any, variant: str, seed: int, chance: random.Random) -> None:
    """Play one random hand and compare at every decision."""
    deck = [PACK.format(card) for card in game.deal(seed=seed).deck]
    state = started(game, deck)
    pack = set(DECKS[ROWS[variant].deck])
    hand = Hand(variant, to_plain(game.options), [card for card in deck if card in pack], die_of(deck))
    log: Log = []
    taste = {name: chance.choice([0.1, 1, 10]) for name in ("pass", "alone", "claim_rest", "pick", "keep", "stop", "no_crack")}
    while hand.legal():
        check(game, state, hand, log)
        names = sorted(hand.legal())
        action = chance.choices(names, [taste.get(name, 1) for name in names])[0]
        log.append((hand.turn, hand.phase, action))
        hand.step(action)
        game.play(state, [action])


@pytest.mark.parametrize("variant", ROWS)
def test_every_seat_sees_what_it_may_know_and_nothing_else(variant):
    chance = random.Random(f"{variant} seen")
    for number in range(sized(60)):
        game = table(variant, **(random_options(variant, chance) if number else {}))
        try:
            play_and_check(game, variant, number, chance)
        except AssertionError as error:
            raise AssertionError(f"{game.options}, deal {number}") from error


def test_a_match_shows_totals_and_pot_from_each_seat():
    """4, 5.8: numbers beyond 127 and below zero too."""
    totals = [-12345, 0, 20, 128, -1]
    game = table("p5", episode="match", pot=True)
    state = game.deal(seed=1, dealer=3, carry={"totals": totals, "shares": 1234, "hands_done": 5, "deals": 249})
    for seat in range(5):
        observation = game.observe(state, seat)

        def digits(name: str, size: int, view: np.ndarray = observation) -> list[int]:
            values = view[game.layout[name]].tolist()
            return [
                sum(v * 100 ** (size - 1 - i) for i, v in enumerate(values[k : k + size])) for k in range(0, len(values), size)
            ]

        assert digits("totals", 5) == [totals[(seat + k) % 5] for k in range(5)]
        assert (digits("shares", 4), digits("hands_done", 2), digits("deals", 2)) == ([1234], [5], [250])


def test_a_self_call_looks_like_any_call_to_the_others():
    """3.6: until the ace is played."""
    game = table("p5", call_own_ace=True)
    state = started(game, filled("p5", ["QC QS AS KS 9C 8C"]), ["pick", "8C", "9C", "self_S"])
    for seat in range(1, 5):
        seen = read(game, game.observe(state, seat))
        assert (seen["call"], seen["called_suit"], seen["own_side"]) == ({"ace"}, {"spades"}, set())


def test_an_under_card_is_unknown_to_all_but_the_picker_and_who_won_it():
    """E-20: the others see no more than 15 card points in the trick."""
    game = table("p5")
    hands = ["8C TS KS 9S 8S 7S", "QC QH JS TD 7D AH", "KC TC TH KH 9H 8H", "9C QS QD JC JH JD", "AC 7H AD KD 8D 7C"]
    state = started(game, filled("p5", hands, "AS 9D"), ["pass", "pick", "AS", "AH", "unknown_C", "TD"])
    game.play(state, ["8C", "play_under", "KC", "9C", "AC"])
    points = [read(game, game.observe(state, seat))["card_points"] for seat in range(5)]
    under = [read(game, game.observe(state, seat))["under"] for seat in range(5)]
    winner = [SEATS[(4 - seat) % 5] for seat in range(5)]
    assert [points[seat][winner[seat]] for seat in range(5)] == [15, 25, 15, 15, 25]
    assert under == [set(), {"TD"}, set(), set(), {"TD"}]


@pytest.mark.parametrize("name", ROWS)
def test_queens_that_were_shown_can_be_put_away_unseen(name: str) -> None:
    """3.13: where queens are shown whenever that is possible, and whoever may pick does."""
    try:
        game = table(name, blitz=True)
    except OptionError:
        pytest.skip("nobody shows queens here")

    def choose(state: Any) -> int:
        legal = {game.actions.name(action): action for action in game.legal_actions(state)}
        for wanted in ("blitz_black", "blitz_red", "pick"):
            if wanted in legal:
                return legal[wanted]
        return list(legal.values())[int(state.log_length) % len(legal)]

    for seed in range(sized(20)):
        assert differences(game, seed, choose)[1] == []

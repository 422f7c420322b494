"""An observation of Schmier tells its seat everything that this seat has seen, and nothing else (rules, 3.7).

A decoder that knows the layout by its names alone, and the order in which the rules ask, gets back the course of the hand:
who bid what, trumps, how many cards everybody exchanged, the own discards and draws, every card played and by whom.
"""

import random
from typing import Any

import numpy as np
import pytest

from envs.registration import load_game
from oracle_schmier import PACK, HandOracle, effective_suit, game_value, is_protected, is_trump, trick_winner
from sizes import sized

SEATS = ("own", "left", "left 2", "partner", "right 2", "right")
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
HANDS = sized(60)
TABLES: dict[str, dict[str, Any]] = {
    "defaults": {},
    "match": {"episode": "match"},
    "no exchange": {"exchange": False},
    "everything else": {
        "show_buried_trumps": True,
        "dealer_may_match": True,
        "max_discards": 5,
        "discard_rule": "no_protected_trumps",
        "dealer_overflow": "free",
        "min_bid": 1,
    },
}


class Seen:
    """An observation, read by the names of its layout."""

    def __init__(self, layout: Any, observation: np.ndarray) -> None:
        """Hold both."""
        self.layout, self.observation = layout, observation
        self.entries = {piece.name: piece.entries for piece in layout.pieces}

    def values(self, name: str) -> dict[str, int]:
        """Every entry by its name."""
        return dict(zip(self.entries[name], self.observation[self.layout[name]].tolist(), strict=True))

    def flags(self, name: str) -> list[str]:
        """Names of the entries that are not zero."""
        return [entry for entry, value in self.values(name).items() if value]

    def one(self, name: str) -> str | None:
        """The only entry that is not zero, if there is one."""
        flags = self.flags(name)
        assert len(flags) <= 1, (name, flags)
        return flags[0] if flags else None

    def number(self, name: str) -> int:
        """A plain number."""
        return int(self.observation[self.layout[name]][0])

    def digits(self, name: str, count: int = 1) -> list[int]:
        """Numbers that stand as base-100 digits."""
        digits = self.observation[self.layout[name]].tolist()
        size = len(digits) // count
        return [sum(digit * 100 ** (size - 1 - i) for i, digit in enumerate(digits[k * size :][:size])) for k in range(count)]


def told(seen: Seen) -> list[tuple[str, str]]:
    """Who took which decision as far as the observer knows: others' discards are `??`, what the dealer kept is left out."""
    dealer = SEATS.index(str(seen.one("dealer")))
    order = [SEATS[(dealer + k) % 6] for k in range(1, 7)]
    story: list[tuple[str, str]] = []
    bids, passed, phase, turn = seen.values("bids"), seen.flags("passed"), seen.one("phase"), seen.one("turn")
    for seat in order:
        if bids[seat]:
            story.append((seat, f"bid_{bids[seat]}"))
        elif seat in passed:
            story.append((seat, "pass"))
    if trump := seen.one("trump"):
        bidder = str(seen.one("bidder"))
        story.append((bidder, "trump_" + next(suit for suit, name in SUITS.items() if name == trump)))
    own = seen.flags("discarded")
    for seat in order[:5]:
        count = seen.values("exchanged")[seat]
        story += [(seat, card) for card in (own if seat == "own" else ["??"] * count)]
        if phase == "exchange" and seat == turn:
            break
    when = {number: card for card, number in seen.values("order").items() if number}
    who = {entry.rsplit(" ", 1)[1]: entry.rsplit(" ", 1)[0] for entry in seen.flags("played")}
    assert sorted(when) == list(range(1, len(who) + 1))
    return story + [(who[when[number]], when[number]) for number in sorted(when)]


def happened(log: list[tuple[int, str, str]], me: int, dealer: int) -> list[tuple[str, str]]:
    """The same story from the decisions that were taken: (seat, phase, action)."""
    story = []
    for seat, phase, action in log:
        if phase == "keep" or action == "done":
            continue
        is_secret = phase == "exchange" and seat != me
        story.append((SEATS[(seat - me) % 6], "??" if is_secret else action, phase))
    own = iter(sorted((a for s, a, p in story if p == "exchange" and s == "own"), key=PACK.index))
    return [(seat, next(own) if phase == "exchange" and seat == "own" else action) for seat, action, phase in story]


def check(seen: Seen, referee: HandOracle, me: int, log: list[tuple[int, str, str]]) -> None:
    """Compare one observation with what the referee knows."""
    assert told(seen) == happened(log, me, referee.dealer)
    assert seen.one("turn") == SEATS[(int(referee.mover or 0) - me) % 6]
    assert seen.one("phase") == referee.phase
    assert set(seen.flags("hand")) == set(referee.hands[me])
    assert set(seen.flags("discarded")) == set(referee.discards[me])
    assert set(seen.flags("drawn")) == set(referee.drawn[me])
    assert seen.number("bid") == referee.high
    assert seen.one("bidder") == (None if referee.bidder is None else SEATS[(referee.bidder - me) % 6])
    done = [trick for trick in referee.tricks if len(trick) == 6]
    present = next((trick for trick in referee.tricks if len(trick) < 6), [])
    assert set(seen.flags("trick")) == {card for _, card in present}
    winners = [trick_winner(trick, referee.trump) for trick in done]
    assert list(seen.values("tricks_won").values()) == [winners.count((me + k) % 6) for k in range(6)]
    taken = [sum(game_value(c) for t, w in zip(done, winners, strict=True) if w % 3 == team for _, c in t) for team in range(3)]
    assert list(seen.values("game_points").values()) == [taken[(me + k) % 3] for k in range(3)]
    if present:
        suit = effective_suit(present[0][1], referee.trump)
        assert seen.one("led_suit") == ("trump" if suit == referee.trump else SUITS[suit])
        assert seen.one("winning") == SEATS[(trick_winner(present, referee.trump) - me) % 6]
    else:
        assert not seen.flags("led_suit") + seen.flags("winning")


@pytest.mark.parametrize("name", TABLES)
def test_every_seat_can_tell_the_whole_course_of_the_hand(name):
    game = load_game("schmier/standard-v0", **TABLES[name])
    chance = random.Random(name)
    for number in range(HANDS):
        state = game.deal(seed=number)
        referee = HandOracle(TABLES[name], [PACK[card] for card in state.deck], int(state.dealer))
        log: list[tuple[int, str, str]] = []
        while referee.player() is not None:
            for me in range(6):
                check(Seen(game.layout, game.observe(state, me)), referee, me, log)
            seat, phase = int(referee.mover or 0), referee.phase
            action = chance.choice(sorted(referee.legal()))
            game.play(state, [action])
            referee.step(action)
            log.append((seat, phase, action))


def test_how_many_cards_a_dealer_chose_to_keep_is_his_secret():
    """3.7: it would tell how many trumps he has."""
    game = load_game("schmier/standard-v0")
    others: dict[int, set[int]] = {}
    for seed in range(sized(300)):
        state = game.deal(seed=seed, dealer=5)
        game.play(state, ["pass"] * 5 + ["bid_3", "trump_H"] + ["done"] * 5)
        picks = 0
        while game.rules.PHASES[int(state.phase)] == "keep":
            before = [game.observe(state, seat) for seat in range(5)]
            game.step(state, game.legal_actions(state)[0])
            picks += 1
            if game.rules.PHASES[int(state.phase)] == "keep":
                assert all((game.observe(state, seat) == before[seat]).all() for seat in range(5))
        seen = Seen(game.layout, game.observe(state, 0))
        others.setdefault(picks, set()).add(seen.number("decisions"))
    assert len(others) > 1
    assert set().union(*others.values()) == {12}


def test_trumps_that_the_dealer_buried_are_shown_where_the_table_says_so():
    """4, `show_buried_trumps`: unprotected ones, in the order of the layout."""
    game = load_game("schmier/standard-v0", show_buried_trumps=True, dealer_overflow="free")
    chance = random.Random(1)
    shown = 0
    for seed in range(sized(2000)):
        hearts = [card for card in chance.sample(PACK, 53) if is_trump(card, "H")]
        deck = chance.sample([card for card in PACK if card not in hearts], 38)
        deck = deck[:30] + hearts + deck[30:]
        state = game.deal(seed=seed, dealer=5, deck=deck)
        game.play(state, ["pass"] * 5 + ["bid_3", "trump_H"] + ["done"] * 5)
        while game.rules.PHASES[int(state.phase)] == "keep":
            game.step(state, chance.choice(game.legal_actions(state)))
        buried = [PACK[card] for card in range(53) if int(state.discarded[5]) >> card & 1]
        trumps = {card[0] for card in buried if is_trump(card, "H")}
        assert not any(is_protected(card, "H") for card in buried)
        for seat in range(6):
            assert set(Seen(game.layout, game.observe(state, seat)).flags("buried")) == trumps
        shown += bool(trumps)
    assert shown


def test_a_match_shows_its_scores_from_each_seat():
    """6: own team first; scores below zero too."""
    game = load_game("schmier/standard-v0", episode="match")
    state = game.deal(seed=1, carry={"match_scores": [-123, 0, 20], "hands_scored": 150, "deals": 249})
    for seat in range(6):
        seen = Seen(game.layout, game.observe(state, seat))
        scores = [-123, 0, 20]
        assert seen.digits("match_scores", 3) == [scores[(seat + k) % 3] for k in range(3)]
        assert seen.digits("hands_scored") == [150]
        assert seen.digits("deals") == [250]


def test_deals_thrown_in_are_counted():
    """3.2."""
    game = load_game("schmier/standard-v0")
    state = game.deal(seed=1)
    game.play(state, ["pass"] * 12)
    assert Seen(game.layout, game.observe(state, 0)).number("thrown_in") == 2

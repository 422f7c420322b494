"""A slow and obvious referee of Schmier for six players.

Written from the rules alone (the sections named here are theirs) and from nothing else: it shares no code, no table and no
card number with the engine it is compared with. Cards are texts, "JC" is the jack of clubs, "JK" the joker; hands are lists,
seats are 0 to 5 clockwise, team x is seats x and x + 3.

What the players say and do is named as in the engine's hand record: a card is discarded, kept or played by its own name; the
rest are `pass`, `bid_3`, `trump_C`, `done`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

PACK = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"] + ["JK"]
PLAIN_STRENGTH = {rank: number for number, rank in enumerate("23456789TJQKA", 2)}  # 2 to 14 (2)
VALUE = {"A": 4, "K": 3, "Q": 2, "J": 1, "T": 10}  # game points (2)
SAME_COLOUR = {"C": "S", "S": "C", "D": "H", "H": "D"}
SEATS = range(6)
TEAMS = range(3)

DEFAULTS: dict[str, Any] = {  # section 4
    "target": 21,
    "min_bid": 3,
    "max_bid": 6,
    "all_pass": "redeal_same_dealer",
    "all_pass_set": 2,
    "dealer_may_match": False,
    "exchange": True,
    "max_discards": 3,
    "discard_rule": "no_trumps",
    "dealer_overflow": "excess_only",
    "show_buried_trumps": False,
    "first_lead": "any",
    "may_trump_when_able": False,
    "joker_lead": "allowed",
    "low_to": "player",
    "missing_high_low": "void",
    "game_tie": "none",
    "win_tie": "bidder_then_play_on",
    "max_hands": 0,
    "match_reward": "scores",
    "episode": "deal",
    "reward": "score",
}


def full_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options with the defaults filled in; an unknown name is an error."""
    unknown = set(options) - set(DEFAULTS)
    if unknown:
        raise KeyError(f"unknown options {sorted(unknown)}")
    return {**DEFAULTS, **options}


# --- Cards (1, 2) ---


def right_bauer(trump: str) -> str:
    """The jack of trumps."""
    return "J" + trump


def left_bauer(trump: str) -> str:
    """The other jack of the same colour."""
    return "J" + SAME_COLOUR[trump]


def effective_suit(card: str, trump: str) -> str:
    """The suit that a card belongs to once trumps are named."""
    if card == "JK" or card == left_bauer(trump):
        return trump
    return card[1]


def is_trump(card: str, trump: str) -> bool:
    """Whether a card is one of the fifteen trumps."""
    return effective_suit(card, trump) == trump


def strength(card: str, trump: str) -> int:
    """Strength within the effective suit."""
    order = ["JK", *(rank + trump for rank in "23456789T"), left_bauer(trump), right_bauer(trump)]
    order += ["Q" + trump, "K" + trump, "A" + trump]
    return order.index(card) + 1 if card in order else PLAIN_STRENGTH[card[0]]


def is_protected(card: str, trump: str) -> bool:
    """Whether a card is one of the five trumps that may never be discarded."""
    return card in ("JK", "A" + trump, "2" + trump, right_bauer(trump), left_bauer(trump))


def game_value(card: str) -> int:
    """What a card counts for the point Game."""
    return 1 if card == "JK" else VALUE.get(card[0], 0)


def trick_winner(trick: Sequence[tuple[int, str]], trump: str) -> int:
    """The seat whose card wins: the strongest trump, else the strongest of the suit led (3.6)."""
    trumps = [(strength(card, trump), seat) for seat, card in trick if is_trump(card, trump)]
    if trumps:
        return max(trumps)[1]
    led = effective_suit(trick[0][1], trump)
    following = [(strength(card, trump), seat) for seat, card in trick if effective_suit(card, trump) == led]
    return max(following)[1]


# --- Choices (3.2 to 3.6) ---


def legal_bids(high: int, is_dealer: bool, options: Mapping[str, Any]) -> list[str]:
    """What a player may say in the bidding when `high` is the highest bid so far, 0 for none."""
    bids = [b for b in range(options["min_bid"], options["max_bid"] + 1) if b > high]
    if is_dealer and options["dealer_may_match"] and high:
        bids.append(high)
    must_bid = is_dealer and not high and options["all_pass"] == "dealer_forced_min"
    return [f"bid_{b}" for b in bids] + ([] if must_bid else ["pass"])


def discardable(hand: Sequence[str], trump: str, options: Mapping[str, Any]) -> list[str]:
    """Those of the cards that a player other than the dealer may discard."""
    if options["discard_rule"] == "no_trumps":
        return [card for card in hand if not is_trump(card, trump)]
    return [card for card in hand if not is_protected(card, trump)]


def dealer_choice(pool: Sequence[str], trump: str, options: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    """What of his pool the dealer keeps at once, and of which cards he chooses the rest."""
    trumps = [card for card in pool if is_trump(card, trump)]
    plain = [card for card in pool if not is_trump(card, trump)]
    if len(trumps) <= 6:
        return trumps, plain
    kept = [card for card in trumps if is_protected(card, trump)]
    others = [card for card in trumps if not is_protected(card, trump)]
    return kept, others + plain if options["dealer_overflow"] == "free" else others


def legal_leads(hand: Sequence[str], trump: str, is_first: bool, options: Mapping[str, Any]) -> list[str]:
    """What may be led."""
    cards = list(hand)
    if options["joker_lead"] == "last_resort" and len(cards) > 1:
        cards = [card for card in cards if card != "JK"]
    if is_first and options["first_lead"] == "trump":
        cards = [card for card in cards if is_trump(card, trump)] or cards
    return cards


def legal_follows(hand: Sequence[str], led_card: str, trump: str, options: Mapping[str, Any]) -> list[str]:
    """What may be played to a card led."""
    led = effective_suit(led_card, trump)
    following = [card for card in hand if effective_suit(card, trump) == led]
    if not following:
        return list(hand)
    if options["may_trump_when_able"] and led != trump:
        following += [card for card in hand if is_trump(card, trump)]
    return following


# --- Scores (5) ---


def hand_points(
    tricks: Sequence[Sequence[tuple[int, str]]], trump: str, bidding_team: int, options: Mapping[str, Any]
) -> tuple[list[int], list[int]]:
    """Hand points and game points of each team."""
    points, game = [0, 0, 0], [0, 0, 0]
    plays = [(seat, card, trick_winner(trick, trump)) for trick in tricks for seat, card in trick]
    high, low = "A" + trump, "2" + trump
    if options["missing_high_low"] == "nearest":
        real = sorted((strength(c, trump), c) for _, c, _ in plays if is_trump(c, trump) and c != "JK")
        if real:
            high, low = real[-1][1], real[0][1]
    for seat, card, winner in plays:
        game[winner % 3] += game_value(card)
        if card == high:
            points[seat % 3] += 1
        if card == low:
            points[(seat if options["low_to"] == "player" else winner) % 3] += 1
        if card in (right_bauer(trump), left_bauer(trump), "JK"):
            points[winner % 3] += 1
    most = [team for team in TEAMS if game[team] == max(game)]
    if len(most) == 1 or options["game_tie"] == "all_tied":
        takers = most
    elif options["game_tie"] == "bidder_if_tied" and bidding_team in most:
        takers = [bidding_team]
    else:
        takers = []
    for team in takers:
        points[team] += 1
    return points, game


def score_changes(points: Sequence[int], bidding_team: int, bid: int) -> list[int]:
    """What the scores change (5.2)."""
    changes = list(points)
    if points[bidding_team] < bid:
        changes[bidding_team] = -bid
    return changes


def zero_sum(scores: Sequence[int]) -> list[int]:
    """Each team's score against the table's (5.4)."""
    return [3 * score - sum(scores) for score in scores]


def match_winners(scores: Sequence[int], bidding_team: int | None, hands: int, options: Mapping[str, Any]) -> list[int]:
    """The teams that have won after a scored hand; none while the match goes on (6)."""
    stops = bool(options["max_hands"]) and hands >= options["max_hands"]
    best = max(scores)
    if best < options["target"] and not stops:
        return []
    top = [team for team in TEAMS if scores[team] == best]
    if len(top) == 1:
        return top
    if bidding_team in top:
        return [bidding_team]
    if stops or options["win_tie"] == "bidder_then_shared":
        return top
    return []


def match_result(winners: Sequence[int]) -> list[float]:
    """What the end of a match pays the teams (5.4)."""
    if len(winners) in (0, 3):
        return [0.0, 0.0, 0.0]
    loss = -len(winners) / (3 - len(winners))
    return [1.0 if team in winners else loss for team in TEAMS]


class HandOracle:
    """One deal, from the first bid to its scores (3).

    Args:
        options: As printed in section 4, by name; what is missing has its default.
        deck: The 53 cards in the order in which they are dealt.
        dealer: Seat.
    """

    def __init__(self, options: Mapping[str, Any], deck: Sequence[str], dealer: int) -> None:
        if sorted(deck) != sorted(PACK):
            raise ValueError("a deck is the 53 cards, each once")
        self.options = full_options(options)
        self.dealer = dealer
        self.hands: dict[int, list[str]] = {}
        for k in range(1, 7):
            self.hands[(dealer + k) % 6] = [deck[6 * j + k - 1] for j in range(6)]
        self.dealt = {seat: list(hand) for seat, hand in self.hands.items()}
        self.stock = list(deck[36:])
        self.discards: dict[int, list[str]] = {seat: [] for seat in SEATS}
        self.drawn: dict[int, list[str]] = {seat: [] for seat in SEATS}
        self.order = [(dealer + k) % 6 for k in range(1, 7)]
        self.bids: dict[int, int] = {}
        self.trump = ""
        self.choices: list[str] = []  # of the dealer, while he chooses
        self.tricks: list[list[tuple[int, str]]] = []
        self.phase = "bid"
        self.mover: int | None = self.order[0]
        self.scores: list[int] | None = None
        self.points = [0, 0, 0]
        self.game = [0, 0, 0]

    @property
    def high(self) -> int:
        """The highest bid so far."""
        return max(self.bids.values(), default=0)

    @property
    def bidder(self) -> int | None:
        """Who made it, the last if two made the same."""
        return [seat for seat, bid in self.bids.items() if bid == self.high][-1] if self.high else None

    def player(self) -> int | None:
        """The seat to move, None when the deal is over."""
        return self.mover

    def most_discards(self) -> int:
        """So many the mover may discard, replaced from the stock (3.4)."""
        return min(self.options["max_discards"], len(self.stock))

    def legal(self) -> set[str]:
        """The names of the actions the seat to move may choose from."""
        if self.mover is None:
            return set()
        hand = self.hands[self.mover]
        if self.phase == "bid":
            return set(legal_bids(self.high, self.mover == self.dealer, self.options))
        if self.phase == "trump":
            return {"trump_C", "trump_D", "trump_H", "trump_S"}
        if self.phase == "exchange":
            is_full = len(self.discards[self.mover]) >= self.most_discards()
            return {"done"} | (set() if is_full else set(discardable(hand, self.trump, self.options)))
        if self.phase == "keep":
            return set(self.choices)
        if self.tricks and len(self.tricks[-1]) < 6:
            return set(legal_follows(hand, self.tricks[-1][0][1], self.trump, self.options))
        return set(legal_leads(hand, self.trump, not self.tricks, self.options))

    def step(self, action: str) -> None:
        """Let the seat to move do what the action says."""
        if action not in self.legal() or self.mover is None:
            raise ValueError(f"seat {self.mover} cannot {action}")
        {"bid": self._bid, "trump": self._name, "exchange": self._exchange, "keep": self._keep, "play": self._play}[self.phase](
            self.mover, action
        )

    def _bid(self, seat: int, action: str) -> None:
        self.bids[seat] = 0 if action == "pass" else int(action.rpartition("_")[2])
        if len(self.bids) < 6 and self.high < self.options["max_bid"]:
            self.mover = self.order[len(self.bids)]
        elif self.high:
            self.phase, self.mover = "trump", self.bidder
        else:
            self._nobody_bid()

    def _nobody_bid(self) -> None:
        self.mover = None
        self.phase = "thrown in"
        if self.options["all_pass"] == "dealer_set":
            self.phase = "over"
            self.scores = [0, 0, 0]
            self.scores[self.dealer % 3] = -self.options["all_pass_set"]

    def _name(self, _seat: int, action: str) -> None:
        self.trump = action.rpartition("_")[2]
        if self.options["exchange"]:
            self.phase, self.mover = "exchange", self.order[0]
        else:
            self.phase, self.mover = "play", self.bidder

    def _exchange(self, seat: int, action: str) -> None:
        if action != "done":
            self.hands[seat].remove(action)
            self.discards[seat].append(action)
            if len(self.discards[seat]) < self.most_discards():
                return
        count = len(self.discards[seat])
        self.drawn[seat] = self.stock[:count]
        self.hands[seat] += self.drawn[seat]
        self.stock = self.stock[count:]
        self.mover = (seat + 1) % 6
        if self.mover == self.dealer:
            self._take_the_rest()

    def _take_the_rest(self) -> None:
        pool = self.hands[self.dealer] + self.stock
        self.drawn[self.dealer], self.stock = self.stock, []
        kept, self.choices = dealer_choice(pool, self.trump, self.options)
        self.hands[self.dealer] = kept
        self.discards[self.dealer] = [card for card in pool if card not in kept]
        self.phase = "keep"
        self._start_if_six()

    def _start_if_six(self) -> None:
        if len(self.hands[self.dealer]) == 6:
            self.choices = []
            self.phase, self.mover = "play", self.bidder

    def _keep(self, seat: int, action: str) -> None:
        self.hands[seat].append(action)
        self.discards[seat].remove(action)
        self.choices.remove(action)
        self._start_if_six()

    def _play(self, seat: int, action: str) -> None:
        self.hands[seat].remove(action)
        if not self.tricks or len(self.tricks[-1]) == 6:
            self.tricks.append([])
        self.tricks[-1].append((seat, action))
        if len(self.tricks[-1]) < 6:
            self.mover = (seat + 1) % 6
            return
        self.mover = trick_winner(self.tricks[-1], self.trump)
        if len(self.tricks) == 6:
            self._score()

    def _score(self) -> None:
        self.mover, self.phase = None, "over"
        team = self.bidder % 3  # type: ignore[operator]  # somebody bid
        self.points, self.game = hand_points(self.tricks, self.trump, team, self.options)
        self.scores = score_changes(self.points, team, self.high)


class MatchOracle:
    """Deals until the episode is over: one scored hand, or a match (6).

    Args:
        options: As printed in section 4, by name.
        dealer: Seat of the first dealer.
        next_deck: Called for each deal, gives its deck.
    """

    def __init__(self, options: Mapping[str, Any], dealer: int, next_deck: Callable[[], Sequence[str]]) -> None:
        self.options = full_options(options)
        self.next_deck = next_deck
        self.match_scores = [0, 0, 0]
        self.hands_scored = 0
        self.deals_dealt = 1
        self.winners: list[int] = []
        self.over = False
        self.deal = HandOracle(options, next_deck(), dealer)

    def player(self) -> int | None:
        """The seat to move, None when the episode is over."""
        return self.deal.player()

    def legal(self) -> set[str]:
        """The names of the legal actions."""
        return self.deal.legal()

    def step(self, action: str) -> None:
        """Take an action; deal on if the deal is over and the episode is not."""
        self.deal.step(action)
        if self.deal.player() is not None:
            return
        dealer = self.deal.dealer
        if self.deal.scores is None:
            self._deal_again(dealer + (self.options["all_pass"] == "redeal_next_dealer"))
            return
        self.match_scores = [old + new for old, new in zip(self.match_scores, self.deal.scores, strict=True)]
        self.hands_scored += 1
        if self.options["episode"] == "match":
            team = None if self.deal.bidder is None else self.deal.bidder % 3
            self.winners = match_winners(self.match_scores, team, self.hands_scored, self.options)
        self.over = self.options["episode"] == "deal" or bool(self.winners)
        if not self.over:
            self._deal_again(dealer + 1)

    def _deal_again(self, dealer: int) -> None:
        self.deals_dealt += 1
        self.deal = HandOracle(self.options, self.next_deck(), dealer % 6)

    def is_over(self) -> bool:
        """Whether the episode is over."""
        return self.over

    def returns(self) -> list[float]:
        """What each seat has earned (5.4)."""
        scores: Sequence[float] = self.match_scores
        if self.options["episode"] == "match" and self.options["match_reward"] == "result":
            scores = match_result(self.winners)
        elif self.options["reward"] == "zero_sum":
            scores = zero_sum(self.match_scores)
        return [float(scores[seat % 3]) for seat in SEATS]

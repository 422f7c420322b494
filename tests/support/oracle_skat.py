"""A slow and obvious referee of Skat with bidding, for three or four at the table.

Written from the rules alone (the sections named here are theirs) and from nothing else: it shares no code, no table, no card
number with the engine it is compared with. Cards are texts, "JC" is the jack of clubs; hands are lists; the three who play
are positions: forehand 0, middlehand 1, rearhand 2.

Ramsch has two referees on purpose, `oracle_ramsch` and, when everybody passes, this one: each was written by itself
from the same sections, and both judge the code that the two games share,
so a section that one misreads is found by the other. They share the pack and what its cards count, nothing else.

The course of a deal is written as it is told in the rules: a generator that asks a position for one of some answers. Answers
are named as in the engine's hand record.
"""

from collections.abc import Callable, Collection, Generator, Iterable, Mapping, Sequence
from typing import Any

from oracle_ramsch import CARD_POINTS, PACK, card_points

Course = Generator[tuple[int, set[str]], str, Any]

FOREHAND, MIDDLEHAND, REARHAND = range(3)
JACKS = ["JC", "JS", "JH", "JD"]
BASE = {"D": 9, "H": 10, "S": 11, "C": 12, "G": 24}  # 5.1
NULL_VALUES = {"N": 23, "NH": 35, "NO": 46, "NOH": 59}  # 5.2
VALUES = sorted(
    {base * multiplier for base in (9, 10, 11, 12) for multiplier in range(2, 19)}
    | {24 * multiplier for multiplier in range(2, 12)}
    | set(NULL_VALUES.values())
)  # with 1 or 2 to 11, everything announced: 18 for a suit, 11 for Grand
SUIT_GAMES_FROM_HAND = [game + "H" + announced for game in "CSHDG" for announced in ("", "S", "Z", "O")]

DEFAULTS: dict[str, Any] = {  # section 4
    "players": 3,
    "rounds": 12,
    "all_pass": "schieberamsch",
    "bid_step": "any",
    "lost_hand_factor": 2,
    "kontra_levels": 0,
    "kontra_timing": "before_first_lead",
    "kontra_needs_bid": False,
    "bock_rounds": False,
    "bock_triggers": ["lost_60", "kontra_lost"],
    "bock_includes_trigger": False,
    "bock_event_count": "one_per_deal",
    "ramsch_round_after": [],
    "unfinished_rounds": "lapse",
    "scoring": "classic",
    "ramsch_style": "schieber",
    "ramsch_skat_to": "last_trick",
    "ramsch_value": "points",
    "ramsch_fixed": [10, 15, 20],
    "ramsch_multiplier": "multiplicative",
    "ramsch_tie": "both_lose",
    "ramsch_three_way": "zero",
    "durchmarsch_value": 120,
    "durchmarsch_doubles": True,
    "durchmarsch_fixed": "penalty",
    "pass_jacks": False,
    "pass_rule": "any_two",
    "jungfrau_announce": False,
    "jungfrau_fail": 120,
    "grand_hand_rule": "once_per_round",
    "grand_hand_announcements": False,
    "grand_hand_redeal": "same_dealer",
    "max_deals": 0,
    "episode": "deal",
    "reward": "score",
}
PRESETS: dict[str, dict[str, Any]] = {
    "schieber_ramsch": {},
    "isko": {"all_pass": "pass_in", "scoring": "seeger_fabian"},
}


def full_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options with the defaults filled in; an unknown name is an error."""
    unknown = set(options) - set(DEFAULTS)
    if unknown:
        raise KeyError(f"unknown options {sorted(unknown)}")
    return {**DEFAULTS, **options}


# --- Cards (2) ---


def trumps_of(game: str) -> list[str]:
    """Trumps from the highest down; `game` is C, S, H, D, G (Ramsch too) or N."""
    if game == "N":
        return []
    return JACKS + ([rank + game for rank in "ATKQ987"] if game in "CSHD" else [])


def effective_suit(game: str, card: str) -> str:
    """The suit a card belongs to."""
    return "trump" if card in trumps_of(game) else card[1]


def legal_cards(game: str, hand: Sequence[str], trick: Sequence[str]) -> list[str]:
    """The cards that may be played: follow the effective suit led if able."""
    if trick:
        following = [card for card in hand if effective_suit(game, card) == effective_suit(game, trick[0])]
        if following:
            return following
    return list(hand)


def winning_card(game: str, trick: Sequence[str]) -> str:
    """The highest trump, else the highest card of the suit led."""
    for trump in trumps_of(game):
        if trump in trick:
            return trump
    for rank in "AKQJT987" if game == "N" else "ATKQ987":
        if rank + trick[0][1] in trick:
            return rank + trick[0][1]
    raise ValueError(f"no card of {trick} wins")


def matadors(game: str, cards: Collection[str]) -> int:
    """With or without so many (5.1)."""
    top = trumps_of(game)
    run = 0
    while run < len(top) and (top[run] in cards) == (top[0] in cards):
        run += 1
    return run


# --- One deal ---


class DealOracle:
    """One deal, from the first question to its scores (3, 5).

    Args:
        options: as printed in section 4, by name; what is missing has its default.
        deck: the 32 cards in the order in which they are dealt.
        dealer: seat.
        bock: whether this deal counts double (6.3).
        compulsory: whether it is part of a compulsory Ramsch round (6.3).
        may_grand: seats that are asked for a Grand Hand in a compulsory Ramsch (3.8).
    """

    def __init__(
        self,
        options: Mapping[str, Any],
        deck: Sequence[str],
        dealer: int,
        *,
        bock: bool = False,
        compulsory: bool = False,
        may_grand: Collection[int] = (0, 1, 2, 3),
    ) -> None:
        if sorted(deck) != sorted(PACK):
            raise ValueError("a deck is the 32 cards, each once")
        self.options = full_options(options)
        self.dealer = dealer
        self.bock = bock
        self.compulsory = compulsory
        self.may_grand = set(may_grand)
        self.hands = [
            [*deck[0:3], *deck[11:15], *deck[23:26]],
            [*deck[3:6], *deck[15:19], *deck[26:29]],
            [*deck[6:9], *deck[19:23], *deck[29:32]],
        ]
        self.skat = list(deck[9:11])
        self.dealt = [[*hand] for hand in self.hands]
        self.dealt_skat = [*self.skat]
        self.bid = 0
        self.bidders: set[int] = set()  # who called or held at least 18
        self.declarer: int | None = None
        self.contract = ""
        self.is_hand = False
        self.doublings = 0
        self.pushes = 0
        self.announcers: list[int] = []
        self.failed_announcer: int | None = None
        self.won: list[list[str]] = [[], [], []]
        self.trick_winners: list[int] = []
        self.is_open = False
        self.plays: list[tuple[int, str]] = []  # position and card, in order
        self._course = self._play_deal()
        self._asked: tuple[int, set[str]] | None = None
        self._go_on(None)

    def seat(self, position: int) -> int:
        """Forehand sits left of the dealer (1.1)."""
        return (self.dealer + 1 + position) % int(self.options["players"])

    def player(self) -> int | None:
        """The seat to move, None when the deal is over."""
        return self.seat(self._asked[0]) if self._asked else None

    def legal(self) -> set[str]:
        """What the seat to move may say or play."""
        return set(self._asked[1]) if self._asked else set()

    def step(self, answer: str) -> None:
        """Let the seat to move do what the answer says."""
        if answer not in self.legal():
            raise ValueError(f"{answer} is not legal: {sorted(self.legal())}")
        self._go_on(answer)

    def _go_on(self, answer: str | None) -> None:
        try:
            self._asked = next(self._course) if answer is None else self._course.send(answer)
        except StopIteration:
            self._asked = None

    # The course of a deal (3.1).

    def _play_deal(self) -> Course:
        if self.compulsory:
            yield from self._ask_for_grand_hand()
            if self.declarer is None:
                yield from self._ramsch(self.options["ramsch_style"] == "schieber")
            else:
                yield from self._game_of_declarer()
            return
        yield from self._bidding()
        if self.declarer is not None:
            yield from self._skat_and_contract(self.declarer)
            yield from self._game_of_declarer()
        elif self.options["all_pass"] != "pass_in":
            yield from self._ramsch(self.options["all_pass"] == "schieberamsch")

    # Bidding (3.2).

    def _bidding(self) -> Course:
        survivor = yield from self._duel(MIDDLEHAND, FOREHAND)
        survivor = yield from self._duel(REARHAND, survivor)
        if self.bid > 0:
            self.declarer = survivor
            return
        if (yield FOREHAND, {"bid_18", "pass"}) == "bid_18":
            self.bid = 18
            self.bidders.add(FOREHAND)
            self.declarer = FOREHAND

    def _duel(self, caller: int, listener: int) -> Course:
        while True:
            higher = [value for value in VALUES if value > self.bid]
            if self.options["bid_step"] == "next":
                higher = higher[:1]
            call = yield caller, {"pass"} | {f"bid_{value}" for value in higher}
            if call == "pass":
                return listener
            self.bid = int(call.removeprefix("bid_"))
            self.bidders.add(caller)
            if (yield listener, {"hold", "pass"}) == "pass":
                return caller
            self.bidders.add(listener)

    # Skat, discard, contract (3.3).

    def _skat_and_contract(self, declarer: int) -> Course:
        self.is_hand = (yield declarer, {"hand", "take"}) == "hand"
        if self.is_hand:
            contracts = [*SUIT_GAMES_FROM_HAND, "NH", "NOH"]
        else:
            contracts = [*"CSHDGN", "NO"]
            hand = self.hands[declarer]
            hand += self.skat
            self.skat = []
            for _ in range(2):
                card = yield declarer, set(hand)
                hand.remove(card)
                self.skat.append(card)
        possible = [name for name in contracts if NULL_VALUES.get(name, 1000) >= self.bid]
        self.contract = (yield declarer, {f"declare_{name}" for name in possible}).removeprefix("declare_")

    # Ramsch (3.7, 3.8).

    def _ask_for_grand_hand(self) -> Course:
        for position in range(3):
            if self.seat(position) not in self.may_grand or self.options["grand_hand_rule"] == "off":
                continue
            if (yield position, {"grand_hand", "no_grand_hand"}) == "grand_hand":
                self.declarer, self.contract, self.is_hand = position, "GH", True
                if self.options["grand_hand_announcements"]:
                    names = {f"declare_{name}" for name in ("GH", "GHS", "GHZ", "GHO")}
                    self.contract = (yield position, names).removeprefix("declare_")
                return

    def _ramsch(self, is_schieberamsch: bool) -> Course:
        if is_schieberamsch:
            for position in range(3):
                yield from self._take_or_push(position)
        if self.options["jungfrau_announce"]:
            for position in range(3):
                if (yield position, {"announce_jungfrau", "no_announce"}) == "announce_jungfrau":
                    self.announcers.append(position)
        yield from self._play("G")

    def _take_or_push(self, position: int) -> Course:
        if (yield position, {"take", "push"}) == "push":
            self.pushes += 1
            return
        taken, passed = self.skat, list[str]()
        self.hands[position] += taken
        while len(passed) < 2:
            possible = {card for card in self.hands[position] if self._may_pass_on(card, taken, passed)}
            card = yield position, possible
            self.hands[position].remove(card)
            passed.append(card)
        self.skat = passed

    def _may_pass_on(self, card: str, taken: Collection[str], passed: Collection[str]) -> bool:
        if card[0] == "J" and not self.options["pass_jacks"]:
            return False
        if self.options["pass_rule"] == "none_taken":
            return card not in taken
        if self.options["pass_rule"] == "not_same_two" and passed:
            return {card, *passed} != set(taken)
        return True

    # Kontra and play (3.4 to 3.6).

    def _game(self) -> str:
        return self.contract[0]

    def _is_ouvert(self) -> bool:
        return "O" in self.contract

    def _is_kontra_early(self) -> bool:
        return self.options["kontra_timing"] == "before_first_lead" or self._is_ouvert()

    def _game_of_declarer(self) -> Course:
        if self._is_kontra_early():
            for step in (1, 2):
                assert self.declarer is not None
                yield from self._ask_for_kontra((self.declarer + step) % 3)
        self.is_open = self._is_ouvert()
        yield from self._play(self._game())

    def _ask_for_kontra(self, defender: int) -> Course:
        """Kontra, and at once all that may be said to it."""
        if self.options["kontra_levels"] == 0 or self.doublings > 0:
            return
        is_silent = defender not in self.bidders and not self.compulsory
        if self.options["kontra_needs_bid"] and is_silent:
            return
        if (yield defender, {"kontra", "no_kontra"}) == "no_kontra":
            return
        self.doublings = 1
        assert self.declarer is not None
        for speaker in (self.declarer, defender, self.declarer):
            if self.doublings >= self.options["kontra_levels"]:
                return
            if (yield speaker, {"raise", "no_raise"}) == "no_raise":
                return
            self.doublings += 1

    def _play(self, game: str) -> Course:
        leader = FOREHAND
        for number in range(10):
            trick: list[str] = []
            for place in range(3):
                position = (leader + place) % 3
                is_defender = self.declarer is not None and position != self.declarer
                if number == 0 and is_defender and not self._is_kontra_early():
                    yield from self._ask_for_kontra(position)
                card = yield position, set(legal_cards(game, self.hands[position], trick))
                self.hands[position].remove(card)
                trick.append(card)
                self.plays.append((position, card))
            winner = (leader + trick.index(winning_card(game, trick))) % 3
            self.won[winner] += trick
            self.trick_winners.append(winner)
            leader = winner
            if game == "N" and winner == self.declarer:
                return
            if winner in self.announcers:
                self.failed_announcer = winner
                return

    # Scores (5).

    def is_over(self) -> bool:
        """Whether nobody is to move."""
        return self._asked is None

    def declarer_points(self) -> int:
        """Card points of the declarer's tricks and of the skat."""
        assert self.declarer is not None
        return card_points(self.won[self.declarer]) + card_points(self.skat)

    def value(self) -> int:
        """Value of the declarer's game before any doubling (5.1, 5.2)."""
        if self.contract in NULL_VALUES:
            return NULL_VALUES[self.contract]
        assert self.declarer is not None
        announced = self.contract[2:]
        points, tricks = self.declarer_points(), self.trick_winners.count(self.declarer)
        multiplier = matadors(self._game(), self.dealt[self.declarer] + self.dealt_skat) + 1
        if self.is_hand:
            multiplier += 1
        if announced or points >= 90 or points <= 30:
            multiplier += 1  # schneider
        if announced:
            multiplier += 1  # schneider announced
        if announced in ("Z", "O") or tricks in (0, 10):
            multiplier += 1  # schwarz
        if announced in ("Z", "O"):
            multiplier += 1  # schwarz announced
        if announced == "O":
            multiplier += 1
        return BASE[self._game()] * multiplier

    def is_reached(self) -> bool:
        """Whether the declarer made what he had to (5.3)."""
        assert self.declarer is not None
        tricks = self.trick_winners.count(self.declarer)
        if self._game() == "N":
            return tricks == 0
        if self.contract[2:] in ("Z", "O"):
            return tricks == 10
        return self.declarer_points() >= (90 if self.contract[2:] == "S" else 61)

    def is_won(self) -> bool:
        """Whether the declarer won: reached, and not overbid (5.3)."""
        return self.is_reached() and self.value() >= self.bid

    def scores(self) -> list[int]:
        """List points by seat, without tournament bonuses (5.3, 5.5)."""
        by_position = self._declarer_scores() if self.declarer is not None else self._ramsch_scores()
        scores = [0] * int(self.options["players"])
        for position, score in by_position.items():
            scores[self.seat(position)] = score * (2 if self.bock else 1)
        return scores

    def bonuses(self) -> list[int]:
        """Tournament bonuses by seat (5.4)."""
        players = int(self.options["players"])
        bonuses = [0] * players
        if self.options["scoring"] == "seeger_fabian" and self.declarer is not None:
            if not self.is_won():
                bonuses = [{3: 40, 4: 30}[players]] * players
            bonuses[self.seat(self.declarer)] = 50 if self.is_won() else -50
        return bonuses

    def _declarer_scores(self) -> dict[int, int]:
        assert self.declarer is not None
        if self.is_won():
            score = self.value()
        else:
            charged = self.value()
            if charged < self.bid:
                charged = min(m for m in range(0, 1000, BASE[self._game()]) if m >= self.bid)
            factor = self.options["lost_hand_factor"] if self.is_hand else 2
            score = -factor * charged
        return {self.declarer: score * 2**self.doublings}

    def _ramsch_scores(self) -> dict[int, int]:
        if self.failed_announcer is not None:
            return {self.failed_announcer: -self.options["jungfrau_fail"]}
        if not self.trick_winners:
            return {}  # passed in
        sk, last = card_points(self.skat), self.trick_winners[-1]
        tp = [card_points(cards) for cards in self.won]
        if self.options["ramsch_skat_to"] == "last_trick":
            tp[last] += sk
        virgins = 3 - len(set(self.trick_winners))
        is_fixed = self.options["ramsch_value"] == "fixed"
        if virgins == 2 and not (is_fixed and self.options["durchmarsch_fixed"] == "penalty"):
            factor = self._factor(0) if self.options["durchmarsch_doubles"] else 1
            return {last: self.options["durchmarsch_value"] * factor}
        losers = [position for position in range(3) if tp[position] == max(tp)]
        if len(losers) >= 2 and self.options["ramsch_tie"] == "last_trick":
            losers = [[winner for winner in self.trick_winners if winner in losers][-1]]
        elif len(losers) == 3 and self.options["ramsch_three_way"] == "zero":
            losers = []
        scores = {}
        for position in losers:
            if is_fixed:
                amount = self.options["ramsch_fixed"][virgins] * self._factor(0)
            else:
                extra = sk if self.options["ramsch_skat_to"] == "loser" else 0
                amount = (tp[position] + extra) * self._factor(1 if virgins == 1 else 0)
            if self.options["ramsch_tie"] == "split" and len(losers) >= 2:
                amount //= len(losers)
            scores[position] = -amount
        return scores

    def _factor(self, virgin_doublings: int) -> int:
        times = self.pushes + len(self.announcers) + virgin_doublings
        return 1 + times if self.options["ramsch_multiplier"] == "additive" else int(2**times)


# --- The list (6) ---


class MatchOracle:
    """A list: the deals one after another, with what is carried from one to the next.

    With `episode="deal"` it ends with its first deal.

    Args:
        options: as for a deal.
        first_dealer: seat.
        next_deck: called once for every deal, repeated ones too.

    Attributes:
        deal: the deal being played, or the last one.
        dealer: its dealer.
        deals_dealt: deals begun, repeated ones too, this one included.
        deals_counted: deals of the list that are done.
        bock_left: deals left of Bock rounds.
        ramsch_left: deals left of compulsory Ramsch rounds.
        list_scores: scores by seat so far, without tournament bonuses.
        events: Bock events that the last deal counted for.
    """

    def __init__(self, options: Mapping[str, Any], first_dealer: int, next_deck: Callable[[], Sequence[str]]) -> None:
        self.options = full_options(options)
        self.players = int(self.options["players"])
        self.next_deck = next_deck
        self.dealer = first_dealer
        self.deals_dealt = 0
        self.deals_counted = 0
        self.bock_left = 0
        self.ramsch_left = 0
        self.grand_hands_running = 0
        self.declared_in_round: set[int] = set()
        self.dealt_in_round = 0
        self.list_scores = [0] * self.players
        self.bonuses = [0] * self.players
        self.events = 0
        self._over = False
        self._begin_deal()

    def player(self) -> int | None:
        """The seat to move, None when the list is over."""
        return None if self._over else self.deal.player()

    def legal(self) -> set[str]:
        """What the seat to move may say or play."""
        return set() if self._over else self.deal.legal()

    def step(self, answer: str) -> None:
        """Let the seat to move act; a deal that ends is scored and the next one dealt."""
        self.deal.step(answer)
        if self.deal.is_over():
            self._finish_deal()
            if self.options["episode"] == "deal" or self._is_list_over():
                self._over = True
            else:
                self._begin_deal()

    def returns(self) -> list[float]:
        """What the list pays by seat (5.6)."""
        totals = [score + bonus for score, bonus in zip(self.list_scores, self.bonuses, strict=True)]
        if self.options["reward"] == "zero_sum":
            return [float(sum(own - other for other in totals)) for own in totals]
        return [float(total) for total in totals]

    def _begin_deal(self) -> None:
        compulsory = self.ramsch_left > 0
        self.deals_dealt += 1
        may_grand = set(range(self.players))
        if self.options["grand_hand_rule"] == "once_per_round":
            may_grand -= self.declared_in_round
        if self.options["grand_hand_rule"] == "max_three_running" and self.grand_hands_running >= 3:
            may_grand = set()
        self.deal = DealOracle(
            self.options,
            self.next_deck(),
            self.dealer,
            bock=not compulsory and self.bock_left > 0,
            compulsory=compulsory,
            may_grand=may_grand,
        )

    def _finish_deal(self) -> None:
        """Section 6.3, line by line."""
        deal, scores = self.deal, self.deal.scores()
        instead = deal.compulsory and deal.declarer is not None
        repeat = instead and self.options["grand_hand_redeal"] == "same_dealer"
        self.events = 0
        if deal.compulsory:
            if not repeat:
                self.ramsch_left -= 1
        else:
            if deal.bock:
                self.bock_left -= 1
                if self.bock_left % self.players == 0 and "bock_round" in self.options["ramsch_round_after"]:
                    self.ramsch_left += self.players
            self.events = self._num_events(scores)
            self.bock_left += self.players * self.events
            if self.events > 0 and self.options["bock_includes_trigger"] and not deal.bock:
                scores = [2 * score for score in scores]
                self.bock_left -= 1
            is_hand_grand = deal.declarer is not None and deal.contract.startswith("GH")
            if is_hand_grand and "grand_hand" in self.options["ramsch_round_after"]:
                self.ramsch_left += self.players
        self.list_scores = [old + new for old, new in zip(self.list_scores, scores, strict=True)]
        self.bonuses = [old + new for old, new in zip(self.bonuses, deal.bonuses(), strict=True)]
        self.grand_hands_running = self.grand_hands_running + 1 if instead else 0
        if instead:
            assert deal.declarer is not None
            self.declared_in_round.add(deal.seat(deal.declarer))
        if not repeat:
            self.deals_counted += 1
            self.dealt_in_round += 1
            self.dealer = (self.dealer + 1) % self.players
        if self.dealt_in_round == self.players or (self.ramsch_left > 0) != deal.compulsory:
            self.declared_in_round, self.dealt_in_round = set(), 0

    def _is_extra(self) -> bool:
        """Whether the deals of the list itself are done."""
        return self.deals_counted >= self.options["rounds"] * self.players

    def _is_list_over(self) -> bool:
        if self.options["max_deals"] and self.deals_dealt >= self.options["max_deals"]:
            return True
        goes_on = self.options["unfinished_rounds"] == "play_out" and (self.bock_left > 0 or self.ramsch_left > 0)
        return self._is_extra() and not goes_on

    # Bock triggers (6.2).

    def _num_events(self, scores: Sequence[int]) -> int:
        if not self.options["bock_rounds"] or self._is_extra():
            return 0
        fired = [trigger for trigger in self._fired() if trigger in self.options["bock_triggers"]]
        events = len(fired)
        for pair in ({"kontra_lost", "kontra_and_re"}, {"value_72", "value_96"}):
            if pair <= set(fired):
                events -= 1
        events += self._num_round_totals(scores)
        return min(events, 1) if self.options["bock_event_count"] == "one_per_deal" else events

    def _fired(self) -> Iterable[str]:
        deal = self.deal
        if deal.declarer is None:
            yield "all_passed"
            return
        is_null, is_won = deal.contract.startswith("N"), deal.is_won()
        if not is_won and not is_null and deal.declarer_points() == 60:
            yield "lost_60"
        if not is_won and deal.doublings >= 1:
            yield "kontra_lost"
        if deal.doublings >= 2:
            yield "kontra_and_re"
        if not is_won and deal.contract.startswith("G"):
            yield "grand_lost"
        if is_won and deal.contract.startswith("GH"):
            yield "grand_hand_won"
        if is_won and deal.contract == "NOH":
            yield "null_ouvert_hand"
        if is_won and deal.value() >= 72:
            yield "value_72"
        if is_won and deal.value() >= 96:
            yield "value_96"

    def _num_round_totals(self, scores: Sequence[int]) -> int:
        """A player's list total that is round, or of equal digits: one event each."""
        events = 0
        for old, score in zip(self.list_scores, scores, strict=True):
            total = abs(old + score)
            is_hundred = total != 0 and total % 100 == 0 and "score_x00" in self.options["bock_triggers"]
            is_equal = total >= 100 and len(set(str(total)[-3:])) == 1 and "score_repdigit" in self.options["bock_triggers"]
            if score != 0 and (is_hundred or is_equal):
                events += 1
        return events


assert len(VALUES) == 63
assert sum(CARD_POINTS[card[0]] for card in PACK) == 120

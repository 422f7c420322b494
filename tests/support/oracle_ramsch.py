"""A slow and obvious referee of Ramsch and Schieberamsch for three players.

Written from the rules alone (the sections named here are theirs) and from nothing else: it shares
no code, no table and no card number with the engine it is compared with. Cards are texts, "JC" is
the jack of clubs; hands are lists, seats are 0, 1, 2 clockwise.

What the players say and do is named as in the engine's hand record: a card is passed on or played
by its own name; the rest are `take`, `push`, `grand_hand`, `no_grand_hand`, `declare_GH`,
`declare_GHS`, `declare_GHZ`, `declare_GHO`, `kontra`, `no_kontra`, `raise`, `no_raise`,
`announce_jungfrau`, `no_announce`.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

PLAYERS = 3
JACKS = ("JC", "JS", "JH", "JD")  # the only trumps, high to low (2)
PLAIN_ORDER = "ATKQ987"  # every plain suit, high to low (2)
CARD_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
PACK = [rank + suit for suit in "CSHD" for rank in "789TJQKA"]
GRAND = 24  # base value (5.1)

DEFAULTS: dict[str, Any] = {  # section 4, with what the preset schieberamsch_game changes
    "players": 3,
    "rounds": 12,
    "lost_hand_factor": 2,
    "kontra_levels": 0,
    "kontra_timing": "before_first_lead",
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
    "jungfrau_announce": True,
    "jungfrau_fail": 120,
    "grand_hand_rule": "once_per_round",
    "grand_hand_announcements": False,
    "grand_hand_redeal": "same_dealer",
    "max_deals": 0,
    "episode": "deal",
    "reward": "score",
}


def full_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options with the defaults filled in; an unknown name is an error."""
    unknown = set(options) - set(DEFAULTS)
    if unknown:
        raise KeyError(f"unknown options {sorted(unknown)}")
    return {**DEFAULTS, **options}


def card_points(cards: Sequence[str]) -> int:
    """What the cards count (2)."""
    return sum(CARD_POINTS[card[0]] for card in cards)


def effective_suit(card: str) -> str:
    """The suit a card belongs to: every jack is a trump and of no printed suit (2)."""
    return "trump" if card in JACKS else card[1]


def legal_cards(hand: Sequence[str], trick: Sequence[str]) -> list[str]:
    """The cards that may be played to the trick: follow the effective suit if able (2)."""
    if not trick:
        return list(hand)
    led = effective_suit(trick[0])
    following = [card for card in hand if effective_suit(card) == led]
    return following or list(hand)


def winning_card(trick: Sequence[str]) -> str:
    """The highest trump of the trick, else the highest card of the suit led (2)."""
    for jack in JACKS:
        if jack in trick:
            return jack
    of_suit_led = [card for card in trick if card[1] == trick[0][1]]
    return min(of_suit_led, key=lambda card: PLAIN_ORDER.index(card[0]))


def matadors(cards12: Collection[str]) -> int:
    """The unbroken run of jacks from JC down that is held, or that is missing (5.1)."""
    held = [jack in cards12 for jack in JACKS]
    run = 0
    while run < len(JACKS) and held[run] == held[0]:
        run += 1
    return run


def zero_sum(scores: Sequence[int]) -> list[float]:
    """Each pair of players settles its difference (5.6)."""
    return [float(len(scores) * own - sum(scores)) for own in scores]


class DealOracle:
    """One deal, from the first question to its scores (3, 5).

    Args:
        options: As printed in section 4, by name; what is missing has its default.
        deck: The 32 cards in the order in which they are dealt.
        dealer: Seat 0, 1 or 2.
        bock: Whether this deal counts double (6.3).
        compulsory: Whether it is part of a compulsory Ramsch round, which is never doubled (6.3).
        may_grand: Seats that are asked for a Grand Hand, if anybody is (3.8).
    """

    def __init__(
        self,
        options: Mapping[str, Any],
        deck: Sequence[str],
        dealer: int,
        *,
        bock: bool = False,
        compulsory: bool = False,
        may_grand: Collection[int] = (0, 1, 2),
    ) -> None:
        if sorted(deck) != sorted(PACK):
            raise ValueError("a deck is the 32 cards, each once")
        if bock and compulsory:
            raise ValueError("a compulsory Ramsch deal is never a Bock deal")
        self.options = full_options(options)
        self.dealer = dealer
        self.bock = bock
        self.compulsory = compulsory
        self.order = [(dealer + place) % PLAYERS for place in (1, 2, 3)]  # F, M, R (1.1)
        self.hands: dict[int, list[str]] = {}
        self.skat: list[str] = []
        self._deal_cards(list(deck))
        self.dealt = {seat: list(hand) for seat, hand in self.hands.items()}
        self.dealt_skat = list(self.skat)

        self.declarer: int | None = None
        self.contract = ""
        self.doublings = 0  # Kontra 1, Re 2, Supra 3, Hirsch 4
        self.kontra_sayer: int | None = None
        self.pushes = 0
        self.taken: list[str] = []  # by the player who is passing on
        self.passed: list[str] = []  # by the player who is passing on
        self.announcers: list[int] = []
        self.failed_announcer: int | None = None
        self.trick: list[str] = []
        self.leader = self.order[0]
        self.won_cards: dict[int, list[str]] = {seat: [] for seat in range(PLAYERS)}
        self.trick_winners: list[int] = []

        self.phase = ""
        self.waiting: list[int] = []  # seats still to be heard in this phase, the mover first
        self._start_grand_hand([seat for seat in self.order if seat in may_grand])

    def _deal_cards(self, deck: list[str]) -> None:
        """Packets of three, two for the skat, four and three (3.0)."""
        forehand, middlehand, rearhand = self.order
        self.hands[forehand] = deck[0:3] + deck[11:15] + deck[23:26]
        self.hands[middlehand] = deck[3:6] + deck[15:19] + deck[26:29]
        self.hands[rearhand] = deck[6:9] + deck[19:23] + deck[29:32]
        self.skat = deck[9:11]

    # What the players may do.

    def player(self) -> int | None:
        """The seat to move, None when the deal is over."""
        return self.waiting[0] if self.waiting else None

    def legal(self) -> set[str]:
        """The names of the actions the seat to move may choose from."""
        if self.phase == "grand_hand":
            return {"grand_hand", "no_grand_hand"}
        if self.phase == "declare":
            return {"declare_GH", "declare_GHS", "declare_GHZ", "declare_GHO"}
        if self.phase == "kontra":
            return {"kontra", "no_kontra"}
        if self.phase == "raise":
            return {"raise", "no_raise"}
        if self.phase == "schieben":
            return {"take", "push"}
        if self.phase == "pass_on":
            return {card for card in self.hands[self.waiting[0]] if self._may_pass_on(card)}
        if self.phase == "jungfrau":
            return {"announce_jungfrau", "no_announce"}
        if self.phase == "play":
            return set(legal_cards(self.hands[self.waiting[0]], self.trick))
        return set()

    def step(self, action: str) -> None:
        """Let the seat to move do what the action says."""
        if action not in self.legal():
            raise ValueError(f"{action} is not legal in {self.phase}: {sorted(self.legal())}")
        seat = self.waiting[0]
        if self.phase == "grand_hand":
            self._step_grand_hand(seat, action)
        elif self.phase == "declare":
            self.contract = action.removeprefix("declare_")
            self._after_declaring()
        elif self.phase == "kontra":
            self._step_kontra(seat, action)
        elif self.phase == "raise":
            self._step_raise(action)
        elif self.phase == "schieben":
            self._step_schieben(seat, action)
        elif self.phase == "pass_on":
            self._step_pass_on(seat, action)
        elif self.phase == "jungfrau":
            self._step_jungfrau(seat, action)
        else:
            self._step_play(seat, action)

    # Grand Hand (3.8).

    def _start_grand_hand(self, asked: list[int]) -> None:
        if self.options["grand_hand_rule"] == "off":
            asked = []
        self.phase, self.waiting = "grand_hand", asked
        if not asked:
            self._start_schieben()

    def _step_grand_hand(self, seat: int, action: str) -> None:
        """The first who declares ends the asking; if nobody does, it becomes a Ramsch."""
        if action == "grand_hand":
            self.declarer, self.contract = seat, "GH"
            if self.options["grand_hand_announcements"]:
                self.phase, self.waiting = "declare", [seat]
            else:
                self._after_declaring()
            return
        self.waiting = self.waiting[1:]
        if not self.waiting:
            self._start_schieben()

    # Kontra, Re, Supra, Hirsch (3.4).

    def _kontra_before_first_lead(self) -> bool:
        """Ouvert contracts always use this time, as the cards are shown after it."""
        return self.options["kontra_timing"] == "before_first_lead" or self.contract == "GHO"

    def _after_declaring(self) -> None:
        assert self.declarer is not None
        if self.options["kontra_levels"] >= 1 and self._kontra_before_first_lead():
            self.phase = "kontra"
            self.waiting = [(self.declarer + 1) % PLAYERS, (self.declarer + 2) % PLAYERS]
        else:
            self._start_play()

    def _step_kontra(self, seat: int, action: str) -> None:
        """The first Kontra ends the asking."""
        if action == "kontra":
            self.doublings = 1
            self.kontra_sayer = seat
            self._ask_to_raise()
            return
        self.waiting = self.waiting[1:]
        if not self.waiting:
            self._after_kontra()

    def _step_raise(self, action: str) -> None:
        if action == "raise":
            self.doublings += 1
            self._ask_to_raise()
        else:
            self._after_kontra()

    def _ask_to_raise(self) -> None:
        """Re and Hirsch are the declarer's, Supra is said by whoever said Kontra."""
        if self.doublings >= self.options["kontra_levels"]:
            self._after_kontra()
            return
        speaker = self.kontra_sayer if self.doublings == 2 else self.declarer
        assert speaker is not None
        self.phase, self.waiting = "raise", [speaker]

    def _after_kontra(self) -> None:
        if self._kontra_before_first_lead():
            self._start_play()
        else:  # asked just before his own first card, which he now plays
            self._await_card()

    def _is_asked_before_this_card(self, seat: int) -> bool:
        """Whether this defender is asked now, before his own first card."""
        return (
            self.declarer is not None
            and seat != self.declarer
            and self.options["kontra_levels"] >= 1
            and not self._kontra_before_first_lead()
            and self.doublings == 0
            and len(self.hands[seat]) == 10
        )

    # Schieben (3.7).

    def _start_schieben(self) -> None:
        if self.options["ramsch_style"] == "plain":
            self._start_jungfrau()
        else:
            self.phase, self.waiting = "schieben", list(self.order)

    def _step_schieben(self, seat: int, action: str) -> None:
        if action == "push":
            self.pushes += 1
            self._next_to_shove()
            return
        self.taken, self.passed = list(self.skat), []
        self.hands[seat] += self.skat
        self.skat = []
        self.phase = "pass_on"

    def _may_pass_on(self, card: str) -> bool:
        """Never a jack, and under pass_rule not (both of) the cards just taken."""
        if card in JACKS and not self.options["pass_jacks"]:
            return False
        if self.options["pass_rule"] == "none_taken":
            return card not in self.taken
        if self.options["pass_rule"] == "not_same_two" and self.passed:
            return {card, self.passed[0]} != set(self.taken)
        return True

    def _step_pass_on(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.passed.append(card)
        if len(self.passed) == 2:
            self.skat = list(self.passed)
            self._next_to_shove()

    def _next_to_shove(self) -> None:
        self.phase, self.waiting = "schieben", self.waiting[1:]
        if not self.waiting:
            self._start_jungfrau()

    # Jungfrau (3.8).

    def _start_jungfrau(self) -> None:
        if self.options["jungfrau_announce"]:
            self.phase, self.waiting = "jungfrau", list(self.order)
        else:
            self._start_play()

    def _step_jungfrau(self, seat: int, action: str) -> None:
        if action == "announce_jungfrau":
            self.announcers.append(seat)
        self.waiting = self.waiting[1:]
        if not self.waiting:
            self._start_play()

    # Play (3.6).

    def _start_play(self) -> None:
        """Forehand leads, whoever is declarer."""
        self.leader = self.order[0]
        self._next_to_play()

    def _next_to_play(self) -> None:
        seat = (self.leader + len(self.trick)) % PLAYERS
        if self._is_asked_before_this_card(seat):
            self.phase, self.waiting = "kontra", [seat]
        else:
            self._await_card()

    def _await_card(self) -> None:
        self.phase, self.waiting = "play", [(self.leader + len(self.trick)) % PLAYERS]

    def _step_play(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.trick.append(card)
        if len(self.trick) < PLAYERS:
            self._next_to_play()
            return
        winner = (self.leader + self.trick.index(winning_card(self.trick))) % PLAYERS
        self.won_cards[winner] += self.trick
        self.trick_winners.append(winner)
        self.trick, self.leader = [], winner
        if winner in self.announcers:
            self.failed_announcer = winner
        if self.failed_announcer is not None or len(self.trick_winners) == 10:
            self.phase, self.waiting = "over", []
        else:
            self._next_to_play()

    # Scores (5).

    def is_grand_hand(self) -> bool:
        """Whether a Grand Hand was declared."""
        return self.declarer is not None

    def declarer_points(self) -> int:
        """Card points of the declarer's tricks and of the skat (5.1)."""
        assert self.declarer is not None
        return card_points(self.won_cards[self.declarer]) + card_points(self.skat)

    def declarer_tricks(self) -> int:
        """Tricks the declarer won (5.1)."""
        assert self.declarer is not None
        return self.trick_winners.count(self.declarer)

    def game_value(self) -> int:
        """Value of a Grand Hand before any doubling (5.1)."""
        assert self.declarer is not None
        points, tricks = self.declarer_points(), self.declarer_tricks()
        announced = self.contract.removeprefix("GH")  # "", "S" schneider, "Z" schwarz, "O" ouvert
        multiplier = matadors(self.dealt[self.declarer] + self.dealt_skat)
        multiplier += 1  # the game
        multiplier += 1  # hand
        if points >= 90 or points <= 30 or announced in ("S", "Z", "O"):
            multiplier += 1  # schneider
        if announced in ("S", "Z", "O"):
            multiplier += 1
        if tricks in (0, 10) or announced in ("Z", "O"):
            multiplier += 1  # schwarz
        if announced in ("Z", "O"):
            multiplier += 1
        if announced == "O":
            multiplier += 1
        return GRAND * multiplier

    def grand_hand_won(self) -> bool:
        """Whether the declarer reached what was needed; there is no overbid (3.8, 5.3)."""
        if self.contract in ("GHZ", "GHO"):
            return self.declarer_tricks() == 10
        return self.declarer_points() >= (90 if self.contract == "GHS" else 61)

    def scores(self) -> list[int]:
        """List points by seat, without tournament bonuses (5.3, 5.5)."""
        if self.phase != "over":
            raise ValueError("the deal is not over")
        undoubled = self._grand_hand_scores() if self.is_grand_hand() else self._ramsch_scores()
        return [score * (2 if self.bock else 1) for score in undoubled]

    def bonuses(self) -> list[int]:
        """Tournament bonuses by seat, for a deal with a declarer (5.4)."""
        if self.options["scoring"] != "seeger_fabian" or not self.is_grand_hand():
            return [0, 0, 0]
        if self.grand_hand_won():
            return [50 if seat == self.declarer else 0 for seat in range(PLAYERS)]
        return [-50 if seat == self.declarer else 40 for seat in range(PLAYERS)]

    def returns(self) -> list[float]:
        """What the deal pays by seat, bonuses included (5.6)."""
        paid = [score + bonus for score, bonus in zip(self.scores(), self.bonuses(), strict=True)]
        if self.options["reward"] == "zero_sum":
            return zero_sum(paid)
        return [float(score) for score in paid]

    def _grand_hand_scores(self) -> list[int]:
        """Before Bock (5.3)."""
        score = self.game_value()
        if not self.grand_hand_won():
            score *= -self.options["lost_hand_factor"]
        score *= 2**self.doublings
        return [score if seat == self.declarer else 0 for seat in range(PLAYERS)]

    def _ramsch_scores(self) -> list[int]:
        """Before Bock (5.5)."""
        if self.failed_announcer is not None:
            return self._lost_by({self.failed_announcer: self.options["jungfrau_fail"]})
        winners = set(self.trick_winners)
        if len(winners) == 1 and not self._is_durchmarsch_a_penalty():
            factor = self._factor(0) if self.options["durchmarsch_doubles"] else 1
            return self._lost_by({winners.pop(): -self.options["durchmarsch_value"] * factor})
        losers = self._losers()
        amounts = {seat: self._amount(seat) for seat in losers}
        if self.options["ramsch_tie"] == "split":
            amounts = {seat: amount // len(losers) for seat, amount in amounts.items()}
        return self._lost_by(amounts)

    def _lost_by(self, amounts: Mapping[int, int]) -> list[int]:
        return [-amounts.get(seat, 0) for seat in range(PLAYERS)]

    def _is_durchmarsch_a_penalty(self) -> bool:
        how = self.options["ramsch_value"], self.options["durchmarsch_fixed"]
        return how == ("fixed", "penalty")

    def _factor(self, jungfrau_doublings: int) -> int:
        """Pushes, announcements and Jungfrau double, or are added up (5.5)."""
        times = self.pushes + len(self.announcers) + jungfrau_doublings
        return 1 + times if self.options["ramsch_multiplier"] == "additive" else 2**times

    def _ramsch_points(self, seat: int) -> int:
        """The card points by which the loser is found."""
        points = card_points(self.won_cards[seat])
        if self.options["ramsch_skat_to"] == "last_trick" and seat == self.trick_winners[-1]:
            points += card_points(self.skat)
        return points

    def _losers(self) -> list[int]:
        """The seats that pay: most card points, ties as the options have it."""
        points = [self._ramsch_points(seat) for seat in range(PLAYERS)]
        losers = [seat for seat in range(PLAYERS) if points[seat] == max(points)]
        if len(losers) >= 2 and self.options["ramsch_tie"] == "last_trick":
            return [[winner for winner in self.trick_winners if winner in losers][-1]]
        if len(losers) == 3 and self.options["ramsch_three_way"] == "zero":
            return []
        return losers

    def _amount(self, seat: int) -> int:
        """What a loser pays before it is shared and before Bock."""
        jungfrauen = PLAYERS - len(set(self.trick_winners))
        if self.options["ramsch_value"] == "fixed":
            amounts: Sequence[int] = self.options["ramsch_fixed"]
            return amounts[jungfrauen] * self._factor(0)
        points = self._ramsch_points(seat)
        if self.options["ramsch_skat_to"] == "loser":
            points += card_points(self.skat)
        return points * self._factor(1 if jungfrauen == 1 else 0)


class MatchOracle:
    """A list: the deals one after another, with what is carried from one to the next (6).

    With `episode="deal"` it ends with its first deal, a Grand Hand too.

    Args:
        options: As for a deal.
        first_dealer: Seat 0, 1 or 2.
        next_deck: Called once for every deal, repeated ones too.

    Attributes:
        deal: The deal being played, or the last one.
        dealer: Its dealer.
        deals_dealt: Deals begun, repeated ones too, this one included.
        deals_counted: Deals of the list that are done.
        bock_left, ramsch_left: Deals left of Bock and compulsory Ramsch rounds (6.3).
        grand_hands_running: Grand Hand deals in succession (3.8).
        declared_in_round: Seats that declared a Grand Hand in the current round (3.8).
        dealt_in_round: Times the dealership has moved in the current round.
        history: For every scored deal its dealer, its scores and how many events it counted for.
    """

    def __init__(
        self,
        options: Mapping[str, Any],
        first_dealer: int,
        next_deck: Callable[[], Sequence[str]],
    ) -> None:
        self.options = full_options(options)
        self.next_deck = next_deck
        self.dealer = first_dealer
        self.deals_dealt = 0
        self.deals_counted = 0
        self.bock_left = 0
        self.ramsch_left = 0
        self.grand_hands_running = 0
        self.declared_in_round: set[int] = set()
        self.dealt_in_round = 0
        self.history: list[tuple[int, list[int], int]] = []
        self._list_scores = [0, 0, 0]
        self._bonuses = [0, 0, 0]
        self._over = False
        self._begin_deal()

    def player(self) -> int | None:
        """The seat to move, None when the list is over."""
        return None if self._over else self.deal.player()

    def legal(self) -> set[str]:
        """The names of the actions the seat to move may choose from."""
        return set() if self._over else self.deal.legal()

    def step(self, action: str) -> None:
        """Let the seat to move act; a deal that ends is scored and the next one dealt."""
        self.deal.step(action)
        if self.deal.player() is None:
            self._finish_deal()
            if self.options["episode"] == "deal" or self._is_last_deal_done():
                self._over = True
            else:
                self._begin_deal()

    def is_over(self) -> bool:
        """Whether the list is over."""
        return self._over

    def list_scores(self) -> list[int]:
        """Scores by seat so far, without tournament bonuses."""
        return list(self._list_scores)

    def totals(self) -> list[int]:
        """Scores by seat so far, with tournament bonuses (5.4)."""
        return [score + bonus for score, bonus in zip(self._list_scores, self._bonuses, strict=True)]

    def returns(self) -> list[float]:
        """What the list pays by seat (5.6)."""
        if self.options["reward"] == "zero_sum":
            return zero_sum(self.totals())
        return [float(total) for total in self.totals()]

    # Before a deal.

    def _begin_deal(self) -> None:
        compulsory = self.ramsch_left > 0
        self.deals_dealt += 1
        self.deal = DealOracle(
            self.options,
            self.next_deck(),
            self.dealer,
            bock=not compulsory and self.bock_left > 0,
            compulsory=compulsory,
            may_grand=self._may_declare_grand_hand(),
        )

    def _may_declare_grand_hand(self) -> set[int]:
        """Who is asked, by grand_hand_rule (3.8)."""
        everybody = set(range(PLAYERS))
        if self.options["grand_hand_rule"] == "once_per_round":
            return everybody - self.declared_in_round
        if self.options["grand_hand_rule"] == "max_three_running" and self.grand_hands_running == 3:
            return set()
        return everybody

    # After a deal.

    def _finish_deal(self) -> None:
        scores = self.deal.scores()
        same_dealer = self.options["grand_hand_redeal"] == "same_dealer"
        repeat = self.deal.is_grand_hand() and same_dealer
        was_compulsory = self.deal.compulsory
        events = 0
        if was_compulsory:
            if not repeat:
                self.ramsch_left -= 1
        else:
            if self.deal.bock and not repeat:
                self._use_up_a_bock_deal()
            events = self._num_events(scores)
            self.bock_left += PLAYERS * events
            if events and self.options["bock_includes_trigger"] and not self.deal.bock:
                scores = [2 * score for score in scores]
                self.bock_left -= 1
        for seat in range(PLAYERS):
            self._list_scores[seat] += scores[seat]
            self._bonuses[seat] += self.deal.bonuses()[seat]
        self.history.append((self.dealer, scores, events))
        self._count_grand_hand()
        if not repeat:
            self.deals_counted += 1
            self.dealer = (self.dealer + 1) % PLAYERS
            self.dealt_in_round += 1
        self._maybe_begin_round(was_compulsory)

    def _use_up_a_bock_deal(self) -> None:
        """At the end of a Bock round a compulsory Ramsch round may follow (6.3)."""
        self.bock_left -= 1
        if self.bock_left % PLAYERS == 0 and "bock_round" in self.options["ramsch_round_after"]:
            self.ramsch_left += PLAYERS

    def _count_grand_hand(self) -> None:
        """For grand_hand_rule (3.8)."""
        if self.deal.declarer is None:
            self.grand_hands_running = 0
        else:
            self.grand_hands_running += 1
            self.declared_in_round.add(self.deal.declarer)

    def _maybe_begin_round(self, was_compulsory: bool) -> None:
        """A round is once round the table, or a compulsory Ramsch round (3.8)."""
        is_compulsory = self.ramsch_left > 0
        if self.dealt_in_round == PLAYERS or is_compulsory != was_compulsory:
            self.declared_in_round = set()
            self.dealt_in_round = 0

    def _is_list_full(self) -> bool:
        """Whether all deals of the list itself are done (6.1)."""
        length: int = self.options["rounds"] * PLAYERS
        return self.deals_counted >= length

    def _is_last_deal_done(self) -> bool:
        """Whether the list ends here: full, rounds played out if wished, or capped (6.1, 6.3)."""
        if self.options["max_deals"] and self.deals_dealt >= self.options["max_deals"]:
            return True
        rounds_go_on = self.options["unfinished_rounds"] == "play_out" and (self.bock_left > 0 or self.ramsch_left > 0)
        return self._is_list_full() and not rounds_go_on

    # Bock triggers (6.2).

    def _num_events(self, scores: Sequence[int]) -> int:
        """Events that this deal counts for; none in the extra deals of play_out."""
        if not self.options["bock_rounds"] or self._is_list_full():
            return 0
        events = self._num_declarer_events() + self._num_score_events(scores)
        return min(events, 1) if self.options["bock_event_count"] == "one_per_deal" else events

    def _num_declarer_events(self) -> int:
        """Events of a deal with a declarer."""
        if not self.deal.is_grand_hand():
            return 0
        won, kontra = self.deal.grand_hand_won(), self.deal.doublings
        value = self.deal.game_value()
        fired = {
            "lost_60": not won and self.deal.declarer_points() == 60,
            "kontra_lost": not won and kontra >= 1,
            "kontra_and_re": kontra >= 2,
            "grand_lost": not won,
            "grand_hand_won": won,
            "value_72": won and value >= 72,
            "value_96": won and value >= 96,
        }
        chosen = {name for name in fired if fired[name] and name in self.options["bock_triggers"]}
        together = [{"kontra_lost", "kontra_and_re"}, {"value_72", "value_96"}]
        events = len(chosen)
        for pair in together:
            if pair <= chosen:
                events -= 1
        return events

    def _num_score_events(self, scores: Sequence[int]) -> int:
        """Events of list totals: one for each player whose total is such a number."""
        events = 0
        for seat in range(PLAYERS):
            total = self._list_scores[seat] + scores[seat]
            if scores[seat] == 0:
                continue
            hundreds = total != 0 and total % 100 == 0
            tail = str(abs(total))[-3:]
            repeated = abs(total) >= 100 and len(set(tail)) == 1
            triggers = self.options["bock_triggers"]
            if ("score_x00" in triggers and hundreds) or ("score_repdigit" in triggers and repeated):
                events += 1
        return events

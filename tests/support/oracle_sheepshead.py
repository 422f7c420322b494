"""Sheepshead once more, slowly and obviously, from the rules and not from the kernels: strings, lists and sets.

One hand by seats in which the dealer is the last seat; actions by the names the engine uses. Sections of the rules are cited.
"""

from typing import Any

RANK_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0, "6": 0}
DIAMONDS = ["AD", "TD", "KD", "9D", "8D", "7D"]
QUEENS, JACKS = ["QC", "QS", "QH", "QD"], ["JC", "JS", "JH", "JD"]
SIZES = {  # players, hand, blind
    "p2_1": (2, 8, 0), "p2_2": (2, 0, 0), "p3_1": (3, 10, 2), "p3_2": (3, 9, 3), "p3_3": (3, 8, 2), "p4_1": (4, 7, 4),
    "p4_2_7": (4, 7, 2), "p4_2_8": (4, 8, 2), "p4_3a": (4, 8, 0), "p4_3b": (4, 8, 0), "p4_3c": (4, 8, 0), "p4_5": (4, 8, 0),
    "sh24": (4, 6, 0), "p5": (5, 6, 2), "p6_1": (6, 5, 2), "p6_2": (6, 5, 2), "p6_3": (6, 5, 0), "p6_4": (6, 5, 0),
    "p7_1": (7, 4, 4), "p7_2": (7, 4, 4), "p7_3": (7, 4, 4), "p7_4": (7, 4, 4), "p7_5": (7, 4, 4), "p7_6": (7, 4, 4),
    "p8_1": (8, 4, 0), "p8_2": (8, 4, 0), "p8_3": (8, 4, 0),
}  # fmt: skip
DESIGNATED = {
    "p4_3a": ["QC", "QS"], "p6_3": ["QC", "QS"], "p8_1": ["QC", "QS"], "p6_4": ["QC", "QS", "JD"], "p8_2": ["QC", "JD", "7D"],
}  # fmt: skip
CHAINS = {"E": ["8D", "9D", "KD", "TD", "AD"], "J": ["JH", "JS", "JC"]}
PASS_ANSWERS = ("claim_redeal", "no_claim")


def trumps_of(variant: str, options: Any, solo_suit: str = "H") -> list[str]:
    """Trumps, strongest first (2.3)."""
    if variant == "sh24":
        return ["QC", "QS", *JACKS, "AD", "TD", "KD", "QD", "9D"]
    if variant == "p4_5":
        return [*JACKS, *QUEENS, *(rank + solo_suit for rank in "ATK987")]
    order = [*QUEENS, *JACKS, *DIAMONDS]
    if options["trump_order"] == "standard":
        return order
    order.remove("7D")
    return ["7D", *order] if options["trump_order"] == "spitz_top" else ["QC", "7D", *order[1:]]


def worth(cards: Any) -> int:
    """Card points (2.2)."""
    return sum(RANK_POINTS[card[0]] for card in cards)


class Hand:
    """One hand, from the deal to its scores."""

    def __init__(self, variant: str, options: dict[str, Any], deck: list[str], die: int = 0, carry: Any = None) -> None:
        """Deal; `deck` holds the cards of the variant's pack, `carry` outstanding doublers and shares of the pot."""
        self.v, self.o = variant, options
        self.n, size, blind = SIZES[variant]
        self.doublers, self.shares = carry or (0, 0)
        self.die = die
        self.hands = [set(deck[size * s : size * s + size]) for s in range(self.n)]
        self.blind = deck[size * self.n : size * self.n + blind]
        self.trumps = trumps_of(variant, options)
        self.tricks_in_hand = size or 16
        self.taken = [[] for _ in range(self.n)]
        self.buried = [[] for _ in range(self.n)]
        self.auto_bury: list[str] = []
        self.won = [[] for _ in range(self.n)]
        self.num_won = [0] * self.n
        self.picker: int | None = None
        self.other: int | None = None
        self.pick = ""
        self.call = ""
        self.suit = self.card = ""
        self.under = ""
        self.under_played = False
        self.opened = False
        self.side: set[int] | None = None
        self.top: int | None = None
        self.kind = ""
        self.blitzes = self.cracks = 0
        self.cracker: int | None = None
        self.claimed: set[int] = set()
        self.named = 0
        self.blind_to: int | None = None
        self.firsts: list[int] = []
        self.trick: list[tuple[int, str]] = []
        self.tricks_done = 0
        self.last_winner = 0
        self.scores: list[float] | None = None
        self.thrown_in = False
        self.extra: dict[str, Any] = {}
        self.answers: dict[str, bool] = {}
        self.blitzed: list[str] = []
        if self.n == 2:
            self._deal_two(deck)
        self._begin()

    def _deal_two(self, d: list[str]) -> None:
        piles = 4 if self.v == "p2_1" else 8
        self.up: list[list[str | None]] = [d[2 * piles + s * piles : 2 * piles + (s + 1) * piles] for s in (0, 1)]
        self.down: list[list[str | None]] = [d[s * piles : (s + 1) * piles] for s in (0, 1)]
        if self.v == "p2_1":
            self.hands = [set(d[16:24]), set(d[24:32])]
        self.at_first = [list(zip(self.up[s], self.down[s], strict=True)) for s in (0, 1)]
        self.units: list[tuple[int, str]] = []
        self.lead_unit = (0, "hand" if self.v == "p2_1" else "table")

    # --- The order of the questions ---

    def _begin(self) -> None:
        catchers = {"QC", "QS", *JACKS}
        if self.v == "sh24":
            self.side = {0, 2}
            for s in range(4):
                held = self.hands[s] | (self.hands[(s + 2) % 4] if self.o["auto_buck_scope"] == "team" else set())
                if catchers <= held:
                    self.phase, self.turn = "auto_buck", s
                    return
        self._ask("redeal_claim", 0)

    def _ask(self, phase: str, seat: int) -> None:
        """Go to a phase, or to the next one if this table does not have it."""
        self.phase, self.turn = phase, seat
        blind_game = bool(SIZES[self.v][2])
        if phase == "redeal_claim" and not self.o["redeal_claim"]:
            self._ask("blitz", 0)
        elif phase == "blitz" and not self.o["blitz"]:
            self._ask("pick", 0)
        elif phase == "pick" and not blind_game:
            if self.v == "p4_5":
                self.phase = "bid"
            elif self.v == "p6_4" and self.o["pass_option"]:
                self.phase = "give"
            elif self.v == "p8_2" and self.o["extra_call"]:
                self._designate()
                self.phase = "extra_call"
            else:
                self._no_picker()

    def _designate(self) -> None:
        cards = DESIGNATED[self.v]
        self.side = {s for s in range(self.n) if self.hands[s] & set(cards)}
        self.top = next(s for s in range(self.n) if "QC" in self.hands[s])

    def _no_picker(self) -> None:
        self.kind = "normal"
        if self.v in DESIGNATED and self.side is None:
            self._designate()
        self._lead()

    def _lead(self) -> None:
        self.phase, self.turn = "play", 0
        if self.picker is not None and self.o["first_lead"] == "picker_left":
            self.turn = (self.picker + 1) % self.n
        if self.n == 2:
            self._order_units()

    # --- What is legal ---

    def is_called_game(self) -> bool:
        """An ace or ten is called."""
        return self.v == "p6_2" or (self.v in ("p4_2_7", "p4_2_8", "p5") and self.o["partner_method"] == "called_ace")

    def is_jack_game(self) -> bool:
        """The jack of diamonds alone makes the partner."""
        return self.v in ("p6_1", "p7_1", "p7_3") or (
            self.v in ("p4_2_7", "p4_2_8", "p5") and self.o["partner_method"] == "jack_of_diamonds"
        )

    def legal(self) -> set[str]:
        """Names of the legal actions; empty at the end."""
        if self.scores is not None or self.thrown_in:
            return set()
        return getattr(self, "_legal_" + self.phase)()

    def _legal_auto_buck(self) -> set[str]:
        return {"auto_buck"}

    def _legal_redeal_claim(self) -> set[str]:
        hand = self.hands[self.turn]
        nothing = all(card[0] not in "AKQJT" and card not in self.trumps for card in hand)
        return {"no_claim", "claim_redeal"} if nothing else {"no_claim"}

    def _legal_blitz(self) -> set[str]:
        hand = self.hands[self.turn]
        answers = {"no_blitz"}
        if {"QC", "QS"} <= hand and not self.blitzed:
            answers.add("blitz_black")
        if {"QH", "QD"} <= hand:
            answers.add("blitz_red")
        return answers

    def _legal_pick(self) -> set[str]:
        is_dealer = self.turn == self.n - 1
        picks = {"p7_5": {"pick_0", "pick_1", "pick_2"}, "p7_6": {"pick_2", "pick_4"}}.get(self.v, {"pick"})
        if is_dealer and self.v == "p7_5":
            picks = picks | {"nuclear"}
        if not is_dealer:
            return picks | {"pass"}
        if self.o["no_pick"] == "forced_pick":
            return picks
        if self.o["no_pick"] == "dealer_choice":
            return picks | set(self.o["dealer_choice_set"])
        return picks | {"pass"}

    def _suit_cards(self, cards: Any, suit: str) -> set[str]:
        return {card for card in cards if self.suit_of(card) == suit}

    def suit_of(self, card: str) -> str:
        """Effective suit of a card (2.5)."""
        return "T" if card in self.trumps else card[1]

    def calls_with(self, h8: set[str], h6: set[str]) -> set[str]:
        """All calls of a card that are legal (3.6)."""
        aces = {"AC", "AS", "AH"}
        calls = set()
        for s in "CSH":
            if "A" + s not in h8 and self._suit_cards(h6, s):
                calls.add("call_A" + s)
            if self.o["called_ten"] and aces <= h8 and "A" + s in h6 and "T" + s not in h8:
                calls.add("call_T" + s)
            if self.o["call_own_ace"] and "A" + s in h6:
                calls.add("self_" + s)
        if self.o["unknown_allowed"] and not aces <= h8:
            x = h8 if self.o["unknown_test"] == "before_bury" else h6
            if not any("A" + s not in h8 and self._suit_cards(x, s) for s in "CSH"):
                calls |= {"unknown_" + s for s in "CSH" if "A" + s not in h8}
        return calls

    def _legal_bury(self) -> set[str]:
        hand = self.hands[self.turn]
        if self.o["alone_allowed"] or not self.is_called_game():
            return set(hand)
        all_cards = hand | set(self.buried[self.turn])
        left = self._to_bury()
        good = set()
        for card in hand:
            rests = [hand - {card}] if left == 1 else [hand - {card, other} for other in hand - {card}]
            if any(self.calls_with(all_cards, rest) for rest in rests):
                good.add(card)
        return good or set(hand)

    def _to_bury(self) -> int:
        return len(self.taken[self.turn]) - len(self.buried[self.turn])

    def jack(self) -> str:
        """The jack to be called up, if one may be (3.7)."""
        h8 = self.hands[self.picker] | set(self.buried[self.picker])
        rule = self.o["jd_call_up"]
        if rule == "never" or "JD" not in h8 or (rule == "blind_only" and "JD" not in self.taken[self.picker]):
            return ""
        return next((j for j in ("JH", "JS", "JC") if j not in h8), "")

    def _legal_call(self) -> set[str]:
        if self.is_called_game():
            h6 = self.hands[self.picker]
            calls = self.calls_with(h6 | set(self.buried[self.picker]), h6)
        else:
            calls = {"silent"} | ({"call_up"} if self.jack() else set())
        return calls | {"alone"} if self.o["alone_allowed"] or not calls else calls

    def _legal_under(self) -> set[str]:
        return set(self.hands[self.picker])

    def _legal_crack(self) -> set[str]:
        return {"no_crack"} if self.turn in self.side else {"crack", "no_crack"}

    def _legal_recrack(self) -> set[str]:
        return {"recrack", "no_recrack"}

    def _legal_name_trick(self) -> set[str]:
        return {f"name_trick_{k}" for k in range(1, self.tricks_in_hand + 1)}

    def _legal_bid(self) -> set[str]:
        hand = self.hands[self.turn]
        calls = {"call_A" + s for s in "CSD" if "A" + s not in hand and self._suit_cards(hand, s)}
        return calls | {"pass", "solo_best", "solo_billy", "solo_side_C", "solo_side_S", "solo_side_D"}

    def _legal_give(self) -> set[str]:
        held = self.hands[self.turn] & set(DESIGNATED["p6_4"])
        return {"keep"} | (held if len(held) >= 2 else set())

    def _legal_return(self) -> set[str]:
        return self.hands[self.turn] - {self.given}

    def _extra_card(self) -> str:
        held = self.hands[self.turn] & set(DESIGNATED["p8_2"])
        if len(held) < 2 or len(self.side) >= 3:
            return ""
        chains = ["E", "J"] if len(held) == 3 else ["E"] if "7D" in held else ["J"]
        for chain in chains:
            if chain in self.extra.get("joined", []):
                continue
            for card in CHAINS[chain]:
                if card not in self.extra.get("called", []) and card not in self.hands[self.turn]:
                    return card
        return ""

    def _legal_extra_call(self) -> set[str]:
        return {"stop", "call_extra"} if self._extra_card() else {"stop"}

    def _legal_play(self) -> set[str]:
        cards = self._held() if self.o["renege"] == "forfeit" else self.playable()
        names = {"play_under" if card == self.under and self._has_under() else card for card in cards}
        can_claim = self.o["claim_rest"] and not self.trick and self.kind not in ("leaster", "moster") and self.call != "billy"
        undefined = self.v in ("p4_3b", "p4_3c", "p8_3") and self.side is None
        if can_claim and self.turn not in self.claimed and not undefined:
            names.add("claim_rest")
        return names

    def _has_under(self) -> bool:
        return bool(self.under) and not self.under_played and self.turn == self.picker

    def _held(self) -> set[str]:
        """What the player to move can lay hands on."""
        if self.n == 2:
            seat, place = self.units[len(self.trick)]
            return set(self.hands[seat]) if place == "hand" else {card for card in self.up[seat] if card}
        return self.hands[self.turn] | ({self.under} if self._has_under() else set())

    def _eff(self, card: str) -> str:
        return self.suit if self.under and card == self.under else self.suit_of(card)

    def playable(self) -> set[str]:
        """The legal cards (2.5, 3.8)."""
        h = self._held()
        led = self._eff(self.trick[0][1]) if self.trick else ""
        base = {c for c in h if self._eff(c) == led} or h if led else h
        if not self.suit or self.opened:
            return base
        bad = self._picker_keeps(h, led) if self.turn == self.picker else self._partner_keeps(h, led)
        return base - bad or base

    def _partner_keeps(self, h: set[str], led: str) -> set[str]:
        """Cards that the holder of the called card may not play yet."""
        if self.card not in h:
            return set()
        mine = {c for c in h if self._eff(c) == self.suit}
        if led in ("", self.suit):
            return mine - {self.card}
        return {self.card} if self.o["called_card_slough"] == "forbidden" else set()

    def _picker_keeps(self, h: set[str], led: str) -> set[str]:
        """Cards that the picker may not play yet."""
        mine = {c for c in h if self._eff(c) == self.suit}
        if self.call == "ace":
            cannot_follow = led != "" and not any(self._eff(c) == led for c in h)
            return mine if cannot_follow and len(mine) == 1 else set()
        key = self.under if self.call == "unknown" else "A" + self.suit
        if led == self.suit:
            return h - {key}
        if led:
            return {key}
        return set() if self.call == "unknown" else mine - {key}

    # --- Actions ---

    def step(self, action: str) -> None:
        """Take a legal action."""
        assert action in self.legal(), (action, self.legal())
        getattr(self, "_do_" + self.phase)(action)

    def _next(self, phase: str, then: Any) -> None:
        if self.turn < self.n - 1:
            self.phase, self.turn = phase, self.turn + 1
        else:
            then()

    def _do_auto_buck(self, _action: str) -> None:
        self.scores = [14 if s % 2 == self.turn % 2 else 0 for s in range(4)]

    def _do_redeal_claim(self, action: str) -> None:
        if action == "claim_redeal":
            self.thrown_in = True
        else:
            self._next("redeal_claim", lambda: self._ask("blitz", 0))

    def _do_blitz(self, action: str) -> None:
        self.blitzes += action != "no_blitz"
        if action == "blitz_black":
            self.blitzed.append("black")
            return
        self.blitzed = []
        self._next("blitz", lambda: self._ask("pick", 0))

    def _do_pick(self, action: str) -> None:
        if action == "pass":
            self._next("pick", lambda: self._nobody(self.o["no_pick"]))
        elif action in ("leaster", "doubler", "schwanzer"):
            self._nobody(action)
        else:
            self._take(action)

    def _nobody(self, what: str) -> None:
        if what == "doubler":
            self.thrown_in = True
            self.doublers += 1
            self._ante()
        elif what == "schwanzer":
            self._schwanzer()
        else:
            self.kind = what
            self.named = {"last_trick": self.tricks_in_hand, "first_trick": 1}.get(self.o["leaster_blind"], 0)
            if self.o["leaster_blind"] == "dealer_names":
                self.phase, self.turn = "name_trick", self.n - 1
            else:
                self._lead()

    def _take(self, action: str) -> None:
        self.kind, self.picker, self.pick = "normal", self.turn, action
        behind = (self.turn + (1 if self.o["behind"] == "left" else -1)) % self.n
        own, others = len(self.blind), 0
        if self.v in ("p7_2", "p7_4") or (action == "pick_2" and self.v == "p7_6"):
            own, others = 2, 2
        elif self.v == "p7_3":
            own, others = 3, 1
        elif self.v == "p7_5":
            own = 4 if action == "nuclear" else int(action[-1])
            others = 0 if action == "nuclear" else 2 - own
        if self.v in ("p7_2", "p7_3", "p7_5"):
            self.other = behind
        elif self.v == "p7_4" or (self.v == "p7_6" and action == "pick_2"):
            self.other = (self.picker + self.die) % self.n
        if action == "nuclear":
            self.auto_bury = list(self.hands[self.picker])
            self.hands[self.picker] = set(self.blind)
            self._after_bury()
            return
        if self.v == "p7_5":
            self.auto_bury = self.blind[2:]
        for seat, cards in ((self.picker, self.blind[:own]), (self.other, self.blind[own : own + others])):
            if cards:
                self.taken[seat] = list(cards)
                self.hands[seat] |= set(cards)
        self._ask_bury(self.picker)

    def _ask_bury(self, seat: int) -> None:
        self.phase, self.turn = "bury", seat
        if not self.taken[seat]:
            self._ask_bury(self.other) if seat == self.picker and self.other is not None else self._after_bury()

    def _do_bury(self, card: str) -> None:
        self.hands[self.turn].remove(card)
        self.buried[self.turn].append(card)
        if self._to_bury() == 0:
            if self.turn == self.picker and self.other is not None:
                self._ask_bury(self.other)
            else:
                self._after_bury()

    def _after_bury(self) -> None:
        asks = self.is_called_game() or (self.is_jack_game() and (self.o["alone_allowed"] or self.o["jd_call_up"] != "never"))
        if asks:
            self.phase, self.turn = "call", self.picker
        else:
            self._after_call()

    def _do_call(self, action: str) -> None:
        word, _, what = action.rpartition("_") if action[-1].isupper() else (action, "", "")
        if word == "call":
            self.call, self.suit, self.card = ("ace" if what[0] == "A" else "ten"), what[1], what
        elif word in ("unknown", "self"):
            self.call, self.suit, self.card = word, what, "A" + what
            if word == "unknown":
                self.phase = "under"
                return
        elif word == "call_up":
            self.call, self.card = "up", self.jack()
        else:
            self.call = word
        self._after_call()

    def _do_under(self, card: str) -> None:
        self.under = card
        self.hands[self.picker].remove(card)
        self._after_call()

    def _after_call(self) -> None:
        keys = set()
        if self.call in ("ace", "ten", "unknown", "up"):
            keys.add(self.card)
        elif self.is_jack_game() and self.call != "alone":
            keys.add("JD")
        if self.v == "p6_2" and self.call != "alone":
            keys.add("JD")
        holders = {s for s in range(self.n) if s != self.picker and (self.hands[s] | set(self.buried[s])) & keys}
        self.side = {self.picker} | holders
        if self.v in ("p7_2", "p7_4", "p7_5", "p7_6") and self.other is not None:
            self.side.add(self.other)
        if self.o["crack"] and self.picker < self.n - 1:
            self.phase, self.turn = "crack", self.picker + 1
        else:
            self._lead()

    def _do_crack(self, action: str) -> None:
        if action == "crack":
            self.cracks = 1
            if self.o["recrack"]:
                self.phase, self.turn = "recrack", self.picker
            else:
                self._lead()
        else:
            self._next("crack", self._lead)

    def _do_recrack(self, action: str) -> None:
        self.cracks += action == "recrack"
        self._lead()

    def _do_name_trick(self, action: str) -> None:
        self.named = int(action.rpartition("_")[2])
        self._lead()

    def _do_bid(self, action: str) -> None:
        if action == "pass":
            self._next("bid", lambda: setattr(self, "thrown_in", True))
            return
        self.kind, self.picker = "normal", self.turn
        self.side = {self.turn}
        if action.startswith("call"):
            self.call, self.suit, self.card = "ace", action[-1], "A" + action[-1]
            self.side |= {s for s in range(4) if self.card in self.hands[s]}
        else:
            self.call = action.split("_")[1]
            if self.call == "side":
                self.trumps = trumps_of(self.v, self.o, action[-1])
        self._lead()

    def _do_give(self, action: str) -> None:
        if action == "keep":
            self._next("give", self._no_picker)
            return
        self.given, self.giver = action, self.turn
        self.hands[self.turn].remove(action)
        self.turn = (self.turn + 1) % self.n
        self.hands[self.turn].add(action)
        self.phase = "return"

    def _do_return(self, card: str) -> None:
        self.hands[self.turn].remove(card)
        self.hands[self.giver].add(card)
        self.turn = self.giver
        self._next("give", self._no_picker)

    def _do_extra_call(self, action: str) -> None:
        if action == "stop":
            if self.extra:
                self._no_picker()
            else:
                self._next("extra_call", self._no_picker)
            return
        card = self._extra_card()
        self.extra.setdefault("called", []).append(card)
        holder = next(s for s in range(self.n) if card in self.hands[s])
        self.answers[card] = holder not in self.side
        if holder not in self.side:
            self.side.add(holder)
            self.extra.setdefault("joined", []).append("E" if card in CHAINS["E"] else "J")
        if not self._extra_card():
            self._no_picker()

    # --- Tricks ---

    def _order_units(self) -> None:
        x, place = self.lead_unit
        if self.v == "p2_2":
            self.units = [(x, "table"), (1 - x, "table")]
        else:
            second = "battery" if place == "hand" else "hand"
            self.units = [(x, place), (1 - x, place), (x, second), (1 - x, second)]
        self.turn = x

    def _do_play(self, action: str) -> None:
        if action == "claim_rest":
            self._claim()
            return
        card = self.under if action == "play_under" else action
        if self.o["renege"] == "forfeit" and card not in self.playable():
            self._forfeit()
            return
        seat = self.turn
        if action == "play_under":
            self.under_played = True
        elif self.n == 2 and self.units[len(self.trick)][1] != "hand":
            self.up[seat][self.up[seat].index(card)] = None
        else:
            self.hands[seat].remove(card)
        self.trick.append((seat, card))
        self._watch(seat, card)
        if len(self.trick) < (len(self.units) if self.n == 2 else self.n):
            self.turn = self.units[len(self.trick)][0] if self.n == 2 else (self.turn + 1) % self.n
            return
        self._end_trick()

    def _watch(self, seat: int, card: str) -> None:
        if self.v not in ("p4_3b", "p4_3c", "p8_3") or len(self.firsts) == 2:
            return
        if card[0] == (self.o["agreed_rank"].upper() if self.v == "p4_3c" else "Q"):
            self.firsts.append(seat)
            if len(self.firsts) == 1:
                self.top = seat
            else:
                self.side = set(self.firsts)

    def winner_of(self, trick: list[tuple[int, str]]) -> int:
        """Place in the trick of the winning card (2.5)."""
        led = self._eff(trick[0][1])
        open_cards = [(i, card) for i, (_, card) in enumerate(trick) if card != self.under]
        trumps = [(self.trumps.index(card), i) for i, card in open_cards if card in self.trumps]
        if trumps:
            return min(trumps)[1]
        order = ("TA" if self._ten_first(led) else "AT") + "KQJ9876"
        followers = [(order.index(card[0]), i) for i, card in open_cards if self.suit_of(card) == led]
        return min(followers)[1] if followers else 0

    def _ten_first(self, led: str) -> bool:
        return self.call == "ten" and led == self.suit and not self.opened and self.o["called_ten_beats_ace"]

    def _end_trick(self) -> None:
        place = self.winner_of(self.trick)
        led = self._eff(self.trick[0][1])
        winner = self.trick[place][0]
        self.won[winner] += [card for _, card in self.trick]
        self.num_won[winner] += 1
        self.tricks_done += 1
        self.last_winner = winner
        if self.tricks_done == self.named:
            self.blind_to = winner
        if led == self.suit:
            self.opened = True
        if self.n == 2:
            self.lead_unit = self.units[place]
            for seat in (0, 1):
                for pile, card in enumerate(self.up[seat]):
                    if card is None and self.down[seat][pile]:
                        self.up[seat][pile], self.down[seat][pile] = self.down[seat][pile], None
        self.trick = []
        self.turn = winner
        if self.tricks_done == self.tricks_in_hand or (self.call == "billy" and winner == self.picker):
            self._score()
        elif self.n == 2:
            self._order_units()

    def _claim(self) -> None:
        me = self.turn
        self.claimed.add(me)
        others = [self.hands[s] for s in range(self.n) if s != me]
        rest = set().union(*others)
        mine = self.hands[me]
        t = sum(card in self.trumps for card in mine)
        stands = not self.suit or self.opened
        stands &= all(sum(card in self.trumps for card in hand) <= t for hand in others)
        for card in mine:
            rivals = [other for other in rest if self.suit_of(other) == self.suit_of(card)]
            stands &= all(self.winner_of([(0, card), (1, other)]) == 0 for other in rivals)
        if not stands:
            return
        self.won[me] += [*mine, *rest]
        self.num_won[me] += self.tricks_in_hand - self.tricks_done
        self.last_winner = me
        self._score()

    # --- Scores (5) ---

    def stake(self) -> float:
        """M in units."""
        k = self.doublers if self.o["doubler_stack"] == "multiply" else min(1, self.doublers)
        m = 2 ** (k + self.blitzes + self.cracks)
        cap = self.o["multiplier_cap"]
        return min(m, cap) if cap else m

    def points(self, seats: Any) -> int:
        """Card points in the tricks of some seats."""
        return sum(worth(self.won[s]) for s in seats)

    def _score(self) -> None:
        self.scores = [0.0] * self.n
        if self.n == 2:
            self._score_two()
        elif self.v == "sh24":
            self._score_sheephead()
        elif self.v == "p4_5":
            self._score_indiana()
        elif self.kind == "leaster":
            self._score_leaster()
        elif self.kind == "moster":
            self._score_moster()
        else:
            self._score_sides()

    def result(self) -> tuple[bool, int]:
        """Whether the P-side wins, and the level (5.1, 5.2)."""
        tricks = sum(self.num_won[s] for s in self.side)
        buried = sum(worth(self.buried[s]) for s in self.side)
        credited = tricks > 0
        if self.o["bury_credit"] == "picker" and self.picker is not None:
            credited = self.num_won[self.picker] > 0
        total = self.points(self.side) + (buried if credited else 0)
        if tricks == self.tricks_in_hand:
            return True, 3
        if tricks == 0:
            return False, 3
        return (True, 2) if total >= 91 else (True, 1) if total >= 61 else (False, 1) if total >= 31 else (False, 2)

    def _shares(self, u: float) -> None:
        """Pay u from each opponent to the P-side (5.3)."""
        p, o = len(self.side), self.n - len(self.side)
        for s in range(self.n):
            if s not in self.side:
                self.scores[s] -= u
            elif self.picker is not None or self.o["no_picker_split"] == "picker_formula":
                head = self.picker if self.picker is not None else self.top
                self.scores[s] += u * (o - (p - 1)) if s == head else u
            else:
                self.scores[s] += u * (o // p) + (u * (o % p) if s == self.top else 0)

    def _score_sides(self) -> None:
        wins, level = self.result()
        u = level * self.stake()
        forced = self.o["no_pick"] == "forced_pick" and self.picker == self.n - 1
        if not wins and self.o["double_on_bump"] and not (forced and self.o["forced_pick_no_punish"]):
            u *= 2
        if not wins and level == 3 and self.o["no_trick_picker_pays_all"] and self.picker is not None:
            for s in range(self.n):
                if s not in self.side:
                    self.scores[s] += u
                    self.scores[self.picker] -= u
        else:
            self._shares(u if wins else -u)
        if self.o["pot"] and self.shares:
            self._move_pot(wins)

    def _move_pot(self, wins: bool) -> None:
        size = self.n - (self.o["pot_ante"] == "leaster_losers")
        stake = self.shares if self.o["pot_take"] == "all" else 1
        if wins:
            self._split(stake * size, 1)
            self.shares -= stake
            return
        new = {"match": stake, "double": self.shares, "add_share": 1}[self.o["pot_on_loss"]]
        self._split(new * size, -1)
        self.shares += new

    def _split(self, amount: int, sign: int) -> None:
        partners = self.side - {self.picker}
        part = amount // (len(partners) + (2 if self.o["pot_split"] == "two_to_one" else 1)) if partners else 0
        for s in partners:
            self.scores[s] += sign * part
        self.scores[self.picker] += sign * (amount - part * len(partners))

    def _pay_from(self, loser: int, u: float) -> None:
        for s in range(self.n):
            self.scores[s] += -(self.n - 1) * u if s == loser else u

    def _ante(self) -> None:
        self.scores = self.scores or [0.0] * self.n
        if self.o["pot"] and self.o["pot_ante"] == "all_players":
            self.scores = [score - 1 for score in self.scores]
            self.shares += 1

    def _with_blind(self) -> list[int]:
        return [self.points([s]) + (worth(self.blind) if s == self.blind_to else 0) for s in range(self.n)]

    def _score_leaster(self) -> None:
        totals = self._with_blind()
        able = [s for s in range(self.n) if self.num_won[s] or not self.o["leaster_requires_trick"]]
        least = [s for s in able if totals[s] == min(totals[x] for x in able)]
        if len(least) > 1 and self.o["leaster_tie"] == "fewest_tricks":
            least = [s for s in least if self.num_won[s] == min(self.num_won[x] for x in least)]
        if len(least) == 1:
            winner = least[0]
            if self.o["pot"] and self.o["pot_ante"] == "leaster_losers":
                self.scores = [0.0 if s == winner else -1.0 for s in range(self.n)]
                self.shares += 1
            else:
                self._pay_from(winner, -self._leaster_weight(winner, totals) * self.stake())
        self._ante()

    def _leaster_weight(self, winner: int, totals: list[int]) -> int:
        bonus = self.o["leaster_bonus"]
        if bonus in ("sweep", "both") and self.num_won[winner] == self.tricks_in_hand:
            return 3
        if bonus in ("zero_trick", "both") and totals[winner] == 0:
            return 3
        if self.o["leaster_no_trick_double"] and not self.o["leaster_requires_trick"] and not self.num_won[winner]:
            return 2
        return 1

    def _score_moster(self) -> None:
        totals = self._with_blind()
        sweeper = [s for s in range(self.n) if self.num_won[s] == self.tricks_in_hand]
        most = [s for s in range(self.n) if totals[s] == max(totals)]
        if sweeper:
            self._pay_from(sweeper[0], -self.stake())
        elif len(most) == 1:
            self._pay_from(most[0], self.stake())
        self._ante()

    def _schwanzer(self) -> None:
        self.scores = [0.0] * self.n
        values = []
        for s in range(self.n):
            value = sum({"Q": 3, "J": 2}.get(card[0], 1) for card in self.hands[s] if card in self.trumps)
            best = min((self.trumps.index(card) for card in self.hands[s] if card in self.trumps), default=99)
            values.append((value, -best))
        self._pay_from(values.index(max(values)), self.stake())
        self._ante()

    def _score_two(self) -> None:
        a, b = self.points([0]), self.points([1])
        if a != b:
            winner, loser = (0, 1) if a > b else (1, 0)
            level = 1
            if self.o["two_player_levels"]:
                level = 3 if not self.num_won[loser] else 2 if min(a, b) < 30 else 1
            self.scores[winner], self.scores[loser] = level, -level

    def _score_sheephead(self) -> None:
        for team in (0, 1):
            seats = [team, team + 2]
            if sum(self.num_won[s] for s in seats) == 6:
                points = 7
            elif sum(self.num_won[s] for s in seats) == 0:
                points = 0
            else:
                cards = [card for s in seats for card in self.won[s]]
                counters = sum(card[0] in "ATK" for card in cards) + (self.last_winner in seats)
                points = ("AD" in cards) + (2 if counters >= 10 else 1 if counters >= 7 else 0)
            for s in seats:
                self.scores[s] = points

    def _score_indiana(self) -> None:
        wins, level = self.result()
        if self.call == "billy":
            wins = self.num_won[self.picker] == 0
        if self.call == "ace":
            pay = 2 * level
        elif wins:
            pay = {"best": self.o["indiana_target"], "side": 18, "billy": self.o["indiana_billy_score"]}[self.call]
        else:
            lost = self.call == "best" and self.o["indiana_best_fail"] == "match_lost"
            pay = self.o["indiana_target"] if lost else 6
        for s in range(4):
            self.scores[s] = pay if (s in self.side) == wins else 0

    def _forfeit(self) -> None:
        """An illegal card (5.9)."""
        self.scores = [0.0] * self.n
        m, me = self.stake(), self.turn
        if self.n == 2:
            self.scores[me], self.scores[1 - me] = -1, 1
        elif self.kind != "normal" or self.side is None:
            self._pay_from(me, m)
        elif me in self.side:
            u = 2 * m if self.o["double_on_bump"] else m
            for s in range(self.n):
                if s not in self.side:
                    self.scores[s] += u
                    self.scores[me] -= u
        else:
            self._shares(m)
            for s in range(self.n):
                if s not in self.side:
                    self.scores[s] = 0
            self.scores[me] = -m * (self.n - len(self.side))

"""Before a Ramsch: a Grand Hand instead of it, the skat goes round, and who wants to win no trick (rules, 3.1, 3.7, 3.8)."""

import numpy as np

from envs.core.cards import num_cards
from envs.core.jit import kernel
from envs.games.skat_family.cards import FOREHAND, JACKS, NUM_ACTIVE, SKAT_SIZE
from envs.games.skat_family.kontra import after_declaring
from envs.games.skat_family.options import GrandHandRule, PassRule, RamschStyle
from envs.games.skat_family.state import Phase, give_turn, seat_of


@kernel
def open_ramsch(state: np.record, options: np.record) -> None:
    """A deal is to be a Ramsch unless somebody who may (3.8) declares a Grand Hand."""
    rule = options.grand_hand_rule
    asked = 0
    if rule != GrandHandRule.OFF and not (rule == GrandHandRule.MAX_THREE_RUNNING and state.grand_hand_run >= 3):
        for position in range(NUM_ACTIVE):
            has_declared = state.grand_hand_used >> seat_of(state, options, position) & 1
            if not (has_declared and rule == GrandHandRule.ONCE_PER_ROUND):
                asked |= 1 << position
    state.may_grand_hand = asked
    _ask_grand_hand(state, options, FOREHAND)


@kernel
def _ask_grand_hand(state: np.record, options: np.record, position: int) -> None:
    """Ask the first player from a position on who may declare a Grand Hand; if there is none, it is a Ramsch."""
    for asked in range(position, NUM_ACTIVE):
        if state.may_grand_hand >> asked & 1:
            give_turn(state, options, Phase.GRAND_HAND, asked)
            return
    begin_ramsch(state, options, options.ramsch_style == RamschStyle.SCHIEBER)


@kernel
def answer_grand_hand(state: np.record, options: np.record, is_declared: bool) -> None:
    """The player to move declares a Grand Hand, or not."""
    if not is_declared:
        _ask_grand_hand(state, options, int(state.turn) + 1)
        return
    state.declarer = state.turn
    state.may_kontra = 0b111 & ~(1 << int(state.turn)) if options.kontra_levels > 0 else 0
    if options.grand_hand_announcements != 0:
        give_turn(state, options, Phase.DECLARE, int(state.turn))
    else:
        after_declaring(state, options)


@kernel
def begin_ramsch(state: np.record, options: np.record, goes_round: bool) -> None:
    """Let the skat go round, or go on to the Jungfrau."""
    if goes_round:
        give_turn(state, options, Phase.SCHIEBEN, FOREHAND)
    else:
        _ask_jungfrau(state, options)


@kernel
def answer_schieben(state: np.record, options: np.record, is_taken: bool) -> None:
    """The player to move takes the skat, or pushes it on."""
    if is_taken:
        take_skat(state)
        state.phase = Phase.PASS_ON
    else:
        state.pushed |= 1 << int(state.turn)
        _next_schieben(state, options)


@kernel
def take_skat(state: np.record) -> None:
    """The player to move picks up the two cards on the table."""
    position = int(state.turn)
    state.took |= 1 << position
    state.taken[position] = state.skat
    state.hands[position] = int(state.hands[position]) | int(state.skat)
    state.skat = 0


@kernel
def may_pass_on(state: np.record, options: np.record) -> int:
    """Cards that the taker may put on the table for the next player.

    Rule:
        Never a jack unless `pass_jacks`; `not_same_two` and `none_taken` keep the pair just taken from going on (3.7).
    """
    position = int(state.turn)
    cards = int(state.hands[position])
    if options.pass_jacks == 0:
        cards &= ~JACKS
    taken = int(state.taken[position])
    put_away = int(state.put_away[position])
    if options.pass_rule == PassRule.NONE_TAKEN or (options.pass_rule == PassRule.NOT_SAME_TWO and put_away & taken != 0):
        cards &= ~taken
    return cards


@kernel
def pass_on(state: np.record, options: np.record, card: int) -> None:
    """The taker puts a card on the table; after the second it is the next player's turn."""
    if put_away(state, card):
        _next_schieben(state, options)


@kernel
def put_away(state: np.record, card: int) -> bool:
    """Put a card into the skat; True when it was the second one."""
    position = int(state.turn)
    state.hands[position] = int(state.hands[position]) & ~(1 << card)
    state.put_away[position] = int(state.put_away[position]) | (1 << card)
    state.skat = int(state.skat) | (1 << card)
    return bool(num_cards(int(state.skat)) == SKAT_SIZE)


@kernel
def _next_schieben(state: np.record, options: np.record) -> None:
    if state.turn < NUM_ACTIVE - 1:
        give_turn(state, options, Phase.SCHIEBEN, int(state.turn) + 1)
    else:
        _ask_jungfrau(state, options)


@kernel
def _ask_jungfrau(state: np.record, options: np.record) -> None:
    give_turn(state, options, Phase.JUNGFRAU if options.jungfrau_announce != 0 else Phase.PLAY, FOREHAND)


@kernel
def answer_jungfrau(state: np.record, options: np.record, is_announced: bool) -> None:
    """The player to move announces to win no trick, or not."""
    if is_announced:
        state.jungfrau |= 1 << int(state.turn)
    if state.turn < NUM_ACTIVE - 1:
        give_turn(state, options, Phase.JUNGFRAU, int(state.turn) + 1)
    else:
        give_turn(state, options, Phase.PLAY, FOREHAND)

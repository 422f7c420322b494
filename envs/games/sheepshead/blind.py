"""The blind: who takes how much of it, and what is buried (rules, sections 3.5 and 6.7)."""

import numpy as np

from envs.core.cards import num_cards
from envs.core.jit import kernel, large_kernel
from envs.games.sheepshead.actions import Action, Kind, Phase
from envs.games.sheepshead.calling import after_call, card_calls
from envs.games.sheepshead.cards import NONE, NUM_CARDS
from envs.games.sheepshead.options import Behind, CallUp
from envs.games.sheepshead.state import calls_a_card, give_turn, has_jack_partner, num_players
from envs.games.sheepshead.variants import OTHER_TAKES, PICKER_TAKES, SIDES, Sides, Variant


@large_kernel
def take_blind(state: np.record, options: np.record, action: int) -> None:
    """Hand out the blind, and settle who is partner by position."""
    picker = int(state.turn)
    state.kind = Kind.NORMAL
    state.picker = picker
    state.pick_action = action
    own, others = num_taken(options, action)
    state.other = _second_taker(state, options, action, others)
    if action == Action.NUCLEAR:
        state.auto_bury = state.hands[picker]
        state.hands[picker] = 0
    for i in range(own):
        _take(state, picker, i)
    for i in range(own, own + others):
        _take(state, int(state.other), i)
    if options.variant == Variant.P7_5:
        state.auto_bury = int(state.auto_bury) | int(state.blind)
        state.blind = 0
    if action == Action.NUCLEAR:
        _after_bury(state, options)
    else:
        _ask_bury(state, options, picker)


@kernel
def num_taken(options: np.record, action: int) -> tuple[int, int]:
    """How many blind cards the picker takes who picked with this action, and how many the other player (6.7)."""
    if action in (Action.NUCLEAR, Action.PICK_4):
        return 4, 0
    if options.variant == Variant.P7_5:
        return action - Action.PICK_0, Action.PICK_2 - action
    return int(PICKER_TAKES[options.variant]), int(OTHER_TAKES[options.variant])


@kernel
def _second_taker(state: np.record, options: np.record, action: int, others: int) -> int:
    """Position that shares the blind or is partner by position, or NONE (6.7)."""
    sides = SIDES[options.variant]
    players = num_players(options)
    if sides == Sides.NEIGHBOUR or (sides == Sides.JACK_PARTNER and others > 0):
        return (int(state.picker) + (1 if options.behind == Behind.LEFT else players - 1)) % players
    if sides == Sides.DIE and action != Action.PICK_4:
        return (int(state.picker) + int(state.die)) % players
    return NONE


@kernel
def _take(state: np.record, position: int, i: int) -> None:
    bit = 1 << int(state.deck_blind[i])
    state.blind = int(state.blind) & ~bit
    state.taken[position] = int(state.taken[position]) | bit
    state.hands[position] = int(state.hands[position]) | bit


@kernel
def _ask_bury(state: np.record, options: np.record, position: int) -> None:
    """Ask a player to bury as many cards as they took; if the picker took none, the other taker; then go on."""
    taker = position
    if state.taken[position] == 0 and position == state.picker and state.other >= 0:
        taker = int(state.other)
    state.to_bury = num_cards(int(state.taken[taker]))
    if state.to_bury > 0:
        give_turn(state, options, Phase.BURY, taker)
    else:
        _after_bury(state, options)


@large_kernel
def may_bury(state: np.record, options: np.record) -> int:
    """Cards that the player to move may bury.

    Rule:
        Any; but if playing alone is not allowed and some bury leaves a legal call, only such a bury (3.5).
    """
    hand = int(state.hands[int(state.turn)])
    if options.alone_allowed != 0 or not calls_a_card(options):
        return hand
    good = 0
    buried = int(state.buried[int(state.turn)])
    for card in range(NUM_CARDS):
        if hand >> card & 1 and _leaves_call(state, options, hand & ~(1 << card), buried | 1 << card):
            good |= 1 << card
    return good if good != 0 else hand


@kernel
def _leaves_call(state: np.record, options: np.record, hand: int, buried: int) -> bool:
    """Whether a call can be made after this bury, or after one more card."""
    if num_cards(buried) == num_cards(int(state.taken[int(state.turn)])):
        return card_calls(state, options, hand, hand | buried) != 0
    for card in range(NUM_CARDS):
        if hand >> card & 1 and card_calls(state, options, hand & ~(1 << card), hand | buried) != 0:
            return True
    return False


@large_kernel
def step_bury(state: np.record, options: np.record, card: int) -> None:
    """Lay a card away."""
    position = int(state.turn)
    state.hands[position] = int(state.hands[position]) & ~(1 << card)
    state.buried[position] = int(state.buried[position]) | 1 << card
    state.to_bury -= 1
    if state.to_bury > 0:
        return
    if position == state.picker and state.other >= 0:
        _ask_bury(state, options, int(state.other))
    else:
        _after_bury(state, options)


@kernel
def _after_bury(state: np.record, options: np.record) -> None:
    if calls_a_card(options) or (
        has_jack_partner(options) and (options.alone_allowed != 0 or options.jd_call_up != CallUp.NEVER)
    ):
        give_turn(state, options, Phase.CALL, int(state.picker))
    else:
        after_call(state, options)

"""Rules of thumb for Ramsch and Schieberamsch (rules, section 9.4; for a Grand Hand 9.1 to 9.3).

The Durchmarsch attempt of 9.4-5 is left out: one deal in 20,000 has a hand for it, so that it changes no average.
"""

import numpy as np

from agents.heuristic import skat_family as tactics
from envs.core.cards import NO_CARD, lowest, read_cards
from envs.core.jit import kernel
from envs.games import ramsch as rules
from envs.games.skat_family import ALL_CARDS, CARD_POINTS, GRAND, NUM_ACTIVE, NUM_CARDS, beats

NOT_ASKED = -1
"""Instead of an action, where nobody is to move."""
OWN, LEFT, RIGHT = range(NUM_ACTIVE)
"""Players as an observation orders them: the left neighbour plays after the observer, the right one before."""
NO_DECLARER = -1


@kernel
def choose(observation: np.ndarray, action_mask: np.ndarray) -> int:
    """Choose a legal action.

    Args:
        observation: int8 [DEAL_OBSERVATION.size] or longer, of the player to move.
        action_mask: int8 [NUM_ACTIONS].

    Returns:
        The action, or NOT_ASKED.
    """
    hand = read_cards(observation, rules.HAND_AT, NUM_CARDS)
    if _is_phase(observation, rules.PLAY):
        return _choose_card(observation, read_cards(action_mask, 0, NUM_CARDS), _unseen(observation, hand))
    if _is_phase(observation, rules.PASS_ON):
        allowed = read_cards(action_mask, 0, NUM_CARDS)
        return tactics.card_to_pass(hand, allowed, observation[rules.NUM_PUT_AWAY_AT] != 0)
    if _is_phase(observation, rules.SCHIEBEN):
        return rules.PUSH if tactics.is_push(hand) else rules.TAKE
    if _is_phase(observation, rules.JUNGFRAU):
        return rules.JUNGFRAU_SAY if tactics.is_jungfrau(hand) else rules.JUNGFRAU_NO
    if _is_phase(observation, rules.ASK_GRAND_HAND):
        is_strong = tactics.grand_strength(hand) >= tactics.GRAND_HAND_LIMIT
        return rules.GRAND_HAND if is_strong else rules.NO_GRAND_HAND
    if _is_phase(observation, rules.DECLARE):
        return rules.DECLARE_GH
    if _is_phase(observation, rules.KONTRA):
        return rules.KONTRA_SAY if tactics.is_kontra_against_grand(hand) else rules.KONTRA_NO
    if _is_phase(observation, rules.RAISE):
        return rules.RAISE_NO
    return NOT_ASKED


@kernel
def _is_phase(observation: np.ndarray, phase: int) -> bool:
    return bool(observation[rules.PHASE_AT + phase - rules.ASK_GRAND_HAND] != 0)


@kernel
def _unseen(observation: np.ndarray, hand: int) -> int:
    """Cards that others may still hold: not in the hand, not played, and not passed on into the skat."""
    seen = hand
    for k in range(NUM_ACTIVE):
        seen |= read_cards(observation, rules.PLAYED_AT + NUM_CARDS * k, NUM_CARDS)
    if _is_last_taker(observation):
        seen |= read_cards(observation, rules.PUT_AWAY_AT, NUM_CARDS)
    return ALL_CARDS & ~seen


@kernel
def _is_last_taker(observation: np.ndarray) -> bool:
    """Whether nobody after the observer took the skat, so that what he passed on still lies there."""
    for position in range(NUM_ACTIVE):
        if observation[rules.POSITION_AT + position] != 0:
            for k in range(LEFT, NUM_ACTIVE - position):
                if observation[rules.TOOK_AT + k] != 0:
                    return False
    return True


@kernel
def _card_of(observation: np.ndarray, k: int) -> int:
    """Card of a player in the present trick, or NO_CARD."""
    cards = read_cards(observation, rules.TRICK_AT + NUM_CARDS * k, NUM_CARDS)
    return lowest(cards) if cards != 0 else NO_CARD


@kernel
def _choose_card(observation: np.ndarray, legal: int, unseen: int) -> int:
    """The card to play."""
    left = _card_of(observation, LEFT)
    right = _card_of(observation, RIGHT)
    declarer = NO_DECLARER
    for k in range(NUM_ACTIVE):
        if observation[rules.DECLARER_AT + k] != 0:
            declarer = k
    if right == NO_CARD:
        return _lead(declarer, legal, unseen)
    is_last = left != NO_CARD
    led = left if is_last else right
    winner = RIGHT if not is_last or beats(GRAND, right, left) else LEFT
    best = right if winner == RIGHT else left
    if declarer == NO_DECLARER:
        return tactics.follow_in_ramsch(legal, led, best, is_last)
    if declarer == OWN:
        points = int(CARD_POINTS[right]) + (int(CARD_POINTS[left]) if is_last else 0)
        return tactics.follow_as_declarer(GRAND, legal, unseen, led, best, points, is_last)
    has_played = is_last or declarer == RIGHT
    return tactics.follow_as_defender(GRAND, legal, unseen, best, winner != declarer, has_played, is_last)


@kernel
def _lead(declarer: int, hand: int, unseen: int) -> int:
    """The card to lead."""
    if declarer == NO_DECLARER:
        return tactics.lead_in_ramsch(hand, unseen)
    if declarer == OWN:
        return tactics.lead_as_declarer(GRAND, hand, unseen)
    return tactics.lead_as_defender(GRAND, hand, unseen, declarer == RIGHT)

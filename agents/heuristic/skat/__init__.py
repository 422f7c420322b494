"""Rules of thumb for Skat and the Ramsch that follows when everybody passes (rules, section 9).

Left out are the Durchmarsch attempt of 9.4-5, and Re. How a Null is played by the declarer the rules do not say: low leads, and
below the winner as high as possible.
"""

import numpy as np

from agents.heuristic import skat_family as tactics
from agents.heuristic.skat import bidding
from envs.core.cards import NO_CARD, lowest, read_cards
from envs.core.jit import kernel
from envs.games import skat as rules
from envs.games.skat_family import ALL_CARDS, CARD_POINTS, GRAND, NULL, NUM_ACTIVE, NUM_CARDS, beats

NOT_ASKED = -1
"""Instead of an action, where nobody is to move."""
OWN, LEFT, RIGHT = range(NUM_ACTIVE)
"""Players as an observation orders them: the left neighbour plays after the observer, the right one before."""
NO_DECLARER = -1
_CONTRACT_WITH_SKAT = np.array([rules.CONTRACTS.index(name) for name in ("C", "S", "H", "D", "G", "N")], np.int64)
_CONTRACT_FROM_HAND = np.array([rules.CONTRACTS.index(name) for name in ("CH", "SH", "HH", "DH", "GH", "NOH")], np.int64)
_NULL_OUVERT = rules.CONTRACTS.index("NO")


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
    phase = _phase(observation)
    if phase == rules.PLAY:
        return _choose_card(observation, read_cards(action_mask, 0, NUM_CARDS), _unseen(observation, hand))
    if phase >= rules.CALL:
        return _choose_before_contract(observation, phase, hand)
    if phase == rules.DECLARE:
        return _choose_contract(observation, hand)
    if phase == rules.PASS_ON:
        allowed = read_cards(action_mask, 0, NUM_CARDS)
        return tactics.card_to_pass(hand, allowed, observation[rules.NUM_PUT_AWAY_AT] != 0)
    if phase == rules.SCHIEBEN:
        return rules.PUSH if tactics.is_push(hand) else rules.TAKE
    if phase == rules.JUNGFRAU:
        return rules.JUNGFRAU_SAY if tactics.is_jungfrau(hand) else rules.JUNGFRAU_NO
    if phase == rules.ASK_GRAND_HAND:
        is_strong = tactics.grand_strength(hand) >= tactics.GRAND_HAND_LIMIT
        return rules.GRAND_HAND if is_strong else rules.NO_GRAND_HAND
    if phase == rules.KONTRA:
        return rules.KONTRA_SAY if _is_kontra(observation, hand) else rules.KONTRA_NO
    return rules.RAISE_NO if phase == rules.RAISE else NOT_ASKED


@kernel
def _phase(observation: np.ndarray) -> int:
    for phase in range(rules.ASK_GRAND_HAND, len(rules.PHASES)):
        if observation[rules.PHASE_AT + phase - rules.ASK_GRAND_HAND] != 0:
            return phase
    return rules.OVER


@kernel
def _game(observation: np.ndarray) -> int:
    """Kind of game by which cards rank."""
    for game in range(NULL + 1):
        if observation[rules.GAME_AT + game] != 0:
            return game
    return GRAND


# --- Before play -----------------------------------------------------------------------------------------------------------


@kernel
def _choose_before_contract(observation: np.ndarray, phase: int, hand: int) -> int:
    level = int(observation[rules.BID_AT])
    bid = int(rules.VALUE_OF_LEVEL[level])
    if phase == rules.ANSWER:
        return rules.HOLD if bid <= bidding.highest_bid(hand) else rules.PASS
    if phase == rules.ASK_HAND:
        return rules.HAND if bidding.game_from_hand(hand, bid) != bidding.NO_GAME else rules.TAKE
    if phase == rules.DISCARD:
        twelve = hand | read_cards(observation, rules.PUT_AWAY_AT, NUM_CARDS)
        return int(lowest(bidding.plan_with_skat(twelve, bid)[0] & hand))
    is_worth_more = level < rules.NUM_BIDS and rules.VALUE_OF_LEVEL[level + 1] <= bidding.highest_bid(hand)
    return rules.BID + level if is_worth_more else rules.PASS


@kernel
def _choose_contract(observation: np.ndarray, hand: int) -> int:
    bid = int(rules.VALUE_OF_LEVEL[int(observation[rules.BID_AT])])
    if bid == 0:
        return rules.DECLARE_GH
    if observation[rules.HAND_GAME_AT] != 0:
        return rules.DECLARE_FIRST + int(_CONTRACT_FROM_HAND[bidding.game_from_hand(hand, bid)])
    twelve = hand | read_cards(observation, rules.PUT_AWAY_AT, NUM_CARDS)
    _, game, is_ouvert = bidding.plan_with_skat(twelve, bid)
    return rules.DECLARE_FIRST + (_NULL_OUVERT if is_ouvert else int(_CONTRACT_WITH_SKAT[game]))


@kernel
def _is_kontra(observation: np.ndarray, hand: int) -> bool:
    game = _game(observation)
    if game == NULL:
        return False
    return tactics.is_kontra_against_grand(hand) if game == GRAND else bidding.is_kontra_against_suit(game, hand)


# --- Play ------------------------------------------------------------------------------------------------------------------


@kernel
def _unseen(observation: np.ndarray, hand: int) -> int:
    """Cards that others may still hold: not in the hand, not played, not in a skat that the player knows."""
    seen = hand
    for k in range(NUM_ACTIVE):
        seen |= read_cards(observation, rules.PLAYED_AT + NUM_CARDS * k, NUM_CARDS)
    if _is_last_taker(observation):
        seen |= read_cards(observation, rules.PUT_AWAY_AT, NUM_CARDS)
    return ALL_CARDS & ~seen


@kernel
def _is_last_taker(observation: np.ndarray) -> bool:
    """Whether nobody after the observer took the skat, so that what he put away still lies there."""
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
    game = _game(observation)
    left = _card_of(observation, LEFT)
    right = _card_of(observation, RIGHT)
    declarer = NO_DECLARER
    for k in range(NUM_ACTIVE):
        if observation[rules.DECLARER_AT + k] != 0:
            declarer = k
    if right == NO_CARD:
        return _lead(game, declarer, legal, unseen)
    is_last = left != NO_CARD
    led = left if is_last else right
    winner = RIGHT if not is_last or beats(game, right, left) else LEFT
    best = right if winner == RIGHT else left
    has_played = is_last or declarer == RIGHT
    if declarer == NO_DECLARER:
        return tactics.follow_in_ramsch(legal, led, best, is_last)
    if game == NULL:
        if declarer == OWN:
            return bidding.follow_null_as_declarer(legal, led, best)
        return bidding.follow_null_as_defender(legal, led, best, winner == declarer, has_played)
    if declarer == OWN:
        points = int(CARD_POINTS[right]) + (int(CARD_POINTS[left]) if is_last else 0)
        return tactics.follow_as_declarer(game, legal, unseen, led, best, points, is_last)
    return tactics.follow_as_defender(game, legal, unseen, best, winner != declarer, has_played, is_last)


@kernel
def _lead(game: int, declarer: int, hand: int, unseen: int) -> int:
    """The card to lead."""
    if declarer == NO_DECLARER:
        return tactics.lead_in_ramsch(hand, unseen)
    if game == NULL:
        return bidding.lead_null_as_declarer(hand, unseen) if declarer == OWN else bidding.lead_null_as_defender(hand)
    if declarer == OWN:
        return tactics.lead_as_declarer(game, hand, unseen)
    return tactics.lead_as_defender(game, hand, unseen, declarer == RIGHT)

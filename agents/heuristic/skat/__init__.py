"""Rules of thumb for Skat and the Ramsch that follows when everybody passes (rules, section 9).

Left out are the Durchmarsch attempt of 9.4-5, and Re. How a Null is played by the declarer the rules do not say: low leads, and
below the winner as high as possible.
"""

import numpy as np

from agents.heuristic.skat.bidding import NO_GAME, NULL_OUVERT_HAND_VALUE, game_from_hand, highest_bid, plan_with_skat
from agents.heuristic.skat_family.hands import card_to_pass, says_yes
from agents.heuristic.skat_family.play import choose_card
from envs.core.cards import lowest, read_cards
from envs.core.jit import kernel
from envs.games.skat.actions import CONTRACTS, DECLARE_GRAND_HAND, NUM_BIDS, VALUE_OF_LEVEL, YES, Action
from envs.games.skat.observation import NUM_PHASES, At
from envs.games.skat_family.cards import NUM_CARDS, Kind
from envs.games.skat_family.observation import read_phase
from envs.games.skat_family.state import Phase

NOT_ASKED = -1
"""Instead of an action, where nobody is to move."""
_CONTRACT_WITH_SKAT = np.array([CONTRACTS.index(name) for name in ("C", "S", "H", "D", "G", "N")], np.int64)
_CONTRACT_FROM_HAND = np.array([CONTRACTS.index(name) for name in ("CH", "SH", "HH", "DH", "GH", "NOH")], np.int64)
_NULL_OUVERT = CONTRACTS.index("NO")


@kernel
def choose(observation: np.ndarray, action_mask: np.ndarray) -> int:
    """Choose a legal action, or NOT_ASKED."""
    hand = read_cards(observation, At.HAND, NUM_CARDS)
    phase = read_phase(observation, At.PHASE, NUM_PHASES)
    if phase == Phase.OVER:
        return NOT_ASKED
    if phase >= Phase.CALL:
        return _choose_before_contract(observation, phase, hand)
    if phase == Phase.DECLARE:
        return _choose_contract(observation, hand)
    if phase == Phase.PASS_ON:
        return card_to_pass(hand, read_cards(action_mask, 0, NUM_CARDS), observation[At.NUM_PUT_AWAY] != 0)
    kind = _kind(observation)
    if phase == Phase.PLAY:
        return choose_card(observation, action_mask, kind, At.POSITION, At.DECLARER, At.TOOK)
    return int(YES[phase]) + int(not says_yes(phase, kind, hand))


@kernel
def _kind(observation: np.ndarray) -> int:
    """Kind of game by which cards rank."""
    for kind in range(Kind.NULL + 1):
        if observation[At.GAME + kind] != 0:
            return kind
    return Kind.GRAND


@kernel
def _choose_before_contract(observation: np.ndarray, phase: int, hand: int) -> int:
    level = int(observation[At.BID])
    bid = int(VALUE_OF_LEVEL[level])
    if phase == Phase.ANSWER:
        return Action.HOLD if bid <= highest_bid(hand) else Action.PASS
    if phase == Phase.HAND:
        return Action.HAND if game_from_hand(hand, bid) != NO_GAME else Action.TAKE
    if phase == Phase.DISCARD:
        twelve = hand | read_cards(observation, At.PUT_AWAY, NUM_CARDS)
        return int(lowest(plan_with_skat(twelve, bid)[0] & hand))
    is_worth_more = level < NUM_BIDS and VALUE_OF_LEVEL[level + 1] <= highest_bid(hand)
    return Action.BID + level if is_worth_more else Action.PASS


@kernel
def _choose_contract(observation: np.ndarray, hand: int) -> int:
    bid = int(VALUE_OF_LEVEL[int(observation[At.BID])])
    if bid == 0:
        return DECLARE_GRAND_HAND
    if observation[At.HAND_GAME] != 0:
        kind = game_from_hand(hand, bid)
        if kind == NO_GAME:  # somebody else decided against the skat
            kind = Kind.NULL if bid <= NULL_OUVERT_HAND_VALUE else Kind.GRAND
        return Action.DECLARE + int(_CONTRACT_FROM_HAND[kind])
    twelve = hand | read_cards(observation, At.PUT_AWAY, NUM_CARDS)
    _, kind, is_ouvert = plan_with_skat(twelve, bid)
    return Action.DECLARE + (_NULL_OUVERT if is_ouvert else int(_CONTRACT_WITH_SKAT[kind]))

"""What drives the rules of any game: chance, histories, and loops over many tables. Written once, compiled for each game.

The functions in `HELPERS` and `GENERIC` are copied by `jit.bind` with a game's module in the place of `rules`. Arrays are the
caller's, and nothing is allocated per step. In all of them:

- `states`: STATE [tables]; `i` is one of the tables, `rows` (int64 [some]) are some.
- `options`: the options' record, [1]; `blank`: STATE [1] of zeros.
- `players`: int8 [tables], the seats to move, NOBODY where the episode is over; `actions`: int64 [tables].
- `masks`: int8 [tables, actions]; `observations`: int8 [tables, size].
"""

import numpy as np

from envs.core.rng import DEALER, below, draw_one, shuffle
from envs.core.rules import Rules
from envs.core.state import NOBODY

MAX_THROWN_IN = 100
"""So many deals thrown in one after the other cut an episode off."""
MAX_DEALS = 1000
"""So many deals cut a match off."""
MAX_GUESSES = 10_000
"""After so many guesses at hidden cards that do not fit an observation, it is taken for impossible."""

rules: Rules


def hand_in(state: np.record, options: np.record) -> None:
    """Deal the shuffled pack that stands in the record."""
    state.deals += 1
    state.log_length = 0
    state.next_dealer = state.dealer
    for i in range(len(state.log)):
        state.log[i] = 0
    rules.deal(state, options, state.deck)


def is_over(state: np.record) -> bool:
    """Whether the episode has ended, by the rules or cut off."""
    return rules.is_terminal(state) or state.truncated != 0


def settle(state: np.record, options: np.record) -> None:
    """Hand in decks until somebody is to move or the episode is over."""
    while state.player < 0 and not is_over(state):
        if state.thrown_in >= MAX_THROWN_IN or state.deals >= MAX_DEALS:
            state.truncated = 1
        else:
            state.number += 1
            state.dealer = state.next_dealer
            shuffle(state.deck, int(state.seed), int(state.row), int(state.number))
            hand_in(state, options)


def take_action(state: np.record, options: np.record, action: int) -> None:
    """Note a legal action in the log and take it."""
    state.log[int(state.log_length)] = action
    state.log_length += 1
    rules.step(state, options, action)
    settle(state, options)


def renew(states: np.ndarray, i: int, options: np.ndarray, blank: np.ndarray) -> None:
    """Start an episode on table i with the deal after the one that its seed, row and number say; the first dealer is random."""
    seed, row, number = int(states[i].seed), int(states[i].row), int(states[i].number) + 1
    states[i] = blank[0]
    state = states[i]
    state.seed = seed
    state.row = row
    state.number = number
    state.dealer = below(draw_one(seed, row, number, DEALER), rules.num_players(options[0]))
    shuffle(state.deck, seed, row, number)
    hand_in(state, options[0])
    settle(state, options[0])


def renew_rows(states: np.ndarray, options: np.ndarray, blank: np.ndarray, rows: np.ndarray) -> None:
    """`renew` for some tables."""
    for k in range(len(rows)):
        renew(states, rows[k], options, blank)


def begin_as_recorded(states: np.ndarray, i: int, options: np.ndarray) -> None:
    """Deal on table i what its record holds: deck, dealer, and what carries over from the deal before."""
    hand_in(states[i], options[0])
    settle(states[i], options[0])


def step_many(states: np.ndarray, options: np.ndarray, actions: np.ndarray) -> None:
    """Take one legal action on every table where somebody is to move."""
    for i in range(len(states)):
        if states[i].player >= 0:
            take_action(states[i], options[0], int(actions[i]))


def action_mask_many(states: np.ndarray, options: np.ndarray, masks: np.ndarray) -> None:
    """Write the legal actions of every table's player to move; zeros where there is none."""
    for i in range(len(states)):
        mask = masks[i]
        mask[:] = 0
        if states[i].player >= 0:
            rules.legal_actions(states[i], options[0], mask)


def observe_many(states: np.ndarray, options: np.ndarray, players: np.ndarray, observations: np.ndarray) -> None:
    """Write what one seat of every table sees, whoever is to move."""
    for i in range(len(states)):
        rules.observe(states[i], options[0], int(players[i]), observations[i])


def returns_many(states: np.ndarray, options: np.ndarray, out: np.ndarray) -> None:
    """Write the returns so far of every table: float64 [tables, players]."""
    for i in range(len(states)):
        rules.returns(states[i], options[0], out[i])


def write_turn(
    states: np.ndarray, i: int, options: np.ndarray, players: np.ndarray, masks: np.ndarray, observations: np.ndarray
) -> None:
    """Write who is to move on table i, what they may do and, unless the episode is over, what they see."""
    state = states[i]
    players[i] = state.player
    mask = masks[i]
    mask[:] = 0
    if state.player >= 0:
        rules.legal_actions(state, options[0], mask)
        rules.observe(state, options[0], int(state.player), observations[i])


def advance_rows(
    states: np.ndarray,
    options: np.ndarray,
    blank: np.ndarray,
    rows: np.ndarray,
    actions: np.ndarray,
    paid: np.ndarray,
    renews: bool,
    players: np.ndarray,
    masks: np.ndarray,
    observations: np.ndarray,
    last_observations: np.ndarray,
    rewards: np.ndarray,
    running: np.ndarray,
    ended: np.ndarray,
) -> None:
    """Take one legal action on each of some tables, pay, and write who is to move next (see `write_turn`).

    Args:
        rows: somebody is to move there.
        paid: int8 [tables], the seat whose earnings are added to `rewards`; NOBODY: the seat that acts.
        renews: whether a table whose episode ends starts the next one at once.
        last_observations: int8 [tables, size]; written where an episode ends: what the paid seat then sees.
        rewards: float64 [tables]; added to.
        running: float64 [tables, players], the returns so far; written when a deal has been scored, and kept at the end.
        ended: int8 [tables]; written: 0, or 1 when the episode ended by the rules, 2 when it was cut off. What it says of the
            action before tells whether `running` starts anew.

    All are read and written only at `rows`.
    """
    for k in range(len(rows)):
        i = rows[k]
        state = states[i]
        seat = int(paid[i]) if paid[i] >= 0 else int(state.player)
        deals = int(state.deals)
        if ended[i] != 0:
            ended[i] = 0
            running[i, :] = 0.0
        take_action(state, options[0], int(actions[i]))
        if state.player < 0 or state.deals != deals:
            before = running[i, seat]
            rules.returns(state, options[0], running[i])
            rewards[i] += running[i, seat] - before
        if state.player < 0:
            ended[i] = 2 if state.truncated != 0 else 1
            rules.observe(state, options[0], seat, last_observations[i])
            if renews:
                renew(states, i, options, blank)
        write_turn(states, i, options, players, masks, observations)


def write_turns(
    states: np.ndarray,
    options: np.ndarray,
    rows: np.ndarray,
    players: np.ndarray,
    masks: np.ndarray,
    observations: np.ndarray,
) -> None:
    """`write_turn` for some tables."""
    for k in range(len(rows)):
        write_turn(states, rows[k], options, players, masks, observations)


def act_once(
    states: np.ndarray, options: np.ndarray, action: int, mask: np.ndarray, observation: np.ndarray, rewards: np.ndarray
) -> int:
    """Take one legal action on a single table: one call that moves, lists and observes.

    Args:
        mask: int8 [actions]; written for the next player to move.
        observation: int8 [size]; written likewise, unless the episode is over.
        rewards: float64 [2, players]; rewards[0] becomes what this action earned, rewards[1] the returns.

    Returns:
        The seat to move, or NOBODY.
    """
    state = states[0]
    take_action(state, options[0], action)
    for seat in range(rewards.shape[1]):
        rewards[0, seat] = -rewards[1, seat]
    rules.returns(state, options[0], rewards[1])
    for seat in range(rewards.shape[1]):
        rewards[0, seat] += rewards[1, seat]
    mask[:] = 0
    if state.player >= 0:
        rules.legal_actions(state, options[0], mask)
        rules.observe(state, options[0], int(state.player), observation)
    return int(state.player)


def hidden_of(states: np.ndarray, options: np.ndarray, out: np.ndarray) -> None:
    """Write the cards of table 0 that lie where no seat sees them: int8 [cards in the pack]."""
    hidden = rules.hidden_cards(states[0], options[0])
    for card in range(len(out)):
        out[card] = hidden >> card & 1


def winners_of(states: np.ndarray, options: np.ndarray) -> int:
    """Bit set of the seats that have won the episode of table 0, which is over."""
    return rules.winners(states[0], options[0])


def draw_deal(
    states: np.ndarray, i: int, options: np.ndarray, blank: np.ndarray, observation: np.ndarray, memo: np.ndarray,
    streams: np.ndarray,
) -> bool:  # fmt: skip
    """Guess a deal for table i and replay what was observed; whether it fits."""
    states[i] = blank[0]
    state = states[i]
    state.deals = 1
    rules.guess(state, options[0], observation, memo, streams, i)
    state.seed = np.int64(streams[i] & np.uint64(0x7FFFFFFFFFFFFFFF))
    state.deals -= 1
    hand_in(state, options[0])
    for _ in range(rules.num_decisions(observation)):
        action = rules.recall(state, options[0], observation, memo) if state.player != NOBODY else -1
        if action < 0:
            break
        take_action(state, options[0], action)
    return bool(rules.fits(state, options[0], observation))


def determinize_many(
    states: np.ndarray,
    options: np.ndarray,
    blank: np.ndarray,
    observations: np.ndarray,
    memo: np.ndarray,
    streams: np.ndarray,
) -> int:
    """Draw for every observation a state that fits it, with the observer at seat 0, by replaying guessed deals.

    Args:
        observations: each of a deal in which somebody is to move.
        memo: int64 [MEMO_SIZE], scratch.
        streams: uint64 [tables]; advanced.

    Returns:
        -1, or the first row for which no deal was found (it and those after it are not drawn).
    """
    for i in range(len(states)):
        guesses = 1
        while not draw_deal(states, i, options, blank, observations[i], memo, streams):
            if guesses == MAX_GUESSES:
                return i
            guesses += 1
    return -1


HELPERS = (hand_in, is_over, settle, take_action, renew, write_turn, draw_deal)
"""What the loops share: part of each of them, never called from outside."""

GENERIC = (
    renew_rows,
    begin_as_recorded,
    step_many,
    action_mask_many,
    observe_many,
    returns_many,
    advance_rows,
    write_turns,
    act_once,
    hidden_of,
    winners_of,
    determinize_many,
)

"""The phases that Skat and Ramsch have in common: Grand Hand, Kontra, pushing the skat, Jungfrau, play, and the end of a deal.

Source: the rules of Skat and Schieberamsch, cited by section. As in `skat_family`, the functions work on any
record and options that have the names used; actions are the game's own, so what was said comes in as a truth value.
"""

import numpy as np

from envs.core.cards import num_cards, write_cards
from envs.core.jit import kernel
from envs.core.options import Episode
from envs.core.state import NOBODY
from envs.games import skat_family as family
from envs.games.skat_family import CARD_BYTES, NUM_ACTIVE, NUM_TRICKS, OUVERT, give_turn, seat_of
from envs.games.skat_family import match as score_list

COMMON = range(10)
OVER, DEALING, ASK_GRAND_HAND, DECLARE, KONTRA, RAISE, SCHIEBEN, PASS_ON, JUNGFRAU, PLAY = COMMON
PHASES = ("over", "dealing", "grand_hand", "declare", "kontra", "raise", "schieben", "pass_on", "jungfrau", "play")
"""In both games; Skat has some more behind these."""


# --- Legal actions ---------------------------------------------------------------------------------------------------------


@kernel
def allow_cards(mask: np.ndarray, cards: int) -> int:
    """Mark the actions that are these cards; returns how many."""
    write_cards(mask, 0, cards, CARD_BYTES)
    return int(num_cards(cards))


@kernel
def allow(mask: np.ndarray, first: int, last: int) -> int:
    """Mark the actions from the first to the last; returns how many."""
    for action in range(first, last + 1):
        mask[action] = 1
    return last + 1 - first


# --- Ramsch before play (3.1, 3.7, 3.8) ------------------------------------------------------------------------------------


@kernel
def who_may_grand_hand(state: np.record, options: np.record) -> int:
    """Bit set of the positions that are asked for a Grand Hand (3.8)."""
    rule = options.grand_hand_rule
    if rule == family.GrandHandRule.OFF or (rule == family.GrandHandRule.MAX_THREE_RUNNING and state.grand_hand_run >= 3):
        return 0
    asked = 0
    for position in range(NUM_ACTIVE):
        has_declared = state.grand_hand_used >> seat_of(state, options, position) & 1
        if not (has_declared and rule == family.GrandHandRule.ONCE_PER_ROUND):
            asked |= 1 << position
    return asked


@kernel
def ask_grand_hand(state: np.record, options: np.record, position: int) -> None:
    """Ask the first player from a position on who may declare a Grand Hand; if there is none, it is a Ramsch."""
    for asked in range(position, NUM_ACTIVE):
        if state.may_grand_hand >> asked & 1:
            give_turn(state, options, ASK_GRAND_HAND, asked)
            return
    if options.ramsch_style == family.RamschStyle.SCHIEBER:
        give_turn(state, options, SCHIEBEN, 0)
    else:
        ask_jungfrau(state, options)


@kernel
def answer_grand_hand(state: np.record, options: np.record, is_declared: bool) -> None:
    """The player to move declares a Grand Hand, or not."""
    if not is_declared:
        ask_grand_hand(state, options, int(state.turn) + 1)
        return
    state.declarer = state.turn
    state.may_kontra = 0b111 & ~(1 << int(state.turn)) if options.kontra_levels > 0 else 0
    if options.grand_hand_announcements != 0:
        give_turn(state, options, DECLARE, int(state.turn))
    else:
        after_declaring(state, options)


@kernel
def answer_schieben(state: np.record, options: np.record, is_taken: bool) -> None:
    """The player to move takes the skat, or pushes it on."""
    if is_taken:
        family.take_skat(state)
        state.phase = PASS_ON
    else:
        state.pushed |= 1 << int(state.turn)
        _next_schieben(state, options)


@kernel
def pass_on(state: np.record, options: np.record, card: int) -> None:
    """The taker puts a card on the table; after the second it is the next player's turn."""
    if family.pass_on(state, card):
        _next_schieben(state, options)


@kernel
def _next_schieben(state: np.record, options: np.record) -> None:
    if state.turn < NUM_ACTIVE - 1:
        give_turn(state, options, SCHIEBEN, int(state.turn) + 1)
    else:
        ask_jungfrau(state, options)


@kernel
def ask_jungfrau(state: np.record, options: np.record) -> None:
    """Let everybody announce to win no trick, if that is played; else forehand leads."""
    give_turn(state, options, JUNGFRAU if options.jungfrau_announce != 0 else PLAY, 0)


@kernel
def answer_jungfrau(state: np.record, options: np.record, is_announced: bool) -> None:
    """The player to move announces to win no trick, or not."""
    if is_announced:
        state.jungfrau |= 1 << int(state.turn)
    if state.turn < NUM_ACTIVE - 1:
        give_turn(state, options, JUNGFRAU, int(state.turn) + 1)
    else:
        give_turn(state, options, PLAY, 0)


# --- Kontra (3.4), the ouvert hand (3.5) -----------------------------------------------------------------------------------


@kernel
def after_declaring(state: np.record, options: np.record) -> None:
    """The contract stands: ask for Kontra, or let forehand lead."""
    is_early = options.kontra_timing == family.KontraTiming.BEFORE_FIRST_LEAD or state.announced == OUVERT
    asked = family.next_kontra(state)
    if is_early and asked >= 0:
        give_turn(state, options, KONTRA, asked)
    else:
        _lead_first(state, options)


@kernel
def _lead_first(state: np.record, options: np.record) -> None:
    """Lay an ouvert hand open (3.5); forehand leads."""
    state.is_open = int(state.announced == OUVERT)
    _to_play(state, options, 0)


@kernel
def _to_play(state: np.record, options: np.record, position: int) -> None:
    """Let a player play a card; before his first one a defender may still be asked for Kontra (3.4)."""
    is_asked = state.kontra_level == 0 and state.may_kontra >> position & 1
    give_turn(state, options, KONTRA if is_asked else PLAY, position)


@kernel
def _is_asked_late(state: np.record, options: np.record) -> bool:
    return options.kontra_timing == family.KontraTiming.BEFORE_OWN_FIRST_CARD and state.announced != OUVERT


@kernel
def answer_kontra(state: np.record, options: np.record, is_said: bool) -> None:
    """The defender to move says Kontra, or not."""
    position = int(state.turn)
    state.may_kontra = int(state.may_kontra) & ~(1 << position)
    if is_said:
        state.kontra_by = position
        state.kontra_level = 1
        _ask_raise(state, options)
    elif _is_asked_late(state, options):
        _to_play(state, options, position)
    elif family.next_kontra(state) >= 0:
        give_turn(state, options, KONTRA, family.next_kontra(state))
    else:
        _lead_first(state, options)


@kernel
def _ask_raise(state: np.record, options: np.record) -> None:
    asked = family.answers_kontra(state, options)
    if asked >= 0:
        give_turn(state, options, RAISE, asked)
    else:
        _after_kontra(state, options)


@kernel
def _after_kontra(state: np.record, options: np.record) -> None:
    if _is_asked_late(state, options):
        _to_play(state, options, int(state.kontra_by))
    else:
        _lead_first(state, options)


@kernel
def answer_raise(state: np.record, options: np.record, is_said: bool) -> None:
    """The player to move says Re, Supra or Hirsch, or not."""
    if is_said:
        state.kontra_level += 1
        _ask_raise(state, options)
    else:
        _after_kontra(state, options)


# --- Play (3.6) and the end of the deal (5, 6) -----------------------------------------------------------------------------


@kernel
def play(state: np.record, options: np.record, game: int, card: int) -> bool:
    """Play a card and give the turn to the next player.

    Returns:
        Whether the play is over: after the tenth trick, or a Null or an announced Jungfrau has failed.
    """
    if family.play_card(state, game, card):
        winner = int(state.winner)
        is_null_lost = game == family.NULL and winner == state.declarer
        if is_null_lost or state.jungfrau >> winner & 1 or state.num_tricks == NUM_TRICKS:
            return True
    if state.may_kontra != 0 and state.kontra_level == 0:
        _to_play(state, options, int(state.turn))
    else:
        state.player = seat_of(state, options, int(state.turn))
    return False


@kernel
def finish(state: np.record, options: np.record, game: int, is_hand: bool, bid: int, is_ramsch_deal: bool) -> None:
    """Score the deal, enter it into the list, and end the episode or wait for the next deck.

    Args:
        state: record.
        options: of the table.
        game: the declarer's kind of game.
        is_hand: he did not look at the skat.
        bid: what he had to reach; 0 without bidding.
        is_ramsch_deal: without bidding: a declarer declared a Grand Hand instead of a Ramsch.
    """
    bock = 2 if score_list.is_bock(state) else 1
    value = 0
    is_won = False
    is_instead = is_ramsch_deal and state.declarer >= 0
    if state.declarer >= 0:
        value = family.game_value(state, game, is_hand)
        is_won = value >= bid and family.is_reached(state, game)
        factor = int(options.lost_hand_factor) if is_hand else 2
        score = value if is_won else -factor * family.charged_value(value, game, bid)
        state.scores[seat_of(state, options, int(state.declarer))] = (score << int(state.kontra_level)) * bock
    elif state.jungfrau >> int(state.winner) & 1:
        state.scores[seat_of(state, options, int(state.winner))] = -int(options.jungfrau_fail) * bock
    elif state.num_tricks > 0:
        family.score_ramsch(state, options, bock)
    if is_instead:
        state.grand_hand_used |= 1 << seat_of(state, options, int(state.declarer))
        state.grand_hand_run = min(int(state.grand_hand_run) + 1, 3)
    else:
        state.grand_hand_run = 0
    repeat = is_instead and options.grand_hand_redeal == family.GrandHandRedeal.SAME_DEALER
    score_list.close_deal(state, options, is_won, value, game, is_hand, repeat)
    state.player = NOBODY
    is_over = options.episode == Episode.DEAL or score_list.is_list_over(state, options)
    state.phase = OVER if is_over else DEALING

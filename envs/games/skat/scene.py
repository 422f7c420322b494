"""What people see of a table of Skat."""

from typing import Any

from envs.core.scene import Scene
from envs.games.skat.actions import (
    ACTIONS,
    ANNOUNCED_BY_CONTRACT,
    CONTRACTS,
    KIND_BY_CONTRACT,
    NUM_BIDS,
    NUM_CONTRACTS,
    NUM_WITH_SKAT,
    VALUE_OF_LEVEL,
    Action,
)
from envs.games.skat.options import AllPass, Options
from envs.games.skat_family.cards import NUM_ACTIVE, Announcement, Kind
from envs.games.skat_family.options import RamschStyle
from envs.games.skat_family.scene import KIND_NAMES, KONTRA_WORDS, noticed, ramsch_headline, seat_at, table_scene, why_not
from envs.games.skat_family.scoring import NULL_VALUE
from envs.games.skat_family.state import Phase

_GERMAN_NAMES = ("Kreuz", "Pik", "Herz", "Karo")
_ANNOUNCED_NAMES = ("", " Schneider", " Schwarz", " Ouvert")


def contract_of(state: Any) -> str:
    """Code of the declared contract; empty if there is none."""
    if state.declarer < 0 or state.game < 0:
        return ""
    possible = range(NUM_WITH_SKAT, NUM_CONTRACTS) if state.is_hand else range(NUM_WITH_SKAT)
    declared = (state.game, state.announced)
    return next(CONTRACTS[k] for k in possible if (KIND_BY_CONTRACT[k], ANNOUNCED_BY_CONTRACT[k]) == declared)


def _sorting(state: Any) -> int:
    """Kind of game by which hands are sorted: Grand before one is declared."""
    return int(state.game) if state.game >= 0 else Kind.GRAND


def _contract_name(state: Any, options: Options) -> str:
    """What is being played; empty while nobody knows."""
    if state.game < 0:
        return ""
    if state.declarer >= 0:
        return f"{KIND_NAMES[state.game]}{' Hand' if state.is_hand else ''}{_ANNOUNCED_NAMES[state.announced]}"
    if options.all_pass == AllPass.PASS_IN and state.ramsch_left == 0:
        return "all passed"
    by_rule = options.ramsch_style == RamschStyle.SCHIEBER
    is_pushed = by_rule if state.ramsch_left else options.all_pass == AllPass.SCHIEBERAMSCH
    return "Schieberamsch" if is_pushed else "Ramsch"


def _headline(state: Any, options: Options, contract: str) -> str:
    bid = int(VALUE_OF_LEVEL[state.bid])
    if state.declarer < 0:
        if contract:
            return contract if contract == "all passed" else ramsch_headline(state, options, contract)
        return f"bidding, {bid} is called" if bid else "bidding"
    declarer = f"player_{seat_at(state, options, state.declarer)}"
    if not contract:
        return f"{declarer} won the bidding with {bid}"
    words = [f"{declarer} plays {contract}"]
    words += [f"bid {bid}"] if bid else []
    words += [KONTRA_WORDS[state.kontra_level]] if state.kontra_level else []
    return ", ".join(words)


def scene(state: Any, options: Options, player: int | None = None) -> Scene:
    """What one seat sees of a table; with no player, everything."""
    said = []
    for position in range(NUM_ACTIVE):
        level = state.reached[position]
        notes = [f"bid {VALUE_OF_LEVEL[level]}"] if level else []
        said.append([*notes, "passed"] if state.passed >> position & 1 else notes)
    contract = _contract_name(state, options)
    headline = _headline(state, options, contract)
    return table_scene(state, options, player, kind=_sorting(state), contract=contract, headline=headline, said=said)


def in_words(action: int) -> tuple[str, ...]:
    """What a contract is called, also in German."""
    contract = action - Action.DECLARE
    if not 0 <= contract < NUM_CONTRACTS:
        return ()
    kind, announced = KIND_BY_CONTRACT[contract], _ANNOUNCED_NAMES[ANNOUNCED_BY_CONTRACT[contract]]
    rest = (" Hand" if contract >= NUM_WITH_SKAT else "") + announced
    return tuple(names[kind] + rest for names in (KIND_NAMES, _GERMAN_NAMES) if kind < len(names))


def why_illegal(state: Any, options: Options, action: int) -> str:
    """Why the player to move cannot take an action, in a few words."""
    reasons = {Phase.CALL: _why_no_call, Phase.DECLARE: _why_no_contract}
    reason = reasons[state.phase](state, action) if state.phase in reasons else ""
    return why_not(state, options, action, _sorting(state), reason)


def _why_no_call(state: Any, action: int) -> str:
    if action == Action.HOLD:
        return "there is no value to hold: one is to be called"
    level = action - Action.BID + 1
    if not 0 < level <= NUM_BIDS:
        return ""
    called = int(VALUE_OF_LEVEL[state.bid])
    if level <= state.bid:
        return f"bid {VALUE_OF_LEVEL[level]} is not above {called}, which is already called"
    return f"no value may be skipped: next comes {VALUE_OF_LEVEL[int(state.bid) + 1]}"


def _why_no_contract(state: Any, action: int) -> str:
    contract = action - Action.DECLARE
    if not 0 <= contract < NUM_CONTRACTS:
        return ""
    if state.bid == 0:
        return "a Grand Hand was declared"
    is_hand_game = contract >= NUM_WITH_SKAT
    if is_hand_game != bool(state.is_hand):
        return "only hand games, for the skat was left" if state.is_hand else "no hand game, for the skat was taken"
    value = NULL_VALUE[int(state.is_hand), int(ANNOUNCED_BY_CONTRACT[contract] == Announcement.OUVERT)]
    return f"Null counts {value} here, and the bid is {VALUE_OF_LEVEL[state.bid]}"


def heard(state: Any, _options: Options, player: int, action: int) -> str:
    """What a seat notices of an action that is taken in this state: its name, or less."""
    return noticed(state, player, ACTIONS[action])

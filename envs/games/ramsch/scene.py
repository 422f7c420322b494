"""What people see of a table of Ramsch."""

from typing import Any

from envs.core.scene import Scene
from envs.games.ramsch.actions import ACTIONS, CONTRACTS, Action
from envs.games.ramsch.options import Options
from envs.games.skat_family.cards import Kind
from envs.games.skat_family.options import RamschStyle
from envs.games.skat_family.scene import KONTRA_WORDS, noticed, ramsch_headline, seat_at, table_scene, why_not

_CONTRACT_NAMES = ("Grand Hand", "Grand Hand Schneider", "Grand Hand Schwarz", "Grand Ouvert")


def scene(state: Any, options: Options, player: int | None = None) -> Scene:
    """What one seat sees of a table; with no player, everything."""
    contract = "Schieberamsch" if options.ramsch_style == RamschStyle.SCHIEBER else "Ramsch"
    headline = ramsch_headline(state, options, contract)
    if state.declarer >= 0:
        level = KONTRA_WORDS[state.kontra_level]
        contract = _CONTRACT_NAMES[state.announced]
        headline = f"player_{seat_at(state, options, state.declarer)} plays {contract}"
        headline += f", {level}" if level else ""
    return table_scene(state, options, player, kind=Kind.GRAND, contract=contract, headline=headline)


def in_words(action: int) -> tuple[str, ...]:
    """What a contract is called."""
    contract = action - Action.DECLARE
    return (_CONTRACT_NAMES[contract],) if 0 <= contract < len(CONTRACTS) else ()


def why_illegal(state: Any, options: Options, action: int) -> str:
    """Why the player to move cannot take an action, in a few words."""
    return why_not(state, options, action, Kind.GRAND)


def heard(state: Any, _options: Options, player: int, action: int) -> str:
    """What a seat notices of an action that is taken in this state: its name, or less."""
    return noticed(state, player, ACTIONS[action])

"""Random options of Sheepshead that fit each other."""

import contextlib
import random
from typing import Any

from envs.core.options import OptionError
from envs.registration import load_game

CHOICES: dict[str, list[Any]] = {
    "trump_order": ["standard", "spitz_top", "spitz_second"],
    "redeal_claim": [True],
    "first_lead": ["picker_left"],
    "no_pick": ["forced_pick", "doubler", "schwanzer", "dealer_choice", "moster"],
    "dealer_choice_set": [["leaster"], ["doubler"], ["schwanzer"], ["leaster", "doubler", "schwanzer"]],
    "forced_pick_no_punish": [True],
    "doubler_stack": ["single"],
    "dealer_after_doubler": ["next"],
    "leaster_blind": ["first_trick", "dealer_names", "set_aside"],
    "leaster_requires_trick": [False],
    "leaster_tie": ["fewest_tricks"],
    "leaster_bonus": ["sweep", "zero_trick", "both"],
    "leaster_no_trick_double": [True],
    "partner_method": ["jack_of_diamonds"],
    "alone_allowed": [True, False],
    "called_ten": [False],
    "called_ten_beats_ace": [False],
    "unknown_allowed": [False],
    "unknown_test": ["after_bury"],
    "call_own_ace": [True],
    "called_card_slough": ["allowed"],
    "jd_call_up": ["never", "blind_only", "always"],
    "agreed_rank": ["7", "8", "9", "K", "T", "Q"],
    "behind": ["right"],
    "pass_option": [False],
    "extra_call": [False],
    "double_on_bump": [True, False],
    "bury_credit": ["picker"],
    "no_trick_picker_pays_all": [True],
    "no_picker_split": ["picker_formula"],
    "two_player_levels": [False],
    "crack": [True],
    "recrack": [True],
    "blitz": [True],
    "multiplier_cap": [1, 2, 4],
    "pot": [True],
    "pot_ante": ["all_players"],
    "pot_split": ["even"],
    "pot_take": ["one_share"],
    "pot_on_loss": ["double", "add_share"],
    "claim_rest": [True],
    "renege": ["forfeit"],
    "indiana_target": [10],
    "indiana_billy_score": [9],
    "indiana_best_fail": ["match_lost"],
    "indiana_all_pass": ["same_dealer"],
    "auto_buck_scope": ["team"],
}


def random_options(variant: str, chance: random.Random) -> dict[str, Any]:
    """Some options that differ from the variant's defaults and fit each other."""
    chosen: dict[str, Any] = {}
    for name, values in CHOICES.items():
        if chance.random() < 0.35:
            trial = {**chosen, name: chance.choice(values)}
            with contextlib.suppress(OptionError):
                load_game(f"sheepshead/{variant}-v0", **trial)
                chosen = trial
    return chosen

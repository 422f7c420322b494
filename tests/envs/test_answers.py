"""What is typed at the terminal is taken for what it says, or for nothing: every beginning of every name, in every game."""

import functools
import random
from collections import defaultdict

import pytest

import envs
from envs.cli.answers import Answers, plain_text
from envs.cli.session import RESERVED
from random_play import walk
from sheepshead_options import random_options
from sizes import sized

NAMES = list(dict.fromkeys(game_id.partition("/")[0] for game_id in envs.list_games()))
MOST_SETS = 20
"""Of each phase."""
MORE = {
    "skat": [{"kontra_levels": 4}, {"all_pass": "schieberamsch", "jungfrau_announce": True}],
    "ramsch": [{"kontra_levels": 4, "grand_hand_announcements": True}],
    "schmier": [{"min_bid": 1, "dealer_overflow": "free"}],
}


@functools.cache
def asked(name: str) -> tuple[list[list[int]], envs.Game]:
    """Sets of actions between which players of a game choose: some of each phase, all that a phase has, and all there are."""
    seen, chance = defaultdict(set), random.Random(name)
    for game_id in (game_id for game_id in envs.list_games() if game_id.startswith(f"{name}/")):
        variant = game_id.partition("/")[2].rpartition("-v")[0]
        for options in [{}, *([random_options(variant, chance)] if name == "sheepshead" else MORE[name])]:
            game = envs.load_game(game_id, **options)
            for seed in range(sized(20)):
                for state in walk(game, seed):
                    seen[int(state.phase)].add(tuple(game.legal_actions(state)))
    some = [list(legal) for sets in seen.values() for legal in sorted(sets)[:: len(sets) // MOST_SETS + 1]]
    unions = [sorted({action for legal in sets for action in legal}) for sets in seen.values()]
    return [*some, *unions, list(range(game.num_actions))], game


def begins(call: str, typed: str) -> bool:
    """A call continues after what was typed, and not within a number."""
    return call.startswith(typed) and not (typed[-1].isdecimal() and call[len(typed) :][:1].strip())


@pytest.mark.parametrize("name", NAMES)
def test_a_beginning_that_fits_one_choice_is_that_one_and_anything_else_asks(name):
    sets, game = asked(name)
    answers = Answers(game.rules)
    names = [plain_text(text) for text in game.actions]
    calls = [{name, *map(plain_text, game.rules.in_words(action))} for action, name in enumerate(names)]
    typed = {call[:length].strip() for some in calls for call in some for length in range(1, len(call) + 1)} - {""}
    for legal in sets:
        for text in typed:
            found = answers.meant(text, legal)
            whole = [action for action in legal if text == names[action]] or [a for a in legal if text in calls[a]]
            fitting = [action for action in legal if begins(names[action], text)]
            called = [action for action in legal if any(begins(call, text) for call in calls[action])]
            last = [action for action in legal if names[action].split()[-1] == text and not names[action].startswith("no ")]
            assert found == (whole or fitting or last or called), (text, [names[action] for action in legal])


@pytest.mark.parametrize("name", NAMES)
def test_no_answer_is_taken_for_its_own_opposite(name):
    sets, game = asked(name)
    answers, refusals = Answers(game.rules), {text for text in game.actions if text.startswith("no_")}
    for legal in sets:
        for refusal in refusals:
            words = refusal.removeprefix("no_").split("_")
            for text in (" ".join(words), words[0], words[-1], words[0][:3]):
                assert not refusals & {game.actions[action] for action in answers.meant(text, legal)}


@pytest.mark.parametrize("name", NAMES)
def test_every_whole_name_and_every_other_call_is_understood_where_it_is_possible(name):
    sets, game = asked(name)
    answers = Answers(game.rules)
    for action, text in enumerate(game.actions):
        assert answers.named(text.upper().replace("_", " ")) == action
        for call in game.rules.in_words(action):
            assert all(action in answers.meant(call, legal) for legal in sets[:-1] if action in legal)


@pytest.mark.parametrize("name", NAMES)
def test_no_action_is_called_like_a_command_of_the_terminal(name):
    _, game = asked(name)
    calls = {plain_text(call) for action, text in enumerate(game.actions) for call in (text, *game.rules.in_words(action))}
    assert not calls & RESERVED


@pytest.mark.parametrize(
    ("game_id", "legal", "typed", "meant"),
    [
        ("skat/isko-v0", ["bid_22", "bid_204", "bid_216", "pass"], "20", []),
        ("skat/isko-v0", ["bid_22", "bid_204", "bid_216", "pass"], "21", []),
        ("skat/isko-v0", ["bid_22", "bid_204", "bid_216", "pass"], "bid 2", []),
        ("skat/isko-v0", ["bid_22", "bid_204", "bid_216", "pass"], "22", ["bid_22"]),
        ("skat/isko-v0", ["announce_jungfrau", "no_announce"], "announce", ["announce_jungfrau"]),
        ("skat/isko-v0", ["no_announce"], "announce", []),
        ("sheepshead/p5-v0", ["blitz_red", "no_blitz"], "blitz", ["blitz_red"]),
        ("sheepshead/p5-v0", ["blitz_black", "blitz_red", "no_blitz"], "blitz", ["blitz_black", "blitz_red"]),
        ("skat/isko-v0", ["declare_C", "declare_G", "declare_N", "declare_NO"], "null", ["declare_N"]),
        ("skat/isko-v0", ["declare_C", "declare_G", "declare_N", "declare_NO"], "NO", ["declare_NO"]),
        ("skat/isko-v0", ["declare_C", "declare_G", "declare_N", "declare_NO"], "kreuz", ["declare_C"]),
        ("skat/isko-v0", ["declare_C", "declare_G", "declare_N", "declare_NO"], "n", ["declare_N"]),
        ("skat/isko-v0", ["declare_CH", "declare_CHS", "declare_GH"], "clubs", ["declare_CH", "declare_CHS"]),
        ("schmier/standard-v0", ["trump_C", "trump_S"], "spades", ["trump_S"]),
    ],
)
def test_numbers_and_words_mean_what_they_say(game_id: str, legal: list[str], typed: str, meant: list[str]) -> None:
    game = envs.load_game(game_id)
    found = Answers(game.rules).meant(typed, map(game.actions.number, legal))
    assert [game.actions[action] for action in found] == meant

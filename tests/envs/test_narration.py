"""Deals told in prose: the golden deals say how; here, that every deal can be told and that nothing is left out."""

import random
import re
import types

import pytest

import envs
from envs.narration import deal_winners, narrate
from sizes import sized


def played(game, seed):
    """States and actions of a deal played at random."""
    chance, states, actions = random.Random(seed), [game.deal(seed=seed)], []
    while not game.is_terminal(states[-1]):
        actions.append(chance.choice(game.legal_actions(states[-1])))
        states.append(states[-1].copy())
        game.step(states[-1], actions[-1])
        if states[-1].deals > states[0].deals:  # thrown in
            return states[:-1], actions
    return states, actions


@pytest.mark.parametrize("game_id", envs.list_games())
def test_every_deal_is_told_to_its_scores(game_id):
    game = envs.load_game(game_id)
    for seed in range(4):
        states, actions = played(game, seed)
        text = narrate(game, states, actions)
        assert text.startswith(f"player_{states[0].dealer} deals.\n")
        if len(states) == len(actions):
            assert text.endswith("The cards are thrown in and dealt again.")
        else:
            scores = ", ".join(f"player_{seat} {score:g}" for seat, score in enumerate(game.returns(states[-1])))
            assert text.endswith(f"\n\nScores: {scores}.")
            played_cards = {card for _, card in game.scene(states[-1]).last_trick}
            assert all(card in text for card in played_cards)


@pytest.mark.parametrize(
    ("game_id", "options"),
    [
        ("ramsch/schieberamsch-v0", {"ramsch_value": "fixed"}),
        ("ramsch/schieberamsch-v0", {"ramsch_skat_to": "nobody", "ramsch_tie": "split"}),
        ("ramsch/schieberamsch-v0", {"grand_hand_announcements": True, "kontra_levels": 4, "lost_hand_factor": 1}),
        ("skat/schieber_ramsch-v0", {"players": 4, "kontra_levels": 4}),
        ("schmier/standard-v0", {"exchange": False, "all_pass": "dealer_set"}),
        ("sheepshead/p5-v0", {"no_pick": "leaster", "leaster_blind": "set_aside"}),
        ("sheepshead/p5-v0", {"no_pick": "schwanzer"}),
        ("sheepshead/p5-v0", {"renege": "forfeit", "claim_rest": True, "crack": True, "blitz": True}),
    ],
    ids=str,
)
def test_deals_under_other_options_are_told(game_id, options):
    game = envs.load_game(game_id, **options)
    for seed in range(30):
        assert narrate(game, *played(game, seed)).startswith("player_")


@pytest.mark.parametrize(
    ("game_id", "options"),
    [
        ("skat/isko-v0", {}),
        ("skat/isko-v0", {"players": 4, "kontra_levels": 4, "lost_hand_factor": 1}),
        ("skat/schieber_ramsch-v0", {"kontra_levels": 2}),
        ("ramsch/schieberamsch-v0", {"grand_hand_announcements": True, "kontra_levels": 4}),
    ],
    ids=str,
)
def test_what_a_game_counts_is_reckoned_to_its_score(game_id, options):
    """Levels times the base, doubled as is told, and the bonuses: the declarer's score."""
    game, reckoned = envs.load_game(game_id, **options), 0
    for seed in range(sized(400)):
        states, actions = played(game, seed)
        end = states[-1]
        if len(states) == len(actions) or end.declarer < 0:
            continue
        text = narrate(game, states, actions)
        [value] = re.findall(r"(?:is|Null.*:) (\d+)\.$", text, re.MULTILINE)
        for levels, base in re.findall(r" (\d+): (\d+ times \d+) is", text):
            assert base.startswith(f"{levels} times")
            assert int(levels) * int(base.split()[-1]) == int(value)
        charged = int((re.findall(r"bid of \d+: (\d+) is the least", text) or [value])[0])
        [(seat, result, amount, doubled, bonus)] = re.findall(
            r"player_(\d) (wins|loses) (\d+)(?:, doubled for ([^,.;]*))?(, and 50 for \w+)?", text.partition("The skat is")[2]
        )
        assert int(amount) == charged << (len(doubled.split(" and ")) if doubled else 0)
        score = int(amount) + (50 if bonus else 0)
        assert game.returns(end)[int(seat)] == (score if result == "wins" else -score)
        reckoned += 1
    assert reckoned


@pytest.mark.parametrize("game_id", [game_id for game_id in envs.list_games() if game_id.startswith("sheepshead/p")])
def test_the_side_that_reaches_61_is_paid(game_id):
    game = envs.load_game(game_id)
    for seed in range(sized(60)):
        states, actions = played(game, seed)
        found = re.search(
            r"side.*, has (\d+) card points.*\nEach of the others (pays|gets) (\d+)", narrate(game, states, actions)
        )
        if found and "no trick for one side" not in narrate(game, states, actions):
            assert (int(found[1]) >= 61) == (found[2] == "pays")
            assert (-int(found[3]) if found[2] == "pays" else int(found[3])) in game.returns(states[-1])


@pytest.mark.parametrize(
    ("scores", "winners"),
    [([4, 2, -2, -2, -2], [0, 1]), ([-2, -1, 1, 1, 1], [2, 3, 4]), ([0, 0, -880], [0, 1]), ([120, 0, 0], [0]), ([0, 0], [])],
    ids=str,
)
def test_whoever_is_paid_has_won_or_where_nobody_is_who_does_not_lose(scores, winners, monkeypatch):
    game = envs.load_game("ramsch/ramsch-v0")
    seats = [types.SimpleNamespace(score=score) for score in scores]
    monkeypatch.setattr(game, "scene", lambda _: types.SimpleNamespace(seats=seats))
    assert deal_winners(game, game.deal(seed=1)) == winners


def test_a_deal_that_is_not_over_is_told_as_far_as_it_went():
    game = envs.load_game("ramsch/ramsch-v0")
    states, actions = played(game, 1)
    text = narrate(game, states[:10], actions[:9])
    assert narrate(game, states, actions).startswith(text)
    assert "Scores" not in text


def test_decisions_of_a_game_without_words_of_its_own_are_told_by_name(monkeypatch):
    game = envs.load_game("ramsch/ramsch-v0")
    states, actions = played(game, 1)
    rules = types.ModuleType("mute")
    vars(rules).update({name: value for name, value in vars(game.rules).items() if not name.startswith("__")})
    monkeypatch.setattr(game, "rules", rules)
    text = narrate(game, states, actions)
    assert f"player_{states[0].player}: {game.actions[actions[0]]}." in text
    assert "\n\nScores: " in text

"""Random hands, side by side with the slow version in `oracle_sheepshead`: legal actions, sides, tricks, and what is paid."""

import random
from typing import Any

import pytest

from envs.core.options import to_plain
from envs.games.sheepshead.allowed import ALLOWED
from envs.games.sheepshead.cards import DECKS, PACK
from envs.games.sheepshead.variants import ROWS
from oracle_sheepshead import Hand
from sheepshead_options import CHOICES, random_options
from sheepshead_table import die_of, table
from sizes import sized


def play_both(game: Any, variant: str, seed: int, chance: random.Random) -> None:
    """Play one hand in the engine and in the oracle."""
    deck = [PACK.format(card) for card in game.deal(seed=seed).deck]
    carry = {}
    doublers = shares = 0
    if variant not in ("p2_1", "p2_2", "p4_5", "sh24") and game.options.no_pick in (2, 4):
        doublers = chance.choice([0, 0, 1, 2])
        carry["doublers"] = doublers
    if game.options.pot:
        shares = chance.choice([0, 1, 3])
        carry["shares"] = shares
    state = game.deal(seed=seed, deck=deck, dealer=game.num_players - 1, carry=carry)
    pack = set(DECKS[ROWS[variant].deck])
    oracle = Hand(variant, to_plain(game.options), [c for c in deck if c in pack], die_of(deck), (doublers, shares))
    taste = {name: chance.choice([0.1, 1, 10]) for name in ("pass", "alone", "claim_rest", "pick", "keep", "stop", "no_crack")}
    while True:
        legal = {game.actions.name(a) for a in game.legal_actions(state)}
        if oracle.thrown_in or oracle.scores is not None:
            break
        assert legal == oracle.legal(), (oracle.phase, oracle.turn)
        assert state.turn == oracle.turn
        if oracle.phase == "play":
            assert sum(1 << s for s in oracle.side or ()) == state.side
            assert [int(n) for n in state.tricks_won[: game.num_players]] == oracle.num_won
        names = sorted(legal)
        action = chance.choices(names, [taste.get(name, 1) for name in names])[0]
        oracle.step(action)
        game.play(state, [action])
    paid = oracle.scores or [0] * game.num_players
    assert list(state.totals[: game.num_players]) == paid if not oracle.thrown_in else True
    assert oracle.thrown_in == (state.deals == 2)
    if not oracle.thrown_in:
        assert game.is_terminal(state)
        assert list(state.scores[: game.num_players]) == paid
        assert state.shares == oracle.shares
        if variant not in ("p4_5", "sh24"):
            assert sum(paid) + (oracle.shares - shares) * (game.num_players - (game.options.pot_ante == 0)) == 0


@pytest.mark.parametrize("variant", ROWS)
def test_random_hands_with_default_options(variant):
    game = table(variant)
    chance = random.Random(variant)
    for seed in range(sized(5000)):
        play_both(game, variant, seed, chance)


@pytest.mark.parametrize("variant", ROWS)
def test_random_hands_with_random_options(variant):
    chance = random.Random(f"{variant} options")
    for number in range(sized(400)):
        options = random_options(variant, chance)
        game = table(variant, **options)
        for seed in range(3):
            try:
                play_both(game, variant, 10 * number + seed, chance)
            except AssertionError as error:
                raise AssertionError(f"{variant} {options} seed {10 * number + seed}: {error}") from error


def test_every_option_is_among_the_random_ones_or_tested_elsewhere():
    elsewhere = {"base_unit", "pot_settlement", "poker_deck", "pot_new_player", "sheephead_target", "hands_per_sitting"}
    assert set(ALLOWED) == set(CHOICES) | elsewhere

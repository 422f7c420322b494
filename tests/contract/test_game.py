"""What every id in the registry promises, whatever its rules: `Game` on random play, as one deal and as a match.

Nothing here knows a game, a card or a phase. A failure names the id, the episode and the seed.
"""

import copy
import json
import os
import pickle
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import envs.registry
import random_play
from envs.core.cards import CardError
from envs.core.jit import PLAIN
from envs.core.options import OptionError, option_names, to_plain
from envs.core.rng import MAX_SEED, SeedError, make_streams
from envs.game import IllegalActionError, RecordError, State
from envs.registration import UnknownGameError, load_game
from envs.registry import list_games
from random_play import EPISODES, chooser, walk
from secrecy import differences
from sizes import share_of, sized

ROOT = Path(envs.registry.__file__).parents[1]
PLIES = 50 if PLAIN else 120
"""Of a match, where it is looked at ply by ply."""
TABLES = 4 if PLAIN else sized(300)
"""That are played to the end side by side, for each variant."""
BATCHES = (1, 7, 64)


@pytest.fixture(scope="module", params=[(i, e) for i in list_games() for e in EPISODES], ids=lambda p: f"{p[0]} {p[1]}")
def game(request: pytest.FixtureRequest) -> Any:
    """Every id, as one deal and as a match."""
    game_id, episode = request.param
    return load_game(game_id, episode=episode)


def seeds_of(game: Any) -> range:
    """Seeds of the episodes that are looked at ply by ply; every variant has its own."""
    count = 1 if PLAIN else share_of(game.id, 160)
    first = list_games().index(game.id) * count
    return range(first, first + count)


def few_seeds_of(game: Any) -> range:
    """Those for which this takes longer."""
    return seeds_of(game)[:2]


def states_of(game: Any, seeds: range | None = None) -> Iterator[Any]:
    """Every state of some random episodes."""
    for seed in seeds or seeds_of(game):
        yield from walk(game, seed, PLIES)


def hands(game: Any, state: Any) -> list[set[int]]:
    """Numbers of the cards that each seat sees in its own hand."""
    place = game.layout["hand"]
    return [set(np.flatnonzero(game.observe(state, p)[place]).tolist()) for p in range(game.num_players)]


def num_cards(game: Any) -> int:
    """Cards of the pack; they are the first actions."""
    return int(game.dtype["deck"].shape[0])


def needs_hands(game: Any) -> None:
    """Skip a game whose players hold no cards."""
    if "hand" not in game.layout:
        pytest.skip("this game shows no hand")


def test_what_a_seat_did_not_hear_it_does_not_see(game: Any) -> None:
    """Actions that it hears alike look alike to it afterwards."""
    if game.is_match:
        pytest.skip("a match is made of such deals")
    found = [differences(game, seed, chooser(game, seed))[1] for seed in few_seeds_of(game)]
    assert not any(found)


# --- Cards ---


def test_no_card_is_in_two_hands(game):
    needs_hands(game)
    for state in states_of(game):
        held = [card for hand in hands(game, state) for card in hand]
        assert len(held) == len(set(held))


def test_the_hands_of_a_new_deal_are_cards_of_its_deck(game):
    """And everybody, dealers who sit out apart, has equally many."""
    needs_hands(game)
    for seed in range(20):
        state = game.deal(seed=seed)
        dealt = hands(game, state)
        assert set().union(*dealt) <= set(state.deck.tolist())
        assert len({len(hand) for hand in dealt if hand}) == 1


def shown_to_some(game: Any, state: Any, *pieces: str) -> set[int]:
    """Numbers of the cards that some seat sees in one of these pieces, if the game has them."""
    views = [game.observe(state, p) for p in range(game.num_players)]
    found = [np.flatnonzero(view[game.layout[piece]]) for view in views for piece in pieces if piece in game.layout]
    return {int(place) % num_cards(game) for places in found for place in places}


def test_every_card_is_in_a_hand_or_hidden_or_played(game):
    """And in one place only: what the layout says of cards held, played and discarded, and what nobody sees."""
    needs_hands(game)
    for state in states_of(game):
        places = [*hands(game, state), set(np.flatnonzero(game.hidden(state)).tolist())]
        if "played" in game.layout:
            played = np.flatnonzero(game.observe(state, 0)[game.layout["played"]]) % num_cards(game)
            assert len(set(played.tolist())) == len(played)
            places.append(shown_to_some(game, state, "played"))
            places.append(shown_to_some(game, state, "buried", "under") - places[-1])
        if "discarded" in game.layout:
            seen = [game.observe(state, p)[game.layout["discarded"]] for p in range(game.num_players)]
            places += [set(np.flatnonzero(cards).tolist()) for cards in seen]
        cards = sorted(card for place in places for card in place)
        assert len(cards) == len(set(cards))
        if "played" in game.layout or state.log_length == 0:
            assert cards == list(range(num_cards(game)))


def test_a_card_chosen_leaves_the_hand_of_the_player_who_chose_it(game):
    """Or comes into it, where a player chooses what to keep. Other hands change only when a phase ends."""
    needs_hands(game)
    for seed in seeds_of(game):
        before: tuple[int, int, int, list[set[int]]] | None = None
        for state in walk(game, seed, PLIES):
            length = int(state.log_length)
            now = hands(game, state)
            if before is not None and length == before[0] + 1 and (action := int(state.log[length - 1])) < num_cards(game):
                _, phase, player, held = before
                others = [p for p in range(game.num_players) if p != player]
                assert (action in held[player]) != (action in now[player])
                assert not any(action in held[p] for p in others)
                assert sum(action in now[p] for p in others) <= (action in held[player])  # one may have been handed it
                assert state.phase != phase or all(now[p] - {action} == held[p] for p in others)
            before = length, int(state.phase), game.current_player(state), now


def test_every_deck_dealt_is_a_whole_pack(game):
    states = game.deal_many(200, 5)
    assert (np.sort(states["deck"], axis=1) == np.arange(num_cards(game))).all()


# --- Legal actions, the course of an episode ---


def test_there_is_a_legal_action_until_the_end_and_none_after(game):
    for seed in seeds_of(game):
        for state in walk(game, seed, PLIES):
            mask = game.action_mask(state)
            assert mask.dtype == np.int8
            assert mask.shape == (game.num_actions,)
            assert set(mask.tolist()) <= {0, 1}
            assert game.legal_actions(state) == np.flatnonzero(mask).tolist()
            assert mask.any() == (not game.is_terminal(state))
            assert (0 <= game.current_player(state) < game.num_players) == (not game.is_terminal(state))


def test_every_action_that_is_not_masked_is_refused_and_changes_nothing(game):
    for state in states_of(game, few_seeds_of(game)):
        before = bytes(state)
        mask = game.action_mask(state)
        for action in [*np.flatnonzero(mask == 0).tolist(), -1, game.num_actions, game.num_actions + 300]:
            with pytest.raises(IllegalActionError):
                game.step(state, action)
        assert bytes(state) == before


def test_a_refusal_says_who_cannot_do_what_and_what_is_legal(game):
    state = game.deal(seed=1)
    legal = game.legal_actions(state)
    refused = next(a for a in range(game.num_actions) if a not in legal)
    with pytest.raises(IllegalActionError) as error:
        game.step(state, refused)
    message = str(error.value)
    assert f"player_{game.current_player(state)} " in message
    assert game.actions[refused] in message
    listed = message.partition("Legal: ")[2].split()
    assert [game.actions.number(name) for name in listed] == legal
    assert listed == [game.actions[a] for a in legal]


def test_a_refusal_after_the_end_says_that_the_episode_is_over():
    for game_id in list_games():
        game = load_game(game_id)
        *_, state = walk(game, 0)
        with pytest.raises(IllegalActionError, match="over"):
            game.step(state, 0)


def test_no_deal_takes_more_decisions_than_promised(game):
    for state in states_of(game):
        assert state.log_length <= game.max_deal_length <= len(state.log)


def play_to_the_end(game: Any, states: np.ndarray, chance: np.random.Generator) -> int:
    """Play many tables to their ends at random; returns how many decisions the longest took."""
    masks = np.zeros((len(states), game.num_actions), np.int8)
    steps = 0
    while (states["player"] >= 0).any():
        game.action_mask_many(states, masks)
        assert (masks.any(axis=1) == (states["player"] >= 0)).all()
        actions = np.argmax(masks * (chance.random(masks.shape) + 0.01), axis=1)
        game.step_many(states, actions)
        steps += 1
    return steps


def test_every_episode_ends(game):
    """A deal with the first one that is scored, a match after at most 1,000."""
    states = game.deal_many(TABLES, 3)
    steps = play_to_the_end(game, states, np.random.default_rng(3))
    assert steps <= states["deals"].max() * game.max_deal_length
    assert states["deals"].max() <= 1000
    if not game.is_match:
        assert states["deals"].max() <= 101
    returns = np.zeros((len(states), game.num_players))
    game.returns_many(states, returns)
    assert np.isfinite(returns).all()
    assert len(np.unique(returns, axis=0)) > 1


def test_a_match_deals_on_with_the_next_decks_of_its_row():
    for game_id in list_games():
        game = load_game(game_id, episode="match")
        deals_seen = 1
        for state in walk(game, 8, 2 * game.max_deal_length):
            if not game.is_terminal(state):
                assert state.deck.tolist() == game.deal(seed=8, number=int(state.number)).deck.tolist()
            assert state.number == state.deals - 1
            deals_seen = max(deals_seen, int(state.deals))
        assert deals_seen > 1


def test_somebody_wins_and_a_team_wins_together():
    for game_id in list_games():
        for episode in EPISODES:
            game = load_game(game_id, episode=episode)
            assert sorted(seat for team in game.teams for seat in team) == list(range(game.num_players))
            states = game.deal_many(TABLES, 6)
            play_to_the_end(game, states, np.random.default_rng(6))
            for row in range(len(states)):
                winners = game.winners(State(states[row : row + 1]))
                assert winners
                assert set(winners) == {seat for team in game.teams if set(team) & set(winners) for seat in team}


# --- The record ---


def test_the_record_has_no_padding(game):
    fields = [game.dtype.fields[name][0] for name in game.dtype.names]
    assert sum(field.itemsize for field in fields) == game.dtype.itemsize


def test_bytes_and_text_give_the_same_state_again(game):
    for seed in seeds_of(game):
        for ply, state in enumerate(walk(game, seed, PLIES)):
            assert game.from_bytes(bytes(state)) == state
            if ply % 7 == seed % 7 or game.is_terminal(state):
                again = game.from_text(game.to_text(state))
                assert again == state, {n: (again.array[n], state.array[n]) for n in game.dtype.names}


def test_the_hand_record_is_one_line_of_json_with_the_scores_at_the_end():
    for game_id in list_games():
        game = load_game(game_id)
        *_, state = walk(game, 4)
        text = game.to_text(state)
        record = json.loads(text)
        assert "\n" not in text
        assert record["game"] == game_id
        assert record["scores"] == game.returns(state).tolist()
        assert record["actions"] == [game.actions[a] for a in state.log[: state.log_length]]


def test_copies_are_equal_and_independent(game):
    for state in states_of(game, few_seeds_of(game)):
        before = bytes(state)
        copies = [state.copy(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))]
        for other in copies:
            assert other == state
            assert hash(other) == hash(state)
            other.array.view(np.uint8)[:] ^= 1
            assert other != state
        assert bytes(state) == before


def test_copies_play_on_alike(game):
    for state in walk(game, 11, PLIES):
        if game.is_terminal(state):
            break
        others = [copy.deepcopy(state), pickle.loads(pickle.dumps(state)), game.from_bytes(bytes(state))]
        for other in others:
            game.step(other, game.legal_actions(other)[-1])
        assert others[0] == others[1] == others[2]


def test_a_options_dtype_a_table_is_read_by_every_table_of_the_same_rules(game):
    """An option that was given, but is what the variant has anyhow, makes no other table."""
    plain = load_game(game.id, episode=game.options.episode)
    given = load_game(game.id, **to_plain(game.options))
    *_, state = walk(game, 5, 30)
    for table in (plain, given):
        assert table.from_text(game.to_text(state)) == state
        assert game.from_text(table.to_text(state)) == state


def test_a_pickled_game_is_the_same_table(game):
    again = pickle.loads(pickle.dumps(game))
    *_, state = walk(game, 2, 30)
    assert again.options == game.options
    assert again.to_text(state) == game.to_text(state)
    assert again.from_text(game.to_text(state)) == state


def test_the_same_deck_and_actions_give_the_same_record(game):
    for seed in seeds_of(game):
        first = game.deal(seed=seed)
        start = game.deal(seed=seed, deck=first.deck.tolist(), dealer=int(first.dealer))
        assert start == first
        *_, end = walk(game, seed, PLIES if game.is_match else 100_000)
        if end.deals == 1:
            for action in end.log[: end.log_length]:
                game.step(start, int(action))
            assert start == end
        *_, again = walk(game, seed, PLIES if game.is_match else 100_000)
        assert again == end


def test_a_deck_may_be_given_as_card_texts(game):
    state = game.deal(seed=3)
    names = [game.actions[card] for card in state.deck]
    assert game.deal(seed=3, deck=names, dealer=int(state.dealer)) == state


# --- Observations ---


def test_the_pieces_cover_the_observation_without_overlap(game):
    covered = np.zeros(game.observation_size, int)
    for name in game.layout:
        covered[game.layout[name]] += 1
    assert (covered == 1).all()
    assert sum(piece.size for piece in game.layout.pieces) == game.observation_size


def test_pieces_with_named_entries_name_each_once(game):
    for piece in game.layout.pieces:
        if piece.entries:
            assert len(piece.entries) == len(set(piece.entries)) == piece.size, piece.name


def test_the_actions_have_different_names_and_are_found_by_them(game):
    assert len(set(game.actions)) == game.num_actions
    assert [game.actions.number(name) for name in game.actions] == list(range(game.num_actions))


def test_observations_stay_within_the_bounds(game):
    low, high = game.layout.low, game.layout.high
    for state in states_of(game):
        for player in range(game.num_players):
            observation = game.observe(state, player)
            assert observation.dtype == np.int8
            assert observation.shape == (game.observation_size,)
            assert (low <= observation).all(), game.layout.describe(observation)
            assert (observation <= high).all(), game.layout.describe(observation)


def test_observing_writes_every_entry_and_changes_nothing(game):
    dirty = np.full((1, game.observation_size), 77, np.int8)
    dirty_mask = np.full((1, game.num_actions), 77, np.int8)
    for state in states_of(game, few_seeds_of(game)):
        before = bytes(state)
        for player in range(game.num_players):
            dirty[:] = 77
            game.observe_many(state.array, dirty, np.array([player], np.int8))
            assert (dirty[0] == game.observe(state, player)).all()
        dirty_mask[:] = 77
        game.action_mask_many(state.array, dirty_mask)
        assert (dirty_mask[0] == game.action_mask(state)).all()
        game.returns(state)
        assert bytes(state) == before


def test_what_was_handed_out_stays_as_it_was(game):
    """Observations, masks and returns are no buffers that are written to again."""
    kept = []
    for state in walk(game, 12, PLIES):
        player = max(0, game.current_player(state))
        arrays = game.observe(state, player), game.action_mask(state), game.returns(state)
        kept += [(array, array.copy()) for array in arrays]
    assert all((array == copied).all() for array, copied in kept)


def test_seats_do_not_matter(game):
    """With the dealer one seat further, the same decks and actions show everybody the same one seat further."""
    n = game.num_players
    for seed in seeds_of(game):
        choose = chooser(game, seed)
        state, turned = (game.deal(seed=seed, dealer=dealer) for dealer in (0, 1))
        for _ in range(PLIES):
            for player in range(n):
                assert (game.observe(turned, (player + 1) % n) == game.observe(state, player)).all()
            assert (game.returns(turned) == np.roll(game.returns(state), 1)).all()
            assert game.is_terminal(turned) == game.is_terminal(state)
            if game.is_terminal(state):
                break
            assert game.current_player(turned) == (game.current_player(state) + 1) % n
            action = choose(state)
            game.step(state, action)
            game.step(turned, action)


# --- Many tables ---


@pytest.mark.parametrize("count", BATCHES)
def test_many_tables_do_what_each_does_alone(game, count):
    batch = game.deal_many(count, 21, first_row=3)
    single = [game.deal(seed=21, row=3 + row) for row in range(count)]
    masks = np.zeros((count, game.num_actions), np.int8)
    observations = np.zeros((count, game.observation_size), np.int8)
    returns = np.zeros((count, game.num_players))
    chance = random.Random(count)
    for _ in range(60 if game.is_match else 100_000):
        game.action_mask_many(batch, masks)
        game.observe_many(batch, observations)
        game.returns_many(batch, returns)
        actions = np.full(count, -1)
        for row, state in enumerate(single):
            assert batch[row].tobytes() == bytes(state)
            assert (masks[row] == game.action_mask(state)).all()
            assert (observations[row] == game.observe(state, max(0, game.current_player(state)))).all()
            assert (returns[row] == game.returns(state)).all()
            if not game.is_terminal(state):
                actions[row] = chance.choice(game.legal_actions(state))
                game.step(state, int(actions[row]))
        if (batch["player"] < 0).all():
            return
        game.step_many(batch, actions)
    assert game.is_match


def test_a_drawn_world_does_not_depend_on_its_neighbours(game):
    states = game.deal_many(7, 4)
    observations = np.zeros((7, game.observation_size), np.int8)
    game.observe_many(states, observations, np.zeros(7, np.int8))
    worlds = game.determinize_many(observations, make_streams(7, 9))
    for row in range(7):
        alone = game.determinize(observations[row], make_streams(1, 9, row))
        assert bytes(alone) == worlds[row].tobytes()


# --- Deals by address ---


def test_a_deal_is_addressed_by_seed_row_and_number(game):
    for number in (0, 1, 5):
        many = game.deal_many(10, 17, first_row=100, number=number)
        for row in range(10):
            assert bytes(game.deal(seed=17, row=100 + row, number=number)) == many[row].tobytes()


def test_no_deal_comes_twice_in_rows_numbers_and_neighbouring_seeds(game):
    """Seeds 0 and 1, 2**32 and the largest; a deal of one is no deal of another."""
    seeds = [0, 1, 2, 2**32, 2**32 + 1, MAX_SEED]
    decks = [row.tobytes() for seed in seeds for number in range(3) for row in game.deal_many(50, seed, number=number)["deck"]]
    assert len(set(decks)) == len(decks) == 6 * 3 * 50


def test_without_a_seed_deals_differ(game):
    assert len({bytes(game.deal()) for _ in range(10)}) == 10
    assert game.deal_many(3)["deck"].tobytes() != game.deal_many(3)["deck"].tobytes()


def test_the_first_dealer_is_left_to_chance(game):
    dealers = game.deal_many(60 * game.num_players, 1)["dealer"]
    counts = np.bincount(dealers, minlength=game.num_players)
    assert len(counts) == game.num_players
    assert counts.min() > 30


def test_no_global_random_state_is_used_or_changed(game):
    random.seed(1)
    np.random.seed(1)  # noqa: NPY002
    before = random.getstate(), pickle.dumps(np.random.get_state())  # noqa: NPY002
    for state in walk(game, 6, 20):
        if not game.is_terminal(state):
            game.determinize(game.observe(state, 0), 5)
    game.deal()
    game.deal_many(3)
    assert (random.getstate(), pickle.dumps(np.random.get_state())) == before  # noqa: NPY002


# --- Returns ---


def test_zero_sum_returns_sum_to_zero_and_settle_the_scores():
    for game_id in list_games():
        for episode in EPISODES:
            by_score = load_game(game_id, episode=episode)
            settled = load_game(game_id, episode=episode, reward="zero_sum")
            some_paid = False
            for seed in range(100):
                if some_paid and seed >= len(seeds_of(settled)):
                    break
                for state in walk(settled, seed, PLIES):
                    returns, scores = settled.returns(state), by_score.returns(state)
                    assert returns.sum() == pytest.approx(0, abs=1e-9)
                    differences = scores - scores.mean()
                    scale = np.abs(returns).max() / np.abs(differences).max() if differences.any() else 0.0
                    assert returns == pytest.approx(scale * differences)
                    some_paid = some_paid or bool(returns.any())
            assert some_paid


# --- Re-dealing what is hidden ---


def worlds_of(game: Any, seeds: Any) -> Iterator[tuple[Any, int, np.ndarray, Any]]:
    """States of random episodes with, for every seat, what it sees and a world that fits it."""
    for seed in seeds:
        for ply, state in enumerate(walk(game, seed, PLIES)):
            if game.is_terminal(state):
                continue
            for player in range(game.num_players):
                observation = game.observe(state, player)
                yield state, player, observation, game.determinize(observation, 1000 * seed + ply)


def test_a_drawn_world_shows_the_observer_what_he_saw(game):
    n = game.num_players
    for state, player, observation, world in worlds_of(game, seeds_of(game)):
        seen = game.observe(world, 0)
        assert (seen == observation).all(), game.layout.describe(seen - observation)
        assert game.current_player(world) == (game.current_player(state) - player) % n
        assert (game.returns(world) == np.roll(game.returns(state), -player)).all()
        if game.current_player(world) == 0:
            assert (game.action_mask(world) == game.action_mask(state)).all()


def test_a_drawn_world_replays_its_own_log_from_its_own_deck(game):
    for _, _, _, world in worlds_of(game, few_seeds_of(game)):
        again = game.from_text(game.to_text(world))
        assert again == world, {n: (again.array[n], world.array[n]) for n in game.dtype.names}


def test_a_drawn_world_plays_on_to_its_end(game):
    for _, _, _, world in worlds_of(game, few_seeds_of(game)[:1]):
        deals = int(world.deals)
        for _ in range(game.max_deal_length):
            if game.is_terminal(world) or world.deals != deals:
                break
            game.step(world, game.legal_actions(world)[0])
        assert game.is_terminal(world) or world.deals != deals


def test_drawn_worlds_are_diverse(game):
    for seed in seeds_of(game):
        observation = game.observe(game.deal(seed=seed), 0)
        worlds = game.determinize_many(np.repeat(observation[None], 100, axis=0), seed)
        assert len({deck.tobytes() for deck in worlds["deck"]}) >= 99
        assert len(np.unique(worlds["seed"])) == 100


def test_the_same_stream_draws_the_same_world_and_is_advanced(game):
    observation = game.observe(game.deal(seed=2), 1)
    assert game.determinize(observation, 7) == game.determinize(observation, 7)
    assert game.determinize(observation, 7) != game.determinize(observation, 8)
    stream = make_streams(1, 7)
    first = game.determinize(observation, stream)
    assert stream[0] != make_streams(1, 7)[0]
    assert game.determinize(observation, stream) != first


def test_nothing_is_drawn_after_the_end():
    for game_id in list_games():
        game = load_game(game_id)
        *_, state = walk(game, 1)
        with pytest.raises(ValueError, match="nobody is to move"):
            game.determinize(game.observe(state, 0), 1)


# --- Machine code and plain Python ---


def test_compiled_and_plain_kernels_do_the_same():
    usual = {key: value for key, value in os.environ.items() if key != "NUMBA_DISABLE_JIT"}
    env = {**usual, "PYTHONPATH": str(ROOT)} | ({} if PLAIN else {"NUMBA_DISABLE_JIT": "1"})
    script = [sys.executable, random_play.__file__, *list_games()]
    other = json.loads(subprocess.run(script, env=env, check=True, capture_output=True, text=True).stdout)
    here = {k: v for i in list_games() for e in EPISODES for k, v in random_play.digests(i, e).items()}
    assert here == other
    assert len(set(here.values())) == len(here) >= 2 * len(list_games())


# --- Bad input ---


def test_an_unknown_id_lists_the_known_ones():
    known = list_games()[0]
    with pytest.raises(UnknownGameError) as error:
        load_game(known.replace("-v0", "-v9"))
    assert all(game_id in str(error.value) for game_id in list_games())
    assert f"did you mean {known!r}" in str(error.value)


def test_an_unknown_option_lists_the_known_ones(game):
    with pytest.raises(OptionError) as error:
        load_game(game.id, episod="deal")
    assert "did you mean 'episode'" in str(error.value)
    assert all(name in str(error.value) for name in option_names(game.options))
    assert game.id in str(error.value)


def test_an_impossible_value_says_what_is_possible(game):
    for value in ("whole", 1.5, None, ["deal"]):
        with pytest.raises(OptionError) as error:
            load_game(game.id, episode=value)
        assert "possible: deal, match" in str(error.value)
        assert "episode" in str(error.value)


@pytest.mark.parametrize("seed", [-1, MAX_SEED + 1, 1.0, "7", True])
def test_an_impossible_seed_says_what_is_possible(game, seed):
    for use in (game.deal, lambda s: game.deal_many(2, s)):
        with pytest.raises(SeedError, match=f"from 0 to {MAX_SEED}"):
            use(seed)


def test_seed_0_and_the_largest_are_seeds_like_any_other(game):
    assert game.deal(seed=0) == game.deal(seed=0)
    assert game.deal(seed=MAX_SEED) == game.deal(seed=np.int64(MAX_SEED))


@pytest.mark.parametrize("dealer", [-1, 99])
def test_an_impossible_dealer_says_what_is_possible(game, dealer):
    with pytest.raises(ValueError, match=f"0 to {game.num_players - 1}"):
        game.deal(seed=1, dealer=dealer)


def test_a_deck_that_is_no_pack_says_what_is_wrong(game):
    deck = game.deal(seed=1).deck.tolist()
    with pytest.raises(CardError, match=r"twice|missing"):
        game.deal(deck=[*deck[:-1], deck[0]])
    with pytest.raises(CardError, match=str(len(deck))):
        game.deal(deck=deck[:-1])
    with pytest.raises(CardError, match="'XX'"):
        game.deal(deck=["XX", *deck[1:]])


def test_what_does_not_stand_from_deal_to_deal_is_refused(game):
    with pytest.raises(ValueError, match=game.carried[0]):
        game.deal(seed=1, carry={"phase": 3})


def test_bytes_of_another_length_are_refused(game):
    data = bytes(game.deal(seed=1))
    for damaged in (b"", data[:-1], data + b"\0"):
        with pytest.raises(RecordError, match=str(len(data))):
            game.from_bytes(damaged)


DAMAGES = {
    "no JSON": lambda r: json.dumps(r)[:-1],
    "no object": lambda r: json.dumps([r]),
    "no deck": lambda r: json.dumps({k: v for k, v in r.items() if k != "deck"}),
    "deck no text": lambda r: json.dumps({**r, "deck": 7}),
    "deck short": lambda r: json.dumps({**r, "deck": r["deck"][:-2]}),
    "deck unknown card": lambda r: json.dumps({**r, "deck": "??" + r["deck"][2:]}),
    "dealer no seat": lambda r: json.dumps({**r, "dealer": 99}),
    "dealer no number": lambda r: json.dumps({**r, "dealer": "0"}),
    "later version": lambda r: json.dumps({**r, "record": r["record"] + 1}),
    "other game": lambda r: json.dumps({**r, "game": "whist/standard-v0"}),
    "other options": lambda r: json.dumps({**r, "options": {"reward": "zero_sum"}}),
    "options no object": lambda r: json.dumps({**r, "options": 5}),
    "unknown action": lambda r: json.dumps({**r, "actions": [*r["actions"], "sing"]}),
    "action no text": lambda r: json.dumps({**r, "actions": [[1]]}),
    "illegal action": lambda r: json.dumps({**r, "actions": [*r["actions"][:-1], r["actions"][0]]}),
    "action after the end": lambda r: json.dumps({**r, "actions": [*r["actions"], r["actions"][-1]]}),
    "other scores": lambda r: json.dumps({**r, "scores": [score + 1 for score in r["scores"]]}),
    "scores no list": lambda r: json.dumps({**r, "scores": 5}),
    "seed too short": lambda r: json.dumps({**r, "seed": [1]}),
    "seed no list": lambda r: json.dumps({**r, "seed": 1}),
    "seed too large": lambda r: json.dumps({**r, "seed": [2**70, 0, 0]}),
    "seed no number": lambda r: json.dumps({**r, "seed": ["x", 0, 0]}),
}


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("game_id", list_games())
def test_a_damaged_hand_record_is_refused_with_one_clear_error(game_id, damage):
    game = load_game(game_id)
    *_, state = walk(game, 4)
    text = game.to_text(state)
    game.from_text(text)
    with pytest.raises(ValueError, match=r"\w{3,}") as error:
        game.from_text(DAMAGES[damage](json.loads(text)))
    assert type(error.value) is not ValueError or "dealer" in damage or "action" in damage


MATCH_DAMAGES = {
    "no object": 5,
    "unknown field": {"phase": 3},
    "no number": {"deals": None},
    "text": {"deals": "x"},
    "too large": {"deals": 2**40},
    "too many": {"deals": [1, 2, 3]},
}


@pytest.mark.parametrize("damage", MATCH_DAMAGES)
@pytest.mark.parametrize("game_id", list_games())
def test_a_damaged_beginning_of_a_deal_in_a_match_is_refused_with_one_clear_error(game_id, damage):
    game = load_game(game_id, episode="match")
    text = game.to_text(game.deal(seed=4))
    game.from_text(text)
    with pytest.raises(ValueError, match=r"\w{3,}"):
        game.from_text(json.dumps({**json.loads(text), "match": MATCH_DAMAGES[damage]}))

"""The random player: uniform over the legal actions, each row from its own stream."""

import numpy as np
import pytest
from scipy.stats import chisquare

from agents.random import RandomAgent
from envs.agent import NoLegalActionError
from envs.core.rng import make_streams, next_below
from sizes import sized

AGENT = RandomAgent()


def random_masks(rows: int, actions: int, seed: int) -> np.ndarray:
    """Masks with at least one legal action each."""
    chance = np.random.default_rng(seed)
    masks = (chance.random((rows, actions)) < chance.random((rows, 1))).astype(np.int8)
    masks[np.arange(rows), chance.integers(actions, size=rows)] = 1
    return masks


def act(masks: np.ndarray, streams: np.ndarray) -> np.ndarray:
    return AGENT.act_many(np.zeros((len(masks), 3), np.int8), masks, streams)


@pytest.mark.parametrize("actions", [1, 7, 46, 200])
def test_only_legal_actions(actions):
    masks = random_masks(500, actions, seed=actions)
    chosen = act(masks, make_streams(500, 1))
    assert chosen.dtype == np.int64
    assert masks[np.arange(500), chosen].all()


@pytest.mark.parametrize("legal", [[0], [45], [0, 45], [3, 4, 5], range(46), range(0, 46, 7)], ids=str)
def test_every_legal_action_has_the_same_chance(legal):
    draws = 1000 * len(legal)
    mask = np.zeros(46, np.int8)
    mask[list(legal)] = 1
    counts = np.bincount(act(np.tile(mask, (draws, 1)), make_streams(draws, 7)), minlength=46)
    assert counts.sum() == counts[list(legal)].sum() == draws
    assert len(legal) == 1 or chisquare(counts[list(legal)]).pvalue > 1e-3


def test_one_stream_drawn_from_again_and_again_is_uniform_too():
    stream, mask = make_streams(1, 3), np.array([0, 1, 1, 0, 1, 1], np.int8)
    counts = np.bincount([AGENT.act(mask, mask, stream) for _ in range(4000)], minlength=6)
    assert chisquare(counts[mask == 1]).pvalue > 1e-3


def test_the_nth_legal_action_for_the_number_n():
    """One number of the stream is drawn a decision, whatever the mask."""
    masks, streams = random_masks(300, 46, seed=2), make_streams(300, 5)
    numbers = streams.copy()
    chosen = act(masks, streams)
    for i, mask in enumerate(masks):
        legal = np.flatnonzero(mask)
        assert chosen[i] == legal[next_below(numbers, i, len(legal))]
    assert (streams == numbers).all()


def test_a_row_draws_from_its_own_stream_alone():
    """Whatever its neighbours are, and alone."""
    masks, streams = random_masks(400, 46, seed=3), make_streams(400, 9)
    whole_streams = streams.copy()
    whole = act(masks, whole_streams)
    for rows in (np.random.default_rng(1).permutation(400), np.arange(0, 400, 3), np.array([17])):
        part_streams = streams[rows]
        assert (act(masks[rows], part_streams) == whole[rows]).all()
        assert (part_streams == whole_streams[rows]).all()
    for i in range(sized(400)):
        stream = streams[i : i + 1].copy()
        assert AGENT.act(masks[i], masks[i], stream) == whole[i]
        assert stream[0] == whole_streams[i]


def test_masks_may_be_bool_or_a_view():
    masks = random_masks(50, 46, seed=4)
    wide = np.zeros((50, 92), np.int8)
    wide[:, ::2] = masks
    expected = act(masks, make_streams(50, 1))
    assert (act(masks.astype(bool), make_streams(50, 1)) == expected).all()
    assert (act(wide[:, ::2], make_streams(50, 1)) == expected).all()


def test_no_rows():
    assert len(act(np.zeros((0, 46), np.int8), make_streams(0, 1))) == 0


def test_a_row_without_legal_action_is_an_error():
    masks = random_masks(5, 46, seed=5)
    masks[3] = 0
    with pytest.raises(NoLegalActionError, match="row 3 has no legal action"):
        act(masks, make_streams(5, 1))


@pytest.mark.parametrize("rngs", [make_streams(4, 1), np.zeros(5, np.int64)], ids=["too_few", "int64"])
def test_streams_that_do_not_fit_the_rows_are_an_error(rngs):
    with pytest.raises(ValueError, match=r"rngs must be uint64 \[5\]"):
        act(random_masks(5, 46, seed=6), rngs)

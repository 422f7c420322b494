"""A run that was stopped goes on as if nothing had happened."""

import itertools

import numpy as np
import pytest

from agents.learning.checkpoint import KEPT, CheckpointError, Progress, load_checkpoint, restore, save_checkpoint
from agents.learning.metrics import METRICS, MetricsFile, find_loss, read_metrics
from agents.learning.run import Stopped, train
from agents.policy.tensors import TensorFileError, read_tensors, write_tensors
from learning_runs import LEAGUE, make_run, tiny_config


def stop_after(updates):
    """Asked once before each rollout: says yes after so many updates."""
    asked = itertools.count()
    return lambda: next(asked) == updates


def resume(folder, config):
    run = make_run(folder, config)
    return train(run, load_checkpoint(run.checkpoints, run.game))


@pytest.fixture(scope="module")
def config():
    """Two updates learn from a teacher, four from scores."""
    return tiny_config(*LEAGUE, "imitation.steps=512")


@pytest.fixture(scope="module")
def straight(tmp_path_factory, config):
    """A run that nobody disturbed: its weights and metrics."""
    folder = tmp_path_factory.mktemp("straight")
    network, progress = train(make_run(folder, config))
    assert progress.update == 6
    return network.weights, (folder / "metrics.csv").read_text()


def assert_same(network, folder, straight):
    weights, metrics = straight
    for name, array in network.weights.items():
        assert np.array_equal(array, weights[name]), name
    assert (folder / "metrics.csv").read_text() == metrics


@pytest.mark.parametrize("updates", [1, 3, 5])
def test_a_stopped_and_resumed_run_ends_with_the_same_weights_and_metrics(tmp_path, config, straight, updates):
    with pytest.raises(Stopped):
        train(make_run(tmp_path, config, stop_after(updates)))
    network, progress = resume(tmp_path, config)
    assert progress.update == 6
    assert_same(network, tmp_path, straight)


def test_a_run_stopped_before_its_first_update_can_be_resumed(tmp_path, config, straight):
    with pytest.raises(Stopped):
        train(make_run(tmp_path, config, stop_after(0)))
    assert_same(resume(tmp_path, config)[0], tmp_path, straight)


def test_a_damaged_checkpoint_is_left_out_for_the_one_before(tmp_path, config, straight):
    run = make_run(tmp_path, config, stop_after(4))
    with pytest.raises(Stopped):
        train(run)
    newest = max(run.checkpoints.glob("*.safetensors"))
    data = bytearray(newest.read_bytes())
    data[len(data) // 2] ^= 1
    newest.write_bytes(data)
    found = load_checkpoint(run.checkpoints, run.game)
    assert found.progress.update == 3
    assert len(found.skipped) == 1
    assert str(newest) in found.skipped[0]
    assert "damaged" in found.skipped[0]
    assert_same(resume(tmp_path, config)[0], tmp_path, straight)


def test_when_all_checkpoints_are_damaged_it_says_so(tmp_path, config):
    run = make_run(tmp_path, config, stop_after(1))
    with pytest.raises(Stopped):
        train(run)
    for path in run.checkpoints.glob("*.safetensors"):
        path.write_bytes(path.read_bytes()[:1000])
    with pytest.raises(CheckpointError, match="no usable checkpoint"):
        load_checkpoint(run.checkpoints, run.game)


def test_a_file_that_was_not_finished_is_not_taken_for_a_checkpoint(tmp_path, config):
    run = make_run(tmp_path, config)
    run.checkpoints.mkdir()
    (run.checkpoints / ".000000000256.safetensors.partial").write_bytes(b"half")
    assert load_checkpoint(run.checkpoints, run.game) is None


def test_only_the_newest_checkpoints_are_kept(tmp_path, config):
    run = make_run(tmp_path, config, stop_after(5))
    with pytest.raises(Stopped):
        train(run)
    assert [int(path.stem) for path in sorted(run.checkpoints.iterdir())] == [4 * 256, 5 * 256]
    assert KEPT == 2


def test_foreign_files_in_the_folder_are_neither_read_nor_removed(tmp_path, config):
    run = make_run(tmp_path, config, stop_after(1))
    run.checkpoints.mkdir()
    foreign = [
        run.checkpoints / name for name in ("best.safetensors", "1.safetensors", "notes.txt", "999999999999-old.safetensors")
    ]
    for path in foreign:
        path.write_text("mine")
    (run.checkpoints / "999999999999.safetensors").mkdir()
    with pytest.raises(Stopped):
        train(run)
    found = load_checkpoint(run.checkpoints, run.game)
    assert (found.progress.update, found.skipped) == (1, [])
    assert [path.read_text() for path in foreign] == ["mine"] * len(foreign)


def test_a_run_may_pass_the_step_at_which_names_grow_longer(tmp_path, config):
    run = make_run(tmp_path, config)
    trainer = run.make_trainer()
    for step in (10**12 - 1, 10**12, 10**12 + 1):
        save_checkpoint(run.checkpoints, trainer, run.pool, Progress(step=step), run.game, {})
    assert load_checkpoint(run.checkpoints, run.game).progress.step == 10**12 + 1
    assert sorted(int(path.stem) for path in run.checkpoints.iterdir()) == [10**12, 10**12 + 1]


@pytest.mark.parametrize(
    "changes",
    [
        {"progress": None},
        {"progress": {"step": -1}},
        {"identity": []},
        {"trainer": 3},
        {"versions": {"numpy": []}},
    ],
    ids=str,
)
def test_a_header_of_another_form_is_a_damaged_checkpoint(tmp_path, config, changes):
    run = make_run(tmp_path, config, stop_after(1))
    with pytest.raises(Stopped):
        train(run)
    for path in run.checkpoints.iterdir():
        tensors, meta = read_tensors(path)
        write_tensors(path, tensors, meta | changes)
    with pytest.raises(CheckpointError, match="has a wrong header"):
        load_checkpoint(run.checkpoints, run.game)


@pytest.mark.parametrize("values", [{}, {"steps": []}, {"recent_deals": 3}, {"numpy_random": {}}], ids=str)
def test_what_does_not_fit_the_trainer_is_one_line(tmp_path, config, values):
    run = make_run(tmp_path, config, stop_after(1))
    with pytest.raises(Stopped):
        train(run)
    found = load_checkpoint(run.checkpoints, run.game)
    found.trainer = {**found.trainer, **values} if values else {}
    with pytest.raises(CheckpointError, match="does not fit this config") as caught:
        restore(found, run.make_trainer(), run.pool)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ("game=ramsch/ramsch-v0", "its game was ramsch/schieberamsch-v0, now it is ramsch/ramsch-v0"),
        ("options={reward: zero_sum}", "its options was {'reward': 'score'}, now it is {'reward': 'zero_sum'}"),
    ],
)
def test_another_game_or_other_options_are_refused_with_the_reason(tmp_path, config, other, said):
    with pytest.raises(Stopped):
        train(make_run(tmp_path, config, stop_after(1)))
    run = make_run(tmp_path, tiny_config(*LEAGUE, other))
    with pytest.raises(CheckpointError) as caught:
        load_checkpoint(run.checkpoints, run.game)
    assert said in str(caught.value)


@pytest.mark.parametrize("other", ["method.net=[8]", "num_envs=8"])
def test_another_network_or_number_of_tables_is_refused(tmp_path, config, other):
    with pytest.raises(Stopped):
        train(make_run(tmp_path, config, stop_after(1)))
    run = make_run(tmp_path, tiny_config(*LEAGUE, other))
    checkpoint = load_checkpoint(run.checkpoints, run.game)
    with pytest.raises(CheckpointError, match="does not fit this config"):
        restore(checkpoint, run.make_trainer(), run.pool)


def test_a_longer_run_goes_on_from_the_end_of_a_shorter_one(tmp_path, config):
    train(make_run(tmp_path, config))
    _, progress = resume(tmp_path, tiny_config(*LEAGUE, "total_steps=2048"))
    assert (progress.step, progress.update) == (2048, 8)
    assert [row["update"] for row in read_metrics(tmp_path / "metrics.csv")] == [str(n) for n in range(9)]


def test_a_restored_run_is_saved_as_it_was(tmp_path, config):
    run = make_run(tmp_path, config, stop_after(2))
    with pytest.raises(Stopped):
        train(run)
    checkpoint = load_checkpoint(run.checkpoints, run.game)
    fresh = make_run(tmp_path / "again", config)
    trainer = fresh.make_trainer()
    progress = restore(checkpoint, trainer, fresh.pool)
    again = save_checkpoint(fresh.checkpoints, trainer, fresh.pool, progress, fresh.game, {})
    tensors, meta = read_tensors(again)
    before, meta_before = read_tensors(checkpoint.path)
    assert meta == {**meta_before, "versions": {}}
    assert tensors.keys() == before.keys()
    assert all(np.array_equal(tensors[name], before[name]) for name in before)


# --- files ---


def test_arrays_of_every_kind_come_back(tmp_path):
    tensors = {
        "scalar": np.array(3.5, np.float32),
        "int8": np.array([[1, -2]], np.int8),
        "uint64": np.array([2**63], np.uint64),
        "turned": np.arange(6.0).reshape(2, 3).T,
        "none": np.zeros((0, 3)),
    }
    write_tensors(tmp_path / "a", tensors, {"k": [1, None, "x"]})
    found, meta = read_tensors(tmp_path / "a")
    assert meta == {"k": [1, None, "x"]}
    for name, array in tensors.items():
        assert found[name].dtype == array.dtype
        assert np.array_equal(found[name], array)
        assert found[name].shape == array.shape


def test_every_flipped_byte_is_noticed(tmp_path):
    path = tmp_path / "a"
    write_tensors(path, {"x": np.arange(4)}, {"k": 1})
    whole = path.read_bytes()
    for place in range(len(whole)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        with pytest.raises(TensorFileError):
            read_tensors(path)


def test_metrics_after_the_checkpoint_and_a_half_row_are_cut(tmp_path):
    path = tmp_path / "metrics.csv"
    log = MetricsFile(path, ["train/loss"], -1)
    for step in (0, 256, 512):
        log.write({"step": step, "update": step // 256, "eval/score": 0.1, "unknown": 3})
    with path.open("a") as stream:
        stream.write("768,3,0.")
    MetricsFile(path, ["train/loss"], 256)
    assert path.read_text().splitlines()[0] == ",".join([*METRICS, "train/loss"])
    assert [row["step"] for row in read_metrics(path)] == ["0", "256"]
    assert read_metrics(path)[1]["eval/score"] == "0.1"


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: "",
        lambda text: text.replace("step", "steep", 1),
        lambda text: text.replace("\n256,1,", "\n256;1;"),
        lambda text: text.replace("\n256,", "\n2\x0056,"),
        lambda text: text.replace("\n256,", "\n256,0.5,"),
        lambda text: text.replace("\n256,1,0.1", "\n256,1,good"),
        lambda text: text.replace("\n256,", f"\n{'9' * 200_000}x,"),
        lambda text: "\udcff\udcfe" + text,
    ],
    ids=str.split("empty heading separator null column word long bytes"),
)
def test_a_damaged_metrics_file_is_noticed_and_what_is_whole_is_kept(tmp_path, damage):
    path = tmp_path / "metrics.csv"
    log = MetricsFile(path, ["train/loss"], -1)
    for step in (0, 256, 512):
        log.write({"step": step, "update": step // 256, "eval/score": 0.1})
    assert find_loss(path, 2) is None
    path.write_bytes(damage(path.read_text()).encode(errors="surrogateescape"))
    whole = read_metrics(path)
    assert len(whole) < 3
    assert find_loss(path, 2) == f"{path} is damaged: {3 - len(whole)} of 3 rows are lost"
    MetricsFile(path, ["train/loss"], 512).write({"step": 768, "update": 3})
    assert [row["step"] for row in read_metrics(path)] == [*(row["step"] for row in whole), "768"]


def test_a_missing_metrics_file_is_noticed(tmp_path):
    assert find_loss(tmp_path / "metrics.csv", 7) == f"{tmp_path / 'metrics.csv'} is missing: it begins anew after update 7"

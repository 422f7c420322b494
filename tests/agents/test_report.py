"""Reports of runs and evaluations as pages and pictures."""

import re

import pytest

import envs
from agents.evaluation.arena import Extras, tournament
from agents.evaluation.report import collect_evaluation, evaluation_page, training_page
from agents.evaluation.report.charts import line_chart, tick_labels, ticks
from agents.evaluation.report.plots import write_plots
from agents.policy import Architecture, Network, write_policy
from browser import started_browser

GAME = envs.load_game("ramsch/schieberamsch-v0")
LONG = "ramsch-schieberamsch-wide-network-seed"
"""The beginning of the names of two runs."""


@pytest.fixture(scope="module")
def summary(tmp_path_factory):
    """An evaluation of two policies whose paths are long, and of two simple agents."""
    folder = tmp_path_factory.mktemp("runs")
    specs = []
    for number in (1, 2):
        (folder / f"{LONG}-{number}").mkdir()
        file = folder / f"{LONG}-{number}" / "policy.safetensors"
        write_policy(file, Network(Architecture(GAME.observation_size, (8,), "relu", GAME.num_actions)), GAME, {})
        specs.append(f"policy:{file}")
    results = tournament(GAME, [*specs, "heuristic", "random"], deals=10, seed=1, extras=Extras(statistics=True))
    return collect_evaluation(results, GAME, 1, {})


def report(points, baseline="heuristic"):
    band = {name: [[x, y + shift] for x, y in points] for name, shift in (("eval/ci_low", -1), ("eval/ci_high", 1))}
    scores = {baseline: {"score": 1, "difference": 2, "ci_low": 1, "ci_high": 3, "win_rate": 0.5, "deals": 9}}
    return {
        "name": "first",
        "game": {"id": GAME.id, "options": {}},
        "progress": {"step": 30, "update": 3, "seconds": 1},
        "scores": scores,
        "curves": {"eval/difference": points, **band, "train/value_loss": points[1:]},
        "config": {"seed": 1, "evaluation": {"baseline": baseline}},
        "versions": {},
    }


def labels(chart):
    """Of the ticks of the vertical axis."""
    return [float(text) for text in re.findall(r'text-anchor="end">([^<]*)<', chart)]


def test_the_untrained_point_does_not_set_the_axis_of_a_learning_curve():
    points = [[0, -172.0], [10, -5.0], [20, -2.0], [30, 1.0]]
    page = training_page(report(points), "")
    curve = page.partition("Learning curve")[2].partition("<h2>")[0]
    assert min(labels(curve)) >= -10
    assert "Before it learned: -172" in curve
    heights = [float(y) for _, y in re.findall(r"[ML]([\d.]+) ([\d.-]+)", curve)]
    assert max(heights) <= 360


def test_two_points_are_drawn_whole():
    assert min(labels(line_chart([[0, -172.0], [10, -5.0]], "", "", (960, 360)))) == -200


def test_a_single_point_is_told_in_words():
    assert line_chart([[8192, 0.5]], "decisions", "nats", (960, 360)) == "<p>0.5 nats, at 8192 decisions.</p>"
    page = training_page(report([[0, 1.0], [10, 2.0]]), "")
    assert "Value loss" not in page


@pytest.mark.parametrize(("low", "high"), [(1.0231, 1.0242), (-3e-5, 2e-5), (123_450, 123_470), (0, 12_000_000), (-880, 240)])
def test_no_two_ticks_have_the_same_label(low, high):
    texts = tick_labels(ticks(low, high))
    assert len(set(texts)) == len(texts) > 3


def test_a_config_is_shown_as_yaml():
    assert "<pre>net: [128, 128]\n</pre>" in training_page(report([[0, 1.0]]), "net: [128, 128]\n")


def test_pages_call_agents_by_their_short_names(summary):
    page = evaluation_page(summary).replace("<wbr>", "")
    for name in (f"{LONG}-1/policy", f"{LONG}-2/policy", "heuristic"):
        assert f"<td class='text'>{name}</td>" in page
    assert "policy:" not in page
    assert "safetensors" not in page
    run = training_page(report([[0, 1.0]], "policy:runs/old/policy.safetensors"), "").replace("<wbr>", "")
    assert "One learner among old/policy players" in run
    assert "policy:" not in run


def test_an_agent_that_is_named_twice_is_told_apart():
    results = tournament(GAME, ["random", "random"], deals=4, seed=1)
    found = collect_evaluation(results, GAME, 1, {})
    assert [agent["name"] for agent in found["agents"]] == ["random", "random (2)"]
    assert evaluation_page(found).count("random (2)") >= 4


def test_plots_have_room_for_long_names(summary, tmp_path):
    """Matplotlib warns where the labels leave no room for the picture, and warnings are errors."""
    assert [file.name for file in write_plots(tmp_path, summary)] == ["ranking.png", "scores.png", "pairs.png"]


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    with started_browser(tmp_path_factory) as started:
        yield started


@pytest.mark.parametrize("width", [1280, 390])
def test_pages_are_never_wider_than_the_window(browser, summary, tmp_path, width):
    browser.resize(width, 900)
    pages = {"evaluation": evaluation_page(summary), "run": training_page(report([[0, -9.0], [1, 2.0]]), "name: first\n" * 9)}
    for name, page in pages.items():
        (tmp_path / f"{name}.html").write_text(page)
        browser.open(tmp_path / f"{name}.html")
        assert browser.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_on_a_desktop_tables_of_long_names_stay_on_their_cards(browser, summary, tmp_path):
    """All but the statistics, which have three columns for each agent."""
    browser.resize(1280, 900)
    (tmp_path / "page.html").write_text(evaluation_page(summary))
    browser.open(tmp_path / "page.html")
    cards = "[...document.querySelectorAll('.card')].filter(card => !card.querySelector('.group'))"
    assert browser.evaluate(f"{cards}.map(card => card.scrollWidth - card.clientWidth).filter(over => over > 0)") == []

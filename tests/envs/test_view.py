"""The page on which one steps through recorded deals: its data, and the page in a browser."""

import itertools
import json
import re

import numpy as np
import pytest

import agents
import envs
from browser import started_browser
from envs import notation
from envs.cli import main
from envs.cli.view import page_data
from envs.render.page import page

# One table for each game and number of players, one with a player who sits out, one of a match.
FIRST = {(game_id.partition("/")[0], envs.load_game(game_id).num_players): game_id for game_id in reversed(envs.list_games())}
TABLES = [(game_id, {}) for game_id in envs.list_games() if game_id in FIRST.values()]
TABLES += [("skat/schieber_ramsch-v0", {"players": 4}), ("skat/isko-v0", {"episode": "match"})]
MORE_DEALS = [("ramsch/schieberamsch-v0", {}), ("schmier/standard-v0", {})]
"""Whose pages have a list worth sorting and going through."""

MINUS = "\u2212"
"""As the page writes it."""


def replays(path):
    return (record.replay() for record in notation.read(path))


def table_name(table):
    return "-".join([table[0].replace("/", "-"), *map(str, table[1].values())])


def write_deals(path, game_id, count=3, **options):
    game = envs.load_game(game_id, **options)
    players = [agents.make("heuristic", game)] * game.num_players
    deals = (line for row in itertools.count() for line in notation.play(game, players, 5, row))
    notation.append(path, itertools.islice(deals, count))
    return path


def whole_scenes(patches):
    """What the script does: each scene from the one before."""
    whole = []
    for patch in patches:
        before = whole[-1] if whole else {"seats": [{}] * len(patch["seats"])}
        seats = list(before["seats"])
        for place, change in patch.get("seats", []):
            seats[place] = seats[place] | change
        whole.append(before | patch | {"seats": seats})
    return whole


# --- the data ---


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """A page of each table, by its name."""
    folder = tmp_path_factory.mktemp("pages")
    written = {}
    for table in TABLES:
        count = 3 if table in MORE_DEALS else 1
        path = write_deals(folder / f"{table_name(table)}.jsonl", table[0], count, **table[1])
        assert main(["view", str(path)]) == 0
        written[table_name(table)] = path.with_suffix(".html")
    return written


@pytest.mark.parametrize("table", TABLES, ids=table_name)
def test_the_scenes_are_those_of_the_game(tmp_path, table):
    """Of every view, after a way through JSON."""
    path = write_deals(tmp_path / "deals.jsonl", table[0], 1, **table[1])
    data = json.loads(json.dumps(page_data(replays(path), "deals")))
    for record, shown in zip(notation.read(path), data["deals"], strict=True):
        deal = record.replay()
        for viewer, patches in zip([None, *range(deal.game.num_players)], shown["scenes"], strict=True):
            for state, scene in zip(deal.states, whole_scenes(patches), strict=True):
                expected = deal.game.scene(state, viewer)
                expected = vars(expected) | {"seats": [vars(seat) for seat in expected.seats]}
                assert scene == json.loads(json.dumps(expected))


@pytest.mark.parametrize("table", TABLES, ids=table_name)
def test_a_seat_is_not_told_cards_that_it_does_not_see(tmp_path, table):
    """Every card that stands in its view of the first scene is one it holds, or lies open for everybody."""
    path = write_deals(tmp_path / "deals.jsonl", table[0], 1, **table[1])
    [shown] = page_data(replays(path), "deals")["deals"]
    for seat, patches in enumerate(shown["scenes"][1:]):
        hands = {place: dict(fields)["hand"] for place, fields in patches[0]["seats"]}
        assert all(set(hand) <= {"??"} for place, hand in hands.items() if place != seat)


def test_deals_and_thoughts_of_the_data(tmp_path):
    path = write_deals(tmp_path / "deals.jsonl", "ramsch/schieberamsch-v0", 2)
    data = page_data(replays(path), "deals")
    for record, shown in zip(notation.read(path), data["deals"], strict=True):
        assert shown["number"] == record.line
        assert shown["scores"] == list(record.scores)
        assert len(shown["steps"]) == len(record.fields["actions"])
        assert [step["heard"][0] for step in shown["steps"]] == record.fields["actions"]
        assert not any("odds" in step for step in shown["steps"])
    assert data["notes"] == []


def test_what_cards_gave_away(tmp_path):
    """Only random play of clumsy cards is sure to give something away; what would have been best gives nothing."""
    game = envs.load_game("sheepshead/p5-v0")
    path = tmp_path / "deals.jsonl"
    notation.append(path, notation.play(game, [agents.make("random", game)] * 5, seed=5))
    [deal] = page_data(replays(path), "deals", regret=True)["deals"]
    replay, judge = next(iter(notation.read(path))).replay(), agents.registry.make_judge(game)
    lost = [step.get("lost", 0) for step in deal["steps"]]
    assert max(lost) > 0
    for number, step in enumerate(deal["steps"]):
        for name in step.get("best", []):
            state = replay.states[number]
            assert judge.regret(state.array, np.array([game.actions.number(name)])) == [0]
    assert not any("lost" in step for step in page_data(replays(path), "deals")["deals"][0]["steps"])


def test_where_nobody_knows_what_cards_gave_away_a_note_says_so(tmp_path):
    path = write_deals(tmp_path / "deals.jsonl", "sheepshead/p2_1-v0", 1)
    [note] = page_data(replays(path), "deals", regret=True)["notes"]
    assert note.startswith("What cards gave away is not shown: sheepshead/p2_1-v0 has no open-card solver")


def named(path, *agents):
    """A file with one deal that names these agents."""
    write_deals(path, "ramsch/schieberamsch-v0", 1)
    path.write_text(json.dumps(json.loads(path.read_text()) | {"agents": [*agents]}) + "\n")
    return path


def test_an_agent_that_cannot_be_made_is_a_note(tmp_path):
    path = named(tmp_path / "deals.jsonl", "policy:gone", "random", None)
    [note] = page_data(replays(path), "deals", ["policy:gone"])["notes"]
    assert note.startswith("What policy:gone thought is not shown: ")
    assert "cannot be read" in note


@pytest.mark.parametrize("spec", ["policy:/dev/zero", "{own}:Agent", "heuristic"])
def test_a_record_opens_no_file_and_runs_no_program(tmp_path, monkeypatch, spec):
    """Whoever looks at a record need not trust who wrote it: it names agents, and none of them is made."""
    own = tmp_path / "own.py"
    own.write_text("raise SystemExit('it ran')\n")
    monkeypatch.setattr("envs.cli.view.as_agent", lambda spec, game: pytest.fail(f"{spec} was made"))
    path = named(tmp_path / "deals.jsonl", *[spec.format(own=own)] * 3)
    notes = page_data(replays(path), "deals", ["policy:other"])["notes"]
    unasked = ["What policy:/dev/zero thought is not shown: ask for it with --advisers policy:/dev/zero"]
    assert notes[:-1] == (unasked if spec in unasked[0] else [])
    assert notes[-1] == "What policy:other thought is not shown: it plays in none of these deals"


def test_names_that_are_no_text_are_shown(tmp_path, capsys):
    """Terminal escapes, line breaks and half a letter."""
    path = named(tmp_path / "deals.jsonl", "policy:\x1b[2J\nx", "\ud800", None)
    assert main(["view", str(path)]) == 0
    assert r"policy:\x1b[2J\nx" in capsys.readouterr().err
    assert r"\ud800" in path.with_suffix(".html").read_text(encoding="utf-8")
    assert main(["replay", str(path)]) == 0
    printed = capsys.readouterr().out
    assert r"player_0 is policy:\x1b[2J\nx" + "\n" in printed
    assert r"player_1 is \ud800" + "\n" in printed


def test_no_text_of_a_record_ends_the_script(tmp_path):
    path = write_deals(tmp_path / "deals.jsonl", "ramsch/ramsch-v0", 1)
    fields = json.loads(path.read_text()) | {"agents": ["</script><b>", "<!--", None]}
    path.write_text(json.dumps(fields) + "\n")
    text = page(page_data(replays(path), "<title>"))
    assert text.count("</script") == 2
    assert "<!--" not in text
    assert "<title>&lt;title&gt;</title>" in text


@pytest.mark.parametrize("name", [table_name(table) for table in TABLES])
def test_the_page_loads_nothing(pages, name):
    text = pages[name].read_text(encoding="utf-8")
    assert not re.search(r"https?:|//\w+\.|@import|url\(|src=", text)


def test_view_says_what_it_wrote_or_why_not(tmp_path, capsys):
    path = write_deals(tmp_path / "deals.jsonl", "ramsch/ramsch-v0", 2)
    assert main(["view", str(path), "--deal", "2", "--output", str(tmp_path / "one.html")]) == 0
    assert capsys.readouterr().out == f"{tmp_path / 'one.html'}: 1 deal; open it in a browser\n"
    assert main(["view", str(path), "--max-deals", "1"]) == 0
    printed = capsys.readouterr()
    assert "deals.html: 1 deal;" in printed.out
    assert "the first 1 deals" in printed.err
    assert main(["view", str(path), "--max-deals", "0"]) == 2
    assert "--max-deals 0; possible: from 1 on" in capsys.readouterr().err
    assert main(["view", str(path), "--agent", "random", "--force"]) == 2
    assert "holds no such deals" in capsys.readouterr().err


# --- the page in a browser ---


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    with started_browser(tmp_path_factory) as started:
        yield started


STEP_TO_THE_END = """(() => {
  const next = document.getElementById("next");
  let steps = 0, overflow = 0;
  for (; !next.disabled; steps += 1) {
    next.click();
    overflow = Math.max(overflow, document.documentElement.scrollWidth - innerWidth);
  }
  return [steps, overflow];
})()"""
"""Steps taken, and by how many pixels the page was ever wider than the window."""


@pytest.mark.parametrize("name", [table_name(table) for table in TABLES])
@pytest.mark.parametrize(("width", "height"), [(1400, 950), (360, 740)], ids=["desktop", "phone"])
def test_a_deal_is_stepped_through_to_its_scores(browser, pages, name, width, height):
    """Without an error, a request or a horizontal scroll bar; the scores are those of the record."""
    browser.resize(width, height)
    browser.open(pages[name])
    record = next(notation.read(pages[name].with_suffix(".jsonl"), deal=1))
    length = len(record.fields["actions"])
    assert browser.evaluate(STEP_TO_THE_END) == [length, 0]
    assert browser.text("#caption").startswith(f"Step {length} of {length}.")
    deal = record.replay()
    if not deal.is_thrown_in:
        scores = [seat.score for seat in deal.game.scene(deal.states[-1]).seats]
        shown = [browser.text(f"#deals tbody tr[aria-current] td:nth-child({n})") for n in score_columns(browser)]
        assert [float(text.replace(MINUS, "-")) for text in shown] == scores
        said = browser.text("#caption").partition("Scores: ")[2].replace(MINUS, "-")
        assert [float(part.strip(" .").split()[1]) for part in said.split(",")] == scores
    assert browser.errors == []
    assert [url for url in browser.requests if not url.startswith(("file:", "data:"))] == []


COVERED = """(() => {
  const next = document.getElementById("next"), found = [];
  for (let more = true; more; next.click()) {
    more = !next.disabled;
    for (const rank of document.querySelectorAll(".played .card b, .bottom .fan:not(.small) .card b")) {
      const box = rank.getBoundingClientRect();
      const top = document.elementFromPoint(box.x + Math.min(box.width / 2, 20), box.y + box.height / 2);
      if (!rank.closest(".card").contains(top)) found.push(document.body.dataset.step + " " + rank.innerText);
    }
  }
  return found;
})()"""
"""Steps, and ranks of the trick or the own hand over which something lies, in the window as it is first seen."""


@pytest.mark.parametrize(("width", "height"), [(1280, 900), (390, 844)], ids=["desktop", "phone"])
@pytest.mark.parametrize("players", range(2, 9))
def test_no_rank_of_the_trick_and_nothing_of_the_own_hand_is_covered(browser, pages, players, width, height):
    browser.resize(width, height)
    [name] = [table_name(table) for table in TABLES if table[0] == FIRST.get(("sheepshead", players)) and not table[1]]
    browser.open(pages[name], "#view=0")
    assert browser.evaluate(COVERED) == []


def test_scores_on_the_table_say_what_they_are(browser, pages):
    browser.resize(1280, 900)
    browser.open(pages["ramsch-schieberamsch-v0"], "#step=999")
    assert re.fullmatch(rf"score [+{MINUS}]?\d+", browser.text(".chip.score"))


def test_agents_are_called_by_their_short_names(browser, tmp_path):
    path = tmp_path / "deals.jsonl"
    names = ["policy:a/first/policy.safetensors", "policy:b/first/policy.safetensors", None]
    line = json.loads(write_deals(path, "ramsch/schieberamsch-v0", 1).read_text()) | {"agents": names}
    path.write_text(json.dumps(line))
    data = page_data(replays(path), "x")
    file = tmp_path / "page.html"
    file.write_text(page(data))
    browser.resize(1280, 900)
    browser.open(file)
    shown = browser.evaluate("[...document.querySelectorAll('.agent')].map(one => one.innerText)")
    assert sorted(shown) == ["a/first/policy", "b/first/policy", "person"]


def score_columns(browser):
    headings = browser.evaluate("[...document.querySelectorAll('#deals th')].map(th => th.innerText)")
    return [n for n, heading in enumerate(headings, start=1) if heading.startswith("player_")]


def test_keys_and_buttons_move(browser, pages):
    browser.resize(1400, 950)
    browser.open(pages["ramsch-schieberamsch-v0"])

    def place():
        return browser.evaluate("[document.getElementById('heading').innerText, document.body.dataset.step]")

    end = str(browser.evaluate("document.getElementById('slider').max"))
    for key, expected in [
        ("End", ["Deal 1", end]),
        ("ArrowLeft", ["Deal 1", str(int(end) - 1)]),
        ("Home", ["Deal 1", "0"]),
        ("ArrowLeft", ["Deal 1", "0"]),
        ("ArrowRight", ["Deal 1", "1"]),
        ("ArrowDown", ["Deal 2", "0"]),
        ("ArrowDown", ["Deal 3", "0"]),
        ("ArrowDown", ["Deal 3", "0"]),
        ("ArrowUp", ["Deal 2", "0"]),
    ]:
        browser.press(key)
        assert place() == expected, key
    end = str(browser.evaluate("document.getElementById('slider').max"))
    for button, expected in [
        ("next", ["Deal 2", "1"]),
        ("next", ["Deal 2", "2"]),
        ("back", ["Deal 2", "1"]),
        ("last", ["Deal 2", end]),
        ("first", ["Deal 2", "0"]),
        ("next-deal", ["Deal 3", "0"]),
        ("previous-deal", ["Deal 2", "0"]),
    ]:
        browser.click(f"#{button}")
        assert place() == expected, button
    browser.click("#log li:nth-child(4) button")
    assert place() == ["Deal 2", "4"]
    browser.click("#deals tbody tr:nth-child(1) td:nth-child(1) button")
    assert place() == ["Deal 1", "0"]


def test_a_link_opens_a_place(browser, pages):
    browser.open(pages["ramsch-schieberamsch-v0"], "#deal=3&step=5&view=1")
    assert browser.text("#heading") == "Deal 3"
    assert browser.text("#caption").startswith("Step 5 of ")
    assert browser.evaluate("document.getElementById('view').value") == "1"


def test_the_list_is_sorted_by_a_heading_both_ways(browser, pages):
    browser.resize(1400, 950)
    browser.open(pages["schmier-standard-v0"])
    for column in score_columns(browser):
        for direction in ("ascending", "descending"):
            browser.click(f"#deals th:nth-child({column}) button")
            assert browser.evaluate(f"document.querySelector('#deals th:nth-child({column})').ariaSort") == direction
            cells = f"[...document.querySelectorAll('#deals tbody td:nth-child({column})')].map(td => td.innerText)"
            values = [float(text.replace(MINUS, "-")) for text in browser.evaluate(cells)]
            assert values == sorted(values, reverse=direction == "descending")


def test_a_seat_sees_its_own_cards_only(browser, pages):
    browser.resize(1400, 950)
    browser.open(pages["ramsch-schieberamsch-v0"], "#view=2")
    seats = "[...document.querySelectorAll('.seat')].map(e => [e.innerText, e.querySelectorAll('.back').length])"
    for text, backs in browser.evaluate(seats):
        assert (backs > 0) == ("player_2" not in text)
    browser.open(pages["ramsch-schieberamsch-v0"])
    assert browser.evaluate("document.querySelectorAll('.seat .back').length") == 0


def test_everything_that_can_be_pressed_has_a_name_and_shows_its_focus(browser, pages):
    browser.resize(1400, 950)
    browser.open(pages["ramsch-schieberamsch-v0"])
    is_named = "e => e.ariaLabel || e.innerText.trim() || e.labels.length"
    assert browser.evaluate(f"[...document.querySelectorAll('button, select, input')].every({is_named})")
    assert browser.evaluate("document.getElementById('caption').ariaLive") == "polite"
    browser.press("Tab")
    assert browser.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"


@pytest.mark.parametrize("is_dark", [False, True], ids=["light", "dark"])
def test_text_stands_out_from_its_ground(browser, pages, is_dark):
    """Contrast of at least 4.5 to 1."""
    browser.resize(1400, 950, is_dark=is_dark)
    browser.open(pages["ramsch-schieberamsch-v0"])

    def colour(selector, name):
        return browser.evaluate(f"getComputedStyle(document.querySelector('{selector}')).{name}")

    assert contrast(colour("body", "color"), colour("body", "backgroundColor")) > 4.5
    assert contrast(colour(".soft", "color"), colour("body", "backgroundColor")) > 4.5
    dark_ground = np.array(luminances(colour("body", "backgroundColor"))) < 0.5
    assert bool(dark_ground) == is_dark


def luminances(colour):
    parts = [float(part) / 255 for part in re.findall(r"[\d.]+", colour)[:3]]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    light, dark = sorted((luminances(one), luminances(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_the_page_shows_what_a_policy_thought(browser, tmp_path):
    """The bars are its probabilities, the likeliest first; another seat's view does not show them."""
    from agents.policy import Architecture, Network, write_policy
    from agents.policy.network import scale_of

    game = envs.load_game("ramsch/schieberamsch-v0")
    network = Network(Architecture(game.observation_size, (8,), "tanh", game.num_actions))
    network.load({**network.weights, "factors": scale_of(game.layout)})
    write_policy(tmp_path / "policy.safetensors", network, game, {})
    policy = agents.make(f"policy:{tmp_path / 'policy.safetensors'}", game)
    path = tmp_path / "deals.jsonl"
    notation.append(path, notation.play(game, [policy] * 3, 1))
    assert main(["view", str(path), "--advisers", policy.spec]) == 0
    deal = next(notation.read(path)).replay()
    step = next(n for n, state in enumerate(deal.states) if len(game.legal_actions(state)) > 3)
    state, seat = deal.states[step], game.current_player(deal.states[step])
    odds = policy.probabilities(game.observe(state, seat), game.action_mask(state))
    browser.resize(1400, 950)
    browser.open(path.with_suffix(".html"), f"#step={step}")
    shown = [float(text.removesuffix(" %")) for text in browser.text("#thoughts .bars").splitlines() if text.endswith("%")]
    assert shown == pytest.approx(sorted((100 * odds[odds > 0]).tolist(), reverse=True), abs=0.06)
    assert "✓" in browser.text("#thoughts .chosen")
    browser.open(path.with_suffix(".html"), f"#step={step}&view={(seat + 1) % 3}")
    assert browser.text("#thoughts") == f"Only player_{seat} knows."
    assert browser.errors == []

"""A person plays at the terminal: what can be typed, and what is answered."""

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import agents
import envs
from envs.cli import main
from envs.cli.session import Session, Terminal
from envs.cli.style import fold

RAMSCH = "ramsch/schieberamsch-v0"
SKAT = "skat/isko-v0"
SCHMIER = "schmier/standard-v0"


class Talk:
    """A terminal: answers typed beforehand, everything written kept."""

    def __init__(self, answers: Iterable[str], record: Callable[[str], None] | None = None) -> None:
        self.answers = iter(answers)
        self.lines: list[str] = []
        self.prompts = 0
        self.terminal = Terminal(self.ask, self.lines.append, record=record)

    def ask(self, _prompt: str) -> str:
        self.prompts += 1
        answer = next(self.answers, None)
        if answer is None:
            raise EOFError
        return answer

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


def play(game_id: str, answers: Iterable[str], *, seat: int = 0, seed: int = 4, spec: str = "random", **how: Any) -> Talk:
    """Play until the answers run out; `options`, `advisers`, `record` and `again` as the session takes them."""
    game = envs.load_game(game_id, **how.pop("options", {}))
    talk = Talk(answers, how.pop("record", None))
    others = [agents.make(spec, game)]
    talk.session = Session(game, seat, others, seed=seed, terminal=talk.terminal, **how)  # type: ignore[attr-defined]
    talk.is_finished = talk.session.play()  # type: ignore[attr-defined]
    return talk


def first_choices(talk: Callable[[], Talk]) -> Iterable[str]:
    """Always the first choice that is listed, by its number or its value."""
    for _ in range(5_000):
        line = next(line for line in reversed(talk().lines) if line.startswith("choose: "))
        words = line.removeprefix("choose: ").replace(",", " ").split()
        yield next((word for word in words if word.isdecimal()), words[0])


def play_first_choices(game_id: str, **how: Any) -> Talk:
    """Play to the end, always the first choice."""
    box: list[Talk] = []
    answers = first_choices(lambda: box[0])
    game = envs.load_game(game_id, **how.pop("options", {}))
    talk = Talk(answers, how.pop("record", None))
    box.append(talk)
    session = Session(
        game, how.pop("seat", 0), [agents.make("heuristic", game)], seed=how.pop("seed", 4), terminal=talk.terminal, **how
    )
    talk.is_finished = session.play()  # type: ignore[attr-defined]
    talk.session = session  # type: ignore[attr-defined]
    return talk


# --- Choosing --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game_id", "seat", "before", "answer", "action"),
    [
        (RAMSCH, 0, [], "1", "grand_hand"),
        (RAMSCH, 0, [], "2", "no_grand_hand"),
        (RAMSCH, 0, [], "NO_GRAND_HAND", "no_grand_hand"),
        (RAMSCH, 0, [], "no grand", "no_grand_hand"),
        (RAMSCH, 0, [], "gr", "grand_hand"),
        (RAMSCH, 0, ["1"], "jc", "JC"),
        (RAMSCH, 0, ["1"], "T♥", "TH"),
        (RAMSCH, 0, ["1"], "10h", "TH"),
        (RAMSCH, 0, ["1"], "8h", "8H"),
        (RAMSCH, 0, ["1"], "3", "QC"),
        (RAMSCH, 0, ["1"], "j", "JC"),
    ],
    ids=lambda value: str(value) if isinstance(value, str) else None,
)
def test_an_action_is_chosen_by_number_by_card_or_by_the_beginning_of_its_name(game_id, seat, before, answer, action) -> None:
    talk = play(game_id, [*before, answer], seat=seat)
    own = [name for who, name in said_by_all(talk.session) if who == seat]
    assert own[len(before)] == action


def said_by_all(session: Session) -> list[tuple[int, str]]:
    """Who did what in the present deal."""
    game, record = session.game, json.loads(session.game.to_text(session.state))
    again = game.deal(seed=0, deck=record["deck"].split(), dealer=record["dealer"])
    said = []
    for action in record["actions"]:
        said.append((game.current_player(again), action))
        game.play(again, [action])
    return said


def test_where_values_are_chosen_a_number_means_the_value():
    talk = play(SKAT, ["20"], seat=2, seed=3)
    assert "choose: bid_18, 20, 22, 23, 24, 27, 30, 33, 35, 36, ..., 264, or pass" in talk.text
    assert (2, "bid_20") in said_by_all(talk.session)
    talk = play(SCHMIER, ["2", "3"], seat=1, seed=3)
    assert "bid_2: the lowest bid is 3" in talk.text
    assert (1, "bid_3") in said_by_all(talk.session)


@pytest.mark.parametrize(
    ("typed", "reply"),
    [
        ("20", "bid_20: bid 20 is not above 20, which is already called"),
        ("21", "'21' is not one of the choices"),
        ("2", "'2' is not one of the choices"),
        ("bid_2", "'bid_2' is not one of the choices"),
        ("hold", "hold: there is no value to hold: one is to be called"),
    ],
)
def test_a_value_that_cannot_be_chosen_is_never_taken_for_another(typed: str, reply: str) -> None:
    game, talk = envs.load_game(SKAT), Talk(["18", "20", typed])
    session = Session(game, 2, [Holder(game)], seed=3, terminal=talk.terminal)
    session.play()
    assert reply in talk.text
    assert said_by_all(session) == [(2, "bid_18"), (1, "hold"), (2, "bid_20"), (1, "hold")]


class Holder:
    """Holds every value that is called."""

    def __init__(self, game: envs.Game) -> None:
        self.hold = game.actions.number("hold")

    def act(self, observation, action_mask, rng) -> int:
        return self.hold if action_mask[self.hold] else int(np.flatnonzero(action_mask)[0])


def test_the_only_choice_can_be_taken_with_the_enter_key():
    talk = play(RAMSCH, ["1", *["1"] * 9, ""])
    assert talk.is_finished


@pytest.mark.parametrize(
    ("answer", "reply"),
    [
        ("", "Choose one"),
        ("nonsense", "'nonsense' is not one of the choices"),
        ("99", "'99' is not one of the choices, 1 to 2"),
        ("0", "'0' is not one of the choices"),
        ("q", "Stopped before the end."),
        ("push", "push: the player has to declare a Grand Hand instead of the Ramsch, or not"),
        ("? jc", "JC: the player has to declare"),
        ("? no", "may be no_grand_hand, no_kontra, no_raise, no_announce"),
        ("? grand_hand", "grand_hand: possible"),
        ("?", "Possible: grand_hand, no_grand_hand"),
        ("undo", "nothing to take back"),
        ("help", "back to your last decision in this deal"),
        ("rules", "Schieberamsch for three players"),
        ("hint", "There is nobody to ask."),
    ],
)
def test_anything_else_gets_a_helpful_reply_and_changes_nothing(answer: str, reply: str) -> None:
    talk = play(RAMSCH, [answer])
    assert reply in talk.text
    assert said_by_all(talk.session) == []
    assert not talk.is_finished


def test_the_table_is_shown_again_on_request():
    talk = play(RAMSCH, ["table"])
    assert talk.text.count("choose: 1 grand_hand  2 no_grand_hand") == 2


def test_illegal_cards_stand_in_brackets_and_are_explained():
    talk = play(RAMSCH, ["1", "1", "1", "1", "1", "?"], spec="heuristic")
    choices = next(line for line in reversed(talk.lines) if line.startswith("choose: "))
    assert choices == "choose: (TH)  (KH)  (QH)  (8H)  1 QS  2 7S"
    assert "TH: must follow spades: TS was led" in talk.text
    assert "Possible: 7S, QS" in talk.text


def test_cards_that_come_into_the_hand_are_told_and_of_two_that_leave_it_which():
    talk = play(RAMSCH, ["no grand", "take", "9H"], spec="heuristic")
    [got] = [line for line in talk.lines if line.startswith("You get ")]
    assert got == "You get KC 9H."
    assert "You are to pass on a card (1 of 2)" in talk.text
    assert "You are to pass on a card (2 of 2)" in talk.text


def test_a_dealer_who_chooses_what_to_keep_has_put_nothing_away_yet():
    talk = play(SCHMIER, [], seat=1, seed=3)
    game, state = talk.session.game, talk.session.state
    while game.rules.PHASES[int(state.phase)] != "keep":
        game.step(state, game.legal_actions(state)[0])
    own = game.scene(state, game.current_player(state)).seats[game.current_player(state)]
    assert own.put_away == ()
    assert all(game.actions[action] in own.hand for action in game.legal_actions(state))


# --- Undo, hints -----------------------------------------------------------------------------------------------------------


def test_undo_goes_back_to_the_last_own_decision_and_the_others_answer_the_same():
    plain = play(RAMSCH, ["1", "1", "1"])
    with_undo = play(RAMSCH, ["2", "undo", "1", "1", "3", "undo", "1"])
    assert with_undo.session.state == plain.session.state
    back = play(RAMSCH, ["1", "1", "1", "undo", "undo", "undo", "undo"])
    assert back.session.state == play(RAMSCH, []).session.state
    assert "nothing to take back" in back.text


class Weighs:
    """An agent that can say how likely it would do what."""

    def act(self, observation, action_mask, rng) -> int:
        return int(np.flatnonzero(action_mask)[-1])

    def probabilities(self, observation, action_mask) -> np.ndarray:
        legal = np.flatnonzero(action_mask)
        shares = np.zeros(len(action_mask))
        shares[legal[-1]], shares[legal[0]] = 0.75, 0.25
        return shares


def test_a_hint_names_the_action_or_the_likely_ones_and_leaves_the_game_alone():
    game = envs.load_game(RAMSCH)
    advisers = {"heuristic": agents.make("heuristic", game), "random": agents.make("random", game), "policy:p": Weighs()}
    talk = play(RAMSCH, ["hint", "hint", "1", "1"], advisers=advisers)
    assert "heuristic: no_grand_hand" in talk.text
    assert "policy:p: no_grand_hand 75%, grand_hand 25%" in talk.text
    assert talk.session.state == play(RAMSCH, ["1", "1"]).session.state


# --- What the others do ----------------------------------------------------------------------------------------------------


def test_others_are_heard_and_what_is_hidden_is_not_told():
    talk = play_first_choices(SCHMIER, seed=3)
    told = [news for line in talk.lines if line.startswith("player_") and ": " in line for news in line.split("; ")]
    assert "player_2: a card x3" in told
    assert not any(card in news for news in told for card in talk.session.game.rules.PACK.cards)
    assert told.count("player_2: bid_3") == said_by_all(talk.session).count((2, "bid_3")) == 1


def test_each_trick_is_told_once_with_its_winner():
    talk = play_first_choices(RAMSCH)
    tricks = [line for line in talk.lines if line.startswith("trick: ")]
    assert len(tricks) == 10
    assert all(line.endswith((" wins it.", "You win it.")) for line in tricks)


@pytest.mark.parametrize("key", [EOFError, KeyboardInterrupt], ids=["Ctrl-D", "Ctrl-C"])
def test_whoever_stops_is_told_how_to_get_the_same_cards_again(key: type[BaseException]) -> None:
    talk = Talk([])

    def ask(_prompt: str) -> str:
        raise key

    game = envs.load_game(RAMSCH)
    session = Session(game, 0, [agents.make("random", game)], seed=4, terminal=Terminal(ask, talk.lines.append), again="play X")
    assert not session.play()
    assert talk.lines[-2:] == ["Stopped before the end.", "The same cards again: play X"]


def test_partners_are_shown_and_codes_have_their_words():
    assert "> you       with player_3" in play(SCHMIER, []).text
    assert re.search(r"player_3  .*your partner", play(SCHMIER, []).text)
    assert "1 trump_C: clubs  2 trump_D: diamonds" in play_first_choices(SCHMIER, seed=3).text
    assert "partner cards QC QS" in play("sheepshead/p4_3a-v0", []).text


def test_the_reckoning_tells_why_and_names_everybody_who_has_won():
    text = play_first_choices("sheepshead/p5-v0", seed=5).text
    assert re.search(r"has \d+ card points.*; 61 are needed", text)
    assert re.search(r"\nWon by .*(player_\d|you) and (player_\d|you)", text)


@pytest.mark.parametrize("width", [40, 60, 100])
def test_lines_fold_at_the_width_of_the_terminal_between_words(width: int) -> None:
    text = play_first_choices(SKAT, seed=3, seat=2).text
    folded = fold(text, width)
    assert max(map(len, folded.splitlines())) <= width
    assert folded.split() == text.split()


# --- Deals and matches -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", envs.list_games())
def test_every_game_can_be_played_to_the_end_with_the_first_choices(game_id: str) -> None:
    game = envs.load_game(game_id)
    for seat in (0, game.num_players - 1):
        talk = play_first_choices(game_id, seat=seat, again="the command")
        assert talk.is_finished
        assert talk.lines[-2] == "The same cards again: the command"
        names = ["you" if i == seat else f"player_{i}" for i in range(game.num_players)]
        scores = [f"{name} {value:.0f}" for name, value in zip(names, game.returns(talk.session.state), strict=True)]
        assert f"scores  {', '.join(scores)}" in talk.text
        assert f"player_{seat} " not in talk.text.partition("\n")[2]


@pytest.mark.parametrize("game_id", [RAMSCH, SKAT, SCHMIER])
def test_a_match_sums_up_every_deal_and_records_it(game_id: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = {"episode": "match", **({} if game_id == SCHMIER else {"rounds": 1})}
    deals: list[str] = []
    talk = play_first_choices(game_id, options=options, record=deals.append)
    assert talk.is_finished
    totals = [line for line in talk.text.splitlines() if line.startswith("totals  ")]
    assert len(deals) == len(totals) > 2
    final = [f"{value:.0f}" for value in talk.session.game.returns(talk.session.state)]
    assert totals[-1] == ", ".join(["totals  you " + final[0], *(f"player_{i} {final[i]}" for i in range(1, len(final)))])
    assert "The match goes to " in talk.text
    (tmp_path / "deals.jsonl").write_text("\n".join(deals))
    assert main(["replay", str(tmp_path / "deals.jsonl")]) == 0
    assert capsys.readouterr().out.count("Scores: player_0") == len(deals)


def test_cards_that_are_thrown_in_are_dealt_anew():
    box: list[Talk] = []

    def pass_once() -> Iterable[str]:
        yield "pass"
        yield from first_choices(lambda: box[0])

    talk = Talk(pass_once())
    box.append(talk)
    game = envs.load_game(SCHMIER, min_bid=6)
    assert Session(game, 0, [LastPasser(game)], seed=1, terminal=talk.terminal).play()
    assert "Nobody plays: the cards are thrown in and dealt again." in talk.text


class LastPasser:
    """Passes when it can."""

    def __init__(self, game: envs.Game) -> None:
        self.passing = game.actions.number("pass")

    def act(self, observation, action_mask, rng) -> int:
        return self.passing if action_mask[self.passing] else int(np.flatnonzero(action_mask)[0])


# --- The command line ------------------------------------------------------------------------------------------------------


def test_a_deal_can_be_played_through_a_pipe():
    command = [sys.executable, "-m", "envs", "play", RAMSCH, "jungfrau_announce=false", "--seed", "4", "--agents", "random"]
    done = subprocess.run(command, input="no_grand_hand\npush\n" + "1\n" * 40, text=True, capture_output=True, check=True)
    assert "scores  you" in done.stdout
    assert "you> push\n" in done.stdout
    assert "\x1b[" not in done.stdout
    assert "play ramsch/schieberamsch-v0 --seat 0 --seed 4 --agents random jungfrau_announce=false" in done.stdout
    assert done.stderr == ""


def test_a_record_says_who_played(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("no_grand_hand\npush\n" + "1\n" * 40))
    file = tmp_path / "deals.jsonl"
    assert main(["play", RAMSCH, "--seed", "4", "--agents", "random", "heuristic", "--record", str(file)]) == 0
    assert json.loads(file.read_text())["agents"] == [None, "random", "heuristic"]
    assert main(["replay", str(file)]) == 0
    assert "player_0 is a person" in capsys.readouterr().out


def test_where_symbols_cannot_be_written_there_are_letters():
    plain = {**os.environ, "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "envs", "play", RAMSCH, "--seed", "4"]
    done = subprocess.run(command, input="", text=True, capture_output=True, check=True, env=plain)
    assert "JC TC QC AH" in done.stdout
    assert "Stopped before the end." in done.stdout


def test_options_may_stand_anywhere_among_the_words(monkeypatch, capsys) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("q\n"))
    assert main(["play", SKAT, "--agents", "random", "players=4", "--seed", "1", "kontra_levels=2", "--match"]) == 0
    printed = capsys.readouterr().out
    assert " of 48" in printed
    assert "--seed 1 --agents random --match players=4 kontra_levels=2" in printed


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--seat", "3"], "seat 3; possible: 0 to 2"),
        (["--agents", "x"], "x"),
        (["player=4"], "unknown option 'player'"),
        (["players=5"], "players=5 is impossible"),
        (["--agents", "policy:nowhere.safetensors"], "nowhere.safetensors"),
    ],
)
def test_a_wrong_word_is_one_clear_error(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", RAMSCH, *words]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


def test_words_that_mean_nothing_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["play", RAMSCH, "--sed", "4"])
    assert "unrecognized arguments" in capsys.readouterr().err

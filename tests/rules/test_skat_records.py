"""Lines of the Skat server's archives, read and played through the engine."""

import random
from pathlib import Path

import pytest

from envs import RecordError, notation
from envs.cli import main
from envs.game import IllegalActionError
from envs.games.skat.archive import DEALER, SgfError, read_sgf
from envs.games.skat_family.cards import PACK
from sizes import sized
from skat_table import table

HEAD = "(;GM[Skat]PC[International Skat Server]P0[first]P1[second]P2[third]"
LINES = {
    "diamonds lost": (
        "MV[w HA.SK.SJ.SA.CQ.S8.C9.H7.H9.DQ.CJ.S9.DJ.S7.D9.SQ.C8.HQ.DK.CA.D8.D7.DT.CT.ST.C7.HK.DA.HT.HJ.H8.CK "
        "1 p 2 18 0 p 2 s w H8.CK 2 D.ST.H8 0 SA 1 S7 2 DA 2 HJ 0 SJ 1 D9 0 DQ 1 DJ 2 D7 1 CJ 2 D8 0 CQ 1 CA 2 C7 0 C9 "
        "1 S9 2 DT 0 S8 2 CT 0 H7 1 C8 2 CK 0 H9 1 HQ 2 HK 0 HA 1 SQ 0 SK 1 DK 2 HT ]"
        "R[d:2 loss v:-54 m:-2 bidok p:59 t:4 s:0 z:0 p0:0 p1:0 p2:0 l:-1 to:-1 r:0] ;)"
    ),
    "hearts won by forehand": (
        "MV[w HK.CA.H8.CK.CQ.HT.CJ.SK.DA.D7.HJ.ST.SJ.S8.C9.H9.S9.D8.H7.CT.HA.D9.DK.S7.SQ.SA.DJ.C8.C7.DQ.DT.HQ "
        "1 p 2 p 0 18 0 s w DT.HQ 0 H.SK.D7 0 H8 1 H9 2 HA 2 SA 0 HK 1 S9 0 DA 1 D8 2 D9 0 CA 1 C9 2 C8 0 CQ 1 CT 2 C7 "
        "1 S8 2 SQ 0 HT 0 DT 1 H7 2 DK 1 SJ 2 DJ 0 CJ 0 CK 1 HJ 2 DQ 1 ST 2 S7 0 HQ ]"
        "R[d:0 win v:20 m:1 bidok p:73 t:6 s:0 z:0 p0:0 p1:0 p2:0 l:-1 to:-1 r:0] ;)"
    ),
    "Grand won with schneider": (
        "MV[w HJ.DT.D7.HQ.DA.CJ.HK.CQ.C7.DQ.CT.DK.C8.S8.SA.SK.SQ.HA.DJ.H8.D8.C9.H7.S7.ST.HT.H9.CK.S9.CA.SJ.D9 "
        "1 18 0 y 1 20 0 y 1 22 0 y 1 p 2 p 0 s w SJ.D9 0 G.HK.HQ 0 HJ 1 DJ 2 H7 0 C7 1 CT 2 CA 2 CK 0 CQ 1 C8 2 C9 0 SJ "
        "1 DK 0 DA 1 S8 2 D8 0 DT 1 SQ 2 S7 0 DQ 1 SK 2 H9 0 D9 1 SA 2 S9 0 D7 1 H8 2 HT 0 CJ 1 HA 2 ST ]"
        "R[d:0 win v:120 m:3 bidok p:92 t:8 s:1 z:0 p0:0 p1:0 p2:0 l:-1 to:-1 r:0] ;)"
    ),
    "clubs lost": (
        "MV[w HQ.CJ.ST.HK.D8.S7.SQ.H8.SA.C8.SJ.HJ.CA.S8.HA.DK.H7.CT.C7.C9.DA.D7.CK.HT.DJ.S9.CQ.DT.D9.H9.SK.DQ "
        "1 18 0 p 2 p 1 s w SK.DQ 1 C.S8.SK 0 SA 1 CA 2 S9 1 HA 2 H9 0 H8 1 HJ 2 CQ 0 CJ 0 ST 1 CT 2 DJ 2 HT 0 HQ 1 H7 "
        "2 DA 0 D8 1 DQ 2 DT 0 C8 1 DK 0 HK 1 SJ 2 D9 1 C9 2 CK 0 SQ 2 D7 0 S7 1 C7 ]"
        "R[d:1 loss v:-48 m:-1 bidok p:43 t:4 s:0 z:0 p0:0 p1:0 p2:0 l:-1 to:-1 r:0] ;)"
    ),
}
SORTED = "C7.C8.C9.CT.CJ.CQ.CK.CA.S7.S8.S9.ST.SJ.SQ.SK.SA.H7.H8.H9.HT.HJ.HQ.HK.HA.D7.D8.D9.DT.DJ.DQ.DK.DA"


def replayed(record):
    game = table(preset="isko")
    state = game.deal(deck=record.deck, dealer=DEALER)
    game.play(state, record.actions)
    return game, state


def differences(record, state):
    """What the engine's state at the end of a whole game has otherwise than the line."""
    result = record.result
    if result.declarer < 0 or state.declarer < 0:
        return [] if result.declarer == state.declarer else [f"declarer {state.declarer}, recorded {result.declarer}"]
    position = int(state.declarer)
    skat = PACK.format_set(int(state.skat))
    ours = {
        "declarer": position,
        "is_won": bool(state.games_won[position]),
        "value": int(state.scores[position]),
        "card_points": int(state.card_points[position])
        + sum({"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}.get(c, 0) for c in skat[::3]),
        "tricks": int(state.tricks_won[position]),
    }
    return [f"{key} {value}, recorded {getattr(result, key)}" for key, value in ours.items() if getattr(result, key) != value]


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_a_whole_game_gives_the_recorded_result(line):
    record = read_sgf(HEAD + line)
    game, state = replayed(record)
    assert game.is_terminal(state)
    assert differences(record, state) == []
    assert record.players == ("first", "second", "third")
    assert record.ending == ""


def test_another_result_is_told():
    record = read_sgf(HEAD + LINES["hearts won by forehand"].replace("v:20", "v:30").replace("p:73", "p:75"))
    _, state = replayed(record)
    assert differences(record, state) == ["value 20, recorded 30", "card_points 73, recorded 75"]


def test_a_passed_in_game():
    record = read_sgf(f"{HEAD}MV[w {SORTED} 1 p 2 p 0 p ]R[passed m:0 bidok p:0 t:0 s:0 z:0] ;)")
    game, state = replayed(record)
    assert game.is_terminal(state)
    assert differences(record, state) == []


def test_lines_are_replayed_at_the_terminal(tmp_path, capsys):
    """`python -m envs replay` and `view` read them beside our own; the recorded result is compared."""
    path = tmp_path / "games.sgf"
    path.write_text("\n".join(HEAD + line for line in LINES.values()))
    assert main(["replay", str(path)]) == 0
    shown = capsys.readouterr().out
    assert shown.count("skat/isko-v0") == len(LINES)
    assert "player_0 declares Grand." in shown
    assert main(["view", str(path)]) == 0
    assert f"{len(LINES)} deals" in capsys.readouterr().out
    path.write_text(HEAD + LINES["clubs lost"].replace("v:-48", "v:-24"))
    assert main(["replay", str(path)]) == 2
    assert "line 1" in capsys.readouterr().err


FILE = Path(__file__).parents[1] / "data" / "skat_server_lines.sgf"
ENDINGS = (
    *("", "player_0 and player_2 resigned", "", "player_1 and player_2 resigned", ""),
    *("player_2 left the table", "player_2 ran out of time", "player_0 ran out of time"),
)


def test_every_line_of_a_file_is_read_up_to_its_end():
    """Cards shown and one defender who resigns end nothing; the overbid game gives the line's points, tricks and value."""
    replays = [record.replay() for record in notation.read(FILE)]
    assert [replay.ending for replay in replays] == list(ENDINGS)
    actions = [replay.record.fields["actions"] for replay in replays]
    assert [len(names) for names in actions] == [42, 22, 3, 7, 54, 2, 1, 3]
    assert actions[1][-1] == "JC"
    assert actions[3][3:] == ["hand", "declare_GHO", "JC", "9H"]
    assert actions[4][20:24] == ["take", "9D", "QD", "declare_D"]
    assert replays[4].game.returns(replays[4].states[-1]).tolist() == [40, 40, -122]


OPENING = f"{HEAD}MV[w {SORTED} 1 p 2 p 0 18 0 CH 0 C7"
EARLY = {
    "declarer resigned": ("0 RE", [], "player_0 resigned"),
    "left": ("w LE.1", [], "player_1 left the table"),
    "time over": ("w TI.0", [], "player_0 ran out of time"),
    "shown, then left": ("0 SC 1 SC.ST.SA w LE.0", [], "player_0 left the table"),
    "one defender resigned": ("1 RE 1 SJ", ["JS"], "no more is recorded"),
    "both defenders resigned": ("1 RE 1 SJ 2 RE 2 HK", ["JS"], "player_1 and player_2 resigned"),
    "a hidden card": ("1 ?? 2 HK", [], "player_1 makes a hidden move"),
}


@pytest.mark.parametrize(("end", "cards", "ending"), EARLY.values(), ids=EARLY)
def test_a_game_that_ended_early_is_read_up_to_there(tmp_path, end, cards, ending):
    path = tmp_path / "games.sgf"
    path.write_text(f"{OPENING} {end} ]R[d:0 loss v:-48 p:0 t:0] ;)")
    [record] = notation.read(path)
    assert record.fields["actions"] == ["pass", "pass", "bid_18", "hand", "declare_CH", "7C", *cards]
    assert record.replay().ending == ending


DECLARED = {
    "hand": ("CH", ["hand", "declare_CH"]),
    "schneider announced": ("SHS", ["hand", "declare_SHS"]),
    "schwarz announced": ("GHSZ", ["hand", "declare_GHZ"]),
    "ouvert": ("GHSZO.C7.C8", ["hand", "declare_GHO"]),
    "Null hand": ("NH", ["hand", "declare_NH"]),
    "Null ouvert hand": ("NHO.C7.C8", ["hand", "declare_NOH"]),
    "Grand ouvert without H": ("GO", ["hand", "declare_GHO"]),
    "suit ouvert without H": ("CO.C7.C8.C9.CT.CJ.CQ.CK.CA.S7.S8", ["hand", "declare_CHO"]),
}


@pytest.mark.parametrize(("code", "actions"), DECLARED.values(), ids=DECLARED)
def test_contracts_from_the_hand(code, actions):
    assert read_sgf(f"{HEAD}MV[w {SORTED} 1 p 2 p 0 18 0 {code} ]").actions[3:] == actions


def test_null_ouvert_with_the_skat():
    record = read_sgf(f"{HEAD}MV[w {SORTED} 1 p 2 p 0 18 0 s w DK.DA 0 NO.CA.DA.C7.C8 ]")
    assert record.actions[3:] == ["take", "AC", "AD", "declare_NO"]


def test_the_discard_may_be_a_pair_of_its_own():
    game = read_sgf(f"{HEAD}MV[w {SORTED} 1 p 2 p 0 18 0 s w ??.?? 0 D 0 CA.DA 0 C7 ]")
    assert game.actions[3:] == ["take", "AC", "AD", "declare_D", "7C"]
    hidden = read_sgf(f"{HEAD}MV[w {SORTED} 1 p 2 p 0 18 0 s w DK.DA 0 D.??.?? 0 C7 ]")
    assert (hidden.actions[3:], hidden.ending) == (["take"], "player_0 makes a hidden move")


DAMAGED = {
    "another game": ("(;GM[Chess]MV[w]", "GM"),
    "no moves": ("(;GM[Skat]R[d:0]", "MV"),
    "half a pair": (f"{HEAD}MV[w {SORTED} 1 ]", "pairs"),
    "a card twice": (f"{HEAD}MV[w {SORTED.replace('DA', 'C7')} 1 p ]", "31 different"),
    "no card": (f"{HEAD}MV[w {SORTED.replace('DA', 'XX')} 1 p ]", "XX"),
    "no player": (f"{HEAD}MV[w {SORTED} 5 p ]", "'5'"),
    "another skat": (f"{HEAD}MV[w {SORTED} 1 p 2 p 0 18 0 s w C7.C8 0 C.C7.C8 ]", "dealt were KD AD"),
    "unknown contract": (f"{HEAD}MV[w {SORTED} 1 p 2 p 0 18 0 XH ]", "'XH'"),
    "no discards": (f"{HEAD}MV[w {SORTED} 1 p 2 p 0 18 0 s w DK.DA 0 C ]", "discards"),
    "three discards": (f"{HEAD}MV[w {SORTED} 1 p 2 p 0 18 0 s w DK.DA 0 C.C7.C8.C9 ]", "names 3 cards; 2 are discarded"),
    "one discard, twice": (f"{HEAD}MV[w {SORTED} 1 p 2 p 0 18 0 s w DK.DA 0 C.C7.C7 ]", "one twice"),
    "a discard of another": (f"{HEAD}MV[w {SORTED} 1 p 2 p 0 18 0 s w DK.DA 0 C.C7.SA ]", "does not hold"),
    "no such bid": (f"{HEAD}MV[w {SORTED} 1 19 ]", "19 is no value"),
    "no such declarer": (f"{HEAD}MV[w {SORTED} 1 p ]R[d:3 win v:20 p:70 t:5]", "player 3 as the declarer"),
    "resigned while bidding": (f"{HEAD}MV[w {SORTED} 1 RE ]", "resigns before"),
    "a skat of nobody": (f"{HEAD}MV[w {SORTED} 1 p w DK.DA ]", "only the skat that was taken"),
    "a hidden deal": (f"{HEAD}MV[w {SORTED.replace('DA', '??')} 1 p ]", r"'\?\?' is no card"),
    "two lists of moves": (f"{HEAD}MV[w {SORTED} 1 p ]MV[w {SORTED} 1 p ]", "stands twice"),
    "a hand game after taking": (f"{HEAD}MV[w {SORTED} 1 p 2 p 0 18 0 s w DK.DA 0 CH.C7.C8 ]", "was taken"),
}


@pytest.mark.parametrize(("line", "message"), DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_line_is_one_clear_error(line, message):
    with pytest.raises(SgfError, match=message):
        read_sgf(line)


def test_two_games_on_one_line_are_two_games(tmp_path, capsys):
    path = tmp_path / "games.sgf"
    whole = HEAD + LINES["hearts won by forehand"]
    path.write_text(f"{whole}{whole.replace('v:20', 'v:30')} {HEAD}{LINES['clubs lost']}\n")
    said = []
    deals = list(notation.read(path, skip=said.append))
    assert [record.where for record in deals] == [f"{path}, line 1, deal {part}" for part in (1, 2, 3)]
    with pytest.raises(RecordError, match="line 1, deal 2: the line's scores"):
        deals[1].replay()
    assert main(["replay", str(path)]) == 2
    shown = capsys.readouterr()
    assert "deal 1, 3: skat" in shown.out
    assert "1 deal was skipped" in shown.err


OTHERWISE = {
    "tricks": ("t:6", "t:7", "gives player_0 7 tricks; by its actions they are 6"),
    "card points": ("p:73", "p:75", "card points in tricks"),
    "value": ("v:20", "v:30", "scores"),
    "declarer": ("d:0", "d:1", "scores"),
    "out of turn": ("1 H9 2 HA", "2 H9 1 HA", "player_2 takes '9H', but player_1 is to move"),
}


@pytest.mark.parametrize(("ours", "said", "message"), OTHERWISE.values(), ids=OTHERWISE)
def test_what_a_line_has_otherwise_is_told(tmp_path, ours, said, message):
    path = tmp_path / "games.sgf"
    path.write_text(HEAD + LINES["hearts won by forehand"].replace(ours, said))
    with pytest.raises(RecordError, match=message):
        next(notation.read(path)).replay()


def test_lines_that_cannot_be_read_are_passed_over_and_counted(tmp_path, capsys):
    lines = FILE.read_text().splitlines()
    path = tmp_path / "games.sgf"
    path.write_text("\n".join([lines[0], "(;GM[Chess];)", lines[4].replace("D9.DQ", "D9.D9"), "nonsense", lines[2]]))
    assert main(["replay", str(path)]) == 2
    shown = capsys.readouterr()
    assert [line for line in shown.out.splitlines() if line.startswith("deal ")] == [
        "deal 1: skat/isko-v0",
        "deal 5: skat/isko-v0",
    ]
    assert len(shown.err.splitlines()) == 4
    assert "line 2: not a game" in shown.err
    assert f"{path}: 3 deals were skipped" in shown.err
    assert main(["view", str(path)]) == 2
    shown = capsys.readouterr()
    assert "2 deals; open it" in shown.out
    assert "3 deals were skipped" in shown.err


def test_a_file_of_which_nothing_can_be_read_is_one_line(tmp_path, capsys):
    path = tmp_path / "noise.bin"
    path.write_bytes(b"\xff\n" * 100_000)
    for command in ("replay", "view"):
        assert main([command, str(path)]) == 2
        [line] = capsys.readouterr().err.splitlines()
        assert "line 1: not a hand record: no text in UTF-8" in line


def test_mutated_lines_are_read_or_refused(tmp_path):
    """Whatever stands in a line, the only error is the project's own."""
    rng = random.Random(1)
    lines = FILE.read_text().splitlines()
    path = tmp_path / "games.sgf"
    pieces = [
        "RE",
        "SC",
        "??",
        "w",
        "TI.1",
        "LE.",
        "D.??.??",
        "G",
        "0",
        "3",
        "s",
        "]",
        "[",
        "(;GM[Skat]",
        "\\",
        "NO",
        "-1",
        "٣",
    ]
    num_read = 0
    for _ in range(sized(3000)):
        words = rng.choice(lines).split(" ")
        for _ in range(rng.randint(1, 3)):
            place, change = rng.randrange(len(words)), rng.random()
            if change < 0.3:
                del words[place : place + rng.randint(1, 2)]
            elif change < 0.6:
                words[place] = rng.choice(pieces + words) if words else ""
            elif change < 0.8:
                words.insert(place, rng.choice(pieces + words))
            else:
                word = words[place]
                spot = rng.randrange(len(word) + 1)
                words[place] = word[:spot] + chr(rng.choice([0, 32, 34, 46, 63, 91, 93, 48, 0x2028, 255])) + word[spot + 1 :]
            words = words or ["(;"]
        path.write_text(" ".join(words), encoding="utf-8")
        try:
            num_read += len([record.replay() for record in notation.read(path)])
        except RecordError:
            continue
    assert num_read > 0


def test_an_illegal_card_is_refused_by_the_engine():
    record = read_sgf(f"{HEAD}MV[w {SORTED} 1 p 2 p 0 18 0 CH 0 C7 1 H7 ]")
    with pytest.raises(IllegalActionError, match="7H"):
        replayed(record)

"""Lines of the Skat server's archives, read and played through the engine."""

import pytest

from envs.cli import main
from envs.game import IllegalActionError
from envs.games.skat.archive import DEALER, SgfError, read, read_sgf
from envs.games.skat_family.cards import PACK
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
    assert not record.ended_early


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


EARLY = {"resigned": "0 RE", "left": "w LE.1", "time over": "w TI.0", "shown": "0 SC"}


@pytest.mark.parametrize("end", EARLY.values(), ids=EARLY)
def test_a_game_that_ended_early_is_read_up_to_there(end):
    line = f"{HEAD}MV[w {SORTED} 1 p 2 p 0 18 0 CH 0 C7 {end} ]R[d:0 loss v:-48 p:0 t:0] ;)"
    record = read_sgf(line)
    replayed(record)
    assert record.ended_early
    assert record.actions == ["pass", "pass", "bid_18", "hand", "declare_CH", "7C"]
    assert "scores" not in read(line)


DECLARED = {
    "hand": ("CH", ["hand", "declare_CH"]),
    "schneider announced": ("SHS", ["hand", "declare_SHS"]),
    "schwarz announced": ("GHSZ", ["hand", "declare_GHZ"]),
    "ouvert": ("GHSZO.C7.C8", ["hand", "declare_GHO"]),
    "Null hand": ("NH", ["hand", "declare_NH"]),
    "Null ouvert hand": ("NHO.C7.C8", ["hand", "declare_NOH"]),
}


@pytest.mark.parametrize(("code", "actions"), DECLARED.values(), ids=DECLARED)
def test_contracts_from_the_hand(code, actions):
    assert read_sgf(f"{HEAD}MV[w {SORTED} 1 p 2 p 0 18 0 {code} ]").actions[3:] == actions


def test_null_ouvert_with_the_skat():
    record = read_sgf(f"{HEAD}MV[w {SORTED} 1 p 2 p 0 18 0 s w DK.DA 0 NO.CA.DA.C7.C8 ]")
    assert record.actions[3:] == ["take", "AC", "AD", "declare_NO"]


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
    "a hand game after taking": (f"{HEAD}MV[w {SORTED} 1 p 2 p 0 18 0 s w DK.DA 0 CH.C7.C8 ]", "was taken"),
}


@pytest.mark.parametrize(("line", "message"), DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_line_is_one_clear_error(line, message):
    with pytest.raises(SgfError, match=message):
        read_sgf(line)


def test_an_illegal_card_is_refused_by_the_engine():
    record = read_sgf(f"{HEAD}MV[w {SORTED} 1 p 2 p 0 18 0 CH 0 C7 1 H7 ]")
    with pytest.raises(IllegalActionError, match="7H"):
        replayed(record)

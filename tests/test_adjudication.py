"""Rulings: games that are decided before their end, what counts then, and how often that is
wrong."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from hansa.cli import main
from hansa.cli.tournament_run import RunOutcome
from hansa.errors import RecordError
from hansa.notation import read_position
from hansa.record import Record
from hansa.solving import solve
from hansa.tournaments import adjudication, rulings
from hansa.tournaments.adjudication import Adjudication, Judge, Ruling, counted_after
from hansa.tournaments.log_check import ScheduleCheck
from hansa.tournaments.play import play
from hansa.tournaments.results import game_result
from hansa.tournaments.rulings import RuleTrial, rule_trials, rulings_of
from hansa.tournaments.schedule import ScheduleError, TableSetup, Tournament, games
from hansa.tournaments.shares import share_interval
from hansa.tournaments.style import styles

TWO = TableSetup("hansa-23", 2)
SURE = Path(__file__).parent / "programs" / "sure.py"
BOTS = (f"Alice={SURE}", f"Bob={SURE}")
WON = "hansa-23, 3 players; turn: red, 1 action; red: prestige 19; ARN-DUI: rrr; DUI: r"
RULES = Adjudication(agree=0.8, turns=1)


@pytest.fixture(scope="module")
def whole() -> Record:
    """A game that was played to its end."""
    return play(next(games(Tournament(BOTS, (TWO,), blocks=1, seed=7))))


@pytest.fixture(scope="module")
def decided() -> Record:
    """The same game, with rulings."""
    return play(next(games(Tournament(BOTS, (TWO,), blocks=1, seed=7, adjudication=RULES))))


def hear(judge: Judge, *said: tuple[int, float]) -> None:
    """Seat after seat says what the first seat gets of the win, a turn each."""
    for turn, (seat, share) in enumerate(said):
        judge.heard(seat, [share, 1 - share], turn)


def test_all_must_agree_for_so_many_turns_of_every_seat() -> None:
    judge = Judge(Adjudication(agree=0.9, turns=2), 2)
    hear(judge, (0, 0.95), (1, 0.9))
    # Since the second turn, two turns each
    assert judge.agreed(4) is None and judge.agreed(5) == Ruling("agreed", 0)


def test_whoever_doubts_for_a_moment_begins_anew() -> None:
    judge = Judge(Adjudication(agree=0.9, turns=1), 2)
    hear(judge, (0, 0.95), (1, 0.95), (0, 0.89), (1, 0.99), (0, 0.95))
    assert judge.agreed(5) is None and judge.agreed(6) == Ruling("agreed", 0)
    judge.heard(1, (), 6)                                   # it does not say
    assert judge.agreed(60) is None


def test_bots_that_expect_different_winners_do_not_agree() -> None:
    judge = Judge(Adjudication(agree=0.9, turns=1), 2)
    hear(judge, (0, 0.95), (1, 0.05))
    assert judge.agreed(60) is None
    silent = Judge(Adjudication(agree=0.9, turns=1), 2)
    hear(silent, (0, 0.95))
    assert silent.agreed(60) is None


def test_a_win_that_nobody_can_stop_is_proven_once_a_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    state = read_position(WON)
    assert Judge(Adjudication(proven=True), 3).proven(state) == Ruling("proven", 0)
    assert Judge(Adjudication(agree=0.9), 3).proven(state) is None
    asked = []
    monkeypatch.setattr(adjudication, "solve", lambda state, positions: asked.append(state))
    judge = Judge(Adjudication(proven=True), 3)
    assert judge.proven(state) is None and judge.proven(state) is None and len(asked) == 1


def test_an_outcome_that_is_known_but_shared_is_no_win(monkeypatch: pytest.MonkeyPatch) -> None:
    found = solve(read_position(WON))
    assert found is not None
    half = replace(found, moves=(replace(found.moves[0], low=(0.5, 0.5, 0.0)),))
    monkeypatch.setattr(adjudication, "solve", lambda state, positions: half)
    assert Judge(Adjudication(proven=True), 3).proven(read_position(WON)) is None


def test_the_winner_comes_first_and_the_others_as_they_stood() -> None:
    assert counted_after([1, 2, 3, 4], 2) == {"ranks": [2, 3, 1, 4], "shares": [0, 0, 1, 0]}
    assert counted_after([1, 1, 3], 2) == {"ranks": [2, 2, 1], "shares": [0, 0, 1]}


def test_a_game_ends_by_a_ruling_and_is_the_same_up_to_there(whole: Record, decided: Record) -> None:
    assert whole.end != "moves" and decided.end == "moves" and len(decided.moves) < len(whole.moves)
    assert decided.moves == whole.moves[: len(decided.moves)] and "ruling" not in whole.more
    winner = decided.more["ruling"]["winner"]
    assert decided.more["ruling"]["how"] == "agreed" and decided.more["counted"]["ranks"][winner] == 1
    assert decided.verify().over
    game = game_result(decided, "")
    assert game.end == "agreed" and game.ranks[winner] == 1 and game.shares[winner] == 1 and not game.faulty
    assert set(chain.from_iterable(style.ends for style in styles([decided]).values())) == {"agreed"}


def test_afterwards_a_judge_says_what_he_would_have_said_then(whole: Record, decided: Record) -> None:
    (found,) = rulings_of(whole, [RULES])
    assert found == (0, len(decided.moves), Ruling("agreed", decided.more["ruling"]["winner"]))


def test_proven_ends_a_game_too() -> None:
    plan = Tournament(("markers", "prestige"), (TWO,), blocks=4)
    rules = Adjudication(proven=True)
    ends = [game_result(play(replace(game, adjudication=rules)), "").end for game in games(plan)]
    assert "proven" in ends


@pytest.mark.parametrize(("change", "message"), [
    ({"ruling": {"how": "proven", "winner": 0}}, "that this tournament does not know"),
    ({"counted": {"ranks": [1, 1], "shares": [0.5, 0.5]}}, "counts other ranks than its ruling gives"),
    ({"ruling": {"how": "agreed", "winner": 7}}, "counts other ranks than its ruling gives"),
])
def test_rulings_of_a_log_are_checked(change: dict[str, object], message: str, decided: Record) -> None:
    plan = Tournament(BOTS, (TWO,), blocks=1, seed=7, adjudication=RULES)
    ScheduleCheck(plan).check(decided)
    with pytest.raises(RecordError, match=message):
        ScheduleCheck(plan).check(replace(decided, more={**decided.more, **change}))
    with pytest.raises(RecordError, match="does not know"):
        ScheduleCheck(plan).check(replace(decided, end="time", by=0))      # it ended otherwise
    with pytest.raises(RecordError, match="does not know"):
        ScheduleCheck(replace(plan, adjudication=None, check=False)).check(decided)


def test_the_description_has_it_only_where_there_is_any() -> None:
    plan = Tournament(BOTS, (TWO,), adjudication=RULES)
    assert Tournament.from_json(plan.to_json()) == plan and plan.to_json()["adjudication"]["agree"] == 0.8
    without = Tournament(BOTS, (TWO,))
    assert "adjudication" not in without.to_json() and without.digest != plan.digest
    sure = {**plan.to_json(), "adjudication": {"agree": 1.0}}
    assert Tournament.from_json(sure).adjudication == Adjudication(agree=1.0)
    for wrong in ({"agree": 0.4}, {"agree": 0.5}, {"agree": 1.01}, {"turns": 0}, {"other": 1}, {"agree": "x"}):
        with pytest.raises(ScheduleError, match="adjudication"):
            Tournament.from_json({**plan.to_json(), "adjudication": wrong})


# --- how often it is wrong ----------------------------------------------------------------------

def test_wrong_rulings_are_counted(whole: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    winner = (whole.result or {})["shares"].index(1.0)
    for said, wrong in ((winner, 0), (1 - winner, 1)):
        def rulings_found(record: Record, rules: object, said: int = said) -> list[tuple[int, int, Ruling]]:
            return [(0, len(record.moves) // 2, Ruling("agreed", said))]

        monkeypatch.setattr(rulings, "rulings_of", rulings_found)
        # What a fault ended says nothing
        found = rule_trials([whole, replace(whole, end="interrupted", by=0)])
        assert (found[0].rule, found[0].games, found[0].decided, found[0].wrong) == ("agree 0.8 for 1 turn", 1, 1, wrong)
        assert found[0].saved == len(whole.moves) - len(whole.moves) // 2 and found[1].decided == 0


def test_limits_are_judged_by_who_is_ahead_there(whole: Record) -> None:
    limits = [found for found in rule_trials([whole]) if found.rule.startswith("limit")]
    assert [found.decided for found in limits] == [1, 1, 1]
    for found in limits:
        ply = int(found.rule.split()[1])
        state = whole.replay(ply)
        state.cut_off()
        right = sum((whole.result or {})["shares"][seat] for seat, rank in enumerate(state.result["ranks"]) if rank == 1)
        assert found.wrong == (right < 1) and found.saved == len(whole.moves) - ply


def test_a_row_says_it_in_shares() -> None:
    found = RuleTrial("x", games=8, moves=800, saved=200)
    for block in range(4):
        found.right[str(block)].append(float(block > 0))
    assert found.row[:4] == ("x", "50.0%", "1", "25.0%") and found.row[5] == "25.0%"
    interval = share_interval([[[1.0]], [[0.0]], [[0.0]], [[0.0]]])
    assert interval is not None and found.row[4] == f"{100 * interval.low:.1f}–{100 * interval.high:.1f}"


def test_a_tournament_tells_of_rulings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "log.jsonl"
    small = ("--players", "2", "--blocks", "1", "--workers", "0")
    assert main(["tournament", *BOTS, *small, "--agree", "0.8", "--agree-turns", "1", "--proven", "--log", str(path)]) == 0
    assert "ended by agreed" in capsys.readouterr().out
    assert json.loads(path.read_text().splitlines()[0])["tournament"]["adjudication"] == {
        "agree": 0.8, "turns": 1, "proven": True}
    assert main(["rate", str(path), "--rulings"]) == 0
    assert "Rulings, had there been any" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["tournament", "compare", "league"])
def test_every_command_that_plays_takes_rulings(command: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    held: list[Tournament] = []

    def play(arguments: Any, opened: Any, plan: Any, **_: Any) -> RunOutcome:
        held.append(opened.tournament)
        opened.log.close()
        return RunOutcome([], 130, opened.log.path)

    monkeypatch.setattr(f"hansa.cli.{command}.play", play)
    for number, words in enumerate(("", "--agree 0.9", "--agree 0.9 --agree-turns 5 --proven", "--proven")):
        where = [str(tmp_path / str(number))] if command == "league" else ["--log", str(tmp_path / str(number))]
        main([command, *where, "markers", "random", "--quiet", *words.split()])
    assert [tournament.adjudication for tournament in held] == [
        None, Adjudication(0.9, 2), Adjudication(0.9, 5, True), Adjudication(proven=True)]


@pytest.mark.parametrize(("words", "message"), [
    ("--agree 0.5", "--agree takes a share of the win above 0.5"), ("--agree 1.5", "--agree takes a share"),
    ("--agree-turns 3", "--agree-turns goes with --agree"),
])
def test_rulings_that_make_no_sense_are_refused(words: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", *BOTS, *words.split()]) == 2
    assert message in capsys.readouterr().err

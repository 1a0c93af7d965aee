"""Suites of starting positions: taken from games, about even, the same for every pairing, in the
log and checked there."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from types import SimpleNamespace

import pytest

from hansa import State
from hansa.cli import main
from hansa.errors import RecordError
from hansa.json_lines import json_line
from hansa.record import Record, read_records
from hansa.tournaments.log_check import ScheduleCheck
from hansa.tournaments.log_header import LogError
from hansa.tournaments.log_reading import read_log
from hansa.tournaments.openings import Opening, as_text, balanced, openings_of, read_suite, table_of
from hansa.tournaments.play import play
from hansa.tournaments.schedule import TableSetup, Tournament, blocks, games
from hansa.tournaments.seal import sealed

TWO = TableSetup("hansa-23", 2)


def after(turns: int, seed: int) -> State:
    """A position of a game of plans, after some turns of each seat."""
    record = play(next(games(Tournament(("markers", "prestige"), (TWO,), blocks=1, seed=seed, limit=200))))
    (opening,) = openings_of([("a game", record)], turns)
    return opening.state


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three positions."""
    path = tmp_path_factory.mktemp("suite") / "suite.jsonl"
    path.write_text("".join(Opening(after(3, seed), "", (0.5, 0.5)).line + "\n" for seed in (1, 2, 3)))
    return path


def described(suite: Path, bots: tuple[str, ...], blocks: int = 9, **others: object) -> Tournament:
    positions = read_suite(suite)
    return Tournament(bots, (table_of(positions[0]),), blocks, openings=tuple(map(as_text, positions)), **others)  # type: ignore[arg-type]


def test_positions_are_taken_when_every_seat_has_had_its_turns() -> None:
    state = after(3, 1)
    assert state.turns == 6 and isinstance(state.to_move, int) and not state.over
    record = play(next(games(Tournament(("markers", "prestige"), (TWO,), blocks=1, seed=1, limit=200))))
    (opening,) = openings_of([("a game", record)], 3)
    ply = int(opening.source.rpartition(" ")[2])
    assert record.replay(ply) == state and record.replay(ply - 1).turns < 6
    assert list(openings_of([("a game", record)], 500)) == []


def test_only_positions_that_are_about_even_are_kept() -> None:
    values = {after(2, seed).key: (0.5 + seed / 20, 0.5 - seed / 20) for seed in (1, 2, 3)}
    asked = [Opening(after(2, seed), str(seed)) for seed in (1, 2, 3, 1)]
    kept = list(balanced(asked, lambda state: values[state.key], 0.21))
    assert [(opening.source, opening.spread) for opening in kept] == [("1", 0.1), ("2", 0.2)]


def test_every_pairing_begins_from_the_same_positions(suite: Path) -> None:
    plan = described(suite, ("markers", "prestige", "random"), blocks=9)
    met = defaultdict(list)
    for block in blocks(plan):
        assert len({game.opening for game in block}) == 1 and len(block) == 2
        met[frozenset(block[0].seats)].append(block[0].opening)
    assert len(met) == 3 and all(tuple(openings) == plan.openings for openings in met.values())
    longer = [block[0].opening for block in blocks(described(suite, ("markers", "random"), blocks=7))]
    assert longer == [*plan.openings, *plan.openings, plan.openings[0]]


def test_suites_of_several_tables_are_not_mixed(suite: Path) -> None:
    three = State.new(board="east", players=3, seed=1)
    positions = [*read_suite(suite), three]
    plan = Tournament(("markers", "prestige"), tuple(dict.fromkeys(map(table_of, positions))), 4,
                      openings=tuple(map(as_text, positions)))
    for game in games(plan):
        assert game.opening is not None and table_of(State.from_json(json.loads(game.opening))) == game.table


def test_games_begin_there_and_replay(suite: Path) -> None:
    plan = described(suite, ("markers", "random"), blocks=1, limit=40)
    for game in games(plan):
        record = play(game)
        assert record.by is None and record.start() == read_suite(suite)[0]
        assert Record.from_json(json.loads(json_line(record.to_json()))).verify()
        ScheduleCheck(plan).check(record)
    assert Tournament.from_json(json.loads(json_line(plan.to_json()))) == plan
    assert "openings" not in Tournament(("markers", "random"), (TWO,)).to_json()


def test_a_game_from_another_position_is_not_the_schedules(suite: Path) -> None:
    plan = described(suite, ("markers", "random"), blocks=1, limit=40)
    other = Tournament(plan.bots, plan.tables, 1, openings=plan.openings[1:], limit=40)
    with pytest.raises(RecordError, match="begins from another position than the schedule's"):
        ScheduleCheck(other).check(play(next(games(plan))))


def test_the_commands_make_suites_play_them_and_resume(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    how = ("--workers", "0", "--quiet", "--limit", "60")
    assert main(["tournament", "markers", "prestige", "--players", "2", "--blocks", "2", "--log", "games.jsonl", *how]) == 0
    assert main(["suite", "games.jsonl", "--turn", "2", "--spread", "1", "--simulations", "8"]) == 0
    out = capsys.readouterr().out
    count = len(read_suite("suite.jsonl"))
    assert f"{count} of {count} positions are in suite.jsonl" in out
    assert "hansa tournament markers prestige --openings suite.jsonl" in out.splitlines()[-1]
    first = json.loads(Path("suite.jsonl").read_text().splitlines()[0])
    assert len(first["values"]) == 2 and first["from"].startswith("games.jsonl, game 1, ply ")
    played = ("markers", "random", "--openings", "suite.jsonl", "--blocks", "1", "--log", "a.jsonl")
    assert main(["tournament", *played, *how]) == 0
    Path("suite.jsonl").unlink()        # the log has them
    assert main(["tournament", "--resume", "a.jsonl", "--blocks", "2", "--workers", "0", "--quiet"]) == 0
    assert len(read_log("a.jsonl").games) == 4
    assert main(["replay", "a.jsonl"]) == 0
    assert read_records("a.jsonl")[0][0].state == first["state"]
    lines = Path("a.jsonl").read_text().splitlines()
    record = json.loads(lines[1])
    record["state"]["turns"] += 2
    del record["crc"]
    Path("b.jsonl").write_text("\n".join([lines[0], sealed(json_line(record))]) + "\n")
    with pytest.raises(LogError, match="begins from another position"):
        read_log("b.jsonl")


@pytest.mark.parametrize("command", ["tournament", "compare"])
def test_a_suite_says_where_games_begin(command: str, suite: Path, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    assert main([command, "markers", "random", "--openings", str(suite), "--blocks", "2", "--limit", "5", "--workers", "0",
                 "--quiet", "--log", str(log)]) in (0, 3)
    positions = [state.to_json() for state in read_suite(suite)]
    begun = {record.id: record.state for record in read_records(log)[0]}
    assert begun == {"0.0": positions[0], "0.1": positions[0], "1.0": positions[1], "1.1": positions[1]}


def test_a_suite_is_what_was_typed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """After five turns, two positions, judged by as many simulations, and only even ones."""
    monkeypatch.chdir(tmp_path)
    asked = []

    def judged(state: State, *, simulations: int, **others: object) -> SimpleNamespace:
        asked.append(simulations)
        return SimpleNamespace(values=((0.5, 0.5), (0.75, 0.25), (0.6, 0.4), (0.6, 0.4))[len(asked) - 1])

    monkeypatch.setattr("hansa.cli.suite.analyse", judged)
    plan = Tournament(("markers", "prestige"), (TWO,), blocks=2, limit=200)
    Path("games.jsonl").write_text("".join(json_line(play(game).to_json()) + "\n" for game in games(plan)))
    assert main(["suite", "games.jsonl", "--turn", "5", "--spread", "0.3", "--simulations", "9", "--count", "2",
                 "--out", "mine.jsonl"]) == 0
    assert [state.turns for state in read_suite("mine.jsonl")] == [10, 10] and asked == [9, 9, 9]
    monkeypatch.setattr("hansa.cli.suite.analyse", lambda state, **others: SimpleNamespace(values=(0.55, 0.45)))
    assert main(["suite", "games.jsonl", "--spread", "0.05", "--out", "none.jsonl"]) == 1
    assert "none of 4 positions is that even" in capsys.readouterr().err and not Path("none.jsonl").exists()


@pytest.mark.parametrize(("text", "message"), [
    ("", "it is empty"), ("{\n", "line 1: "), ('{"state": 3}\n', "line 1: "), ("[]\n", "line 1: "),
])
def test_suites_that_cannot_be_read(
    text: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("s.jsonl").write_text(text)
    assert main(["tournament", "markers", "random", "--openings", "s.jsonl"]) == 2
    err = capsys.readouterr().err
    assert f"s.jsonl: {message}" in err and err.count("\n") == 1 and len(list(tmp_path.iterdir())) == 1


def test_what_contradicts_a_suite_is_refused(
    suite: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["tournament", "markers", "random", "--openings", str(suite), "--players", "2"]) == 2
    assert "the positions of --openings say what is played; leave out --players" in capsys.readouterr().err
    assert main(["suite", str(suite), "--spread", "2"]) == 2
    assert "--spread must be above 0" in capsys.readouterr().err
    Path("there.jsonl").write_text("mine")
    assert main(["suite", str(suite), "--out", "there.jsonl"]) == 2
    assert "is not overwritten" in capsys.readouterr().err and Path("there.jsonl").read_text() == "mine"

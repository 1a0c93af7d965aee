"""Entries with names of their own: wherever bots take part, the name is shown and the spec
plays."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hansa import match
from hansa.bots.entries import Entry, read_entry
from hansa.bots.registry import SpecError
from hansa.cli import main
from hansa.record import read_records
from hansa.table.session import Session
from hansa.tournaments.log_reading import read_log
from hansa.tournaments.play import play
from hansa.tournaments.schedule import ScheduleError, TableSetup, Tournament, games

TWO = TableSetup("hansa-23", 2)
BAD = Path(__file__).parent / "programs" / "bad_bots.py"
SHORT = ("--players", "2", "--limit", "60", "--workers", "0")


def test_a_text_is_a_name_and_a_spec() -> None:
    assert read_entry("Alice=mcts:level=3") == Entry("Alice", "mcts:level=3")
    assert read_entry("net v1.2=markers").name == "net v1.2"
    for plain in ("markers", "mcts:level=3", "exec:seconds=1:./bot --x=3", "dir/a=b.py:Mine", "./a=b.py:Mine"):
        assert read_entry(plain) == Entry(plain, plain) and str(read_entry(plain)) == plain


@pytest.mark.parametrize(("text", "message"), [
    ("mcts=level=3", "'mcts' is a bot and cannot be the name of another; its options follow a colon: mcts:level=3"),
    ("Alice=", "names no bot"), ("=markers", "'' cannot be a name"), (" Al=markers", "' Al' cannot be a name"),
    ("a,b=markers", "'a,b' cannot be a name"), ("x" * 41 + "=markers", "cannot be a name"),
])
def test_what_cannot_be_a_name(text: str, message: str) -> None:
    with pytest.raises(SpecError) as caught:
        read_entry(text)
    assert message in str(caught.value) and "\n" not in str(caught.value)


def test_the_schedule_seats_names_and_plays_specs() -> None:
    plan = Tournament(("Alice=greedy", "Bob=greedy", "random"), (TWO,), blocks=3)
    assert plan.bots == ("Alice", "Bob", "random") and plan.specs["Bob"] == "greedy"
    named = {game.seats: play(game) for game in games(plan)}
    plain = {game.seats: play(game) for game in games(Tournament(("greedy", "random"), (TWO,), blocks=1))}
    assert all(record.seats == seats and record.by is None for seats, record in named.items())
    assert {bot for seats in named for bot in seats} == set(plan.bots)
    # The first block is the same setup and the same bots: names change no move.
    duel = Tournament(("Alice=greedy", "random"), (TWO,), blocks=1)
    assert [play(game).moves for game in games(duel)] == [record.moves for record in plain.values()]


def test_names_are_in_the_description_only_where_there_are_some() -> None:
    plain, named = Tournament(("greedy", "random"), (TWO,)), Tournament(("A=greedy", "random"), (TWO,))
    assert "named" not in plain.to_json() and named.to_json()["named"] == {"A": "greedy"}
    assert Tournament.from_json(json.loads(json.dumps(named.to_json()))) == named
    assert len({plain.digest, named.digest, Tournament(("A=markers", "random"), (TWO,)).digest}) == 3
    with pytest.raises(ScheduleError, match="'named' cannot be read"):
        Tournament.from_json(named.to_json() | {"named": {"A": 3}})


def test_two_entries_of_one_name_are_refused_with_what_to_write() -> None:
    with pytest.raises(ScheduleError, match=r"the bot 'greedy' is named twice; .* another name: Other=greedy"):
        Tournament(("greedy", "greedy"), (TWO,))
    with pytest.raises(ScheduleError, match=r"'A' is named twice.* Other=markers"):
        Tournament(("A=greedy", "A=markers"), (TWO,))


def test_log_tables_and_resume_know_names(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "log.jsonl"
    entries = ("Alice=greedy", "Bob=greedy", f"Eve={BAD}:Raises")
    assert main(["tournament", *entries, *SHORT, "--blocks", "3", "--anchor", "Bob", "--log", str(path)]) == 1
    out, err = capsys.readouterr()
    assert sorted(line.split()[0] for line in out.splitlines()[2:5]) == ["Alice", "Bob", "Eve"] and "Bob is 0" in out
    assert "Eve" in err and f"{BAD}:Raises" not in err.partition("Traceback")[0]
    first = json.loads(path.read_text().splitlines()[0])
    assert first["bots"]["Alice"] == "greedy:seed=0" and first["tournament"]["named"]["Bob"] == "greedy"
    assert main(["tournament", "--resume", str(path), "--workers", "0", "--blocks", "4", "--quiet"]) == 1
    assert {bot for game in read_log(path).games for bot in game.bots} == {"Alice", "Bob", "Eve"}
    assert len(read_log(path).games) == 8 and len(read_records(path)[0]) == 8
    capsys.readouterr()
    assert main(["rate", str(path), "--json"]) == 0
    assert {line["bot"] for line in json.loads(capsys.readouterr().out)["lines"]} == {"Alice", "Bob", "Eve"}


def test_one_name_for_two_bots_is_not_rated(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    logs = [tmp_path / "1.jsonl", tmp_path / "2.jsonl"]
    for log, spec in zip(logs, ("greedy", "markers"), strict=True):
        assert main(["tournament", f"A={spec}", "random", *SHORT, "--blocks", "1", "--quiet", "--log", str(log)]) == 0
    assert main(["rate", *map(str, logs)]) == 2
    assert f"'A' is greedy in {logs[0]}, but markers in {logs[1]}" in capsys.readouterr().err


def test_comparisons_adaptive_rounds_and_matches_know_names(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", "New=markers", "Old=random", *SHORT, "--blocks", "2", "--log", str(tmp_path / "1.jsonl")]) in (0, 3)
    assert "New" in capsys.readouterr().out
    assert main(["tournament", "A=greedy", "B=random", "C=markers", "--adaptive", *SHORT, "--blocks", "5", "--quiet",
                 "--log", str(tmp_path / "2.jsonl")]) == 0
    assert {game.bots for game in read_log(tmp_path / "2.jsonl").games} <= {(a, b) for a in "ABC" for b in "ABC"}
    assert [line.bot for line in match("Alice=markers", "random", board="hansa-23", games=2).lines] == ["Alice", "random"]
    assert main(["tournament", "A=mcts", "--ladder", "1:2", *SHORT]) == 2
    assert "--ladder names its bots by their budgets; write mcts without a name" in capsys.readouterr().err


def test_games_at_the_table_take_entries(capsys: pytest.CaptureFixture[str]) -> None:
    session = Session(TWO.setup, ("Alice=greedy", "random"), seed=1)
    plain = Session(TWO.setup, ("greedy", "random"), seed=1)
    for each in (session, plain):
        for _ in range(5):
            each.step()
    assert session.record().moves == plain.record().moves and session.record().seats == ("Alice=greedy", "random")
    assert main(["watch", "--players", "2", "--bots", "Alice=greedy", "random", "--plain", "--seed", "1"]) == 0
    assert "Red (Alice)" in capsys.readouterr().out

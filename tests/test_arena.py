"""The arena: games are functions of their specification, whoever plays them; tables are right."""

from __future__ import annotations

import json
import math

import pytest

from hansa.tournaments import arena

SMALL = ["prestige", "random", "--board", "hansa-23", "--players", "2", "--blocks", "2", "--limit", "150"]


def test_one_worker_or_two() -> None:
    games = list(arena.schedule(arena.parse(SMALL)))
    assert list(arena.run(games, 1)) == list(arena.run(games, 2))


def test_blocks_hold_all_rotations_of_one_setup() -> None:
    games = list(arena.schedule(arena.parse(["--focus", "prestige", "random", "--blocks", "3"])))
    assert len(games) == 12 and len({game.seed for game in games}) == 3
    assert sorted(game.seats.index("prestige") for game in games[:4]) == [0, 1, 2, 3]
    assert len({game.random_seed("setup") for game in games}) == 3


def test_more_specs_than_seats_meet_equally() -> None:
    games = list(arena.schedule(arena.parse(["a", "b", "c", "d", "e", "--players", "3", "--blocks", "10"])))
    assert len(games) == 30
    assert {sum(spec in game.seats for game in games) for spec in "abcde"} == {18}


def test_bots_alike_share_evenly() -> None:
    games = list(arena.schedule(arena.parse(["random", "--players", "3", "--board", "east", "--blocks", "2", "--limit", "40"])))
    assert len(games) == 2      # all rotations are the same
    (line,) = arena.table(list(arena.run(games, 1)))
    assert line.share == pytest.approx(1 / 3) and line.games == 6


def test_games_too_long_are_cut_off() -> None:
    games = list(arena.schedule(arena.parse([*SMALL[:-1], "10"])))
    outcomes = list(arena.run(games, 1))
    assert {(outcome.end, outcome.moves) for outcome in outcomes} == {("cut off", 10)}


def test_intervals() -> None:
    assert arena.half_interval([0.5]) == math.inf
    assert arena.half_interval([0.0, 1.0]) == pytest.approx(1.96 * 0.5)
    assert arena.half_interval([0.25] * 9) == 0.0


def test_prints(capsys: pytest.CaptureFixture[str]) -> None:
    assert arena.main(SMALL) == 0
    assert "turns a player" in capsys.readouterr().out
    assert arena.main([*SMALL, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {line["spec"] for line in found["table"]} == {"prestige", "random"} and len(found["games"]) == 4
    assert arena.main(["prestig", "random", "--players", "2"]) == 2
    assert "did you mean 'prestige'" in capsys.readouterr().err

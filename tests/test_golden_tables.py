"""Tables, plots and pages are those that were reviewed, number by number; no rating is ever
`-0`."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from hansa.tournaments.columns import COLUMNS
from hansa.tournaments.sheets import as_csv, seat_sheet
from hansa.tournaments.standings import standings
from tests.golden_tables import FOLDER, TOURNAMENTS, texts


def near(value: Any) -> Any:
    """What is equal to this JSON but for the last digits of its numbers."""
    if isinstance(value, dict):
        return {name: near(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [near(inner) for inner in value]
    return pytest.approx(value, rel=1e-6, abs=1e-6) if isinstance(value, float) else value


def test_none_is_missing_and_none_left_over() -> None:
    endings = ("txt", "md", "csv", "json", "html")
    assert {path.name for path in FOLDER.iterdir()} == {f"{name}.{ending}" for name in TOURNAMENTS for ending in endings}


@pytest.mark.parametrize("tournament", TOURNAMENTS)
def test_tables_and_plots_are_those_that_were_reviewed(tournament: str) -> None:
    """If a change is meant: `python -m tests.golden_tables`, and read the diff."""
    for ending, text in texts(tournament).items():
        kept = (FOLDER / f"{tournament}.{ending}").read_text(encoding="utf-8")
        if ending == "json":        # the last digits are the machine's
            assert json.loads(text) == near(json.loads(kept))
        else:
            assert text.splitlines() == kept.splitlines(), ending


def test_nothing_is_minus_nought() -> None:
    found = standings(TOURNAMENTS["mixed"][0])
    line = replace(found.lines[0], elo=-1e-9)
    assert next(column for column in COLUMNS if column.key == "elo").text(line) == "+0"
    assert seat_sheet(replace(found, seats=(replace(found.seats[0], elo=-1e-9),))).rows[0][-1] == "+0"
    assert "-0.0" not in as_csv(replace(found, lines=(line,))) and "-0" not in repr(replace(found, lines=(line,)))

"""The README tells the truth: its Python examples and its commands run, its files exist."""

from __future__ import annotations

import doctest
import json
import re
import subprocess
import sys
from pathlib import Path

from hansa.tournaments.sheets import rating_sheet
from hansa.tournaments.standings import standings

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks_after(heading: str) -> list[str]:
    """The code blocks of a section."""
    section = README.split(f"## {heading}\n")[1].split("\n## ")[0]
    return re.findall(r"```\w*\n(.*?)```", section, re.DOTALL)


def test_the_python_examples_run() -> None:
    text = "\n".join(blocks_after("The library"))
    found = doctest.DocTestParser().get_doctest(text, {}, "README.md", "README.md", 0)
    assert len(found.examples) >= 9
    runner = doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert runner.run(found).failed == 0


def test_the_commands_run(tmp_path: Path) -> None:
    (block,) = blocks_after("The commands")
    for line in block.strip().splitlines():
        command = line.split("#")[0].split()
        assert command[0] == "hansa"
        more = ["--seconds", "0.5"] if command[1] == "bench" else []
        ran = subprocess.run(
            [sys.executable, "-m", "hansa", *command[1:], *more], cwd=tmp_path, capture_output=True, text=True, timeout=600
        )
        assert ran.returncode == 0, (line, ran.stderr)
        assert ran.stdout.strip(), line


def test_the_protocol_example_runs(tmp_path: Path) -> None:
    (block,) = blocks_after("A program in any language")
    ran = subprocess.run(
        [sys.executable, "-m", "hansa", "engine"], input=block, capture_output=True, text=True, timeout=600, cwd=tmp_path
    )
    answers = [json.loads(line) for line in ran.stdout.splitlines()]
    assert [answer["id"] for answer in answers] == [1, 2, 3]
    assert len(answers[2]["moves"]) > 50


def test_the_drawing_is_what_the_command_prints(tmp_path: Path) -> None:
    (block,) = blocks_after("A position")
    command = re.search(r"`hansa (new --draw [^`]*)`", README)
    assert command
    ran = subprocess.run(
        [sys.executable, "-m", "hansa", *command[1].split()], cwd=tmp_path, capture_output=True, text=True, timeout=600
    )
    assert set(block.splitlines()) <= set(ran.stdout.splitlines())


def test_the_pages_that_are_named_exist() -> None:
    for name in re.findall(r"\]\((\w+\.md)\)", README):
        assert (ROOT / name).exists(), name


def test_the_table_is_one_that_the_command_prints() -> None:
    """Not the numbers, which take a minute; the columns, and the bots with the best first."""
    (block,) = blocks_after("A tournament")
    command = re.search(r"`hansa tournament ([^`]*) --blocks 30`", README)
    assert command
    header, *rows = block.splitlines()
    assert tuple(re.split(r"\s{2,}", header)) == rating_sheet(standings([])).columns
    assert sorted(row.split()[0] for row in rows) == sorted(command[1].split())
    elo = [int(row.split()[2]) for row in rows]
    assert elo == sorted(elo, reverse=True) and [row.split()[1] for row in rows] == ["1", "2", "3", "4", "5"]

"""The README tells the truth: its Python examples and its commands run, its files exist."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from hansa.cli import build_parser

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
MOST_LINES = 80         # that are not empty: about one screen and a half of a tall window


def blocks_after(heading: str) -> list[str]:
    """The code blocks of a section."""
    section = README.split(f"## {heading}\n")[1].split("\n## ")[0]
    return re.findall(r"```\w*\n(.*?)```", section, re.DOTALL)


def commands_after(heading: str) -> list[list[str]]:
    """The words of each command of a section."""
    (block,) = blocks_after(heading)
    return [shlex.split(line, comments=True) for line in block.strip().splitlines()]


def test_it_is_short() -> None:
    assert sum(1 for line in README.splitlines() if line.strip()) < MOST_LINES


def test_the_python_examples_run() -> None:
    (text,) = blocks_after("From Python")
    found = doctest.DocTestParser().get_doctest(text, {}, "README.md", "README.md", 0)
    assert len(found.examples) >= 5
    runner = doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert runner.run(found).failed == 0


@pytest.mark.parametrize("heading", ["Let bots play", "Analyse"])
def test_the_commands_run(heading: str, tmp_path: Path) -> None:
    for program, *words in commands_after(heading):
        assert program == "hansa"
        ran = subprocess.run(
            [sys.executable, "-m", "hansa", *words], cwd=tmp_path, capture_output=True, text=True, timeout=600)
        assert ran.returncode == 0, (words, ran.stderr)
        assert ran.stdout.strip(), words


def test_the_commands_to_play_are_understood() -> None:
    for program, *words in commands_after("Play"):
        assert program == "hansa" and build_parser([words[0]]).parse_args(words).run


def test_the_pages_and_pictures_that_are_named_exist() -> None:
    named = re.findall(r"\]\(([\w./-]+)\)", README)
    assert "docs/page.jpg" in named and "RULES-2004.md" in named
    for name in named:
        assert (ROOT / name).exists(), name

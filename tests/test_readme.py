"""The README tells the truth: its Python examples and its commands run, its files exist."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from hansa.cli import build_parser
from tests.warm import ran

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


@pytest.mark.parametrize("heading", ["Let bots play", pytest.param("Analyse", marks=pytest.mark.long)])
def test_the_commands_run(heading: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for program, *words in commands_after(heading):
        assert program == "hansa"
        done = ran(*words)
        assert done.returncode == 0, (words, done.stderr)
        assert done.stdout.strip(), words


def test_the_commands_to_play_are_understood() -> None:
    for program, *words in commands_after("Play"):
        assert program == "hansa" and build_parser([words[0]]).parse_args(words).run


def test_the_pages_and_pictures_that_are_named_exist() -> None:
    named = re.findall(r"\]\(([\w./-]+)(?:#[\w-]+)?\)", README)
    assert "docs/page.jpg" in named and "RULES-2004.md" in named
    for name in named:
        assert (ROOT / name).exists(), name


def test_there_is_one_picture() -> None:
    assert re.findall(r"!\[[^\]]+\]\(([^)]+)\)", README) == ["docs/page.jpg"]


def sections_of_the_notebook() -> dict[str, str]:
    """The topics and sections of RESULTS.md by their anchors; a topic holds its sections."""
    found = {}
    text = (ROOT / "RESULTS.md").read_text(encoding="utf-8")
    for level in (2, 3):
        for section in re.split(rf"^#{{{level}}} ", text, flags=re.MULTILINE)[1:]:
            title, _, body = section.partition("\n")
            anchor = re.sub(r"[^a-z0-9 -]", "", title.lower()).replace(" ", "-")
            found[anchor] = re.split(rf"^#{{2,{level}}} ", body, flags=re.MULTILINE)[0]
    return found


def headlines() -> list[tuple[str, str]]:
    """What the table of README claims, and the anchor of RESULTS.md that each row links to."""
    rows = re.findall(r"^\| \w+ \| (.*) \| \[[^\]]+\]\(RESULTS\.md#([\w-]+)\) \|$", README, re.MULTILINE)
    assert len(rows) == 4
    return rows


@pytest.mark.parametrize(("claim", "anchor"), headlines(), ids=[anchor for _, anchor in headlines()])
def test_headline_figures_are_in_the_section_that_is_linked(claim: str, anchor: str) -> None:
    """A figure that is no longer in the lab notebook, or a section without its command, fails
    here."""
    section = sections_of_the_notebook()[anchor].replace(",", "")
    for figure in re.findall(r"\d[\d.]*\d|\d", claim.replace(",", "")):
        assert re.search(rf"(?<![\d.]){re.escape(figure)}(?!\.?\d)", section), (figure, anchor)
    assert re.search(r"`(hansa|python -m|make) ", section), anchor

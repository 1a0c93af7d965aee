"""The documentation: its Python runs, its commands are understood, `hansa docs` finds every page, the site builds."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from hansa.cli import build_parser, main
from hansa.cli.docs import readable
from hansa.documents import PAGES, page
from tests.test_documents import FENCED, INSTEAD

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
SOURCES = sorted(path for path in DOCS.rglob("*.md") if not {"built", "_build"} & set(path.parts))
NAMES = [str(path.relative_to(DOCS)) for path in SOURCES]
DIRECTIVE = re.compile(r"^```\{.*?^```$", re.MULTILINE | re.DOTALL)
OTHER_PROGRAMS = ("make ", "pip install ", "source ")


def blocks(name: str) -> list[tuple[str, str]]:
    """The language and the text of each block of code; directives of Sphinx are none."""
    text = DIRECTIVE.sub("", (DOCS / name).read_text(encoding="utf-8"))
    return FENCED.findall(text)


def commands() -> list[str]:
    """Every line with a command of ours."""
    lines = [line for name in NAMES for language, text in blocks(name) if language == "text" for line in text.splitlines()]
    return sorted({line.partition(" #")[0].strip() for line in lines if line.startswith("hansa ")})


@pytest.mark.parametrize("name", NAMES)
def test_blocks_are_python_that_runs_or_commands(name: str) -> None:
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    names: dict[str, object] = {}
    for number, (language, text) in enumerate(blocks(name)):
        assert language in ("python", "text"), f"{name}: a block says neither python nor text"
        if language == "python":
            test = doctest.DocTestParser().get_doctest(text, names, f"{name}, block {number}", name, 0)
            assert test.examples, f"{name}: a block of Python without an example that runs"
            runner.run(test, clear_globs=False)
            names = test.globs
        else:
            for line in text.splitlines():
                assert line.startswith(("hansa ", *OTHER_PROGRAMS)), f"{name}: {line}"
    assert runner.summarize(verbose=False).failed == 0


@pytest.mark.parametrize("line", commands())
def test_commands_are_understood(line: str) -> None:
    words = shlex.split(line)[1:]
    if words == ["--version"]:
        return
    known = [INSTEAD.get(word, word) for word in words]
    assert build_parser([words[0]]).parse_args(known).run


def test_every_page_can_be_read(capsys: pytest.CaptureFixture[str]) -> None:
    for each in PAGES:
        assert main(["docs", each.name]) == 0
        shown = capsys.readouterr().out
        assert shown.count("\n") > 3 and "{doc}" not in shown and "```{" not in shown, each.name
        assert shown.startswith("# "), each.name


def test_every_document_is_a_page() -> None:
    """Whoever writes a page puts it into the list, and those that refer to one name one that is there."""
    assert {f"docs/{name}" for name in NAMES} - {"docs/index.md"} == {
        each.source for each in PAGES if each.source.startswith("docs/")}
    used = [heading for each in PAGES if each.source == "MOVES.md" for heading in each.headings]
    found = re.findall(r"^## \d+\. (.*)$", (ROOT / "MOVES.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(used) == sorted(found)
    for name in NAMES:
        for other in re.findall(r"'hansa docs ([\w-]+)'", readable((DOCS / name).read_text(encoding="utf-8"))):
            if not other.startswith(("library-", "commands")):
                assert page(other), f"{name}: {other}"


def test_a_page_is_found_by_the_beginning_of_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["docs", "first-b"]) == 0
    assert capsys.readouterr().out.startswith("# Your first bot")
    assert main(["docs", "frist-bot"]) == 2
    assert "did you mean 'first-bot'" in capsys.readouterr().err


def test_markdown_stays_as_it_is_when_asked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["docs", "install", "--raw"]) == 0
    assert capsys.readouterr().out == (DOCS / "install.md").read_text(encoding="utf-8")


@pytest.mark.long
def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html", str(DOCS), str(tmp_path)],
        capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stderr
    assert "hansa tournament" in (tmp_path / "built" / "commands.html").read_text(encoding="utf-8")
    assert "Thinker" in (tmp_path / "built" / "library-analysis.html").read_text(encoding="utf-8")

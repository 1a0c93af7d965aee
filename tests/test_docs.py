"""The documentation: its Python runs, its commands are understood, `hansa docs` finds every page,
the site builds."""

from __future__ import annotations

import doctest
import importlib
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from hansa.cli import build_parser, main, parsers
from hansa.cli.docs import readable
from hansa.documents import PAGES, page
from hansa.tournaments.sheets import rating_sheet
from hansa.tournaments.standings import standings
from tests.test_documents import FENCED, INSTEAD

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
SOURCES = sorted(path for path in DOCS.rglob("*.md") if not {"built", "_build"} & set(path.parts))
PATHS = [path.relative_to(DOCS).as_posix() for path in SOURCES]
# These are in test_documents.py
NAMES = [name for name in PATHS if not name.startswith("formats/")]
DIRECTIVE = re.compile(r"^```\{.*?^```$", re.MULTILINE | re.DOTALL)
# Pages that show what a program prints or reads; the tests below compare.
SHOWN = {"tutorial/first-analysis.md", "tutorial/first-tournament.md", "guides/any-language.md"}
# Pages that show a whole file; test_new_bot.py carries this one out
FILES = {"tutorial/first-bot.md"}
OTHER_PROGRAMS = ("make ", "pip install ", "npm install ", "source ", "python test_", "python -m tests.wasm ")


def blocks(name: str) -> list[tuple[str, str]]:
    """The language and the text of each block of code; directives of Sphinx are none."""
    text = DIRECTIVE.sub("", (DOCS / name).read_text(encoding="utf-8"))
    return FENCED.findall(text)


def only(name: str, wanted: str) -> str:
    """The one block of a page in a language."""
    (text,) = [text for language, text in blocks(name) if language == wanted]
    return text


def commands() -> list[str]:
    """Every line with a command of ours."""
    lines = [line for name in NAMES for language, text in blocks(name) if language == "text" for line in text.splitlines()]
    return sorted({line.partition(" #")[0].strip() for line in lines if line.startswith("hansa ")})


@pytest.mark.parametrize("name", NAMES)
def test_blocks_are_python_that_runs_or_commands(name: str) -> None:
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    names: dict[str, object] = {}
    for number, (language, text) in enumerate(blocks(name)):
        assert language in ("python", "text", "json", "console"), f"{name}: a block says {language or 'nothing'}"
        if language in ("json", "console"):
            assert name in SHOWN, f"{name}: nobody checks its block of {language}"
        elif language == "python":
            test = doctest.DocTestParser().get_doctest(text, names, f"{name}, block {number}", name, 0)
            assert test.examples or name in FILES, f"{name}: a block of Python without an example that runs"
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


def test_the_drawing_is_what_the_command_prints(capsys: pytest.CaptureFixture[str]) -> None:
    command = re.search(r"`hansa (new --draw [^`]*)`", (DOCS / "tutorial/first-analysis.md").read_text(encoding="utf-8"))
    assert command and main(command[1].split()) == 0
    assert set(only("tutorial/first-analysis.md", "console").splitlines()) <= set(capsys.readouterr().out.splitlines())


def test_the_table_is_one_that_the_command_prints() -> None:
    """Not the numbers, which take a minute; the columns, and the bots with the best first."""
    page = (DOCS / "tutorial/first-tournament.md").read_text(encoding="utf-8")
    command = re.search(r"`hansa tournament ([^`]*) --blocks 30 --anchor prestige`", page)
    assert command
    header, *rows = only("tutorial/first-tournament.md", "console").splitlines()
    assert tuple(re.split(r"\s{2,}", header)) == rating_sheet(standings([])).columns
    assert sorted(row.split()[0] for row in rows) == sorted(command[1].split())
    elo = [int(row.split()[2]) for row in rows]
    assert elo == sorted(elo, reverse=True) and [row.split()[1] for row in rows] == ["1", "2", "3", "4", "5"]


def test_the_example_of_the_protocol_runs() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "hansa", "engine"], input=only("guides/any-language.md", "json"), capture_output=True,
        text=True, timeout=60)
    answers = [json.loads(line) for line in ran.stdout.splitlines()]
    assert [answer["id"] for answer in answers] == [1, 2, 3]
    assert len(answers[2]["moves"]) > 50


def test_every_page_can_be_read(capsys: pytest.CaptureFixture[str]) -> None:
    for each in PAGES:
        assert main(["docs", each.name]) == 0
        shown = capsys.readouterr().out
        assert shown.count("\n") > 3 and "{doc}" not in shown and "```{" not in shown, each.name
        assert shown.startswith("# "), each.name


def test_every_document_is_a_page() -> None:
    """Whoever writes a page puts it into the list, and those that refer to one name one that is
    there."""
    assert {f"docs/{name}" for name in PATHS} - {"docs/index.md"} == {
        each.source for each in PAGES if each.source.startswith("docs/")}
    for name in PATHS:
        for other in re.findall(r"'hansa docs ([\w-]+)'", readable((DOCS / name).read_text(encoding="utf-8"))):
            if not other.startswith(("library-", "commands")):
                assert page(other), f"{name}: {other}"


def test_the_index_of_formats_names_every_section_and_its_page() -> None:
    """Code cites sections by their numbers."""
    index = re.findall(r"^\| (\d+) \| (.*) \| \[(\w+)\]\(docs/formats/(\w+)\.md\) \|$",
                       (ROOT / "MOVES.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert [int(number) for number, *_ in index] == list(range(1, len(index) + 1))
    assert all(shown == target for _, _, shown, target in index)
    found = [(number, title, path.stem) for path in (DOCS / "formats").glob("*.md")
             for number, title in re.findall(r"^## (\d+)\. (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)]
    assert sorted(found) == sorted((number, title, target) for number, title, _, target in index)
    assert {(each.source, each.title) for each in PAGES if each.source.startswith("docs/formats/")} == {
        (f"docs/formats/{path.name}", path.read_text(encoding="utf-8").splitlines()[0].removeprefix("# "))
        for path in (DOCS / "formats").glob("*.md")}


def test_every_topic_of_the_notebook_is_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(DOCS)
    pages = dict(importlib.import_module("pages").notebook_pages())
    index = pages.pop("results")
    notebook = (ROOT / "RESULTS.md").read_text(encoding="utf-8")
    topics = re.findall(r"^## (.*)$", notebook, re.MULTILINE)
    assert topics[0] == "Contents" and [text.splitlines()[0] for text in pages.values()] == [
        f"# {topic}" for topic in topics[1:]]
    sections = re.findall(r"^### (.*)$", notebook, re.MULTILINE)
    assert [title for text in pages.values() for title in re.findall(r"^## (.*)$", text, re.MULTILINE)] == sections
    assert all(f"- {section}\n" in index for section in sections) and all(f"]({name}.md)" in index for name in pages)
    assert "Ten thousand games" in pages["results-tournaments-and-ratings"]


def test_the_notebook_lists_its_sections() -> None:
    """Its table of contents names every topic and every section in order, with links that GitHub
    understands."""
    rest = (ROOT / "RESULTS.md").read_text(encoding="utf-8").partition("## Contents\n")[2]
    contents, _, body = rest.partition("\n## ")
    written = re.findall(r"^(#{2,3}) (.*)$", "## " + body, re.MULTILINE)
    assert contents.strip("\n").split("\n") == [
        f"{'  ' * (len(level) - 2)}- [{title}](#{re.sub(r'[^a-z0-9 -]', '', title.lower()).replace(' ', '-')})"
        for level, title in written]


def test_help_leads_to_pages_that_are_there() -> None:
    named = [name for command in parsers() for name in re.findall(r"'hansa docs ([\w-]+)'", command.read_on)]
    assert len(named) > 15
    for name in named:
        assert page(name)
    for command in parsers():       # who has a wheel has no such files
        assert not re.search(r"[A-Z]\.md", command.read_on), command.name


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

"""Every example of every document runs: states, records, requests, commands, targets, and the files
that are named.

The README's own examples are run by `test_readme.py`. A new block of code without a test fails the
first one here.
"""

from __future__ import annotations

import importlib.util
import json
import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hansa import State, analyse
from hansa.annotations import GLYPHS
from hansa.boards import without_accents
from hansa.cli import COMMANDS, build_parser, parsers
from hansa.notation import read_games, read_position, write_game, write_position
from hansa.protocol import Engine
from hansa.record import Record
from hansa.teutonica.phase_text import PHASES
from hansa.teutonica.position_reading import DESK_ITEMS, KEYWORDS

ROOT = Path(__file__).parents[1]
FORMATS = ROOT / "docs" / "formats"
# The rest of docs/ is in test_docs.py.
PAGES = {path.name: path for folder in (ROOT, ROOT / "engine_c", FORMATS) for path in sorted(folder.glob("*.md"))
         if path.name != "README.md"}
FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def sections(page: Path) -> Iterator[tuple[str, str]]:
    """The headings of a page, and the text below each."""
    parts = re.split(r"^## (.*)\n", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    yield "", parts[0]
    yield from zip(parts[1::2], parts[2::2], strict=True)


def blocks(page: str, heading: str) -> list[str]:
    """The blocks of code in a section."""
    return [block for name, text in sections(PAGES[page]) if name == heading for _, block in FENCED.findall(text)]


# --- blocks of code -----------------------------------------------------------------------------

def reads_as_state(text: str) -> None:
    """A whole state, in the form in which it is written."""
    assert State.from_json(json.loads(text)).to_json() == json.loads(text)


def begins_a_game(text: str) -> None:
    """A setup that leaves nothing open."""
    setup = json.loads(text)
    first, second = State.from_setup(setup, seed=1), State.from_setup(setup, seed=2)
    assert first == second and {**(first.setup or {}), **setup} == first.setup


def replays(text: str) -> None:
    """A record whose moves are legal."""
    data = json.loads(text)
    record = Record.from_json(data)
    record.verify()
    assert record.to_json() == data


def is_shaped_as_a_review(text: str) -> None:
    """The members of a review, with `…` for what is left out."""
    whole = text.replace(", …]", "]").replace("{…}", "{}").replace("[…]", "[]")
    shown = json.loads(whole)
    golden = json.loads((ROOT / "tests" / "golden" / "review.json").read_text(encoding="utf-8"))
    decision = shown["decisions"][0]
    # The command says which game of the file it is
    assert set(shown) - {"version", "game", "id"} == set(golden)
    assert set(shown["seats"][0]) == set(golden["seats"][0])
    assert set(decision) == set(golden["decisions"][0])
    # The golden file leaves out variations.
    assert set(decision["played"]) - {"variation"} == set(golden["decisions"][0]["played"])


def is_shaped_as_an_analysis(text: str) -> None:
    """The members that `hansa analyse --json` prints, with `…` for what is left out."""
    shown = json.loads(text.replace(", …]", "]").replace(", …}", "}").replace("{…}", "{}").replace("[…]", "[]"))
    thought = analyse(State.new(board="hansa-45", players=4, seed=7), simulations=100, lines=1).to_json()
    assert set(shown) == {"version", "to_move", "proven", *thought}
    assert set(shown["lines"][0]) == set(thought["lines"][0])


def reads_as_a_position(text: str) -> None:
    """A position for people, in both forms."""
    state = read_position(text)
    assert read_position(write_position(state)) == state == read_position(write_position(state, block=True))


def names_every_section(text: str) -> None:
    """The grammar leaves no keyword out."""
    for word in (*KEYWORDS, *PHASES, *DESK_ITEMS):
        assert re.search(rf"\b{word}\b", text), word


def reads_as_a_game(text: str) -> None:
    """A game for people, with its notes."""
    (record,) = read_games(text)
    record.verify()
    assert len(record.notes) == 3 and record.moves[-1] == "2 place t GOT-QUE"
    assert read_games(write_game(record)) == [record]


def names_every_glyph(text: str) -> None:
    """The grammar leaves no glyph out."""
    assert set(re.findall(r'"([!?]+)"', text)) == set(GLYPHS)


RUN: dict[tuple[str, str], tuple[Callable[[str], None], ...]] = {
    ("states.md", "4. Setup"): (begins_a_game,),
    ("states.md", "5. State"): (reads_as_state,),
    ("records.md", "6. Record"): (replays,),
    ("states.md", "9. Setup and state of Hansa (2004)"): (begins_a_game, reads_as_state),
    ("analysis.md", "10. Analysis and review"): (is_shaped_as_an_analysis, is_shaped_as_a_review),
    ("notation.md", "13. Positions for people"): (reads_as_a_position, names_every_section),
    ("notation.md", "14. Games for people"): (reads_as_a_game, names_every_glyph),
}
DRAWINGS = {("ARCHITECTURE.md", heading) for heading in (
    "The way of one move", "A game at the table", "How it thinks", "The page",
    "How it learns", "How it measures", "Environments for reinforcement learning",
)}


@pytest.mark.parametrize(("page", "heading"), RUN, ids=lambda name: name)
def test_the_examples_run(page: str, heading: str) -> None:
    for run, text in zip(RUN[page, heading], blocks(page, heading), strict=True):
        run(text)


def test_no_block_of_code_is_without_a_test() -> None:
    shown = {(name, heading) for name, path in PAGES.items() for heading, text in sections(path) if FENCED.search(text)}
    assert shown == {*RUN, *DRAWINGS}


# --- the protocol -------------------------------------------------------------------------------

def requests() -> list[tuple[dict[str, Any], set[str]]]:
    """The requests in the table of the protocol, and members that their answers have."""
    (table,) = [text for heading, text in sections(PAGES["protocol.md"]) if heading == "7. Engine protocol"]
    found = []
    for request, answer in re.findall(r"^\| (`\{.*?\}`.*?) \| (.*) \|$", table.split("| code of an error")[0], re.MULTILINE):
        text = re.findall(r"`(\{.*?\})`", request)[0].replace('"setup": {…}', '"setup": {"board": "east", "players": 3}')
        members = set(re.findall(r"`(\w+)`", answer.split(";")[0])) - {"info"}
        found.append((json.loads(text.replace('"place t BRE-HAM", …', '"end"')), members))
    return found


def test_every_request_of_the_table_is_answered_as_it_says() -> None:
    table = requests()
    assert [request["cmd"] for request, _ in table] == [
        "hello", "new", "legal", "play", "undo", "state", "option", "go", "stop", "perft", "quit", "games", "board", "svg",
        "words", "strength", "review", "close",
    ]
    engine = Engine()
    for request, members in table:
        answer = engine.answer(request)
        assert "error" not in answer, (request, answer)
        if request["cmd"] != "stop":            # it speaks of two answers
            assert members <= set(answer), (request, answer)


# --- commands -----------------------------------------------------------------------------------

# RESULTS.md has commands of its time.
TOLD = [*(ROOT / name for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md")), *FORMATS.glob("*.md")]


def quoted(pattern: str) -> list[str]:
    """What documents quote, if it begins like this."""
    text = "".join(page.read_text(encoding="utf-8") for page in TOLD)
    return sorted(set(re.findall(rf"`({pattern}[^`]*)`", text)))


# What stands for something else in commands, and something that may stand there.
INSTEAD = {"LOG…": "log.jsonl", "COMMAND": "./my-bot", "A": "markers", "B": "random", "mine": "markers", "…": "greedy"}
WITHOUT_ARGUMENTS = re.compile(r"hansa( \w+)?( --?[\w-]+)?")


@pytest.mark.parametrize("line", quoted("hansa "))
def test_commands_are_understood(line: str) -> None:
    words = shlex.split(line)[1:]
    if words[0] not in COMMANDS and not words[0].startswith("-"):
        pytest.fail(f"no command: {line}")
    # A name, perhaps with the one flag that is spoken of
    if WITHOUT_ARGUMENTS.fullmatch(line):
        (parser,) = [parser for command, parser in parsers().items() if command.name == words[0]]
        assert set(words[1:]) <= {flag for action in parser._actions for flag in action.option_strings}
    else:
        known = [INSTEAD.get(word, word.replace("COMMAND", "./my-bot")) for word in words]
        assert build_parser([words[0]]).parse_args(known).run


def test_targets_of_make_exist() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    pages = "".join((ROOT / page).read_text(encoding="utf-8") for page in TOLD)
    named = set(re.findall(r"(?:`|^)make ([a-z-]+)", pages, re.MULTILINE))
    assert {"test", "demo", "lint", "golden"} <= named <= targets


def test_scripts_of_npm_exist() -> None:
    scripts = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))["scripts"]
    named = {line.split()[2] for line in quoted("npm run ")}
    assert {"format", "vendor"} <= named <= set(scripts)


def test_modules_that_are_run_exist() -> None:
    named = {line.split()[2] for line in quoted("python -m ")}
    assert {"tests.forwarders", "hansa.teutonica.reference"} <= named
    for name in named:
        assert importlib.util.find_spec(name), name


# --- files --------------------------------------------------------------------------------------

PLACEHOLDERS = {"GAME": "teutonica", "NAME": "teutonica", "COMMAND": "play", "caseposition…": "caseposition"}
# There when something has been built; named below another folder; and a class of places in a move.
MADE = ("build/", "docs/_build/", "docs/built/", "static/vendor/", "MAL-STR/")


@pytest.mark.parametrize("page", [*TOLD, "engine_c/README.md"])
def test_files_that_are_named_exist(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:[\w…-]+/)+[\w.…-]*)`", text)) | set(re.findall(r"\]\(([\w./-]+)\)", text))
    for name in named:
        for word, real in PLACEHOLDERS.items():
            name = name.replace(word, real)
        places = [(ROOT / page).parent / name, ROOT / name]
        assert name.startswith(MADE) or any(place.exists() for place in places), f"{page}: {name}"


def test_names_of_cities_can_be_typed_on_any_keyboard() -> None:
    names = [
        city["name"] for path in (ROOT / "hansa" / "boards").glob("*.json")
        for city in json.loads(path.read_text(encoding="utf-8")).get("cities", [])
    ]
    assert len(names) > 100
    for name in names:
        assert without_accents(name).isascii(), name

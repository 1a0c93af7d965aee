"""How the house is built: dependencies point one way, words mean one thing, the project stands
alone."""

from __future__ import annotations

import ast
import doctest
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from hansa.cli import COMMANDS
from hansa.games import GAMES
from tests.source_prose import blocks

ROOT = Path(__file__).parents[1]
ROOMS = ("engine_c", "hansa", "bots", "tournaments", "tests")
SOURCES = [
    path for room in ROOMS for pattern in ("*.py", "*.pyx", "*.pxd", "*.pyi") for path in (ROOT / room).rglob(pattern)
    # See tests/forwarders.py
    if path.parent not in (ROOT / "hansa" / "bots", ROOT / "hansa" / "tournaments")
]
# What each room may import of the project.
ALLOWED = {
    "engine_c": ("engine_c",),
    "hansa": ("engine_c", "hansa"),
    "bots": ("engine_c", "hansa"),
    "tournaments": ("engine_c", "hansa"),
}
# Rooms that are installed below `hansa`, and what each room must not import of these and of the
# command line.
BELOW_HANSA = ("bots", "tournaments")
ABOVE = {
    "engine_c": ("hansa.bots", "hansa.tournaments", "hansa.table", "hansa.notation", "hansa.web", "hansa.cli"),
    "hansa": (
        "hansa.bots", "hansa.tournaments", "hansa.table", "hansa.notation", "hansa.web", "hansa.cli", "hansa.envs.gymnasium",
        "hansa.envs.gymnasium_vector", "hansa.envs.duel",
    ),
    # It names the doors, and opens none by itself
    "hansa/__init__.py": ("hansa.table", "hansa.web", "hansa.cli"),
    "hansa/views": ("hansa.bots", "hansa.envs", "hansa.tournaments", "hansa.table", "hansa.web", "hansa.cli"),
    "hansa/envs": ("hansa.tournaments", "hansa.table", "hansa.web", "hansa.cli"),
    "bots": ("hansa.tournaments", "hansa.table", "hansa.web", "hansa.cli"),
    "tournaments": ("hansa.table", "hansa.web", "hansa.cli"),
    "hansa/table": ("hansa.web", "hansa.cli"),
    "hansa/notation": ("hansa.web", "hansa.cli"),
    "hansa/exploring": ("hansa.table", "hansa.notation", "hansa.web", "hansa.cli"),
    "hansa/web": ("hansa.cli",),
    "hansa/cli": (),
}
FORBIDDEN_WORDS = {"utils", "util", "helpers", "helper", "common", "manager", "misc"}


@cache
def imported(path: Path) -> set[str]:
    """The modules a source file imports, dotted."""
    text = path.read_text(encoding="utf-8")
    if path.suffix in (".pyx", ".pxd"):
        return set(re.findall(r"^\s*(?:from|import|cimport)\s+([\w.]+)", text, re.MULTILINE))
    names: set[str] = set()
    for node in blocks(ast.parse(text)):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            package = package_of(path).split(".")
            base = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            module = ".".join(filter(None, (base, node.module)))
            names.update([module, *(f"{module}.{alias.name}" for alias in node.names)])
    return names


def package_of(path: Path) -> str:
    """The dotted name of the package a file is in."""
    parts = path.relative_to(ROOT).parent.parts
    return ".".join(("hansa", *parts) if parts[0] in BELOW_HANSA else parts)


def without_examples(path: Path) -> str:
    """A source file without the examples in its docstrings."""
    return "".join(part for part in doctest.DocTestParser().parse(path.read_text(encoding="utf-8")) if isinstance(part, str))


def room_of(path: Path) -> str:
    return path.relative_to(ROOT).parts[0]


def floor_of(path: Path) -> str:
    """The room, or the part of `hansa/` that has a floor of its own; `python -m hansa` is the
    command line."""
    if path == ROOT / "hansa" / "__main__.py":
        return "hansa/cli"
    inner = "/".join(path.relative_to(ROOT).parts[:2])
    return inner if inner in ABOVE else room_of(path)


def test_imports_point_one_way() -> None:
    for path in SOURCES:
        room, where = room_of(path), path.relative_to(ROOT)
        for name in imported(path) if room != "tests" else ():      # they may import everything
            top = name.split(".")[0]
            if room in ALLOWED and top in ROOMS:
                assert top in ALLOWED[room], f"{where}: {room} must not import {name}"
            assert not name.startswith(ABOVE.get(floor_of(path), ())), f"{where}: {floor_of(path)} must not import {name}"


# Who in the library may name views and environments: registrations, what a state prints and shows,
# and the bench.
ASKED_FOR = re.compile(
    r"hansa/(bench|games|state|protocol/showing)\.py$|hansa/(teutonica|hansa2004)/(game|views|learning)\.py$|hansa/(views|envs)/"
)
WHAT_IS_LOADED = "print([name for name in sys.modules if name.startswith(('hansa.views', 'hansa.envs')) or name == 'numpy'])"


def test_only_registrations_name_views_and_learning() -> None:
    for path in (ROOT / "hansa").rglob("*.py"):
        where = path.relative_to(ROOT).as_posix()
        if floor_of(path) in ("hansa", "hansa/views") and not ASKED_FOR.match(where):
            named = {name for name in imported(path) if name.startswith(("hansa.views", "hansa.envs"))}
            assert not named, f"{where} imports {named}"


@pytest.mark.parametrize(("asked", "outputs"), [
    ("state.legal_moves", ()),
    ("str(state)", ("text",)),
    ("GAMES[state.game].views.words.describe(state, state.legal_moves[0], state.after(state.legal_moves[0]))", ("words",)),
    ("GAMES[state.game].changes", ()),
])
@pytest.mark.parametrize("game", list(GAMES))
def test_a_view_is_imported_when_it_is_asked_for(game: str, asked: str, outputs: tuple[str, ...]) -> None:
    """Playing loads neither maps nor numpy; showing loads one output of one game."""
    code = (
        f"import sys; from hansa import State; from hansa.games import GAMES; {WHAT_IS_LOADED}; "
        f"state = State.new(game={game!r}, seed=1); {asked}; {WHAT_IS_LOADED}"
    )
    before, after = map(ast.literal_eval, subprocess.check_output([sys.executable, "-c", code], text=True).splitlines())
    views = [f"hansa.views.{output}{part}" for output in outputs for part in ("", f".{game}")]
    assert before == [] and sorted(after) == sorted(["hansa.views", *views] if outputs else [])


@pytest.mark.parametrize("module", ["hansa.tournaments.worker", "hansa.cli.play"])
def test_workers_and_people_at_a_terminal_do_not_wait_for_numpy(module: str) -> None:
    code = f"import sys, {module}; print('numpy' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "False\n"


@pytest.mark.parametrize("game", list(GAMES))
def test_the_ai_thinks_without_numpy(game: str) -> None:
    """Pyodide, as npm has it, has none (docs/guides/browser.md)."""
    code = (
        "import sys; sys.modules['numpy'] = None; from hansa.bots.registry import BOTS, make_bot; "
        "from hansa.games import GAMES; "
        f"from hansa.protocol.engine import Engine; engine, answers = Engine(), []; setup = GAMES[{game!r}].vocabulary.usual; "
        f"engine.answer({{'cmd': 'new', 'setup': {{'game': {game!r}, **setup}}, 'seed': 1}}); "
        "found = engine.answer({'cmd': 'go', 'simulations': 20}); "
        "[make_bot(name) for name in BOTS]; print('move' in found, 'values' in found)"
    )
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "True True\n"


# Words of the rule books and of programs that mean the same wherever they are: each room has its
# side of them.
SAME_EVERYWHERE = {
    "Amount", "Board", "City", "Contents", "Desk", "House", "Piece", "Route", "Seat", "Supply", "Turn",
    "Command", "Conversation", "Scene",
}
# Messages are named after what is asked and answered; the twin has the words of the book, on its
# own.
MESSAGES = ("requests.py", "answers.py", "pushes.py", "messages.py")


def test_a_class_name_has_one_meaning() -> None:
    """ARCHITECTURE.md, Words. The two games name their parts alike."""
    rooms: dict[str, set[str]] = {}
    for path in SOURCES:
        if room_of(path) == "tests" or "rulebook" in path.parts or path.name.endswith(MESSAGES) or path.suffix != ".py":
            continue
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                where = path.relative_to(ROOT).as_posix().replace("hansa2004", "teutonica")
                rooms.setdefault(node.name, set()).add(where)
    assert len(rooms) > 200 and "Session" in rooms
    several = {name: sorted(where) for name, where in rooms.items() if len(where) > 1 and name not in SAME_EVERYWHERE}
    assert several == {}


def test_commands_do_not_import_each_other() -> None:
    commands = {f"hansa.cli.{listed.module}" for listed in COMMANDS.values()}
    for command in commands:
        path = ROOT / f"{command.replace('.', '/')}.py"
        assert not imported(path) & (commands - {command}), path


def test_what_argparse_has_read_becomes_a_dataclass_at_once() -> None:
    knowing = {path.name for path in (ROOT / "hansa" / "cli").glob("*.py") if "Namespace" in path.read_text(encoding="utf-8")}
    assert knowing == {"arguments.py", "commands.py"}


def test_the_twin_stands_alone() -> None:
    for path in (ROOT / "hansa" / "rulebook").rglob("*.py"):
        for name in imported(path):
            assert name.startswith("hansa.rulebook") or name.split(".")[0] in sys.stdlib_module_names, (path, name)


def test_modules_say_what_they_are_for_and_are_named_by_it() -> None:
    for path in SOURCES:
        assert not set(path.stem.split("_")) & FORBIDDEN_WORDS, path
        text = path.read_text(encoding="utf-8")
        if path.suffix != ".pyi":
            # What the compiler is told has to come first
            text = re.sub(r"\A# cython: .*\n", "", text)
            assert not text.strip() or text.lstrip().startswith('"""'), f"{path} does not begin with a sentence"
        assert len(text.splitlines()) <= 720, f"{path} is too long"


# What fails by itself, beside `assert`: of pytest, of libraries whose tests we call, and checks of
# our own modules.
FAILING = {
    "raises", "warns", "fail", "api_test", "seed_test", "random_sim_test", "render_test", "check_env", "check_position",
    "wait_until", "parallel_api_test", "parallel_seed_test",
}
WITHOUT_ASSERT = {
    "test_case": "`casefile.run` asserts", "test_the_examples_run": "what it calls by a variable asserts",
    "test_every_door_bears_its_corpus": "doors raise what they must not",
    "test_nothing_that_an_evaluator_answers_crashes_it": "a crash is what would be seen",
}


def can_fail(test: ast.FunctionDef, module: dict[str, ast.FunctionDef], seen: frozenset[str] = frozenset()) -> bool:
    """Whether a test, or a function of its module that it calls, asserts something."""
    for node in ast.walk(test):
        if isinstance(node, (ast.Assert, ast.Raise)):
            return True
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name in FAILING or name.startswith(("expect_", "wait_for_")):
                return True
            if name in module and name not in seen and can_fail(module[name], module, seen | {name}):
                return True
    return False


@cache
def functions_of(path: Path) -> dict[str, ast.FunctionDef]:
    """The functions and methods of a module of tests, and those of the modules of tests that it
    imports."""
    nodes = list(blocks(ast.parse(path.read_text(encoding="utf-8"))))
    found: dict[str, ast.FunctionDef] = {}
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.module is not None and node.module.startswith("tests."):
            other = ROOT / f"{node.module.replace('.', '/')}.py"
            found |= functions_of(other) if other.exists() else {}
    return found | {node.name: node for node in nodes if isinstance(node, ast.FunctionDef)}


def test_every_test_can_fail() -> None:
    helpless = []
    for path in (ROOT / "tests").glob("test_*.py"):
        module = functions_of(path)
        helpless += [f"{path.name}: {name}" for name, test in module.items()
                     if name.startswith("test_") and name not in WITHOUT_ASSERT and not can_fail(test, module)]
    assert helpless == []


def test_the_project_stands_alone() -> None:
    for path in [*SOURCES, ROOT / "Makefile", ROOT / "setup.py", ROOT / ".ci" / "run", *ROOT.glob("*.md")]:
        if path != Path(__file__):
            assert "../shared" not in path.read_text(encoding="utf-8"), path


# Where a game may be named: in its own rooms, views and lessons, in the list of games, in bots for
# one game, in examples.
OF_A_GAME = re.compile(
    r"(engine_c|hansa)/(teutonica|hansa2004)/|hansa/rulebook/|hansa/games\.py$"
    r"|hansa/(views/\w+|lessons)/(teutonica|hansa2004)(/|\.py$)|bots/(founder|collector|examination)\.py$|tests/"
)


def test_nothing_but_a_game_knows_which_game_it_is() -> None:
    for path in SOURCES:
        where = path.relative_to(ROOT).as_posix()
        if not OF_A_GAME.match(where):
            named = re.findall(r"[\w.\"']*(?:teutonica|hansa2004)[\w.\"']*", without_examples(path))
            assert not named, f"{where} names {named}"
    scripts = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "hansa" / "web" / "static").glob("*.js")}
    knowing = {name for name, text in scripts.items() if re.search(r"\b(teutonica|hansa2004)\b", text)}
    # main.js names them among the files that it fetches ahead.
    assert knowing == {"games.js", "teutonica.js", "hansa2004.js", "main.js"}


def test_every_rule_that_code_cites_exists() -> None:
    pages = [ROOT / "RULES.md", ROOT / "RULES-2004.md", *(ROOT / "docs" / "formats").glob("*.md")]
    text = "".join(page.read_text(encoding="utf-8") for page in pages)
    known = set(re.findall(r"\*\*([TDH]\d+)", text))
    assert len(known) > 90
    for path in SOURCES:
        if room_of(path) == "tests":
            continue
        cited = set(re.findall(r"\b([TDH]\d{1,3})\b", without_examples(path)))
        assert cited <= known, f"{path} cites {sorted(cited - known)}"

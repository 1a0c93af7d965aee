"""The page's JavaScript, tested by node; and what is vendored is what it says it is."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from hansa.views.words.naming import COLOURS

ROOT = Path(__file__).parents[1]
STATIC = ROOT / "hansa" / "web" / "static"
SCRIPTS = ROOT / "tests" / "javascript"
NO_NODE = "no node here: `apt-get install nodejs npm` makes these tests run"


@pytest.mark.parametrize("name", [path.name.partition(".")[0] for path in sorted(SCRIPTS.glob("*.test.js"))])
def test_scripts(name: str) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip(NO_NODE)
    ran = subprocess.run([node, "--test", SCRIPTS / f"{name}.test.js"], capture_output=True, text=True, timeout=600, cwd=ROOT)
    assert ran.returncode == 0, ran.stdout
    assert int(re.findall(r"pass (\d+)", ran.stdout)[-1]) >= 2, ran.stdout


def test_what_is_vendored_names_its_licence_and_version() -> None:
    versions = json.loads((ROOT / "package.json").read_text())["devDependencies"]
    for name in ("preact", "htm"):
        first = (STATIC / "vendor" / f"{name}.js").read_text().split("\n")[0]
        assert f"{name} {versions[name]} (" in first and "unchanged" in first


def test_the_lock_file_names_no_host_of_a_registry() -> None:
    lock = json.loads((ROOT / "package-lock.json").read_text())
    assert not [name for name, entry in lock["packages"].items() if "resolved" in entry]
    assert all("integrity" in entry for name, entry in lock["packages"].items() if name)


def test_scripts_are_read_without_scrolling_sideways() -> None:
    for path in [*STATIC.glob("*.js"), *STATIC.glob("*.css")]:
        assert max(map(len, path.read_text().splitlines())) < 120, path


def imported_by(*roots: str) -> set[str]:
    """The scripts that some need before they run, with themselves."""
    found: set[str] = set()
    todo = [STATIC / f"{name}.js" for name in roots]
    while todo:
        path = todo.pop()
        if (name := path.relative_to(STATIC).as_posix()) not in found:
            found.add(name)
            imports = re.findall(r'^(?:import|export)[^;]*?from "(\.[^"]+)"', path.read_text(), re.MULTILINE)
            todo += [(path.parent / each).resolve() for each in imports]
    return found


def test_what_a_view_needs_is_asked_for_at_once() -> None:
    """Scripts that are found one in another come one after another, which takes long on a slow
    line."""
    page, main = (STATIC / "index.html").read_text(), (STATIC / "main.js").read_text()
    first = imported_by("main")
    assert set(re.findall(r'"modulepreload" href="/static/([^"]+)"', page)) == first - {"main.js"}
    for views, listed in ((("play", "new_game"), "GAME"), (("study",), "STUDY")):
        asked = re.search(rf"const {listed} = \[(.*?)\]", main, re.DOTALL)
        assert asked is not None
        games = imported_by("play", "new_game") if listed == "STUDY" else set()
        assert {f"{name}.js" for name in re.findall(r'"(\w+)"', asked[1])} >= imported_by(*views) - first - games, listed


def test_what_nobody_fetches_is_not_there() -> None:
    scripts = {path.relative_to(STATIC).as_posix(): path.read_text() for path in STATIC.rglob("*.js")}
    code = [re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL) for text in scripts.values()]
    later = {name for text in code for name in re.findall(r'import\("\./(\w+)\.js"\)', text)}
    assert {*scripts} - imported_by("main", *later) == {"types.js"}     # only comments name it


def test_server_and_page_call_the_seats_alike() -> None:
    found = re.search(r"COLOURS = \[(.*)\]", (STATIC / "words.js").read_text())
    assert found is not None and tuple(re.findall(r't\("(\w+)"\)', found[1])) == COLOURS

"""What type checkers see of hansa from a project that uses it.

The checkout is on their path, or hansa is installed: editable, as a wheel, or from a source
distribution.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import venv
from pathlib import Path

import pytest

from tests.forwarders import ROOMS, ROOT, present, wanted

PROGRAM = """\
from hansa import State
from hansa.bots.bot import Bot, Options
from hansa.bots.registry import make_bot
from hansa.tournaments.schedule import TableSetup
import hansa.bots.registry
import hansa.tournaments.log_reading
from engine_c.search.search import Search


class First(Bot):
    def choose(self, state: State) -> str:
        return "end"


reveal_type(make_bot)
reveal_type(hansa.bots.registry.make_bot)
reveal_type(First("first", Options()).rng)
reveal_type(TableSetup)
reveal_type(hansa.tournaments.log_reading.read_log)
reveal_type(State.new().cities["HAM"].offices)
reveal_type(hansa.thinking.analyse(State.new()).move.route)
reveal_type(Search.edges)
"""
WRONG_LINE = 11         # `choose` returns a `Move`


def installed_by(source: Path, target: Path) -> None:
    """Puts into a folder what a wheel that is built from `source` would put into site-packages;
    nothing is compiled."""
    subprocess.run(
        [sys.executable, "setup.py", "-q", "build_py", "--build-lib", str(target)], cwd=source, check=True,
        capture_output=True, timeout=900)
    # Checkers want to see that there is something behind a stub
    for path in (source / "engine_c").rglob("*.pyx"):
        (target / path.relative_to(source)).with_suffix(sysconfig.get_config_var("EXT_SUFFIX")).touch()


def unpacked_distribution(folder: Path) -> Path:
    """The files of a source distribution of the checkout."""
    subprocess.run(
        [sys.executable, "setup.py", "-q", "egg_info", "--egg-base", str(folder), "sdist", "--dist-dir", str(folder)],
        cwd=ROOT, check=True, capture_output=True, timeout=900)
    (made,) = folder.glob("*.tar.gz")
    with tarfile.open(made) as archive:
        archive.extractall(folder, filter="data")
    return folder / made.name.removesuffix(".tar.gz")


@pytest.fixture(params=["editable", *(pytest.param(way, marks=pytest.mark.long) for way in ("checkout", "wheel", "sdist"))])
def project(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Somebody's project, with a folder `bots` of its own, and a Python that has hansa installed or
    has not."""
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / "__init__.py").touch()
    (tmp_path / "program.py").write_text(PROGRAM, encoding="utf-8")
    on_path: list[str] = [str(ROOT)]
    python = sys.executable
    if request.param != "editable":
        venv.create(tmp_path / "bare", symlinks=True)
        python = str(tmp_path / "bare" / "bin" / "python")
        # It has our libraries, but not hansa: a `.pth` is not read in a folder that another one
        # names.
        found = subprocess.run(
            [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], capture_output=True, text=True,
            check=True)
        site = Path(found.stdout.strip())
        (site / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
        if request.param != "checkout":
            (tmp_path / "source").mkdir()
            installed_by(ROOT if request.param == "wheel" else unpacked_distribution(tmp_path / "source"), site)
    if request.param != "checkout":
        on_path = []
    (tmp_path / "pyrightconfig.json").write_text(json.dumps({
        "include": ["program.py"], "typeCheckingMode": "strict", "extraPaths": on_path,
    }), encoding="utf-8")
    (tmp_path / "mypy.ini").write_text(f"[mypy]\nstrict = True\npython_executable = {python}\n" + "".join(
        f"mypy_path = {path}\n" for path in on_path), encoding="utf-8")
    (tmp_path / "python").write_text(python, encoding="utf-8")
    return tmp_path


def ran(folder: Path, program: str, *arguments: str) -> str:
    """What a type checker says; that it finds something wrong is its business."""
    command = [str(Path(sys.executable).parent / program), *arguments]
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "MYPYPATH")}
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, env=environment, timeout=600).stdout


def test_mypy_knows_the_types_of_every_room(project: Path) -> None:
    said = ran(project, "mypy", "program.py")
    revealed = re.findall(r'Revealed type is "(.*)"', said)
    assert len(revealed) == 8 and "Any" not in " ".join(revealed).replace("Mapping[str, Any]", ""), said
    assert revealed[0] == revealed[1]
    assert re.fullmatch(r"def \(spec: str \| .*, seed: .*int.*\) -> .*\.Bot", revealed[0]), said
    assert "Random" in revealed[2] and "TableSetup" in revealed[3] and "Contents" in revealed[4], said
    assert "Piece" in revealed[5] and re.fullmatch(r"(builtins\.)?str \| None", revealed[6]), said
    assert "list[tuple[" in revealed[7], said
    assert re.findall(r"^program\.py:(\d+): error", said, re.MULTILINE) == [str(WRONG_LINE)], said


def test_pyright_knows_the_types_of_every_room(project: Path) -> None:
    python = (project / "python").read_text(encoding="utf-8")
    said = json.loads(ran(project, "basedpyright", "--outputjson", "--pythonpath", python))["generalDiagnostics"]
    revealed = [found["message"].partition(" is ")[2].strip('"') for found in said if found["severity"] == "information"]
    assert len(revealed) == 8 and "Unknown" not in " ".join(revealed), said
    made = "(spec: str | type[Bot] | Bot | ((State) -> (Move | str)), seed: int | None = None) -> Bot"
    assert revealed[:2] == [made] * 2, said
    assert "Random" in revealed[2] and "TableSetup" in revealed[3] and "Contents" in revealed[4], said
    assert "Piece" in revealed[5] and revealed[6] == "str | None" and "list[tuple[int, int, float, float]]" in revealed[7], said
    wrong = [found["range"]["start"]["line"] + 1 for found in said if found["severity"] in ("error", "warning")]
    assert wrong == [WRONG_LINE], said


@pytest.mark.parametrize("room", ROOMS)
def test_every_module_of_a_room_can_be_found_by_type_checkers(room: str) -> None:
    files = wanted(room)
    assert present(room) == set(files), "run: python -m tests.forwarders"
    for path, text in files.items():
        assert path.read_text(encoding="utf-8") == text, f"{path} is not up to date; run: python -m tests.forwarders"

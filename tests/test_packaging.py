"""What is shipped: a wheel that runs in an empty folder, a source distribution that can be built
from."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
pytestmark = pytest.mark.long


def run(*arguments: str, cwd: Path, **environment: str) -> str:
    """A command's output; its errors are shown when it fails."""
    ran = subprocess.run(
        arguments, cwd=cwd, capture_output=True, text=True, timeout=600, env={**os.environ, **environment}
    )
    assert ran.returncode == 0, f"{' '.join(arguments)}\n{ran.stdout[-2000:]}\n{ran.stderr[-2000:]}"
    return ran.stdout


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clean copy of what git tracks, so that nothing built lies about."""
    folder = tmp_path_factory.mktemp("checkout")
    archive = folder / "tree.tar"
    run("git", "archive", "--output", str(archive), "HEAD", cwd=ROOT)
    with tarfile.open(archive) as tree:
        tree.extractall(folder / "hansa", filter="data")
    return folder / "hansa"


@pytest.fixture(scope="module")
def source(checkout: Path) -> Path:
    """The source distribution."""
    run(sys.executable, "-m", "build", "--sdist", cwd=checkout)
    (made,) = (checkout / "dist").glob("*.tar.gz")
    return made


@pytest.fixture(scope="module")
def wheel(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that pip makes from the source distribution where nothing else is installed."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "venv", "bare", cwd=folder)
    bare = {name: value for name, value in os.environ.items() if name == "HOME" or name.startswith("PIP_")}
    ran = subprocess.run(
        [folder / "bare" / "bin" / "python", "-m", "pip", "wheel", "-q", "--no-deps", "--wheel-dir", folder, source],
        cwd=folder, capture_output=True, text=True, timeout=1800, env={**bare, "PATH": "/usr/local/bin:/usr/bin:/bin"})
    assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr[-2000:]
    (made,) = folder.glob("*.whl")
    return made


def test_the_same_checkout_gives_the_same_source_distribution(checkout: Path, source: Path, tmp_path: Path) -> None:
    built = shutil.ignore_patterns("dist", "*.egg-info")
    # All files are new
    shutil.copytree(checkout, tmp_path / "again", ignore=built, copy_function=shutil.copy)
    run(sys.executable, "-m", "build", "--sdist", cwd=tmp_path / "again")
    assert (tmp_path / "again" / "dist" / source.name).read_bytes() == source.read_bytes()


def test_the_wheel_is_small(wheel: Path) -> None:
    assert wheel.stat().st_size < 10_000_000


def test_the_wheel_holds_what_it_should(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.split("/")[0] for name in names if ".dist-info" not in name}
    assert tops == {"engine_c", "hansa"}
    for wanted in ("hansa/bots/__init__.py", "hansa/tournaments/__init__.py", "hansa/boards/east.json",
                   "hansa/web/static/index.html", "hansa/web/static/main.js",
                   "hansa/views/svg/teutonica/landscape.json", "hansa/views/svg/style.css", "hansa/py.typed",
                   "hansa/documents/RULES.md", "hansa/documents/RULES-2004.md", "hansa/boards/hansa2004.json",
                   "hansa/hansa2004/mind.bin", "hansa/table/__init__.py",
                   "hansa/exploring/strong-play.xz", "hansa/drills/drills.jsonl.xz",
                   "engine_c/game.pxd", "engine_c/teutonica/types.pxd", "engine_c/teutonica/position.pyi"):
        assert wanted in names
    assert not [name for name in names if name.startswith("tests")]
    # The sources, not what points to them on the checkout
    for room in ("bots", "tournaments"):
        for path in (ROOT / room).glob("*.py"):
            assert zipfile.ZipFile(wheel).read(f"hansa/{room}/{path.name}") == path.read_bytes()


def installed(wheel: Path, folder: Path, extra: str = "") -> Path:
    """The programs of a new environment that has the wheel, what it needs, and nothing else;
    nothing may be compiled."""
    run(sys.executable, "-m", "venv", "bare", cwd=folder)
    programs = folder / "bare" / "bin"
    run(str(programs / "python"), "-m", "pip", "install", "-q", "--only-binary", ":all:", f"{wheel}{extra}", cwd=folder,
        CC="no-compiler-here")
    return programs


def test_the_wheel_runs_in_an_empty_environment(wheel: Path, tmp_path: Path) -> None:
    programs = installed(wheel, tmp_path)
    perft = run(str(programs / "hansa"), "perft", "--board", "hansa-23", "--players", "2", "--depth", "3", "--seed", "1",
                cwd=tmp_path)
    assert "23298" in perft.replace(" ", "").replace(",", "")
    where = "import engine_c.position; print(engine_c.position.__file__)"
    assert str(tmp_path) in run(str(programs / "python"), "-c", where, cwd=tmp_path)
    table = run(str(programs / "hansa"), "tournament", "markers", "random", "--blocks", "1", "--plain", cwd=tmp_path)
    assert "markers" in table
    assert "Your first game" in run(str(programs / "hansa"), "docs", "first-game", cwd=tmp_path)
    for language, file in (("python", "mine.py"), ("js", "yours.js"), ("c", "ours.c")):
        run(str(programs / "hansa"), "new-bot", file, "--lang", language, cwd=tmp_path)
        assert (tmp_path / file).exists()
    with pytest.raises(AssertionError, match=r"pip install 'hansa\[web\]'"):
        run(str(programs / "hansa"), "serve", "--port", "0", cwd=tmp_path)
    missing = "import hansa.envs.pettingzoo"
    with pytest.raises(AssertionError, match=r"pip install 'hansa\[envs\]'"):
        run(str(programs / "python"), "-c", missing, cwd=tmp_path)


ENVIRONMENTS = """
import gymnasium, pyspiel
import hansa.envs.openspiel, hansa.envs.pettingzoo
import hansa.envs.gymnasium

env = hansa.envs.pettingzoo.env(board="east", players=3)
env.reset(seed=1)
print(len(env.agents), len(pyspiel.load_game("hansa_teutonica").new_initial_state().legal_actions()) > 0)
"""


def test_the_wheel_brings_the_environments(wheel: Path, tmp_path: Path) -> None:
    programs = installed(wheel, tmp_path, "[envs]")
    assert run(str(programs / "python"), "-c", ENVIRONMENTS, cwd=tmp_path).split() == ["3", "True"]


# What Cython adds to every module, and the signatures of its classes' `__init__`, which it does not
# tell.
OF_CYTHON = r"""
.*\.__reduce_cython__
.*\.__setstate_cython__
.*\.__test__
.*\.__pyx_capi__
.*\.__init__
"""


def test_stubs_say_what_the_compiled_modules_have(wheel: Path, tmp_path: Path) -> None:
    run(sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", str(tmp_path / "site"), str(wheel), cwd=tmp_path)
    (tmp_path / "allowed").write_text(OF_CYTHON)
    modules = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in (ROOT / "engine_c").rglob("*.pyi")]
    assert len(modules) >= 9
    run(sys.executable, "-m", "mypy.stubtest", *modules, "--allowlist", "allowed", "--ignore-unused-allowlist",
        "--ignore-disjoint-bases", cwd=tmp_path, PYTHONPATH=str(tmp_path / "site"), MYPYPATH=str(tmp_path / "site"))

"""What is shipped: a wheel that runs in an empty folder, a source distribution that can be built from."""

from __future__ import annotations

import os
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
def wheel(checkout: Path) -> Path:
    """A wheel made from a source distribution, as an installer would."""
    run(sys.executable, "-c", "from setuptools import build_meta; build_meta.build_sdist('dist')", cwd=checkout)
    (sdist,) = (checkout / "dist").glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(checkout / "unpacked", filter="data")
    (source,) = (checkout / "unpacked").iterdir()
    run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", "dist", ".", cwd=source)
    (made,) = (source / "dist").glob("*.whl")
    return made


def test_the_wheel_holds_what_it_should(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.split("/")[0] for name in names if ".dist-info" not in name}
    assert tops == {"engine_c", "hansa"}
    for wanted in ("hansa/bots/__init__.py", "hansa/tournaments/__init__.py", "hansa/boards/east.json",
                   "hansa/web/static/index.html", "hansa/web/static/main.js",
                   "hansa/render/landscape.json", "hansa/render/style.css", "hansa/py.typed",
                   "hansa/RULES.md", "hansa/RULES-2004.md", "hansa/boards/hansa2004.json", "hansa/hansa2004/mind.json",
                   "hansa/table/__init__.py",
                   "engine_c/game.pxd", "engine_c/teutonica/types.pxd", "engine_c/teutonica/position.pyi"):
        assert wanted in names
    assert not [name for name in names if name.startswith("tests")]


def test_the_wheel_runs_in_an_empty_folder(wheel: Path, tmp_path: Path) -> None:
    run(sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", str(tmp_path / "site"), str(wheel), cwd=tmp_path)
    arguments = ("-m", "hansa", "perft", "--board", "hansa-23", "--players", "2", "--depth", "3", "--seed", "1")
    output = run(sys.executable, *arguments, cwd=tmp_path, PYTHONPATH=str(tmp_path / "site"))
    assert "23298" in output.replace(" ", "").replace(",", "")
    where = "import engine_c.position; print(engine_c.position.__file__)"
    assert str(tmp_path) in run(sys.executable, "-c", where, cwd=tmp_path, PYTHONPATH=str(tmp_path / "site"))


# What Cython adds to every module, and the signatures of its classes' `__init__`, which it does not tell.
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

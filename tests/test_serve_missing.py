"""Without the extra `hansa[web]` the page says what to install, and everything else works."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

WEB = ("starlette", "uvicorn", "websockets")


def run(arguments: list[str], *missing: str) -> subprocess.CompletedProcess[str]:
    """The command line where some libraries cannot be imported."""
    code = (
        f"import sys; sys.modules.update(dict.fromkeys({missing!r})); "
        f"from hansa.cli import main; sys.exit(main({arguments!r}))"
    )
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=600)


@pytest.mark.parametrize("missing", WEB)
def test_the_page_names_the_extra_in_one_line(missing: str, tmp_path: Path) -> None:
    ran = run(["serve", "--port", "0", "--games", str(tmp_path)], missing)
    assert ran.returncode == 2 and not ran.stdout
    assert ran.stderr == f"hansa: error: the page needs {missing}, which is not installed: pip install 'hansa[web]'\n"


@pytest.mark.parametrize("arguments", [
    ["serve", "--help"], ["play", "--help"], ["--help"], ["new", "--seed", "1"],
    ["random", "--board", "hansa-23", "--seed", "1", "--limit", "5"],
    ["completion", "bash"], ["analyse", "--help"],
], ids=" ".join)
def test_all_else_works_without_it(arguments: list[str]) -> None:
    ran = run(arguments, *WEB)
    assert ran.returncode == 0 and ran.stdout, ran.stderr

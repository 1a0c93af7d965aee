"""Without the extra `hansa[envs]` everything else works, and who asks for it is told what to
install."""

from __future__ import annotations

import subprocess
import sys

import pytest

BLOCKED = "import sys; sys.modules.update(dict.fromkeys(['gymnasium', 'pettingzoo', 'pyspiel', 'open_spiel'])); "


def run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", BLOCKED + code], capture_output=True, text=True, timeout=600)


@pytest.mark.parametrize("name", ["pettingzoo", "parallel", "parallel_games", "gymnasium", "gymnasium_vector", "openspiel"])
def test_what_is_missing_is_named(name: str) -> None:
    ran = run(f"import hansa.envs.{name}")
    assert ran.returncode == 1
    assert ran.stderr.splitlines()[-1].startswith(f"ImportError: hansa.envs.{name} needs ")
    assert ran.stderr.splitlines()[-1].endswith("pip install 'hansa[envs]'")


def test_the_rest_works() -> None:
    ran = run(
        "from hansa.envs.vector import VectorEnv; from hansa.envs.rendering import rendered; import hansa.cli; "
        "env = VectorEnv(2, board='east', players=3); env.reset(); print(rendered(env.state(0), 'rgb_array').ndim)"
    )
    assert ran.stdout.strip() == "3", ran.stderr


def test_the_duel_says_so_in_one_line() -> None:
    ran = run("from hansa.envs.duel import main; sys.argv[1:] = ['--games', '1']; sys.exit(main())")
    assert ran.returncode == 2 and len(ran.stderr.splitlines()) == 1 and "hansa[envs]" in ran.stderr

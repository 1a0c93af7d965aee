"""How the engine is compiled, on this processor and on others."""

from __future__ import annotations

import platform
import runpy
import sys
from pathlib import Path
from typing import Any

import Cython.Build
import pytest
import setuptools
from Cython.Compiler import Errors

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize(("machine", "chosen", "target"), [
    ("x86_64", "", "x86-64-v2"),
    ("AMD64", "", "x86-64-v2"),
    ("x86_64", "x86-64-v3", "x86-64-v3"),
    ("arm64", "", None),
    ("aarch64", "", None),
    ("aarch64", "native", "native"),
])
def test_floating_point_is_the_same_on_every_processor(
    machine: str, chosen: str, target: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: dict[str, Any] = {}
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(sys, "argv", ["setup.py", "bdist_wheel"])
    monkeypatch.setattr(platform, "machine", lambda: machine)
    monkeypatch.setattr(setuptools, "setup", lambda **arguments: asked.update(arguments))
    monkeypatch.setattr(Cython.Build, "cythonize", lambda extensions, **_: extensions)
    monkeypatch.setattr(Errors, "performance_hint", Errors.performance_hint)       # setup.py makes it an error
    monkeypatch.setenv("HANSA_PROCESSOR", chosen)
    runpy.run_path(str(ROOT / "setup.py"))
    assert len(asked["ext_modules"]) >= 9
    for extension in asked["ext_modules"]:
        flags = extension.extra_compile_args
        assert "-ffp-contract=off" in flags, extension.name
        assert [flag for flag in flags if flag.startswith("-march=")] == ([f"-march={target}"] if target else [])
    (facts,) = [extension for extension in asked["ext_modules"] if extension.name == "engine_c.build"]
    assert dict(facts.define_macros) == {"HANSA_BUILD": '"release"', "HANSA_PROCESSOR": f'"{target or ""}"'}
    assert asked["options"]["build"]["build_base"] == f"build/release-{target or machine}"

"""How the engine is compiled, on this system and on others, which are only simulated."""

from __future__ import annotations

import os
import platform
import re
import runpy
import shutil
import subprocess
import sys
import sysconfig
import tarfile
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import Cython.Build
import pytest
import setuptools
from Cython.Compiler import Errors
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).parents[1]


def asked_on(
    system: str, monkeypatch: pytest.MonkeyPatch, *, compiler: str = "unix", processor: str = "", build: str = "",
    words: Sequence[str] = ("bdist_wheel",)
) -> dict[str, Any]:
    """What setup.py asks for on a platform, as `sysconfig.get_platform` names it, once the compiler
    is known."""
    asked: dict[str, Any] = {}
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(sys, "argv", ["setup.py", *words])
    monkeypatch.setattr(sysconfig, "get_platform", lambda: system)
    monkeypatch.setattr(platform, "machine", lambda: "another, which builds for this one")
    monkeypatch.setattr(setuptools, "setup", lambda **arguments: asked.update(arguments))
    monkeypatch.setattr(Cython.Build, "cythonize", lambda extensions, **options: asked.update(options) or extensions)
    # setup.py makes it an error
    monkeypatch.setattr(Errors, "performance_hint", Errors.performance_hint)
    monkeypatch.setattr(build_ext, "build_extensions", lambda self: None)
    monkeypatch.setenv("HANSA_PROCESSOR", processor)
    monkeypatch.setenv("HANSA_BUILD", build or "release")
    runpy.run_path(str(ROOT / "setup.py"))
    command = asked["cmdclass"]["build_ext"](setuptools.Distribution())
    command.compiler, command.extensions = SimpleNamespace(compiler_type=compiler), asked["ext_modules"]
    command.build_extensions()
    return asked


def test_a_release_names_the_pages_of_the_repository_that_builds_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_SERVER_URL", "https://server.example")
    monkeypatch.setenv("GITHUB_REPOSITORY", "somebody/hansa")
    home = "https://server.example/somebody/hansa"
    assert asked_on("linux-x86_64", monkeypatch)["project_urls"] == {
        "Source": home, "Issues": f"{home}/issues", "Changelog": f"{home}/blob/main/CHANGELOG.md",
        "Documentation": f"{home}/tree/main/docs",
    }
    monkeypatch.delenv("GITHUB_REPOSITORY")
    assert asked_on("linux-x86_64", monkeypatch)["project_urls"] == {}


@pytest.mark.parametrize(("system", "chosen", "target"), [
    ("linux-x86_64", "", "x86-64-v2"),
    ("linux-x86_64", "x86-64-v3", "x86-64-v3"),
    ("linux-aarch64", "", None),
    ("linux-aarch64", "native", "native"),
    ("macosx-15.0-arm64", "", None),
    ("macosx-15.0-x86_64", "", "x86-64-v2"),
    ("macosx-10.13-universal2", "", None),          # two processors at once
])
def test_floating_point_is_the_same_on_every_processor(
    system: str, chosen: str, target: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = asked_on(system, monkeypatch, processor=chosen)
    assert len(asked["ext_modules"]) >= 9
    for extension in asked["ext_modules"]:
        flags = extension.extra_compile_args
        assert {"-ffp-contract=off", "-g0"} <= set(flags), extension.name
        assert not [flag for flag in flags if flag.startswith("/")]
        assert [flag for flag in flags if flag.startswith("-march=")] == ([f"-march={target}"] if target else [])
    (facts,) = [extension for extension in asked["ext_modules"] if extension.name == "engine_c.build"]
    assert dict(facts.define_macros) == {"HANSA_BUILD": '"release"', "HANSA_PROCESSOR": f'"{target or ""}"'}
    assert asked["options"]["build"]["build_base"] == f"build/release-{target or system.rpartition('-')[2]}"


@pytest.mark.parametrize(("chosen", "arch"), [("", []), ("x86-64-v3", ["/arch:AVX2"])])
def test_microsofts_compiler_gets_no_flags_of_gcc(chosen: str, arch: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    asked = asked_on("win-amd64", monkeypatch, compiler="msvc", processor=chosen)
    for extension in asked["ext_modules"]:
        flags = extension.extra_compile_args
        assert flags == ["/O2", "/DNDEBUG", *arch, "/fp:precise", "/utf-8"] and extension.extra_link_args == []


def test_microsofts_compiler_has_no_such_sanitizers(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SystemExit, match="HANSA_BUILD=sanitize needs GCC or Clang"):
        asked_on("win-amd64", monkeypatch, compiler="msvc", build="sanitize")


@pytest.mark.parametrize(("system", "several"), [("linux", True), ("darwin", False), ("win32", False)])
def test_cython_starts_processes_only_where_they_do_not_run_setup_again(
    system: str, several: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    assert bool(asked_on("linux-x86_64", monkeypatch)["nthreads"]) is several


def test_the_same_sources_give_the_same_archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pack = asked_on("linux-x86_64", monkeypatch)["cmdclass"]["sdist"](setuptools.Distribution()).make_archive
    made = []
    for number, mode in enumerate((0o644, 0o664)):
        folder = tmp_path / str(number)
        (folder / "hansa").mkdir(parents=True)
        for name in sorted(("b", "a"), reverse=bool(number)):
            (folder / "hansa" / name).write_text(name)
            (folder / "hansa" / name).chmod(mode)
            os.utime(folder / "hansa" / name, (number, number + 2_000_000_000))
        monkeypatch.chdir(folder)
        made.append(Path(pack("hansa", "gztar", base_dir="hansa")).read_bytes())
    assert made[0] == made[1]
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    with tarfile.open(pack("dated", "gztar", base_dir="hansa")) as archive:
        assert {(entry.mtime, entry.uid, entry.uname) for entry in archive} == {(1_700_000_000, 0, "")}
        assert archive.getnames() == ["hansa", "hansa/a", "hansa/b"]


@pytest.mark.parametrize(("words", "compiles"), [
    (["sdist"], False), (["dist_info"], False), (["egg_info", "--egg-base", "x", "sdist"], False), (["bdist_wheel"], True),
    (["dist_info", "editable_wheel"], True), (["build_ext", "--inplace"], True),
])
def test_whoever_packs_the_sources_waits_for_no_compiler(
    words: list[str], compiles: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert bool(asked_on("linux-x86_64", monkeypatch, words=words)["ext_modules"]) is compiles


# What intrin.h of Microsoft's compiler has, for one that is not Microsoft's.
INTRIN = """
static unsigned char _BitScanReverse64(unsigned long *place, unsigned long long bits) {
    *place = 63 - (unsigned long)__builtin_clzll(bits);
    return bits != 0;
}
static unsigned char _BitScanForward64(unsigned long *place, unsigned long long bits) {
    *place = (unsigned long)__builtin_ctzll(bits);
    return bits != 0;
}
#define __popcnt64(bits) ((unsigned long long)__builtin_popcountll(bits))
#define _CountOneBits64 __popcnt64
"""
BITS = """
#include <stdio.h>
int main(void) {
    printf("%d %d %d %d ", hansa_ctz(1), hansa_ctz(1ULL << 63 | 1ULL << 40), hansa_popcount(0), hansa_popcount(~0ULL));
    printf("%d %d %d", hansa_clz(1), hansa_clz(1ULL << 63), hansa_clz32(1U << 30 | 1));
}
"""


@pytest.mark.parametrize("flags", [[], ["-D_MSC_VER=1940"], ["-D_MSC_VER=1940", "-D_M_ARM64"]], ids=["gcc", "msvc", "msvc-arm"])
def test_bits_are_counted_with_every_compiler(flags: list[str], tmp_path: Path) -> None:
    compiler = shutil.which("gcc") or pytest.skip("no gcc here, which can pretend to be another")
    (source,) = re.findall(r'"""(\n +#if.*?)"""', (ROOT / "engine_c" / "bits.pxd").read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "intrin.h").write_text(INTRIN)
    (tmp_path / "bits.c").write_text(source + BITS)
    program = tmp_path / "bits"
    subprocess.run([compiler, "-Wall", "-Werror", *flags, "-I", tmp_path, "-o", program, tmp_path / "bits.c"], check=True)
    assert subprocess.check_output([program], text=True) == "0 40 0 64 63 0 1"
    others = [path for path in (ROOT / "engine_c").rglob("*.p*") if path.suffix in (".pyx", ".pxd")
              and "__builtin" in path.read_text(encoding="utf-8")]
    assert others == [ROOT / "engine_c" / "bits.pxd"]


# --- make ---------------------------------------------------------------------------------------

@pytest.mark.skipif(shutil.which("make") is None, reason="needs make")
@pytest.mark.parametrize(("pretence", "said"), [
    ("sys.version_info = (3, 10, 2)", "hansa needs Python 3.11 or newer, this is 3.10: make PYTHON=python3.12 ..."),
    ("import shutil; shutil.which = lambda name: None", "hansa needs a C compiler: apt-get install gcc"),
    ("import sysconfig; sysconfig.get_path = lambda name: '/nowhere'", "are missing: apt-get install python3-dev"),
])
def test_make_says_in_one_line_what_is_missing(pretence: str, said: str, tmp_path: Path) -> None:
    """Instead of pages of pip and compiler output, and before anything is installed."""
    python = tmp_path / "python"
    python.write_text(f"""#!/bin/sh
exec {sys.executable} -c "import sys; {pretence}; exec(sys.argv[1])" "$2"
""")
    python.chmod(0o755)
    (tmp_path / "engine_c").mkdir()
    for name in ("setup.py", "pyproject.toml"):
        (tmp_path / name).touch()
    ran = subprocess.run(
        ["make", "-f", str(ROOT / "Makefile"), ".venv/built", f"PYTHON={python}"],
        cwd=tmp_path, capture_output=True, text=True)
    assert ran.returncode == 2 and said in ran.stderr.splitlines()[0], ran.stderr
    assert not (tmp_path / ".venv").exists()

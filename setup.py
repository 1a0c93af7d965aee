"""Builds the compiled engine; everything else about the package stands in pyproject.toml."""

from __future__ import annotations

import os
import platform
from pathlib import Path

from Cython.Build import cythonize
from Cython.Compiler import Errors
from setuptools import Extension, find_packages, setup

BUILD = os.environ.get("HANSA_BUILD", "release")
FLAGS = {
    # Nobody looks at errno or traps of floating point; comparisons are faster without them.
    "release": (["-O3", "-fvisibility=hidden", "-DNDEBUG", "-fno-math-errno", "-fno-trapping-math"], []),
    "debug": (["-O1", "-g", "-UNDEBUG"], []),
    "sanitize": (
        ["-O1", "-g", "-UNDEBUG", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined",
         "-fno-omit-frame-pointer"],
        ["-fsanitize=address,undefined"],
    ),
}
# What Cython's C cannot help: tables of types.pxd that a module does not use.
QUIET = ["-Wno-unused-function", "-Wno-unused-variable", "-Wno-unused-const-variable"]
if BUILD not in FLAGS:
    raise SystemExit(f"HANSA_BUILD={BUILD}: choose one of {', '.join(FLAGS)}")


def refuse_hint(position: object, message: str, env: object = None) -> None:
    """A performance hint means Python on the hot way, or an exception check that costs 27 ns a call: an error here."""
    raise SystemExit(f"{position}: performance hint: {message}")


def machine_flags() -> list[str]:
    """POPCNT is in every x86-64 made since 2009 and costs a call without; HANSA_NATIVE=1 takes all there is.

    But no products and sums in one rounding: the same moves are chosen on every machine.
    """
    if os.environ.get("HANSA_NATIVE") == "1":
        return ["-march=native", "-ffp-contract=off"]
    return ["-march=x86-64-v2"] if platform.machine() in ("x86_64", "AMD64") else []


def extensions() -> list[Extension]:
    compile_flags, link_flags = FLAGS[BUILD]
    return [
        Extension(
            ".".join(source.with_suffix("").parts),
            [str(source)],
            extra_compile_args=[*compile_flags, *machine_flags(), *QUIET],
            extra_link_args=link_flags,
        )
        for source in sorted(Path("engine_c").rglob("*.pyx"))
    ]


Errors.performance_hint = refuse_hint

setup(
    # `bots`, `tournaments`, `table` and `web` are folders of their own here, never top-level names in site-packages.
    packages=[
        *find_packages(include=["hansa", "hansa.*", "engine_c", "engine_c.*"]), "hansa.bots", "hansa.tournaments",
        "hansa.table", "hansa.web",
    ],
    package_dir={"hansa.bots": "bots", "hansa.tournaments": "tournaments", "hansa.table": "table",
                 "hansa.web": "web"},
    package_data={
        "": ["py.typed"], "hansa": ["RULES.md", "RULES-2004.md"], "hansa.boards": ["*.json"], "hansa.teutonica": ["mind.json"],
        "hansa.hansa2004": ["mind.json"],
        "hansa.render": ["*.json", "*.css"], "hansa.web": ["static/*"],
        "engine_c": ["*.pxd", "*.pyx", "*.pyi"], "engine_c.teutonica": ["*.pxd", "*.pyx", "*.pyi"],
        "engine_c.hansa2004": ["*.pxd", "*.pyx", "*.pyi"],
    },
    ext_modules=cythonize(
        extensions(),
        build_dir=f"build/{BUILD}",
        annotate=os.environ.get("HANSA_ANNOTATE") == "1",
        compiler_directives={
            "language_level": 3,
            "boundscheck": False,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": False,
            "embedsignature": True,
        },
    ),
)

"""The engine in WebAssembly: compiles this checkout for Pyodide, packs a wheel, and compares what
Pyodide computes with what this Python computes.

    pip install ziglang; npm install pyodide@0.25.1
    python -m tests.wasm --pyodide node_modules/pyodide --out build/wasm

Pyodide's own compiler is Emscripten, of exactly its version, and `pyodide build` is the usual way
to a wheel. This way needs neither: Clang and its linker come with `ziglang`, the headers of C with
them, those of Python with this Python (of the same version as Pyodide's), and `pyconfig.h` is
written from what Pyodide says of its build. Pyodide's numpy is not on npm, and not needed.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import importlib
import json
import os
import re
import runpy
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from hansa.version import VERSION
from tests.wasm_facts import facts

ROOT = Path(__file__).parents[1]
FLAGS = (
    "-target", "wasm32-emscripten", "-mcpu=mvp+mutable_globals+sign_ext", "-D__EMSCRIPTEN__", "-fPIC", "-O3", "-g0", "-w",
    "-DNDEBUG", "-fwrapv", "-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math")
LINK = (
    "wasm-ld", "-m", "wasm32", "-shared", "--experimental-pic", "--no-entry", "--import-undefined",
    "--unresolved-symbols=import-dynamic", "--strip-debug")
DEFINED = re.compile(r"\s*(?:#\s*define|/\* #undef|#\s*undef)\s+(\w+)")
# Node loads Pyodide, unpacks the wheel, and prints what the facts are there.
RUN = """
import { readFileSync } from "node:fs";
const [pyodide, wheel, facts] = JSON.parse(process.env.HANSA_WASM);
const { loadPyodide } = await import(pyodide + "/pyodide.mjs");
const python = await loadPyodide({ indexURL: pyodide + "/" });
python.unpackArchive(new Uint8Array(readFileSync(wheel)), "wheel", { extractDir: "/hansa" });
python.runPython("import sys; sys.path += ['/hansa']");
try {
  console.log(python.runPython(readFileSync(facts, "utf8") + "\\nimport json; json.dumps(facts())"));
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
"""


def build_facts(pyodide: Path) -> dict[str, Any]:
    """What Pyodide's Python says of its build, as `sysconfig` has it."""
    with zipfile.ZipFile(pyodide / "python_stdlib.zip") as library:
        (name,) = [name for name in library.namelist() if name.startswith("_sysconfigdata")]
        with tempfile.NamedTemporaryFile(suffix=".py") as file:
            file.write(library.read(name))
            file.flush()
            found: dict[str, Any] = runpy.run_path(file.name)["build_time_vars"]
    return found


def write_headers(zig: Path, build: dict[str, Any], folder: Path) -> None:
    """The headers of Python for Pyodide's Python, and of C for Emscripten."""
    here = Path(sysconfig.get_path("include"))
    shutil.copytree(here, folder / "python", dirs_exist_ok=True)
    lines = []
    for line in (here / "pyconfig.h").read_text(encoding="utf-8").splitlines():
        found = DEFINED.match(line)
        if found and found[1] != "Py_PYCONFIG_H":
            value = build.get(found[1])
            lines.append(f"#define {found[1]} {value}" if value else f"/* #undef {found[1]} */")
        else:
            lines.append(line)
    (folder / "python" / "pyconfig.h").write_text("\n".join(lines), encoding="utf-8")
    libc = zig.parent / "lib" / "libc" / "include"
    for name in ("generic-musl", "arm-linux-musl"):     # 32 bits, as WebAssembly
        shutil.copytree(libc / name, folder / "libc", dirs_exist_ok=True)
    types = folder / "libc" / "bits" / "alltypes.h"
    changed = types.read_text(encoding="utf-8").replace("#define _Addr int", "#define _Addr long")
    types.write_text(changed.replace("typedef unsigned wchar_t", "typedef int wchar_t"), encoding="utf-8")


def compile_all(zig: Path, folder: Path, suffix: str) -> Iterator[tuple[str, bytes]]:
    """Every module of the engine: its path in the wheel, and its bytes."""
    (source,) = sorted((ROOT / "build").glob("c-*"))[-1:]
    modules = sorted(path.relative_to(ROOT).with_suffix("") for path in (ROOT / "engine_c").rglob("*.pyx"))

    def made(module: Path) -> tuple[str, bytes]:
        bits, linked = (folder / f"{'.'.join(module.parts)}{end}" for end in (".o", ".so"))
        include = [f"-isystem{folder / 'libc'}", f"-I{folder / 'python'}", f"-I{ROOT}"]
        subprocess.run(
            [zig, "cc", *FLAGS, *include, "-c", source / module.with_suffix(".c"), "-o", bits], check=True)
        subprocess.run([zig, *LINK, f"--export=PyInit_{module.name}", bits, "-o", linked], check=True)
        return f"{module.as_posix()}{suffix}", linked.read_bytes()

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        yield from pool.map(made, modules)


def library() -> Iterator[tuple[str, bytes]]:
    """Everything else of the package: the same files that a wheel for this machine has."""
    skipped = {"bots", "tournaments"}
    for top in ("hansa", "engine_c"):
        for path in sorted((ROOT / top).rglob("*")):
            inner = path.relative_to(ROOT)
            if path.is_file() and path.suffix not in (".so", ".pyc", ".pyx", ".pxd") and inner.parts[1] not in skipped:
                yield inner.as_posix(), path.read_bytes()
    for room in sorted(skipped):
        for path in sorted((ROOT / room).glob("*.py")):
            yield f"hansa/{room}/{path.name}", path.read_bytes()


def write_wheel(path: Path, tag: str, contents: dict[str, bytes]) -> None:
    """A wheel with these files."""
    info = f"hansa-{VERSION}.dist-info"
    contents = dict(contents)
    contents[f"{info}/METADATA"] = f"Metadata-Version: 2.1\nName: hansa\nVersion: {VERSION}\n".encode()
    contents[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: tests.wasm\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    record = "".join(
        f"{name},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()},{len(data)}\n"
        for name, data in contents.items())
    contents[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, data in contents.items():
            wheel.writestr(name, data)


def facts_there(pyodide: Path, wheel: Path) -> dict[str, Any]:
    """The facts as Pyodide computes them in Node."""
    given = [str(pyodide.resolve()), str(wheel.resolve()), str(ROOT / "tests" / "wasm_facts.py")]
    ran = subprocess.run(
        ["node", "--input-type=module", "-e", RUN], env={**os.environ, "HANSA_WASM": json.dumps(given)},
        check=False, capture_output=True, text=True)
    if ran.returncode:
        sys.exit(ran.stderr[-2000:])
    found: dict[str, Any] = json.loads(ran.stdout.splitlines()[-1])
    return found


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--pyodide", type=Path, required=True, help="folder of Pyodide's npm package")
    parser.add_argument("--zig", type=Path, help="the program zig (default: that of the package ziglang)")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "wasm")
    asked = parser.parse_args()
    zig = asked.zig
    if zig is None:
        zig = Path(str(importlib.import_module("ziglang").__file__)).parent / "zig"
    build = build_facts(asked.pyodide)
    if build["VERSION"] != sysconfig.get_python_version():
        sys.exit(f"this Pyodide has Python {build['VERSION']}, and this is Python {sysconfig.get_python_version()}")
    system = json.loads((asked.pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))["info"]["platform"]
    asked.out.mkdir(parents=True, exist_ok=True)
    write_headers(zig, build, asked.out)
    python = f"cp{build['VERSION'].replace('.', '')}"
    tag = f"{python}-{python}-{system}_wasm32"
    wheel = asked.out / f"hansa-{VERSION}-{tag}.whl"
    write_wheel(wheel, tag, dict([*library(), *compile_all(zig, asked.out, build["EXT_SUFFIX"])]))
    print(f"{wheel}: {wheel.stat().st_size / 1e6:.1f} MB")
    there, here = facts_there(asked.pyodide, wheel), json.loads(json.dumps(facts()))
    for name, value in here.items():
        if name == "seconds":
            for load, seconds in value.items():
                print(f"{load}: {there[name][load]:.2f} s in Pyodide, {seconds:.2f} s here")
        else:
            print(f"{name}: {'the same' if there[name] == value else 'DIFFERENT'}")
    return 0 if all(there[name] == value for name, value in here.items() if name != "seconds") else 1


if __name__ == "__main__":
    sys.exit(main())

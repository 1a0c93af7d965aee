"""What packs the engine for browsers: the headers it writes, the wheel, and the facts that it
compares."""

from __future__ import annotations

import base64
import hashlib
import zipfile
from pathlib import Path

from tests.wasm import library, write_headers, write_wheel
from tests.wasm_facts import REQUESTS, answers


def test_headers_say_what_the_other_python_was_built_with(tmp_path: Path) -> None:
    libc = tmp_path / "zig" / "lib" / "libc" / "include"
    for name in ("generic-musl", "arm-linux-musl"):
        (libc / name / "bits").mkdir(parents=True)
    (libc / "arm-linux-musl" / "bits" / "alltypes.h").write_text("#define _Addr int\ntypedef unsigned wchar_t;\n")
    write_headers(tmp_path / "zig" / "zig", {"SIZEOF_LONG": 4, "HAVE_FORK": 0}, tmp_path / "out")
    config = (tmp_path / "out" / "python" / "pyconfig.h").read_text().splitlines()
    assert "#define SIZEOF_LONG 4" in config and "/* #undef HAVE_FORK */" in config
    assert "#define Py_PYCONFIG_H" in config and "#define SIZEOF_LONG 8" not in config
    types = (tmp_path / "out" / "libc" / "bits" / "alltypes.h").read_text()
    assert types == "#define _Addr long\ntypedef int wchar_t;\n"


def test_a_wheel_has_the_library_and_its_record(tmp_path: Path) -> None:
    contents = dict(library())
    assert {"hansa/state.py", "hansa/bots/mcts.py", "hansa/tournaments/match.py", "hansa/teutonica/mind.bin",
            "engine_c/__init__.py"} <= set(contents)
    assert b"MctsBot" in contents["hansa/bots/mcts.py"]
    assert not [name for name in contents if name.endswith((".so", ".pyc"))]
    write_wheel(tmp_path / "hansa.whl", "cp311-cp311-emscripten_3_1_46_wasm32", {"hansa/state.py": b"x"})
    with zipfile.ZipFile(tmp_path / "hansa.whl") as wheel:
        (info,) = {name.split("/")[0] for name in wheel.namelist() if ".dist-info" in name}
        record = wheel.read(f"{info}/RECORD").decode().splitlines()
        digest = base64.urlsafe_b64encode(hashlib.sha256(b"x").digest()).rstrip(b"=").decode()
        assert f"hansa/state.py,sha256={digest},1" in record and record[-1] == f"{info}/RECORD,,"
        assert b"Tag: cp311-cp311-emscripten_3_1_46_wasm32\n" in wheel.read(f"{info}/WHEEL")


def test_the_protocol_answers_all_that_is_compared() -> None:
    found = answers()
    assert len(found) == len(REQUESTS) and not [answer for answer in found if "error" in answer]

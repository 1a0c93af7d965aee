"""Commands called within this process, as tests of the command line call them."""

from __future__ import annotations

import pytest

from hansa.cli import main


def output(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    """What a command prints."""
    assert main(arguments) == code
    printed = capsys.readouterr()
    assert printed.err == ""
    return printed.out


def error_line(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The error of a command: one line on standard error, and exit code 2."""
    assert main(arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("hansa: error: ") and printed.err.count("\n") == 1
    return printed.err.removeprefix("hansa: error: ").strip()

"""Judgements kept beside a record (`games.jsonl.review`), so that none is computed twice."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from hansa.json_lines import NotJson, append_line, read_json
from hansa.judgement import Judgement
from hansa.record import Record
from hansa.review import Review, review
from hansa.thinking import Budget


def review_path(record_path: str | Path) -> Path:
    """Where the judgements of a file of records are kept."""
    return Path(f"{record_path}.review")


def read_judgements(path: Path) -> dict[str, Judgement]:
    """Judgements by their key (`Decision.key`). Lines that cannot be read are computed again."""
    found: dict[str, Judgement] = {}
    try:
        data = path.read_bytes()
    except OSError:
        return found
    for line in data.split(b"\n"):
        try:
            value = read_json(line)
            found[str(value["key"])] = Judgement.from_json(value)
        except (NotJson, KeyError, TypeError, ValueError, AttributeError):
            continue
    return found


def review_beside(
    record_path: str | Path, record: Record, budget: Budget | None = None, *, threads: int = 1,
    report: Callable[[Judgement | None, int, int], None] | None = None, stop: threading.Event | None = None,
    warn: Callable[[str], None] | None = None,
) -> Review:
    """`review` that takes what is known from the file beside the record, and adds to it what is
    new, one by one.

    Where nothing can be written, `warn` is told why, once, and the review goes on.
    """
    path = review_path(record_path)
    writable = True

    def keep(judged: Judgement | None, key: str, done: int, todo: int) -> None:
        nonlocal writable
        if judged is not None and writable:
            try:
                append_line(path, _line(key, judged))
            except OSError as error:
                writable = False
                if warn:
                    warn(f"{path}: {error.strerror}; the review is not kept")
        if report:
            report(judged, done, todo)

    return review(record, budget, threads=threads, known=read_judgements(path), report=keep, stop=stop)


def _line(key: str, judged: Judgement) -> Mapping[str, Any]:
    return {"key": key} | judged.to_json()

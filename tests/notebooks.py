"""Runs the notebooks of `examples/notebooks` and writes what their cells show into them:
`python -m tests.notebooks`.

No kernel is needed: cells are run one after another in one namespace, and the last expression of a
cell is shown as a notebook would show it. Pictures that are the same as before stay as they are, so
that a diff shows what changed.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "examples" / "notebooks"
NOTEBOOKS = tuple(sorted(path.name for path in FOLDER.glob("*.ipynb")))


@dataclass
class Notebook:
    """A notebook and the namespace in which its cells run."""

    path: Path
    content: dict[str, Any]
    names: dict[str, Any] = field(default_factory=lambda: {"__name__": "__main__"})

    @classmethod
    def read(cls, name: str) -> Notebook:
        return cls(FOLDER / name, json.loads((FOLDER / name).read_text(encoding="utf-8")))

    @property
    def code(self) -> list[dict[str, Any]]:
        """Its cells of code."""
        return [cell for cell in self.content["cells"] if cell["cell_type"] == "code"]

    def run(self) -> Iterator[list[dict[str, Any]]]:
        """Runs the cells, and yields what each shows."""
        for number, cell in enumerate(self.code, 1):
            source = "".join(cell["source"])
            try:
                yield outputs(source, self.names, number)
            except Exception as error:
                error.add_note(f"in cell {number} of {self.path.name}:\n{source}")
                raise

    def write(self) -> None:
        """The notebook with what its cells show now."""
        for number, (cell, shown) in enumerate(zip(self.code, self.run(), strict=True), 1):
            cell["outputs"], cell["execution_count"] = shown, number
        text = json.dumps(self.content, indent=1, ensure_ascii=False)
        self.path.write_text(text + "\n", encoding="utf-8")


def outputs(source: str, names: dict[str, Any], number: int) -> list[dict[str, Any]]:
    """What a cell prints, and what its last expression is."""
    body = ast.parse(source).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    printed = io.StringIO()
    value = None
    with contextlib.redirect_stdout(printed):
        exec(compile(ast.Module(body, []), f"<cell {number}>", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), f"<cell {number}>", "eval"), names)
    found: list[dict[str, Any]] = []
    if printed.getvalue():
        found.append({"name": "stdout", "output_type": "stream", "text": lines(printed.getvalue())})
    if value is not None:
        found.append({
            "data": dict(pictures(value)), "execution_count": number, "metadata": {}, "output_type": "execute_result",
        })
    return found


def pictures(value: object) -> Iterator[tuple[str, list[str]]]:
    """A value as a notebook shows it: SVG or HTML if it has them, and its repr."""
    for kind, method in (("image/svg+xml", "_repr_svg_"), ("text/html", "_repr_html_")):
        drawn = getattr(value, method)() if hasattr(value, method) else None
        if drawn:
            yield kind, lines(drawn)
    yield "text/plain", lines(repr(value))


def lines(text: str) -> list[str]:
    """A text as notebooks keep it."""
    return text.splitlines(keepends=True)


def plain_text(shown: Sequence[Mapping[str, Any]]) -> str:
    """What a cell shows, in plain text."""
    return "".join(
        "".join(output["text"] if output["output_type"] == "stream" else output["data"]["text/plain"]) for output in shown)


def main() -> None:
    """Writes the notebooks that are named, or all."""
    os.chdir(FOLDER)
    for name in sys.argv[1:] or NOTEBOOKS:
        Notebook.read(name).write()
        print(f"{name} is up to date")


if __name__ == "__main__":
    main()

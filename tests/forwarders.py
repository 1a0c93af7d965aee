"""`python -m tests.forwarders`: writes the files by which type checkers find `hansa.bots` and
`hansa.tournaments`.

The sources of both packages are in folders beside `hansa/`. Python is told so by `__path__` in
their `__init__.py`, which type checkers and editors do not read. For them each module has a file in
`hansa/bots/` or `hansa/tournaments/` that names its source; Python never runs it, and a wheel does
not have it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
ROOMS = ("bots", "tournaments")


def wanted(room: str) -> dict[Path, str]:
    """The forwarders that a room needs: path and text of each."""
    return {
        ROOT / "hansa" / room / source.name: forwarder(room, source)
        for source in sorted((ROOT / room).glob("*.py")) if source.name != "__init__.py"
    }


def present(room: str) -> set[Path]:
    """The forwarders that there are."""
    return set((ROOT / "hansa" / room).glob("*.py")) - {ROOT / "hansa" / room / "__init__.py"}


def forwarder(room: str, source: Path) -> str:
    """All of a module's names but those that begin with `_`: its `__all__` first, by a star, then
    the others."""
    module = f"{room}.{source.stem}"
    tree = ast.parse(source.read_text(encoding="utf-8"))
    lines = [f'"""For type checkers; Python runs {room}/{source.name}."""', "", f"from {module} import *"]
    lines += [f"from {module} import {name} as {name}" for name in not_starred(tree)]
    return "\n".join(lines) + "\n"


def not_starred(tree: ast.Module) -> list[str]:
    """The names of a module that its `__all__` leaves out, if it has one."""
    names = list(defined(tree))
    for node in tree.body:
        if isinstance(node, ast.Assign) and list(targets(node)) == ["__all__"]:
            starred = ast.literal_eval(node.value)
            return sorted(name for name in set(names) if name not in starred and not name.startswith("_"))
    return []


def defined(tree: ast.Module) -> Iterator[str]:
    """What a module defines at its top."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            yield from targets(node)


def targets(node: ast.Assign | ast.AnnAssign) -> Iterator[str]:
    """The names that an assignment sets."""
    for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
        for name in target.elts if isinstance(target, ast.Tuple) else [target]:
            if isinstance(name, ast.Name):
                yield name.id


if __name__ == "__main__":
    for room in ROOMS:
        for path in present(room) - set(wanted(room)):
            path.unlink()
        for path, text in wanted(room).items():
            path.write_text(text, encoding="utf-8")

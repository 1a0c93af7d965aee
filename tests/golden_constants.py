"""The numbers and names that sources give where they are declared: constants of modules, attributes
of classes, and what parameters are if nobody says otherwise.

Many of them cannot be seen in a quick test: how long somebody is waited for, how many lines are
kept, from which size on an answer is compressed. So they are reviewed. `python -m
tests.golden_constants` writes `tests/golden/constants.txt` anew; review the diff.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

FILE = Path(__file__).parent / "golden" / "constants.txt"
PACKAGES = (
    "hansa", "hansa.boards", "hansa.bots", "hansa.cli", "hansa.drills", "hansa.envs", "hansa.exploring", "hansa.hansa2004",
    "hansa.languages", "hansa.notation", "hansa.protocol", "hansa.table", "hansa.teutonica", "hansa.teutonica.skid",
    "hansa.tournaments", "hansa.training", "hansa.views.pixels", "hansa.views.svg", "hansa.views.svg.hansa2004",
    "hansa.views.svg.teutonica", "hansa.views.terminal", "hansa.views.terminal.teutonica", "hansa.views.text",
    "hansa.views.words", "hansa.web",
)
# What differs from release to release and from system to system.
CHANGING = {"VERSION", "WINDOWS", "AS_IT_IS", "EXHAUSTED"}
LONGEST = 160               # characters of a value


def text(package: str) -> str:
    """What belongs into the file, of one package."""
    rows = [f"{module.__name__} {row}" for module in modules(package) for row in constants(module)]
    return "".join(f"{row}\n" for row in [f"=== {package}", *rows])


def kept(package: str) -> str:
    """What is in the file of one package."""
    (found,) = re.findall(rf"^=== {package}\n(?:(?!===).*\n)*", FILE.read_text(encoding="utf-8"), re.MULTILINE)
    return str(found)


def modules(package: str) -> Iterator[ModuleType]:
    """A package and what is in it."""
    found = importlib.import_module(package)
    yield found
    for entry in pkgutil.iter_modules(found.__path__, f"{package}."):
        if not entry.ispkg and not entry.name.endswith("__"):
            yield importlib.import_module(entry.name)


def constants(module: ModuleType) -> Iterator[str]:
    """A line for each declaration with something plain."""
    for name in assigned(module):
        value = getattr(module, name)
        if name.isupper() and name not in CHANGING and is_plain(value):
            yield f"{name} = {written(value)}"
    for name, value in vars(module).items():
        if getattr(value, "__module__", None) == module.__name__:
            if inspect.isfunction(value):
                yield from defaults(name, value)
            elif inspect.isclass(value):
                yield from of_class(name, value)


def assigned(module: ModuleType) -> list[str]:
    """The names that a module gives values to itself."""
    tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
    return [name.id for node in tree.body if isinstance(node, ast.Assign | ast.AnnAssign)
            for name in ast.walk(node) if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)
            and hasattr(module, name.id)]


def of_class(name: str, kind: type) -> Iterator[str]:
    """What a class declares, and the defaults of its functions; those of its fields are its
    `__init__`'s."""
    fields = getattr(kind, "__dataclass_fields__", {})
    for inner, value in vars(kind).items():
        function = getattr(value, "__func__", value)
        if inspect.isfunction(function):
            yield from defaults(f"{name}.{inner}", function)
        elif not inner.startswith("_") and inner not in fields and is_plain(value):
            yield f"{name}.{inner} = {written(value)}"


def defaults(name: str, function: Any) -> Iterator[str]:
    """What the parameters of a function are, if nobody says otherwise."""
    found = [f"{parameter.name}={written(parameter.default)}" for parameter in inspect.signature(function).parameters.values()
             if parameter.default is not parameter.empty and is_plain(parameter.default)]
    if found:
        yield f"{name}({', '.join(found)})"


def is_plain(value: Any) -> bool:
    """Whether a value says the same on every machine."""
    if isinstance(value, dict):
        return all(map(is_plain, [*value, *value.values()]))
    if isinstance(value, tuple | list):
        return type(value) in (tuple, list) and all(map(is_plain, value))
    return value is None or type(value) in (int, float, bool, str, bytes, range, re.Pattern)


def written(value: Any) -> str:
    """A value on one line, a long one cut, with a checksum."""
    said = repr(value)
    return said if len(said) <= LONGEST else f"{said[:LONGEST]}... {zlib.crc32(said.encode()):08x}"


def main() -> None:
    FILE.write_text("".join(map(text, PACKAGES)), encoding="utf-8")


if __name__ == "__main__":
    main()

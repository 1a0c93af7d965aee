"""Which sources import which: what a module makes when it is loaded shows in those that use it."""

from __future__ import annotations

import re
from pathlib import Path

ROOMS = ("bots", "hansa", "tournaments")


def importers(root: Path, file: str) -> list[str]:
    """The sources that import a module by its name, relative to the project, in order.

    Modules of `bots/` and `tournaments/` are imported as `hansa.bots` and `hansa.tournaments`.
    """
    pattern = import_of(file)
    return sorted(path.relative_to(root).as_posix() for room in ROOMS for path in (root / room).rglob("*.py")
                  if path != root / file and pattern.search(path.read_text(encoding="utf-8")))


def import_of(file: str) -> re.Pattern[str]:
    """What a statement looks like that imports a module.

    >>> [bool(import_of("bots/plan.py").search(line)) for line in (
    ...     "from hansa.bots.plan import PlanBot", "    from hansa.bots import greedy, plan", "import bots.plan",
    ...     "from hansa.bots.planning import x", "from hansa.table import plan", "plan = 3")]
    [True, True, True, False, False, False]
    """
    *folders, name = Path(file).with_suffix("").parts
    if name == "__init__":
        *folders, name = folders
    package = re.escape(".".join(folders))
    outer = r"(?:hansa\.)?" if folders[:1] != ["hansa"] else ""
    whole = rf"{outer}{package}\.{name}" if package else rf"{outer}{name}"
    of_package = rf"|from\s+{outer}{package}\s+import\s[^#\n]*\b{name}\b" if package else ""
    return re.compile(rf"^\s*(?:(?:from|import)\s+{whole}\b{of_package})", re.MULTILINE)

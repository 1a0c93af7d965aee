"""Writes the tables of members of a state in docs/formats/states.md. Run it as a module."""

from __future__ import annotations

from pathlib import Path

from hansa.members import reference
from hansa.teutonica.fields import DATA_OF_PHASE, Desk, Fields, Over, Pending, Route

PAGE = Path(__file__).parents[2] / "docs" / "formats" / "states.md"
BEGIN = "<!-- The tables down to `end` are written by `python -m hansa.teutonica.reference`. -->\n"
END = "<!-- end -->\n"


def tables() -> str:
    """A table for every object of a state."""
    objects: list[tuple[str, type]] = [
        ("A state, beside `game` and `board`", Fields), ("An entry of `desks`", Desk), ("An entry of `routes`", Route),
        ("`pending`", Pending),
        *((f"`{phase}`, in that phase", kind) for phase, kind in DATA_OF_PHASE.items()),
        ("`result`, in the phase `over`; the rest of it follows from the position", Over),
    ]
    return "\n".join(
        "\n".join([f"{title}:\n", "| member | value | meaning |", "|---|---|---|", *reference(kind), ""])
        for title, kind in objects
    )


def with_tables(page: str) -> str:
    """The page with its tables as they follow from the declarations."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{tables()}\n{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8")), encoding="utf-8")

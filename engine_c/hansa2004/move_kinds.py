"""The kinds of move of Hansa (2004), each declared once (`engine_c/move_kinds.py` says what follows
from a line).

Their order is that of the blocks of action numbers (MOVES.md, section 11): chance first, then what
names nothing, a city, goods. Their numbers are codes that stay; a new kind takes the next one.
"""

from __future__ import annotations

from engine_c.move_kinds import Field, MoveKind, MoveKinds, part

KIND_BITS = 4
CITY, GOODS = Field("city", 4, 5), Field("goods", 4, 5)
PARTS = {each.name: each for each in (part(CITY, "CITY"), part(GOODS, "GOODS"))}


def _kind(number: int, name: str, named: str = "", *targets: str) -> MoveKind:
    text = f"{name} {{{named}}}" if named else name
    return MoveKind(name, number, PARTS, text, (named,) if named else (), targets)


KINDS = MoveKinds(KIND_BITS, (
    _kind(3, "reveal", "goods"),
    _kind(1, "refill"),
    _kind(2, "skip"),
    _kind(8, "end"),
    _kind(9, "done"),
    _kind(0, "found", "city", "city {city}"),
    _kind(4, "sail", "city", "city {city}"),
    _kind(5, "buy", "goods", "city {ship}"),
    _kind(6, "build", "goods", "goods {goods}", "city {ship}"),
    _kind(7, "sell", "goods", "goods {goods}", "city {ship}"),
    _kind(10, "lose", "goods", "goods {goods}"),
    _kind(11, "drop", "goods", "goods {goods}"),
))

MOVE_KINDS = KINDS.names        # by number

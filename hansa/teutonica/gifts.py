"""What a seat could be given for nothing: a step on a track, a marker, the next office of a city.

Each is a change by hand (`editing.py`), so that what it is worth can be measured: the value of the
position after it less the value before.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine_c.teutonica.position import TeutonicaPosition
from hansa.boards import board
from hansa.teutonica.engine_numbers import fields_of
from hansa.teutonica.names import MARKERS, TRACK_VALUES, TRACKS

if TYPE_CHECKING:
    from hansa.games import Gift


def gifts(position: TeutonicaPosition, seat: int) -> Iterator[Gift]:
    """All of them; some the position may not allow: there may be no piece left. "keys 2" is a
    second step."""
    the_board = board(position.board_name)
    fields = fields_of(position, the_board)
    for track in TRACKS:
        step = getattr(fields.desks[seat], track) + 1
        if step < len(TRACK_VALUES[track]):
            yield "upgrade", f"{track} {step}", {"what": "track", "seat": seat, "track": track, "by": 1}
    for marker, left in zip(MARKERS, fields.supply, strict=True):
        if left:
            yield "marker", marker, {"what": "own-marker", "seat": seat, "add": marker}
    for city, facts in zip(the_board.cities, fields.cities, strict=True):
        if not city.green and len(facts.printed) < len(city.offices):
            kind = city.offices[len(facts.printed)].kind
            yield "city", city.code, {"what": "city", "city": city.code, "add": f"{seat}{kind}"}

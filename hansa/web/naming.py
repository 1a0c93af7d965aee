"""What people call things on the page: seats by their colours, markers by what they do. The rest of the project has numbers and
the names of MOVES.md, which are made to be typed.

>>> spoken("displaces seat 2's trader; seat 0 takes the marker plus-3"), spoken("Seat 1 has sold red")
("displaces Blue's trader; Red takes the marker +3 actions", 'Green has sold red')
"""

from __future__ import annotations

import re

COLOURS = ("Red", "Green", "Blue", "Yellow", "Purple")      # as `hansa/web/static/words.js` has them
MARKERS = {
    "plus-3": "+3 actions", "plus-4": "+4 actions", "extra-office": "extra office", "move-3": "move 3 pieces",
    "remove-3": "remove 3 pieces",
}
SEAT = re.compile(r"\b[Ss]eat ([0-4])\b")
MARKER = re.compile(rf"\b({'|'.join(MARKERS)})\b")


def spoken(words: str) -> str:
    """A text of the library as the page says it."""
    return MARKER.sub(lambda found: MARKERS[found[1]], SEAT.sub(lambda found: COLOURS[int(found[1])], words))

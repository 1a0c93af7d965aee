"""What an error message says about a wrong value: the value, cut short, and what was meant."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from reprlib import Repr

MOST_SHOWN = 60
BRIEF = Repr()      # stops where a value nests deeply or never ends
BRIEF.maxstring = BRIEF.maxother = BRIEF.maxlong = MOST_SHOWN


def closest(word: object, known: Sequence[str]) -> str:
    """What to add to a message about an unknown word: `; did you mean 'east'?`, or all known."""
    near = get_close_matches(word[:100] if isinstance(word, str) else "", known)
    return f"; did you mean {near[0]!r}?" if near else f"; known are {', '.join(known)}"


def shown(value: object) -> str:
    """A value in a message, cut where it is long."""
    text = BRIEF.repr(value)
    return text if len(text) <= MOST_SHOWN else text[: MOST_SHOWN - 3] + "..."

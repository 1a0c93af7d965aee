"""What is said to people: a message with named fields, kept together with its English until a
language tells it.

`hansa.languages` has the languages. Without one a phrase is its English, with seats and markers by
their neutral names, as the protocol, logs and records have it.

>>> text = say("claims {route}{reward}", route="Hamburg-Lübeck", reward="")
>>> text, text.key, dict(text.fields)
('claims Hamburg-Lübeck', 'claims {route}{reward}', {'route': 'Hamburg-Lübeck', 'reward': ''})
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

__all__ = [
    "NOTHING", "SEAT_COLOURS", "Phrase", "counted", "declared", "figure", "joined", "listed", "phrases", "say", "seat", "term",
    "wrong_phase",
]

SEAT_COLOURS = ("red", "green", "blue", "yellow", "purple")      # as people call the seats

K = TypeVar("K")


class Phrase(str):
    """A string that knows how it was made. Formatting or joining gives a plain, English string."""

    key: str                        # the message, in English; empty for one that is only `parts`
    many: str  # the message for other counts than 1; empty if nothing is counted
    fields: Mapping[str, Any]       # what goes into it; phrases among them are told, too
    parts: tuple[str, ...]          # what is joined, if that is all
    separator: str

    def __new__(
        cls, neutral: str, *, key: str = "", many: str = "", fields: Mapping[str, Any] | None = None,
        parts: Iterable[str] = (), separator: str = "",
    ) -> Phrase:
        """Use the functions of this module."""
        made = super().__new__(cls, neutral)
        made.key, made.many, made.fields = key, many, fields or {}
        made.parts, made.separator = tuple(parts), separator
        return made

    def filled(self, **fields: Any) -> Phrase:
        """The same message with its fields.

        >>> say("sails to {city}").filled(city="Reval")
        'sails to Reval'
        """
        return Phrase(self.key.format(**fields), key=self.key, fields=fields)


def say(key: str, /, **fields: Any) -> Phrase:
    """A message. `key` is a literal: the catalogues are made from the sources."""
    return Phrase(key.format(**fields) if fields else key, key=key, fields=fields)


def declared(message: str) -> Phrase:
    """A message without fields, written here for `tests/translations.py` to find."""
    return Phrase(message, key=message)


def counted(one: str, many: str, count: int, /, **fields: Any) -> Phrase:
    """A message with a `{count}`, whose form depends on it.

    >>> counted("{count} action", "{count} actions", 1), counted("{count} action", "{count} actions", 3)
    ('1 action', '3 actions')
    """
    fields["count"] = count
    return Phrase((one if count == 1 else many).format(**fields), key=one, many=many, fields=fields)


def term(neutral: str, said: str) -> Phrase:
    """A word of the protocol, and what people call it.

    >>> term("plus-3", "+3 actions")
    'plus-3'
    """
    return Phrase(neutral, key=said)


def figure(form: str, value: float) -> Phrase:
    """A number on its own, which a language tells with its decimal sign.

    >>> figure("{:.1%}", 0.5), figure("{:+.0f}", 12)
    ('50.0%', '+12')
    """
    return Phrase(form.format(value), key=form.replace("{", "{value", 1), fields={"value": float(value)})


def joined(separator: str, parts: Iterable[str]) -> Phrase:
    """Phrases one after another; what stands between them is the same in all languages."""
    parts = tuple(parts)
    return Phrase(separator.join(parts), parts=parts, separator=separator)


def listed(parts: Sequence[str]) -> Phrase:
    """`a and b`, `a, b and c`; one part stays as it is.

    >>> listed(["a trader", "a merchant"]), listed(["a", "b", "c"]), listed(["a"])
    ('a trader and a merchant', 'a, b and c', 'a')
    """
    if len(parts) < 2:
        return joined("", parts)
    return say("{first} and {last}", first=joined(", ", parts[:-1]), last=parts[-1])


def phrases(messages: Mapping[K, str]) -> dict[K, Phrase]:
    """A table of messages without fields."""
    return {name: declared(message) for name, message in messages.items()}


NOTHING = joined("", [])
SEAT_NAMES = phrases({"red": "Red", "green": "Green", "blue": "Blue", "yellow": "Yellow", "purple": "Purple"})


def seat(number: int, *, first: bool = False) -> Phrase:
    """A player: `seat 2` to programs (`Seat 2` as the `first` word), `Blue` to people."""
    return term(f"{'Seat' if first else 'seat'} {number}", SEAT_NAMES[SEAT_COLOURS[number]])


def wrong_phase(phase: str, mover: Phrase, verbs: Sequence[str], rule: str) -> Phrase:
    """Why a move is illegal that belongs to another phase."""
    return say("the phase is {phase}, where {mover} may only {verbs} [{rule}]",
               phase=repr(phase), mover=mover, verbs=" or ".join(verbs), rule=rule)

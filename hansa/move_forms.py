"""Moves as texts and back, for any game: the forms of its kinds of move, filled in with words.

What the words mean is the game's business: a `WordForm` for each part of its kinds
(`engine_c/GAME/move_kinds.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from engine_c.move_kinds import MoveKind, MoveKinds, Part
from hansa.errors import Unreadable
from hansa.phrases import Phrase, say


class WordForm(Protocol):
    """How one part of a move is written, and read: one or two words for the values of its
    fields."""

    def write(self, values: Sequence[int]) -> str: ...
    def read(self, text: str) -> Sequence[int]: ...     # `Unreadable` for what it cannot be


@dataclass(frozen=True)
class ListedWord:
    """A word that is one of a list, its number the place there."""

    names: Sequence[str]
    what: Phrase            # as messages call it: "marker"
    choices: Sequence[str] = ()     # those that may be read; all, if none are named

    def write(self, values: Sequence[int]) -> str:
        return self.names[values[0]]

    def read(self, text: str) -> Sequence[int]:
        choices = self.choices or self.names
        if text not in choices:
            raise Unreadable(say(
                "unknown {what} {text}; choose one of {choices}", text=repr(text), what=self.what, choices=", ".join(choices)))
        return (self.names.index(text),)


@dataclass(frozen=True)
class MatchedForm:
    """A kind of move whose form a text has, and what the text says for each of its parts."""

    kind: MoveKind
    said: Mapping[str, str]

    def move(self, words: Mapping[str, WordForm]) -> int:
        """The move; `Unreadable` for the first word without a meaning, with how many come before
        it."""
        values: dict[str, int] = {}
        for place, (name, text) in enumerate(self.said.items()):
            part = self.kind.parts[name]
            try:
                read = words[name].read(text)
            except Unreadable as error:
                raise _Misread(error.phrase, place) from error
            values.update(zip((field.name for field in part.fields), read, strict=True))
        return self.kind.pack(**values)


class _Misread(Unreadable):
    """A word of a form that fits means nothing."""

    def __init__(self, message: Phrase, place: int) -> None:
        super().__init__(message)
        self.place = place


def write(kinds: MoveKinds, move: int, words: Mapping[str, WordForm]) -> str:
    """The text of a move."""
    return " ".join(
        words[said.name].write([field.of(move) for field in said.fields]) if isinstance(said, Part) else said
        for said in kinds.of(move).words
    )


def read(kinds: MoveKinds, text: Sequence[str], words: Mapping[str, WordForm]) -> int:
    """The move that a text means; `Unreadable` says what is wrong by the best fitting form."""
    furthest: _Misread | None = None
    for fitting in fittings(kinds, text):
        try:
            return fitting.move(words)
        except _Misread as error:
            if furthest is None or error.place >= furthest.place:
                furthest = error
    assert furthest is not None, "without a fitting form `fittings` raises"
    raise furthest


def fittings(kinds: MoveKinds, text: Sequence[str]) -> list[MatchedForm]:
    """The kinds of move whose form a text has; `Unreadable` says what was expected where."""
    if not text:
        raise Unreadable(say("it is empty"))
    left = list(kinds.in_blocks)
    for place, word in enumerate(text):
        longer = [kind for kind in left if len(kind.form) > place]
        fixed = [kind for kind in longer if kind.form[place] == word]
        named = [kind for kind in longer if kind.form[place].isupper()]
        if not fixed and not named:
            raise Unreadable(_misfit(longer or left, text, place))
        left = fixed or named
    whole = [kind for kind in left if len(kind.form) == len(text)]
    if not whole:
        raise Unreadable(_forms(left))
    return [MatchedForm(kind, said(kind, text)) for kind in whole]


def targets(kinds: MoveKinds, move: int, words: Mapping[str, WordForm], **about: object) -> tuple[str, ...]:
    """What to click for a move, first things first; `about` adds what no word says, as the seat."""
    kind = kinds.of(move)
    said = dict(about)
    for part in (word for word in kind.words if isinstance(word, Part)):
        said[part.name] = words[part.name].write([field.of(move) for field in part.fields])
        if len(part.fields) > 1:
            said.update(zip((field.name for field in part.fields), str(said[part.name]).split(), strict=False))
    return tuple(target.format(**said) for target in kind.targets)


def said(kind: MoveKind, text: Sequence[str]) -> dict[str, str]:
    """The words of a text for each part of the form, which it has."""
    said, place = {}, 0
    for word in kind.words:
        count = 1 if isinstance(word, str) else len(word.shown.split())
        if not isinstance(word, str):
            said[word.name] = " ".join(text[place : place + count])
        place += count
    return said


def _misfit(kinds: Sequence[MoveKind], text: Sequence[str], place: int) -> Phrase:
    choices = list(dict.fromkeys(kind.form[place] for kind in kinds if len(kind.form) > place))
    if place == 0:
        return say("no move begins with {word}; moves begin with {choices}",
                   word=repr(text[0]), choices=", ".join(sorted(choices)))
    if len(choices) < 2:
        return _forms(kinds)
    return say("{word} does not fit after {words}; choose {choices} or {last}", word=repr(text[place]),
               words=repr(" ".join(text[:place])), choices=", ".join(choices[:-1]), last=choices[-1])


def _forms(kinds: Sequence[MoveKind]) -> Phrase:
    forms = list(dict.fromkeys(f"'{' '.join(kind.form)}'" for kind in kinds))
    if len(forms) == 1:
        return say("it should read {form}", form=forms[0])
    return say("it should read {forms} or {last}", forms=", ".join(forms[:-1]), last=forms[-1])

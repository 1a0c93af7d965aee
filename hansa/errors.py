"""What can go wrong with what comes from outside; every message says what, where and which rule."""

from __future__ import annotations

from collections.abc import Sequence


class HansaError(ValueError):
    """Anything that this library refuses; `code` names the sort of error, as in the protocol."""

    code = "refused"


class SetupError(HansaError):
    """A setup that contradicts T3, T4 or T100, or is none at all."""

    code = "bad-setup"


class StateError(HansaError):
    """A state that is impossible or unreadable; `problems` lists everything that is wrong with it."""

    code = "bad-state"

    def __init__(self, problems: Sequence[str]) -> None:
        self.problems = list(problems)
        count = len(self.problems)
        super().__init__(f"impossible state ({count} problem{'s' * (count != 1)}): " + "; ".join(self.problems))

    def __reduce__(self) -> tuple[type[StateError], tuple[list[str]]]:
        return type(self), (self.problems,)


class MoveError(HansaError):
    """A text that is no move, or a move that is not legal here.

    `reason` is the short sentence, `position` the position as one line of JSON, `nearest` the legal moves most like it.
    """

    code = "illegal-move"

    def __init__(self, text: str, reason: str, position: str, nearest: Sequence[str]) -> None:
        self.text = text
        self.reason = reason
        self.position = position
        self.nearest = list(nearest)
        hint = f"; nearest legal moves: {', '.join(self.nearest)}" if self.nearest else ""
        super().__init__(f"illegal move {text!r}: {reason}{hint}; in {position}")

    @property
    def brief(self) -> str:
        """The message without the position."""
        hint = f"; did you mean: {', '.join(self.nearest)}" if self.nearest else ""
        return f"illegal move {self.text!r}: {self.reason}{hint}"

    def __reduce__(self) -> tuple[type[MoveError], tuple[str, str, str, list[str]]]:
        return type(self), (self.text, self.reason, self.position, self.nearest)


class RecordError(HansaError):
    """A record that cannot be read or does not replay; says the line and, where known, the ply."""

    code = "bad-record"


class Unreadable(Exception):
    """A text that is no move of a game at all; the argument says why. It becomes the reason of a `MoveError`."""

"""What can go wrong with what comes from outside; every message says what, where and which rule."""

from __future__ import annotations

from collections.abc import Sequence

from hansa.phrases import Phrase, counted, joined, say


class HansaError(ValueError):
    """The base class of all errors of this library; `code` is the kind of error, as in the
    protocol.

    >>> from hansa import State
    >>> try:
    ...     State.new(board="hansa-45", players=4).view(7)
    ... except HansaError as error:
    ...     print(error.code, "-", error.phrase)
    refused - there is no seat 7; seats are 0 to 3
    """

    code = "refused"
    trace = ""      # of code outside hansa that failed, such as a bot's: for its author

    @property
    def phrase(self) -> str:
        """The message for people; it can be translated if it is a `Phrase`."""
        return self.args[0] if self.args and isinstance(self.args[0], str) else str(self)


class SetupError(HansaError):
    """A setup that contradicts T3, T4 or T100, or cannot be read.

    >>> from hansa import State
    >>> State.new(board="hansa-23", players=4)
    Traceback (most recent call last):
        ...
    hansa.errors.SetupError: board hansa-23 is for 2 or 3 players, not 4 [T4]
    """

    code = "bad-setup"


class StateError(HansaError):
    """A state that is impossible or unreadable; `problems` lists everything that is wrong with it.

    >>> from hansa import State
    >>> data = State.new(board="hansa-45", players=4, seed=7).to_json()
    >>> data["desks"][0]["prestige"] = -3
    >>> try:
    ...     State.from_json(data)
    ... except StateError as error:
    ...     print(error.problems)
    ['desks[0].prestige must be a whole number from 0 to 200, not -3']
    """

    code = "bad-state"

    def __init__(self, problems: Sequence[str]) -> None:
        self.problems = list(problems)
        count = len(self.problems)
        super().__init__(counted(
            "impossible state ({count} problem): {problems}", "impossible state ({count} problems): {problems}",
            count, problems=joined("; ", self.problems)))

    def __reduce__(self) -> tuple[type[StateError], tuple[list[str]]]:
        return type(self), (self.problems,)


class MoveError(HansaError):
    """Raised for a text that is not a move, or for a move that is not legal here.

    `reason` is a short sentence, `position` the position as one line of JSON, `nearest` the most
    similar legal moves.

    >>> from hansa import State
    >>> try:
    ...     State.new(board="hansa-45", players=4, seed=7).play("place m BRE-LUB")
    ... except MoveError as error:
    ...     print(error.brief)
    ...     print(error.phrase == error.brief)
    illegal move 'place m BRE-LUB': there is no route 'BRE-LUB' on the board hansa-45; did you mean: ...
    True
    """

    code = "illegal-move"

    def __init__(self, text: str, reason: Phrase, position: str, nearest: Sequence[str]) -> None:
        self.text = text
        self.reason = reason
        self.position = position
        self.nearest = list(nearest)
        hint = f"; nearest legal moves: {', '.join(self.nearest)}" if self.nearest else ""
        super().__init__(f"illegal move {text!r}: {reason}{hint}; in {position}")

    @property
    def brief(self) -> Phrase:
        """The message without the position."""
        parts = [say("illegal move {move}: {reason}", move=repr(self.text), reason=self.reason)]
        if self.nearest:
            parts.append(say("did you mean: {moves}", moves=", ".join(self.nearest)))
        return joined("; ", parts)

    @property
    def phrase(self) -> str:
        """As `brief`."""
        return self.brief

    def __reduce__(self) -> tuple[type[MoveError], tuple[str, Phrase, str, list[str]]]:
        return type(self), (self.text, self.reason, self.position, self.nearest)


class RecordError(HansaError):
    """A record that cannot be read or does not replay; says the line and, where known, the ply.

    >>> from hansa.record import Record
    >>> Record.from_json({"version": 1, "setup": {}, "moves": [], "end": "somehow"})
    Traceback (most recent call last):
        ...
    hansa.errors.RecordError: 'end' must be one of ...
    """

    code = "bad-record"


class EditError(HansaError):
    """A change of a position by hand that cannot be made; one line that says why."""

    code = "bad-request"


class NotationError(HansaError):
    """Raised for a text that is not a position or game in the notation for people (MOVES.md,
    section 13). It names every problem.

    >>> from hansa.notation import read_position
    >>> try:
    ...     read_position("hansa-45, 4 players; turn: red; BRE-HUM: rr")
    ... except NotationError as error:
    ...     print(error.problems)
    ["section 3: 'BRE-HUM' is not a place of hansa-45; did you mean 'BRE-HAM'?"]
    """

    code = "bad-notation"

    def __init__(self, problems: Sequence[str]) -> None:
        self.problems = list(problems)
        super().__init__("; ".join(self.problems))

    def __reduce__(self) -> tuple[type[NotationError], tuple[list[str]]]:
        return type(self), (self.problems,)


class Unreadable(Exception):
    """Raised for a text that is not a move of the game at all. `phrase` becomes the reason of a
    `MoveError`."""

    def __init__(self, phrase: Phrase) -> None:
        self.phrase = phrase
        super().__init__(phrase)


class NoAction(HansaError):
    """A number that no move has, or a text that has no number (MOVES.md, 11).

    >>> from hansa.teutonica.actions import Actions
    >>> try:
    ...     Actions("east", 3).text(10**6)
    ... except NoAction as error:
    ...     print(error)
    no move of 3 players on east has the number 1000000
    """

    code = "no-action"

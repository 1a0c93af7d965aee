"""Hansa (2004) as the library sees any game (`hansa.games.GameAdapter`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from engine_c.hansa2004.move_kinds import KINDS
from engine_c.hansa2004.position import Hansa2004Position
from engine_c.position import Position
from hansa.board_entry import BoardEntry
from hansa.errors import Unreadable
from hansa.hansa2004.board import NAME, board
from hansa.hansa2004.contents import Contents, contents_of
from hansa.hansa2004.engine_numbers import fields_of, position_of
from hansa.hansa2004.mind import VOCABULARY, fitted_minds
from hansa.hansa2004.move_texts import parse, text_of
from hansa.hansa2004.names import PHASES
from hansa.hansa2004.reasons import reason_against
from hansa.hansa2004.setup import first_fields, read_setup
from hansa.hansa2004.state_reading import read_state
from hansa.hansa2004.state_writing import result_json, state_json
from hansa.json_lines import Json
from hansa.phrases import Phrase
from hansa.reading import one_seed

if TYPE_CHECKING:
    from hansa.games import Change, Gift
    from hansa.hansa2004.learning import Hansa2004Learning
    from hansa.hansa2004.position_text import Hansa2004Text
    from hansa.hansa2004.views import Hansa2004Views
    from hansa.mind_file import Minds


class Hansa2004:
    """Its registration; it has no state of its own."""

    name = "hansa2004"
    ends = ("markers",)
    seeded = ("warehouses",)
    rules_of_end = "H50"
    rules_of_result = "H52, H53"
    vocabulary = VOCABULARY
    kinds = KINDS

    def entries(self) -> tuple[BoardEntry, ...]:
        """The one board."""
        return (BoardEntry(NAME, self.name, board().title, board().players, (), ()),)

    def start(self, setup: object, seed: int | None) -> tuple[Hansa2004Position, Json]:
        """The first position, and the setup with nothing left open."""
        given = read_setup(setup)
        complete = replace(given, seed=one_seed(given.seed, seed)).complete()
        return position_of(first_fields(complete)), complete.to_json()

    def read(self, state: object) -> Hansa2004Position:
        """A position from its JSON object."""
        return read_state(state)

    def board(self, position: Position) -> str:
        """The name of the board."""
        return NAME

    def write(self, position: Position, seat: int | None = None) -> Json:
        """The JSON object of a position; every seat sees all of it."""
        return state_json(hansa2004(position))

    def contents(self, position: Position, seat: int | None) -> Contents:
        """What lies on the board and the desks; every seat sees all of it."""
        return contents_of(hansa2004(position))

    def view(self, position: Position, seat: int) -> Hansa2004Position:
        """The position as a seat may see it: there are no secrets."""
        return hansa2004(position).copy()

    def covered(self, position: Position) -> bool:
        """Nothing ever is."""
        return False

    def text(self, position: Position, move: int) -> str:
        """The text of a move."""
        return text_of(move)

    def parse(self, position: Position, text: str) -> int:
        """The move a text says, legal or not; `Unreadable` if it says none."""
        return parse(text)

    def reason(self, position: Position, text: str) -> Phrase:
        """Why a text is not a legal move here, in one sentence with its rule."""
        try:
            return reason_against(hansa2004(position), parse(text))
        except Unreadable as error:
            return error.phrase

    def seats(self, position: Position) -> int:
        """How many players there are."""
        return hansa2004(position).players

    def turn(self, position: Position) -> int:
        """Whose turn it is."""
        return hansa2004(position).turn

    def phase(self, position: Position) -> str:
        """The phase, as in the state's JSON."""
        return PHASES[hansa2004(position).phase]

    def controllers(self, position: Position) -> dict[str, int]:
        """The seat with the most booths in each city, if one has [H33]."""
        owners = zip(board().cities, hansa2004(position).control(), strict=True)
        return {city.code: owner for city, owner in owners if owner is not None}

    def result(self, position: Position) -> Json:
        """Scores, ranks and shares in this position, and why the game ended."""
        position = hansa2004(position)
        return result_json(position, fields_of(position).reason)

    def prospects(self, position: Position, taste: Sequence[float]) -> str:
        """The best three moves, in points more than nothing."""
        position = hansa2004(position)
        rated = sorted(zip(position.rates(list(taste)), position.moves(), strict=True), reverse=True)[:3]
        return "; ".join(f"{text_of(move)}: {rate:.1f} points" for rate, move in rated)

    def minds(self, path: Path | None = None) -> Minds:
        """What the search judges with: the package's weights, or a file's."""
        if path is None:
            return fitted_minds()
        from hansa.mind_file import read_minds

        return read_minds(path, VOCABULARY, self.name)

    # What follows is imported only on request.

    @property
    def views(self) -> Hansa2004Views:
        """How people see it."""
        from hansa.hansa2004.views import Hansa2004Views

        return Hansa2004Views()

    @property
    def position_text(self) -> Hansa2004Text:
        """Its positions in the notation for people."""
        from hansa.hansa2004.position_text import Hansa2004Text

        return Hansa2004Text()

    @property
    def learning(self) -> Hansa2004Learning:
        """What learning environments ask of it."""
        from hansa.hansa2004.learning import Hansa2004Learning

        return Hansa2004Learning()

    @property
    def changes(self) -> Mapping[str, Change]:
        """The changes by hand that the editor offers."""
        from hansa.hansa2004.editing import CHANGES

        return CHANGES

    def gifts(self, position: Position, seat: int) -> list[Gift]:
        """Nothing has been thought of."""
        return []

    def saved(self, value: object) -> tuple[Json, list[Phrase]] | None:
        """No other program is known."""
        return None


def hansa2004(position: Position) -> Hansa2004Position:
    """A position known to be of this game."""
    assert isinstance(position, Hansa2004Position)
    return position

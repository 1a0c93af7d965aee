"""Hansa Teutonica as the library sees any game (`hansa.games.GameAdapter`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from engine_c.position import Position
from engine_c.teutonica.move_kinds import KINDS
from engine_c.teutonica.position import TeutonicaPosition
from hansa.board_entry import BoardEntry
from hansa.boards import BOARD_NAMES, board
from hansa.errors import Unreadable
from hansa.json_lines import Json
from hansa.phrases import Phrase
from hansa.reading import one_seed
from hansa.teutonica.contents import Contents, contents_of
from hansa.teutonica.engine_numbers import fields_of, position_of
from hansa.teutonica.fields import Over
from hansa.teutonica.mind import VOCABULARY, fitted_minds
from hansa.teutonica.move_texts import move_texts
from hansa.teutonica.names import EDITIONS, MODULES, PHASES, REASONS, UNKNOWN_MISSION
from hansa.teutonica.reasons import reason_against
from hansa.teutonica.setup import first_fields, modules_allowed, read_setup
from hansa.teutonica.state_reading import read_state
from hansa.teutonica.state_writing import result_json, state_json

if TYPE_CHECKING:
    from hansa.games import Change, Gift
    from hansa.mind_file import Minds
    from hansa.teutonica.learning import TeutonicaLearning
    from hansa.teutonica.position_text import TeutonicaText
    from hansa.teutonica.views import TeutonicaViews


class Teutonica:
    """Its registration; it has no state of its own."""

    name = "teutonica"
    ends = ("prestige", "markers", "cities")
    seeded = ("taverns", "missions", "favours")
    rules_of_end = "T70"
    rules_of_result = "T73, T75, T76"
    vocabulary = VOCABULARY
    kinds = KINDS

    def entries(self) -> tuple[BoardEntry, ...]:
        """The boards, with what may be played on them."""
        return tuple(
            BoardEntry(name, self.name, board(name).title, board(name).players, EDITIONS,
                       MODULES if modules_allowed(name, max(board(name).players)) else ())
            for name in BOARD_NAMES
        )

    def start(self, setup: object, seed: int | None) -> tuple[TeutonicaPosition, Json]:
        """The first position, and the setup with nothing left open."""
        given = read_setup(setup)
        complete = replace(given, seed=one_seed(given.seed, seed)).complete()
        position = position_of(first_fields(complete), board(complete.board))
        position.begin()
        return position, complete.to_json()

    def read(self, state: object) -> TeutonicaPosition:
        """A position from its JSON object."""
        return read_state(state)

    def board(self, position: Position) -> str:
        """The name of the board."""
        return teutonica(position).board_name

    def write(self, position: Position, seat: int | None = None) -> Json:
        """The JSON object of a position, or of what a seat may see of it."""
        position = teutonica(position)
        return state_json(position, board(position.board_name), seat)

    def contents(self, position: Position, seat: int | None) -> Contents:
        """What lies on the board and the desks, or what a seat may see of it."""
        position = teutonica(position)
        return contents_of(position, board(position.board_name), seat)

    def view(self, position: Position, seat: int) -> TeutonicaPosition:
        """The position as a seat may see it (D3): other missions are unknown."""
        return teutonica(position).view(seat)

    def covered(self, position: Position) -> bool:
        """Whether a mission is unknown."""
        position = teutonica(position)
        return any(desk.mission == UNKNOWN_MISSION for desk in fields_of(position, board(position.board_name)).desks)

    def text(self, position: Position, move: int) -> str:
        """The text of a move."""
        position = teutonica(position)
        return move_texts(position.board_name, position.players).text(move)

    def parse(self, position: Position, text: str) -> int:
        """The move a text says, legal or not; `Unreadable` if it says none."""
        position = teutonica(position)
        return move_texts(position.board_name, position.players).parse(text)

    def reason(self, position: Position, text: str) -> Phrase:
        """Why a text is not a legal move here, in one sentence with its rule."""
        position = teutonica(position)
        try:
            move = self.parse(position, text)
        except Unreadable as error:
            return error.phrase
        return reason_against(position, board(position.board_name), move)

    def seats(self, position: Position) -> int:
        """How many players there are."""
        return teutonica(position).players

    def turn(self, position: Position) -> int:
        """Whose turn it is."""
        return teutonica(position).turn

    def phase(self, position: Position) -> str:
        """The phase, as in the state's JSON."""
        return PHASES[teutonica(position).phase]

    def controllers(self, position: Position) -> dict[str, int]:
        """The seat that controls each city, if one does [T40]."""
        position = teutonica(position)
        cities = board(position.board_name).cities
        return {
            city.code: owner for city, owner in zip(cities, position.control(), strict=True)
            if owner is not None and owner < position.players
        }

    def result(self, position: Position) -> Json:
        """Scores, ranks and shares as the position stands, and why the game ended."""
        position = teutonica(position)
        data = fields_of(position, board(position.board_name)).data
        return result_json(position, REASONS[data.reason] if isinstance(data, Over) else "")

    def prospects(self, position: Position, taste: Sequence[float]) -> str:
        """The best three undertakings: worth in points, cost in actions."""
        position = teutonica(position)
        text = move_texts(position.board_name, position.players).text
        names = [route.name for route in board(position.board_name).routes]
        best = sorted(position.prospects(list(taste)), key=lambda prospect: -prospect[4])[:3]
        return "; ".join(
            f"{names[route]}, {text(claim)}: {worth:.1f} points for {cost:.1f} actions" for route, claim, worth, cost, _ in best
        )

    def minds(self, path: Path | None = None) -> Minds:
        """What the search judges with: the package's weights, or a file's."""
        if path is None:
            return fitted_minds()
        from hansa.mind_file import read_minds

        return read_minds(path, VOCABULARY, self.name)

    # These modules are imported on first use.

    @property
    def views(self) -> TeutonicaViews:
        """How people see it."""
        from hansa.teutonica.views import TeutonicaViews

        return TeutonicaViews()

    @property
    def position_text(self) -> TeutonicaText:
        """Its positions in the notation for people."""
        from hansa.teutonica.position_text import TeutonicaText

        return TeutonicaText()

    @property
    def learning(self) -> TeutonicaLearning:
        """What learning environments ask of it."""
        from hansa.teutonica.learning import TeutonicaLearning

        return TeutonicaLearning()

    @property
    def changes(self) -> Mapping[str, Change]:
        """The changes by hand that the editor offers."""
        from hansa.teutonica.editing import CHANGES

        return CHANGES

    def gifts(self, position: Position, seat: int) -> list[Gift]:
        """What a seat could be given for nothing, to see what it is worth."""
        from hansa.teutonica.gifts import gifts

        return list(gifts(teutonica(position), seat))

    def saved(self, value: object) -> tuple[Json, list[Phrase]] | None:
        """The state in a save of another program."""
        from hansa.teutonica.skid.reading import read_skid
        from hansa.teutonica.skid.save import unwrapped

        save = unwrapped(value)
        return None if save is None else read_skid(save)


def teutonica(position: Position) -> TeutonicaPosition:
    """A position known to be of this game."""
    assert isinstance(position, TeutonicaPosition)
    return position



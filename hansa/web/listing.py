"""The list of a folder's games: what each file holds, read again only when it has changed."""

from __future__ import annotations

import re
from pathlib import Path

from hansa.errors import HansaError
from hansa.table.games_folder import GameFile, game_paths
from hansa.table.recording import at_a_table
from hansa.table.session import HUMAN
from hansa.views.svg import is_drawn
from hansa.web.chairs import chairs_path, read_chairs, shown_seat
from hansa.web.lobby_answers import GameListed, GameUnreadable
from hansa.web.pictures import marks
from hansa.web.seat_checks import people_of

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,79}")
MOST_LISTED = 500

Entry = GameListed | GameUnreadable


class Listing:
    """The games of a folder as the lobby shows them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        # What a file held when it had that time and size.
        self._known: dict[Path, tuple[tuple[int, int], Entry]] = {}

    def entries(self) -> list[Entry]:
        """The games, the one played last first; for a file that is not a game, the reason."""
        paths = [path for path in game_paths(self._folder) if NAME.fullmatch(path.stem)][:MOST_LISTED]
        return [entry for path in paths if (entry := self._entry(path))]

    def _entry(self, path: Path) -> Entry | None:
        """A game of the list; None if it was deleted meanwhile."""
        try:
            facts = path.stat()
        except OSError:
            return None
        stamp = facts.st_mtime_ns, facts.st_size
        known = self._known.get(path)
        if known is None or known[0] != stamp:
            known = self._known[path] = stamp, read_entry(path, int(facts.st_mtime))
        return known[1]


def read_entry(path: Path, played: int) -> Entry:
    """What a file holds."""
    try:
        record = GameFile(path).read()
        state = record.replay()
    except (HansaError, OSError) as error:
        problem = " ".join(str(error).replace(str(path), path.name).split())[:300]
        return GameUnreadable(game=path.stem, played=played, problem=problem)
    chairs = read_chairs(chairs_path(path.parent, path.stem), state.players)
    specs, chairs = people_of(record.seats or (HUMAN,) * state.players, chairs)
    return GameListed(
        game=path.stem, played=played, board=str(record.setup.get("board", "")), plies=len(record.moves),
        over=state.over, recorded=at_a_table(record),
        seats=[shown_seat(spec, chair) for spec, chair in zip(specs, chairs, strict=True)],
        marks=[list(mark) for mark in marks(state)] if is_drawn(state.game) else [], to_move=state.to_move,
        totals=[row["total"] for row in (state if state.over else state.view(None)).scores],
    )

"""Who may see, play and take back what at a table of the page, for each kind of visitor.

`python -m tests.golden_rights` writes `tests/golden/rights.txt` anew; review the diff.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hansa.table.games_folder import GameFile
from hansa.table.session import CHANCE, HUMAN, Session
from hansa.web.access_keys import Access
from hansa.web.chairs import Chair
from hansa.web.table import Looker, Table

FILE = Path(__file__).parent / "golden" / "rights.txt"
GAME = "game-7"
OVER, TO_CHANCE = -1, -2        # instead of a number of plies
CARDS: dict[str, Any] = {"board": "hansa-45", "players": 4, "modules": ["missions"]}
OPEN: dict[str, Any] = {"board": "east", "players": 3}
SAIL: dict[str, Any] = {"game": "hansa2004", "players": 3}
HERE, AWAY, PLAYED_FOR = Chair("Ada"), Chair("Ben", here=False), Chair("Cleo", here=False, stand_in="random")
VISITORS = {
    "host": Access(), **{f"seat {seat}": Access(GAME, seat) for seat in range(4)},
    "seat of another game": Access("game-8", 0), "watcher": Access(GAME),
}


@dataclass(frozen=True)
class Scene:
    """A table: who sits there, and how far the game is."""

    name: str
    setup: dict[str, Any]
    seats: tuple[str, ...]
    chairs: tuple[Chair, ...]
    plies: int = 0
    recorded: bool = False


SCENES = (
    Scene("two at one browser, one elsewhere", OPEN, (HUMAN, HUMAN, HUMAN), (HERE, HERE, AWAY)),
    Scene("the same, some moves later", OPEN, (HUMAN, HUMAN, HUMAN), (HERE, HERE, AWAY), 5),
    Scene("with a bot", OPEN, (HUMAN, "random", HUMAN), (HERE, HERE, AWAY), 4),
    Scene("cards, two at one browser", CARDS, (HUMAN, HUMAN, HUMAN, "random"), (HERE, HERE, AWAY, HERE), 3),
    *(Scene(f"the same, {plies} moves later", CARDS, (HUMAN, HUMAN, HUMAN, "random"), (HERE, HERE, AWAY, HERE), 3 + plies)
      for plies in (3, 5, 8)),
    Scene("cards, one at each browser", CARDS, (HUMAN, HUMAN, "random", "random"), (HERE, AWAY, HERE, HERE), 6),
    Scene("cards, all elsewhere", CARDS, (HUMAN, HUMAN, HUMAN, HUMAN), (AWAY, AWAY, AWAY, AWAY), 1),
    Scene("cards, bots alone", CARDS, ("random",) * 4, (HERE,) * 4, 3),
    Scene("cards, a bot for somebody", CARDS, (HUMAN, "random", "random", "random"), (HERE, PLAYED_FOR, HERE, HERE), 2),
    Scene("cards, bots and somebody for whom one plays", CARDS, ("random",) * 4, (PLAYED_FOR, HERE, HERE, HERE), 2),
    Scene("cards, the game is over", CARDS, (HUMAN, HUMAN, "random", "random"), (HERE, AWAY, HERE, HERE), OVER),
    Scene("cards, a real table", CARDS, (HUMAN,) * 4, (HERE,) * 4, 5, recorded=True),
    Scene("a real table, chance is to draw", SAIL, (HUMAN,) * 3, (HERE,) * 3, TO_CHANCE, recorded=True),
    Scene("no real table, chance is to draw", SAIL, (HUMAN,) * 3, (HERE, AWAY, HERE), TO_CHANCE),
)


def text() -> str:
    """What belongs into the file."""
    return "".join(f"{row}\n" for scene in SCENES for row in (f"=== {scene.name}", *shown(table_of(scene))))


def table_of(scene: Scene) -> Table:
    """The table of a scene, after moves of plans: so many, to the end, or up to the first of
    chance."""
    plan = "founder" if scene.setup.get("game") == "hansa2004" else "prestige"
    bots = Session(scene.setup, (plan,) * scene.setup["players"], seed=4)
    while not bots.state.over and bots.plies != scene.plies and not (scene.plies == TO_CHANCE and bots.waits_for == CHANCE):
        bots.step()
    session = Session.from_record(bots.record(), scene.seats)
    return Table(GAME, session, GameFile(Path("nowhere")), scene.chairs, recorded=scene.recorded)


def shown(table: Table) -> Iterator[str]:
    """All that depends on who asks."""
    session = table.session
    yield (f"to move: {session.state.to_move}; watched {table.watched}, moves itself {table.moves_itself}, "
           f"secret {table.secret}, names {table.record().seats}")
    for name, access in VISITORS.items():
        views = [table.viewer(access, seen) for seen in (None, 0, 1, 2)]
        yield (f"{name}: plays for {table.seats_of(access)}, sees all {table.open_to(access)}, moves {table.may_move(access)}, "
               f"takes back to {table.undo_ply(access)}, views {views}")
    for names in ([], ["host"], ["seat 0", "seat 2"], ["host", "watcher", "watcher", "seat 1"]):
        table.lookers = {Looker(VISITORS[name], nobody_looks, lambda message: None) for name in names}
        people = table.people()
        yield f"with {', '.join(names) or 'nobody'}: present {people.present}, watching {people.watching}"


async def nobody_looks() -> None:
    """Stands for a browser."""


def main() -> None:
    FILE.write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    main()

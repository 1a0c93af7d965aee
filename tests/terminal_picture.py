"""`python -m tests.terminal_picture` writes the tutorial's picture of the terminal,
docs/terminal.svg."""

from __future__ import annotations

import io
import re
from pathlib import Path

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.terminal_theme import MONOKAI

from hansa.cli.screen import Screen
from hansa.cli.table_view import TableView
from hansa.table.session import HUMAN, Session

WIDTH, HEIGHT = 82, 50
BOTS = ("prestige", "network", "markers", "blocker")
PLIES = 60          # of the game that is shown, at least
CHOICES = 20        # moves to choose from, so that there is something to see


class Recorder(Screen):
    """A screen of colours that nobody sees."""

    def __init__(self) -> None:
        super().__init__(plain=True)
        self._console = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, color_system="truecolor",
                                highlight=False, legacy_windows=False)

    @property
    def height(self) -> int:
        """Of a terminal that somebody might have."""
        return HEIGHT


def picture() -> str:
    """The middle of a game of bots, as seat 0 would see it."""
    whole = Session({"board": "hansa-45", "players": 4}, BOTS, seed=4)
    def is_worth_a_picture() -> bool:
        state = whole.state
        return whole.plies >= PLIES and state.to_move == 0 and state.phase == "turn" and len(state.legal_moves) >= CHOICES

    while not is_worth_a_picture():
        whole.step()
    session = Session(whole.setup, (HUMAN, *BOTS[1:]), seed=4, moves=whole.record().moves)
    recorder = Recorder()
    recorder.line(f"$ hansa play --bots {' '.join(BOTS[1:])}")
    TableView(session, recorder).present(0)
    recorder.line("Red> ")
    assert recorder.console is not None
    # Nothing loaded from elsewhere
    local = re.sub(r"@font-face \{\{.*?\}\}", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)
    return recorder.console.export_svg(title="hansa play", theme=MONOKAI, code_format=local)


if __name__ == "__main__":
    path = Path(__file__).parents[1] / "docs" / "terminal.svg"
    path.parent.mkdir(exist_ok=True)
    path.write_text(picture(), encoding="utf-8")
    print(path)

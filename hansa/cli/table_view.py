"""What people at this terminal see of a session: the board, what happened, the moves there are, the score."""

from __future__ import annotations

from collections.abc import Sequence

from hansa.cli.screen import Screen
from hansa.state import Move
from hansa.table.choices import Group, groups
from hansa.table.session import CHANCE, HUMAN, Happened, Session
from hansa.views import views_of
from hansa.views.terminal import Frame

MOST_ROWS, FEW_ROWS = 6, 2      # of a group of moves, where all are listed; on a low terminal
HIGH_TERMINAL = 75              # lines: map, desks and many moves at once
MOST_CANDIDATES = 12
NAME_WIDTH = 20


class TableView:
    """Prints; it changes nothing. Nobody is shown what another seat alone may know."""

    def __init__(self, session: Session, screen: Screen) -> None:
        self.session, self.screen = session, screen
        self.seen_by: int | None = None         # the person for whom the screen is

    def names(self) -> list[str]:
        """Who sits where, for this person."""
        person = "you" if len(self.session.humans) == 1 else "person"
        return [person if spec == HUMAN else spec for spec in self.session.seats]

    def looking(self) -> int:
        """The seat that looks at the screen: who decides, else who did last, else the first person."""
        mover = self.session.state.to_move
        if isinstance(mover, int) and mover in self.session.humans:
            return mover
        return self.session.humans[0] if self.seen_by is None else self.seen_by

    def hides_something(self) -> bool:
        """Whether the screen of one person shows what another must not see."""
        people = self.session.humans
        return len(people) > 1 and any(self.session.view(seat) != self.session.state for seat in people)

    def present(self, seat: int) -> None:
        """The position as the person who decides may see it, what happened since, and what may be played."""
        state = self.session.state
        first_time, self.seen_by = self.seen_by != seat, seat
        self.show(explained=first_time)
        self.screen.line()
        happened = self.session.since(seat)
        if happened:
            self.screen.line("since your last move:", style="bold")
            self.tell(happened)
            self.screen.line()
        if state.turn != seat:
            self.screen.line(f"seat {seat} is to answer in the turn of seat {state.turn}", style="bold")
        for group in groups(state):
            self.group(group, MOST_ROWS if self.screen.height >= HIGH_TERMINAL else FEW_ROWS)
        if len(state.legal_moves) == 1:
            self.screen.line("Enter plays the only move there is")

    def show(self, explained: bool = True) -> None:
        """The board and the desks; its signs are explained the first time, and when asked for."""
        state = self.session.view(self.looking())
        fresh = [entry.move for entry in self.session.since(self.looking())]
        self.screen.line()
        frame = Frame(self.screen.width, self.screen.rows, self.names(), fresh, legend=explained)
        self.screen.canvas(views_of(state).terminal(state, frame))

    def tell(self, happened: Sequence[Happened]) -> None:
        """Moves in words, the moves of one seat in a row as one paragraph."""
        said: list[tuple[int | str, list[str]]] = []
        for entry in happened:
            if not said or said[-1][0] != entry.mover:
                said.append((entry.mover, []))
            said[-1][1].append(entry.words)
        for mover, words in said:
            who = "chance" if mover == CHANCE else f"seat {mover} ({self.names()[int(mover)]})"
            self.screen.paragraph(f"  {who} {', '.join(words)}", indent="    ")

    def group(self, group: Group, most_rows: int | None = None) -> None:
        """Numbered moves in columns."""
        self.screen.line(f"{group.stem}{f'  ({group.title})' if group.title else ''}", style="bold")
        cells = [f"{choice.number:>4} {choice.rest or group.stem}" for choice in group.choices]
        width = max(map(len, cells)) + 1
        columns = max(1, self.screen.width // width)
        rows = [cells[start : start + columns] for start in range(0, len(cells), columns)]
        for row in rows[:most_rows]:
            self.screen.line("".join(cell.ljust(width) for cell in row).rstrip())
        if most_rows is not None and len(rows) > most_rows:
            self.screen.line(f"     ... {len(cells) - most_rows * columns} more: moves {group.stem}")

    def candidates(self, moves: Sequence[Move]) -> None:
        """What an ambiguous text may mean."""
        numbers = {str(move): number for number, move in enumerate(self.session.state.legal_moves, 1)}
        self.screen.line(f"that could be {len(moves)} moves; type more of it, or a number:")
        for move in moves[:MOST_CANDIDATES]:
            self.screen.line(f"{numbers[str(move)]:>4} {move}")
        if len(moves) > MOST_CANDIDATES:
            self.screen.line(f"     ... {len(moves) - MOST_CANDIDATES} more")

    def score(self) -> None:
        """As the position stands, with what this person may know."""
        state = self.session.view(self.looking())
        names = [name for name in state.scores[0] if any(row[name] for row in state.scores) or name == "total"]
        self.screen.table(
            ["seat", "rank", *names],
            [[f"{seat} {self.names()[seat]}"[:NAME_WIDTH], str(rank), *(str(row[name]) for name in names)]
             for seat, (row, rank) in enumerate(zip(state.scores, state.ranks, strict=True))],
        )

    def ending(self) -> None:
        """The final table."""
        result = self.session.state.result
        self.show(explained=False)
        self.screen.line()
        self.screen.line(f"the game is over ({result['reason']})", style="bold")
        self.score()
        winners = [f"seat {seat} ({self.names()[seat]})" for seat, rank in enumerate(result["ranks"]) if rank == 1]
        self.screen.line(f"{' and '.join(winners)} {'win' if len(winners) > 1 else 'wins'}", style="bold")
        self.screen.line("'undo', 'save FILE', 'log' or 'quit'")

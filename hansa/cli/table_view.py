"""What people at this terminal see of a session: the board, what happened, the moves there are, the
score."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from hansa.cli.map_view import LOW_MAP, LOWEST_MAP, MAP_ROWS, NARROWEST_IN_FULL
from hansa.cli.screen import Screen
from hansa.judgement import CATEGORY_NAMES
from hansa.phrases import Phrase, joined, listed, say
from hansa.record_members import END_NAMES
from hansa.state import Move
from hansa.table.choices import Group, groups
from hansa.table.session import CHANCE, HUMAN, Happened, Session
from hansa.views import views_of
from hansa.views.terminal import Canvas, Frame
from hansa.views.words.naming import bot_name, player_phrase

MOST_ROWS, FEW_ROWS = 6, 2      # of a group of moves, where all are listed; on a low terminal
LOWEST_NARROW_MAP = 18          # rows of a map on a narrow terminal
ENDLESS = 1 << 20               # lines
MOST_CANDIDATES = 12
NAME_WIDTH = 20

IN_LOG = " ... (log)"           # has the rest of what happened

Line = tuple[str, str]          # a text and its style
SINCE = say("since your last move:")


@dataclass(frozen=True)
class ScreenLayout:
    """How much of everything the screen shows."""

    map_rows: int
    legend: bool = False
    compact: bool = False
    rows_of_moves: int = 0          # of each group; without any they are folded into a line


class TableView:
    """Prints; it changes nothing. Nobody is shown what another seat alone may know."""

    def __init__(self, session: Session, screen: Screen) -> None:
        self.session, self.screen = session, screen
        self.seen_by: int | None = None         # the person for whom the screen is
        self.called: Sequence[str] = ()         # what those at a real table are called

    def names(self) -> list[str]:
        """Who sits where, for this person."""
        if self.called:
            return list(self.called)
        person = say("you") if len(self.session.humans) == 1 else say("person")
        return [self.screen.tell(person if spec == HUMAN else bot_name(spec)) for spec in self.session.seats]

    def player(self, seat: int) -> Phrase:
        """A player with the name: `Green (AI, club)`."""
        return player_phrase(seat, self.names()[seat])

    def looking(self) -> int:
        """The seat that looks at the screen: who decides, else who did last, else the first
        person."""
        mover = self.session.state.to_move
        if isinstance(mover, int) and mover in self.session.humans:
            return mover
        return self.session.humans[0] if self.seen_by is None else self.seen_by

    def hides_something(self) -> bool:
        """Whether the screen of one person shows what another must not see."""
        people = self.session.humans
        return len(people) > 1 and any(self.session.view(seat) != self.session.state for seat in people)

    def present(self, seat: int) -> None:
        """The position as the person who decides may see it, what happened since, and what may be
        played.

        Of the layouts the first that fits the screen.
        """
        first_time, self.seen_by = self.seen_by != seat, seat
        self.fit(self.layouts(first_time), lambda layout: list(self.below(seat, layout)))

    def fit(self, layouts: Iterable[ScreenLayout], lines_below: Callable[[ScreenLayout], list[Line]]) -> None:
        """The map and lines below it, in the first layout that the screen has room for, else in the
        last one."""
        for layout in layouts:
            canvas, below = self.canvas(layout), lines_below(layout)
            spare = self.screen.height - 1 - len(canvas.rows) - len(below)
            if spare >= 0:
                break
        if spare < 0 and len(below) > 1:        # `log` has what happened
            del below[0]
        if spare > 0:
            canvas = self.canvas(replace(layout, map_rows=min(MAP_ROWS, layout.map_rows + spare)))
        self.screen.canvas(canvas)
        for text, style in below:
            self.screen.line(text, style)

    def has_room_for(self, lines_below: Callable[[ScreenLayout], list[Line]]) -> bool:
        """Whether the screen has room for a map and these lines below it."""
        *_, poorest = self.layouts(first_time=False)
        return len(self.canvas(poorest).rows) + len(lines_below(poorest)) < self.screen.height

    def more(self) -> None:
        """All that the screen has no room for."""
        seat, layout = self.looking(), ScreenLayout(MAP_ROWS, legend=True, rows_of_moves=MOST_ROWS)
        self.screen.canvas(self.canvas(layout))
        for text, style in self.below(seat, layout):
            self.screen.line(text, style)

    def layouts(self, first_time: bool) -> Iterator[ScreenLayout]:
        """From the richest to the poorest, each with the lowest map that it may have."""
        if self.screen.width >= NARROWEST_IN_FULL:
            if first_time:
                yield ScreenLayout(LOW_MAP, legend=True, rows_of_moves=MOST_ROWS)
            for rows_of_moves in (MOST_ROWS, FEW_ROWS, 0):
                yield ScreenLayout(LOW_MAP, rows_of_moves=rows_of_moves)
        yield ScreenLayout(LOWEST_MAP if self.screen.width >= NARROWEST_IN_FULL else LOWEST_NARROW_MAP, compact=True)

    def canvas(self, layout: ScreenLayout) -> Canvas:
        """The board and the desks, as the player who looks may see them."""
        seat = self.looking()
        state = self.session.view(seat)
        fresh = [entry.move for entry in self.session.since(seat)]
        frame = Frame(self.screen.width, layout.map_rows, self.names(), fresh, layout.legend, layout.compact,
                      self.screen.language, seat)
        return views_of(state).terminal(state, frame)

    def below(self, seat: int, layout: ScreenLayout) -> Iterator[Line]:
        """What happened since one's last move, and the moves."""
        state, air = self.session.state, [] if layout.compact else [("", "")]
        yield from air
        happened = self.session.since(seat)
        if happened and layout.compact:
            said = f"{self.screen.tell(SINCE)} {'; '.join(text.strip() for text in self.told(happened))}"
            first, *rest = textwrap.wrap(said, self.screen.width - len(IN_LOG) if len(said) > self.screen.width
                                         else self.screen.width, break_on_hyphens=False)
            yield f"{first}{IN_LOG if rest else ''}", ""
        elif happened:
            yield SINCE, "bold"
            for text in self.told(happened):
                yield from ((line, "") for line in self.screen.wrapped(text, indent="    "))
            yield from air
        if state.turn != seat and not layout.compact:
            yield say("{player} is to answer in the turn of {other}", player=player_phrase(seat),
                      other=player_phrase(state.turn)), "bold"
        if len(state.legal_moves) == 1:
            yield say("Enter plays the only move there is: {move}", move=str(state.legal_moves[0])), ""
        elif layout.rows_of_moves:
            for group in groups(state):
                yield from self.group_lines(group, layout.rows_of_moves)
        else:
            yield from ((line, "") for line in self.screen.wrapped(folded(groups(state))))

    def show(self, explained: bool = True) -> None:
        """The board and the desks in full."""
        self.screen.line()
        narrow = self.screen.width < NARROWEST_IN_FULL
        self.screen.canvas(self.canvas(ScreenLayout(max(LOW_MAP, min(MAP_ROWS, self.screen.rows)), explained, compact=narrow)))

    def legend(self) -> None:
        """Every sign and abbreviation on the screen."""
        for sign, meaning in views_of(self.session.state).words.signs():
            self.screen.paragraph(f"{self.screen.tell(sign):<15} {self.screen.tell(meaning)}", indent=" " * 16)

    def tell(self, happened: Sequence[Happened]) -> None:
        """Moves in words, the moves of one player in a row as one paragraph."""
        for text in self.told(happened):
            self.screen.paragraph(text, indent="    ")

    def told(self, happened: Sequence[Happened]) -> Iterator[str]:
        """Moves in words, the moves of one player in a row as one text."""
        said: list[tuple[int | str, list[Phrase]]] = []
        for entry in happened:
            if not said or said[-1][0] != entry.mover:
                said.append((entry.mover, []))
            said[-1][1].append(entry.words)
        for mover, words in said:
            who = say("chance") if mover == CHANCE else self.player(int(mover))
            yield f"  {self.screen.tell(who)} {self.screen.tell(joined(', ', words))}"

    def group(self, group: Group) -> None:
        """Numbered moves in columns, all of them."""
        for text, style in self.group_lines(group, ENDLESS):
            self.screen.line(text, style)

    def group_lines(self, group: Group, most_rows: int) -> Iterator[Line]:
        """Numbered moves in columns, with a heading."""
        title = self.screen.tell(group.title)
        yield f"{group.stem}{f'  ({title})' if title else ''}"[: self.screen.width], "bold"
        cells = [f"{choice.number:>4} {choice.rest or group.stem}" for choice in group.choices]
        width = max(map(len, cells)) + 1
        columns = max(1, self.screen.width // width)
        rows = [cells[start : start + columns] for start in range(0, len(cells), columns)]
        for row in rows[:most_rows]:
            yield "".join(cell.ljust(width) for cell in row).rstrip(), ""
        if len(rows) > most_rows:
            more = say("... {count} more: moves {stem}", count=len(cells) - most_rows * columns, stem=group.stem)
            yield f"     {self.screen.tell(more)}", ""

    def candidates(self, moves: Sequence[Move]) -> None:
        """What an ambiguous text may mean."""
        numbers = {str(move): number for number, move in enumerate(self.session.state.legal_moves, 1)}
        self.screen.line(say("that could be {count} moves; type more of it, or a number:", count=len(moves)))
        for move in moves[:MOST_CANDIDATES]:
            self.screen.line(f"{numbers[str(move)]:>4} {move}")
        if len(moves) > MOST_CANDIDATES:
            more = say("... {count} more", count=len(moves) - MOST_CANDIDATES)
            self.screen.line(f"     {self.screen.tell(more)}")

    def score(self) -> None:
        """Prints the current points, as far as the player who looks may know them."""
        state = self.session.view(self.looking())
        names = [name for name in state.scores[0] if any(row[name] for row in state.scores) or name == "total"]
        self.screen.table(
            [say("player"), say("rank"), *(CATEGORY_NAMES[name] for name in names)],
            [[self.screen.tell(self.player(seat))[:NAME_WIDTH], str(rank), *(str(row[name]) for name in names)]
             for seat, (row, rank) in enumerate(zip(state.scores, state.ranks, strict=True))],
        )

    def ending(self) -> None:
        """The final table."""
        result = self.session.state.result
        self.show(explained=False)
        self.screen.line()
        self.screen.line(say("the game is over ({reason})", reason=END_NAMES[result["reason"]]), style="bold")
        self.score()
        winners = [self.player(seat) for seat, rank in enumerate(result["ranks"]) if rank == 1]
        self.screen.line(
            say("{player} wins", player=winners[0]) if len(winners) == 1 else say("{players} win", players=listed(winners)),
            style="bold")
        self.screen.line(say("'undo', 'save FILE', 'log' or 'quit'"))


def folded(kinds: Sequence[Group]) -> Phrase:
    """The moves by kind: `income 3, place t 32, end; 'moves' lists them`."""
    said = [
        str(group.choices[0].move) if len(group.choices) == 1 else f"{group.stem} ({len(group.choices)})" for group in kinds
    ]
    return say("moves: {moves} | 'moves', 'more', 'help'", moves=", ".join(said))

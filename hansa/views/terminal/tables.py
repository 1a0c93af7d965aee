"""Tables in lines of text: words to the left, figures to the right, no wider than a terminal if
possible."""

from __future__ import annotations

import re
from collections.abc import Sequence

LEAST_WORDS = 12                    # columns that words keep in a table
BETWEEN, NARROW = "  ", " "         # two columns of a table; where there is little room
WORD = re.compile(r"[^\W\d_]{3}")   # letters in a row: no figure


def table_lines(columns: Sequence[str], rows: Sequence[Sequence[str]], width: int | None = None) -> list[str]:
    """The heading and the rows; within a width the columns move together and the widest words are
    cut.

    >>> for line in table_lines(["bot", "games", "wins"], [["mcts:level=3", "120", "5.0%"], ["random", "7", "-"]]):
    ...     print(line)
    bot           games  wins
    mcts:level=3    120  5.0%
    random            7     -
    >>> table_lines(["bot", "wins"], [["mcts:strength=club", "5.0%"]], 20)
    ['bot             wins', 'mcts:streng... 5.0%']
    """
    by_column = list(zip(columns, *rows, strict=True))
    words = [not number or any(WORD.search(cell) for cell in column[1:]) for number, column in enumerate(by_column)]
    widths = [max(map(len, column)) for column in by_column]
    between = BETWEEN if width is None or breadth(widths, BETWEEN) <= width else NARROW
    excess = 0 if width is None else breadth(widths, between) - width
    if excess > 0:
        widest = max((number for number, left in enumerate(words) if left), key=widths.__getitem__)
        widths[widest] = max(widths[widest] - excess, min(widths[widest], LEAST_WORDS))
    return [
        between.join(
            shortened(cell, room).ljust(room) if left else cell.rjust(room)
            for cell, room, left in zip(row, widths, words, strict=True)).rstrip()
        for row in (columns, *rows)]


def breadth(widths: Sequence[int], between: str) -> int:
    """The columns that a table takes."""
    return sum(widths) + len(between) * (len(widths) - 1)


def shortened(text: str, width: int) -> str:
    """A text that fits into a column.

    >>> shortened("Red (you), Green (AI, club)", 20)
    'Red (you), Green ...'
    """
    return text if len(text) <= width else f"{text[: width - 3]}..."

"""Tables as notebooks show them.

>>> table(("move", "visits"), [("place t BRE-HAM", "12"), ("end", "<3")])
'<table><thead><tr><th ...>move</th>...<td style="text-align:right">&lt;3</td></tr></tbody></table>'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

WIDTH = 640         # of a board, in pixels: a cell of a notebook on a laptop


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of texts: the first column to the left, the others to the right."""
    head = "".join(_cell("th", place, words) for place, words in enumerate(headings))
    body = "".join(
        f"<tr>{''.join(_cell('td', place, words) for place, words in enumerate(row))}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(tag: str, place: int, words: str) -> str:
    return f'<{tag} style="text-align:{"right" if place else "left"}">{escape(words)}</{tag}>'

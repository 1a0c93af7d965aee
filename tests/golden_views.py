"""What people see of positions on every board: words, tables and maps in the terminal as they are
printed, drawings and bitmaps as checksums.

`python -m tests.golden_views` writes the files in `tests/golden/views` anew; review the diff. If a
checksum has changed, look at the pictures too (`make screenshots`). That views show what is there
is the matter of `test_render.py`, `test_screens.py` and `test_views.py`.
"""

from __future__ import annotations

import itertools
import json
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from hansa.languages import ENGLISH
from hansa.record import play_random
from hansa.state import State
from hansa.views import views_of
from hansa.views.svg import svg
from hansa.views.terminal import Frame
from hansa.views.words import Words

FOLDER = Path(__file__).parent / "golden" / "views"
SETUPS: tuple[dict[str, object], ...] = (
    {"board": "hansa-23", "players": 3}, {"board": "hansa-45", "players": 5, "modules": ["favours", "missions"]},
    {"board": "east", "players": 3}, {"board": "britannia-3", "players": 3}, {"board": "britannia-45", "players": 4},
    {"board": "hansa2004", "players": 3},
)
PLIES = (12, 170)           # of a random game: where its positions are shown
MOVES_TOLD = 2              # of each kind, or to each place, in one position
NAMES = ("Ada", "<Ben & Co>", "Cleo", "Dora", "Emil")


def positions(setup: dict[str, object]) -> Iterator[State]:
    """Positions of a random game: early, and later or at its end."""
    steps = list(play_random(setup, seed=5, kind_first=True).steps())
    for ply in PLIES:
        yield steps[min(ply, len(steps) - 1)].state


def text(setup: dict[str, object]) -> str:
    """What belongs into the file of a setup."""
    shown = list(positions(setup))
    signs = [f"{sign}: {ENGLISH.tell(meaning)}" for sign, meaning in views_of(shown[0]).words.signs()]
    return "".join(f"{line}\n" for line in ["=== signs", *signs, *itertools.chain.from_iterable(map(lines, shown))])


def lines(state: State) -> Iterator[str]:
    """A position in every view."""
    shown = views_of(state)
    yield from ("=== text", *shown.text(state).splitlines())
    latest = tuple(map(str, state.legal_moves[:1]))
    for width, frame in {
        "120": Frame(120, seat_names=NAMES[: state.players], latest_moves=latest),
        "80, compact": Frame(80, 14, compact=True, legend=False, looking=1),
    }.items():
        canvas = shown.terminal(state, frame)
        yield f"=== terminal {width}, styles {checksum(str([*map(list, canvas.runs())]))}"
        yield from (row.rstrip() for row in str(canvas).splitlines())
    yield from ("=== moves", *moves(state, shown.words))
    yield from ("=== drawings", *drawings(state))


def moves(state: State, words: Words) -> Iterator[str]:
    """Some moves of each kind: what they do, as a wish, and the targets to click."""
    drawing = views_of(state).svg.position(state)           # type: ignore[union-attr]
    yield ENGLISH.tell(drawing.prompt())
    for verb, same in itertools.groupby(state.legal_moves, key=lambda move: str(move).split()[0]):
        yield f"{verb}: {ENGLISH.tell(words.heading(verb))}"
        for move in itertools.islice(same, MOVES_TOLD):
            after = state.after(move)
            told = [words.describe(state, move, after), drawing.phrase(str(move)), drawing.wish(str(move)),
                    *words.outcome(state, move, after, 0)]
            yield f"  {move}: {'; '.join(map(ENGLISH.tell, told))}"
            for target in drawing.targets(str(move)):
                yield f"    {target}: {ENGLISH.tell(drawing.label(target))}"


def drawings(state: State) -> Iterator[str]:
    """Checksums of what is drawn, part by part, so that a change says where it is."""
    view = views_of(state).svg
    assert view is not None
    board, position = view.board(state.to_json()["board"]), view.position(state)
    layers = position.layers().to_json()
    legal = [str(move) for move in state.legal_moves[::7]]
    cities = [f"city {code}" for code in board.cities][:3]
    for name, drawn in {
        "board": board.to_json(), **layers, "rings": [position.ring(city) for city in cities],
        "marks": [position.move_mark(move) for move in legal],
        "picture": svg(state, arrows=legal, highlight=cities, size=500),
    }.items():
        yield f"{name} {checksum(json.dumps(drawn, default=str))}"
    bitmap = views_of(state).pixels(state)
    yield f"bitmap {bitmap.shape} {zlib.crc32(bitmap.tobytes()):08x}"


def checksum(words: str) -> str:
    return f"{zlib.crc32(words.encode()):08x}"


def file_of(setup: dict[str, object]) -> Path:
    return FOLDER / f"{setup['board']}.txt"


def main(setups: Iterable[dict[str, object]] = SETUPS) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for setup in setups:
        file_of(setup).write_text(text(setup), encoding="utf-8")


if __name__ == "__main__":
    main()

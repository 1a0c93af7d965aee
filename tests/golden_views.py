"""What people see of positions on every board: words, tables and maps in the terminal as they are
printed, drawings and bitmaps as checksums; and for each game every phase, and moves of all forms.

`python -m tests.golden_views` writes the files in `tests/golden/views` anew; review the diff. If a
checksum has changed, look at the pictures too (`make screenshots`). That views show what is there
is the matter of `test_render.py`, `test_screens.py` and `test_views.py`.
"""

from __future__ import annotations

import itertools
import json
import re
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from hansa.games import GAMES
from hansa.languages import ENGLISH, language
from hansa.notation import read_position
from hansa.record import play_random
from hansa.state import Move, State
from hansa.views import views_of
from hansa.views.svg import svg
from hansa.views.terminal import Frame
from hansa.views.words import Words
from tests.golden_mistakes import positions as phases

GOLDEN = Path(__file__).parent / "golden"
FOLDER = GOLDEN / "views"
SETUPS: tuple[dict[str, object], ...] = (
    {"board": "hansa-23", "players": 3}, {"board": "hansa-45", "players": 5, "modules": ["favours", "missions"]},
    {"board": "east", "players": 3}, {"board": "britannia-3", "players": 3}, {"board": "britannia-45", "players": 4},
    {"board": "hansa2004", "players": 3},
)
PLIES = (12, 170)           # of a random game: where its positions are shown
MOVES_TOLD = 2              # of each kind, or to each place, in one position
GERMAN = language("de")
NAMES = ("Ada", "<Ben & Co>", "Cleo", "Dora", "Emil")


RARE_SEEDS, RARE_LIMIT = (6, 7), 4000      # of random games in which moves of all kinds are told
CODES = re.compile(r"\b[A-Z]{3}\b|\d")


# Positions in which nearly all kinds of moves are legal.
RARE = {
    "teutonica": (
        "hansa-45, 4 players, classic-16, favours; turn: red, 3 actions; red: privilege black, book 5, supply 3t, markers swap"
        " plus-3 plus-4 develop remove-3 extra-office; favours: income extra-action; COE-WAB: rrrR; GOT-QUE: rrr;"
        " HAM-STA: rrR; GOS-MAG: gR; LUB: g; MIN: gb; ARN-KAM: bB",
        "hansa-45, 4 players, classic, favours; turn: red; red: markers plus-3 remove-3; favours: income extra-action;"
        " ARN-KAM: bB; HIL-PAD: r",
        "hansa-23, 2 players; turn: red, 2 actions; HAM-LUB: nn; GOT-QUE: gG; GOS-HIL: rrr swap",
        "britannia-45, 4 players; turn: red, 4 actions; red: supply 3t, book 5; CAL-CAN: rr; CAL-CAN/ship: R; OXF-SAL: gG",
        "britannia-45, 4 players; turn: red, 4 actions; red: supply 3t, book 5; CAL-SOU: r; CAL-SOU/ship: RR; CON-MON: r",
        *(f"east, 3 players; turn: red, 4 actions; red: supply 3t, book 5; {route}; BRN-DAN: gg" for route in (
            "DAN-MAL: rrr; DAN-MAL/ship: R", "MAL-STR: r; MAL-STR/ship: RR", "MAL-VIS: rr; MAL-VIS/ship: R",
            "STR-WIS: r; STR-WIS/ship: RR")),
    ),
    "hansa2004": (),
}
# Positions that have nearly everything that a view can show.
FULL = {
    "teutonica": (
        "hansa-45, 4 players, missions, favours; turn 12: red, 3 actions; special: 7 green, 9 blue; pending: 1 unseen;"
        " connected: green, red; favours: income, double-cities; red: markers swap plus-3, used move-3, favours extra-action,"
        " mission DOR MIN LUN, prestige 9, keys 3, seen plus-4; green: book 3, mission ARN PER HAN, favours extra-displaced,"
        " prestige 12; blue: mission DOR STE KAM; yellow: mission ARN OSN HIL; LUB: gg; HAM: rg|gg; HAM-LUB: rG;"
        " GOT: b|rR; LUN-PER: by develop",
        "hansa-23, 2 players; turn 7: green; HAM: nr; HAM-LUB: nnr; LUB: n; GOS-HIL: gR swap;"
        " green: markers plus-4 plus-4, used swap, prestige 3; connected: red",
        "britannia-45, 4 players; turn 9: blue, 1 action; permits: CRD; CAL-CAN/ship: R; CAL-CAN: rg; CRD: gb; EDI: r; GLA: g;"
        " red: book 3; CRD-PEM: gB; blue: prestige 4, actions 4+; special: 11 red",
        "east, 3 players; turn 5: red, 2 actions; KRA: rbr; DRE: grb; DAN-MAL/ship: R; MAL-STR/ship: GB; DAN: rg;"
        " THO-KRA: rr swap; green: keys 2+, privilege black",
        "hansa-23, 3 players; turn 5: red; displaced: green merchant from HAM-LUB; HAM-LUB: r",
    ),
    "hansa2004": (),
}


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


def in_german(state: State) -> Iterator[str]:
    """A position in the terminal where German words are as wide as they may be."""
    for frame in (Frame(105, language=GERMAN), Frame(104, seat_names=NAMES[: state.players], language=GERMAN),
                  Frame(60, 20, compact=True, legend=False, language=GERMAN, looking=0)):
        canvas = views_of(state).terminal(state, frame)
        yield f"=== German, {frame.width}, styles {checksum(str([*map(list, canvas.runs())]))}"
        yield from (row.rstrip() for row in str(canvas).splitlines())


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


def rare(game: str) -> str:
    """What belongs into the file of a game: every phase, and what is told of moves that few games
    have."""
    rows: list[str] = []
    for name, state in phases(game).items():
        shown = views_of(state)
        rows += [f"=== {name}", *shown.text(state).splitlines(), *moves(state, shown.words), *drawings(state)]
    for words in RARE[game]:
        state = read_position(words)
        styles = checksum(str([*map(list, views_of(state).terminal(state, Frame(120)).runs())]))
        rows += [f"=== {words}", f"styles {styles}", *lacking(state), *every_form(state)]
    for words in FULL[game]:
        rows += [f"=== {words}", *lines(read_position(words)), *in_german(read_position(words))]
    known: Counter[str] = Counter()
    for setup in SETUPS:
        if (setup["board"] == "hansa2004") == (game == "hansa2004"):
            for seed in RARE_SEEDS:
                rows += [f"=== {setup['board']}, seed {seed}", *first_told(setup, seed, known)]
    over = [*phases(game).values()][-1].copy()
    over.cut_off()
    shown = views_of(over)
    rows += ["=== cut off", *shown.text(over).splitlines(), *str(shown.terminal(over, Frame(120))).splitlines()]
    return "".join(f"{row.rstrip()}\n" for row in rows)


def lacking(state: State) -> Iterator[str]:
    """What is missing for claims."""
    names = list(views_of(state).words.place_names(state))
    for places in ([], names[:1], names[3:4]):
        yield f"to claim {places}: {'; '.join(map(ENGLISH.tell, views_of(state).words.lacking(state, 'claim', places)))}"


def every_form(state: State, deeper: bool = True) -> Iterator[str]:
    """A move of each form, and those of the phases that they lead to."""
    forms = {CODES.sub("#", str(move)): move for move in reversed(state.legal_moves)}
    drawing = views_of(state).svg.position(state)               # type: ignore[union-attr]
    for move in reversed(forms.values()):
        after = state.after(move)
        yield told(state, move, after)
        for target in drawing.targets(str(move)):
            yield f"  {target}: {ENGLISH.tell(drawing.label(target))}; {', '.join(drawing.wishes(target))}"
        if deeper and after.phase != state.phase:
            yield from (f"  {row}" for row in every_form(after, deeper=False))


def told(state: State, move: Move, after: State) -> str:
    """All that is said of a move."""
    shown = views_of(state)
    drawing = shown.svg.position(state)                         # type: ignore[union-attr]
    phrases = [drawing.prompt(), shown.words.describe(state, move, after), drawing.wish(str(move))]
    for seat in (None, 0):
        phrases += shown.words.outcome(state, move, after, seat)
    return f"{move}: {'; '.join(map(ENGLISH.tell, phrases))}"


def first_told(setup: dict[str, object], seed: int, known: Counter[str]) -> Iterator[str]:
    """Of a random game the first moves of each form."""
    steps = list(play_random(setup, seed=seed, kind_first=True, limit=RARE_LIMIT).steps())
    for step, following in itertools.pairwise(steps):
        form = f"{step.state.phase} {CODES.sub('#', str(step.move))}"
        known[form] += 1
        if known[form] <= MOVES_TOLD or following.state.over:
            yield told(step.state, step.state.parse(str(step.move)), following.state)


def checksum(words: str) -> str:
    return f"{zlib.crc32(words.encode()):08x}"


def file_of(setup: dict[str, object]) -> Path:
    return FOLDER / f"{setup['board']}.txt"


def rare_file(game: str) -> Path:
    return FOLDER / f"{game}, rare.txt"


def main(setups: Iterable[dict[str, object]] = SETUPS) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for setup in setups:
        file_of(setup).write_text(text(setup), encoding="utf-8")
    for game in GAMES:
        rare_file(game).write_text(rare(game), encoding="utf-8")


if __name__ == "__main__":
    main()

"""What fits where: the screen of `hansa play` and `hansa watch` at the sizes that people
have."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest
from rich.color import Color, ColorSystem

from hansa.boards import BOARD_NAMES, board
from hansa.cli import main
from hansa.cli.screen import ENDLESS, Screen, rich_console
from hansa.cli.table_view import TableView
from hansa.languages import ENGLISH
from hansa.record import play_random
from hansa.state import State
from hansa.table.session import HUMAN, Session
from hansa.tournaments.live import drawn
from hansa.tournaments.sheets import Sheet
from hansa.views import views_of
from hansa.views.terminal import Frame, palette
from hansa.views.terminal.tables import table_lines
from hansa.views.words.teutonica import prompt
from tests.golden_commands import forget_styles
from tests.terminal import Terminal


class Sized(Screen):
    """A plain screen of a size."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__(plain=True)
        self._size = width, height

    @property
    def width(self) -> int:
        return self._size[0]

    @property
    def height(self) -> int:
        return self._size[1]


def presented(session: Session, capsys: pytest.CaptureFixture[str], width: int, height: int) -> list[str]:
    """The lines that a person sees before the prompt."""
    TableView(session, Sized(width, height)).present(0)
    return capsys.readouterr().out.splitlines()


def middle(name: str, players: int, first: int = 0) -> Session:
    """A game in its middle, where seat 0 is to move, with bots at the other seats."""
    record = play_random({"board": name, "players": players}, seed=4, limit=200, kind_first=True)
    session = Session(record.setup, (HUMAN, *["mcts:strength=club"] * (players - 1)), seed=record.seed, moves=record.moves)
    while session.waits_for != HUMAN:
        session.step(session.state.legal_moves[0])
    return session


@pytest.mark.parametrize(("width", "height"), [(60, 30), (80, 24), (100, 30), (140, 45)])
@pytest.mark.parametrize("name", BOARD_NAMES)
def test_the_board_is_visible_while_one_decides(
    name: str, width: int, height: int, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = presented(middle(name, board(name).players[-1]), capsys, width, height)
    # Five players, a row of belongings and two rows of moves may push the heading off 24 lines,
    # never the map.
    assert len(lines) <= height - 1 + (height == 24 and board(name).players[-1] == 5)
    assert max(map(len, lines)) <= width
    text = "\n".join(lines[-(height - 1):])
    assert all((city.name if width >= 116 else city.code) in text for city in board(name).cities)
    assert "moves: " in text or "end" in text
    assert "seat 0" not in text and "strength=" not in text
    assert text.count("AI,") == text.count("AI, club"), "a name is whole, or has no second part"


def test_the_game_of_2004_fits_too(capsys: pytest.CaptureFixture[str]) -> None:
    session = Session({"game": "hansa2004", "players": 4}, (HUMAN, "greedy", "greedy", "greedy"), seed=5)
    lines = presented(session, capsys, 80, 24)
    assert len(lines) < 24 and max(map(len, lines)) <= 80 and any("Green greedy" in line for line in lines)


@pytest.mark.parametrize("setup", [{"board": "britannia-45", "players": 5}, {"game": "hansa2004", "players": 3}])
def test_phases_and_seats_are_told_in_words(setup: dict[str, object]) -> None:
    """People read `phase plates`, `lift` and `seat 0`, which are words of the protocol."""
    record, seen = play_random(setup, seed=4, limit=400, kind_first=True), set()
    for _, state, _ in record.steps():
        if state.phase not in seen and isinstance(state.to_move, int):
            seen.add(state.phase)
            drawn = str(views_of(state).terminal(state, Frame(100, 32)))
            assert not re.search(r"\b(phase|plates|seat)\b", drawn), state.phase
            assert re.search(r"\b(Red|Green|Blue|Yellow|Purple)\b", drawn.splitlines()[1])
    assert len(seen) >= 4


def test_what_may_be_typed_is_of_the_game_that_is_played() -> None:
    """The help of Hansa (2004) cited a route of the other game."""
    with Terminal("play", "--game", "hansa2004", "--seed", "5", "--bots", "greedy", lines=50) as terminal:
        terminal.wait_for(r"Red> $")
        said = re.search(r"any order \('(.+?)', or '(.+?)'\)", " ".join(terminal.say("help", r"Red> $").split()))
        assert said and said[1] in State.new(game="hansa2004", players=4, seed=5).legal_moves
        assert "you put two booths" in " ".join(terminal.say(said[2], r"Red> $").split())


def test_an_answer_breaks_between_words(capsys: pytest.CaptureFixture[str]) -> None:
    for width in (80, 100, 140):
        Sized(width, 24).message("illegal move 'place t ham': " + "moves begin with " * 20)
        lines = capsys.readouterr().out.splitlines()
        assert len(lines) > 1 and max(map(len, lines)) <= width
        assert {word for line in lines for word in line.split()} == {
            "illegal", "move", "'place", "t", "ham':", "moves", "begin", "with"}


def test_the_line_of_what_happened_ends_with_a_whole_name(capsys: pytest.CaptureFixture[str]) -> None:
    """It ended in `Göttingen- ... (log)`."""
    session = Session({"board": "hansa-45", "players": 4}, (HUMAN, "prestige", "network", "markers"), seed=5)
    session.play("end")
    while session.waits_for != HUMAN:
        session.step()
    for width in range(80, 100):
        text = " ".join(presented(session, capsys, width, 24))
        assert " ... (log)" in text and "- ... (log)" not in text


def test_where_nobody_watches_everything_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    session = Session({"board": "hansa-45", "players": 4}, (HUMAN, "greedy", "greedy", "greedy"), seed=5)
    text = "\n".join(presented(session, capsys, 80, 1 << 30))
    assert "trader, merchant of Red" in text and re.search(r"^place t ", text, re.MULTILINE)


@pytest.mark.parametrize("setup", [{"game": "hansa2004", "players": 3}, {"board": "britannia-45", "players": 5}])
def test_the_legend_explains_every_abbreviation(setup: dict[str, object]) -> None:
    state = State.from_setup(setup, seed=1)
    explained = " ".join(sign for sign, _ in views_of(state).words.signs()).split()
    drawn = str(views_of(state).terminal(state, Frame(80, 14, compact=True, legend=False)))
    words = {word for word in ("key", "keys", "act", "priv", "book", "bk", "bank", "special", "end", "now/total", "stock",
                               "supply", "unsold") if re.search(rf"(?<![\w-]){word}(?![\w-])", drawn)}
    assert words - {"key"} <= set(explained) and set(re.findall(r"<..>", drawn)) <= set(explained)


def test_show_draws_as_play_does_and_writes_tables_into_pipes(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    path.write_text(json.dumps(State.new(board="hansa-45", players=4, seed=7).to_json()))
    for plain, sign in (([], "trader, merchant of Red"), (["--plain"], "seat points")):
        with Terminal("show", str(path), *plain) as terminal:
            assert terminal.end() == 0 and sign in terminal.shown


MORE = r"-- Enter shows more, q leaves it out -- $"


def test_words_show_what_the_screen_has_no_room_for() -> None:
    """A page at a time: what is printed before a question is never more than the screen holds."""
    with Terminal("play", "--board", "hansa-23", "--players", "3", "--seed", "5", "--bots", "greedy", lines=24) as terminal:
        first = terminal.wait_for(r"Red> $")
        assert "moves: income (3), place t (32)" in first and "HAM" in first
        for word, sign, last in (
                ("more", "HAM", "trader, merchant of Red"), ("legend", "a trader and a merchant of Red", "[T20]")):
            pages = [terminal.say(word, MORE)]
            while "Red> " not in pages[-1]:
                pages.append(terminal.say("", f"{MORE}|Red> $"))
            assert sign in pages[0] and last in "".join(pages) and last not in pages[0]
            assert all(len(page.strip().removeprefix(word).lstrip("\n").splitlines()) <= 24 for page in pages)
        terminal.say("legend", MORE)
        # The rest is left out, and the game continues.
        assert "[T20]" not in terminal.say("q", r"Red> $")
        assert "nothing has happened yet" in terminal.say("log", r"Red> $")


def test_nothing_waits_where_the_screen_has_room_or_nobody_watches() -> None:
    arguments = ("play", "--board", "hansa-23", "--players", "3", "--seed", "5", "--bots", "greedy")
    with Terminal(*arguments, lines=90, columns=100) as terminal:
        terminal.wait_for(r"Red> $")
        assert "-- Enter" not in terminal.say("legend", r"Red> $")


# --- colours ------------------------------------------------------------------------------------

BACKGROUNDS = ("#ffffff", "#1e1e1e", "#000000")
READABLE = 3.0      # contrast, as WCAG asks of large text and of graphics
COLOURS = [value for name, value in vars(palette).items() if name.isupper() and str(value).startswith("#")]


def luminance(colour: str) -> float:
    """As WCAG defines it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("background", BACKGROUNDS)
@pytest.mark.parametrize("colour", COLOURS)
def test_every_colour_is_readable_on_light_and_on_dark(colour: str, background: str) -> None:
    low, high = sorted((luminance(colour), luminance(background)))
    assert (high + 0.05) / (low + 0.05) >= READABLE


@pytest.mark.parametrize("colour", COLOURS)
def test_every_colour_is_one_of_the_256(colour: str) -> None:
    assert Color.parse(colour).downgrade(ColorSystem.EIGHT_BIT).get_truecolor().hex == colour


def test_the_colours_that_a_terminal_chooses_itself_are_not_used() -> None:
    """Bright yellow and white cannot be read on a light background: such escapes are 30 to 37 and
    90 to 97."""
    with Terminal("play", "--board", "britannia-45", "--players", "5", "--seed", "5", "--bots", "greedy", lines=45,
                  columns=140) as terminal:
        terminal.wait_for(r"Red> $")
        terminal.say("legend", r"Red> $")
        terminal.say("zzz", r"Red> $")
        terminal.say("score", r"Red> $")
        escapes = re.findall(rb"\x1b\[([0-9;]*)m", terminal.raw)
    codes = {int(code) for escape in escapes for code in re.sub(rb"[34]8;5;\d+", b"", escape).split(b";") if code}
    assert len(escapes) > 50 and not codes & {*range(30, 38), *range(90, 98)}


# --- tables -------------------------------------------------------------------------------------

def test_tables_have_words_to_the_left_and_figures_to_the_right(capsys: pytest.CaptureFixture[str]) -> None:
    Sized(80, 24).table(["game", "moves", "played", "won"], [["1 a", "7", "19 Nov", "5 to 9"], ["2 bcd", "120", "7 Dec", "-"]])
    assert capsys.readouterr().out.splitlines() == [
        "game   moves  played     won", "1 a        7  19 Nov  5 to 9", "2 bcd    120  7 Dec        -"]


@pytest.mark.parametrize(("height", "fits"), [(24, True), (ENDLESS, False)])
def test_a_table_fits_the_terminal_and_is_whole_in_a_pipe(
    height: int, fits: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    players = "Red (you), Green (AI, club), Blue (AI, club), me"
    Sized(60, height).table(["game", "moves", "players"], [["1 friday", "7", players]])
    row = capsys.readouterr().out.splitlines()[1]
    assert (len(row) == 60 and row.endswith("...")) is fits and ("me" in row) is not fits


def test_the_live_table_has_every_name_at_80_columns() -> None:
    """Rich folded the names to four columns, or left them out."""
    columns = ["bot", "rank", "Elo", "±", "games", "wins", "95 %", "mean rank", "points", "won with", "ms/move"]
    rows = [[name, "1", "+128", "68", "66", "80.3%", "66.9–89.2", "1.20", "53.2", "56.6", "0.08"]
            for name in ("mcts:strength=club", "prestige")]
    lines = drawn(Sheet("Ratings", tuple(columns), tuple(map(tuple, rows))), 80).plain.splitlines()
    assert lines[3].startswith("mcts:stre... ") and lines[4].startswith("prestige ") and lines[1].split()[0] == "bot"
    assert max(map(len, lines)) <= 85       # the last column may be cropped, a name never


def test_the_seats_of_the_game_of_2004_have_colours() -> None:
    state = State.new(game="hansa2004", players=3, seed=5)
    while "0b2" not in str(state):
        state = state.after(state.legal_moves[0])
    styles = {text.strip(): style for row in views_of(state).terminal(state, Frame(80)).runs() for text, style in row}
    assert styles["0b2"] == f"bold {palette.SEATS[0]}"
    assert any(text.endswith("1 Green") and style == f"bold {palette.SEATS[1]}" for text, style in styles.items())


DRAWING = """\
seat points  supply
>0       3   2t1m
 1       0   3t 0t
ARN-DUI 0t .. 4m  plus-3  ARN Arnheim wt|1t =3
KAL Kalmar: 0b2 2m13 ~~ swapped 10t
game over (rounds), seat 1
game 1"""
COLOURED = """\
[bold]seat points  supply[/]
[reverse]>0[/]       3   2t1m
 1       0   3t 0t
ARN-DUI [RED]0t[/] [FAINT]..[/] [PURPLE]4m[/]  [MARKER]plus-3[/]  ARN Arnheim wt|[GREEN]1t[/] [YELLOW]=3[/]
KAL Kalmar: [RED]0b2[/] [BLUE]2m13[/] [FAINT]~~[/] swapped 10t
[bold]game over (rounds), seat 1[/]
game 1"""


def test_pieces_markers_and_empty_places_in_a_drawing_have_colours() -> None:
    forget_styles()
    screen, shown = Screen(plain=True), io.StringIO()
    screen._console = rich_console(file=shown, force_terminal=True, color_system="truecolor", highlight=False, soft_wrap=True)
    screen.drawing(DRAWING)
    expected = COLOURED.replace("[bold]", "\x1b[1m").replace("[reverse]", "\x1b[7m").replace("[/]", "\x1b[0m")
    seats = dict(zip(("RED", "GREEN", "BLUE", "YELLOW", "PURPLE"), palette.SEATS, strict=True))
    for name, colour in {**seats, "MARKER": palette.MARKER, "FAINT": palette.FAINT}.items():
        expected = expected.replace(f"[{name}]", f"\x1b[{';'.join(Color.parse(colour).get_ansi_codes())}m")
    assert shown.getvalue() == f"{expected}\n"


@pytest.mark.parametrize(("columns", "widest"), [(64, 64), (200, 140)])
def test_a_page_of_the_documentation_fits_the_terminal(
    columns: int, widest: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", str(columns))
    assert main(["docs", "install"]) == 0
    shown = capsys.readouterr().out
    lines = re.sub(r"\x1b\[[\d;]*m", "", shown).splitlines()
    assert widest - 4 <= max(map(len, lines)) <= widest
    assert "[48;" not in shown, "nothing has a background"
    assert re.search(r"^ hansa play *$", shown, re.MULTILINE), "what to type has no colours of its own"


def test_long_belongings_and_headings_are_not_cut(capsys: pytest.CaptureFixture[str]) -> None:
    """In a full drawing they continue in the next line; in a compact one whole facts are left out,
    then names, and then they continue."""
    session = middle("britannia-45", 5)
    full = str(views_of(session.state).terminal(session.state, Frame(80)))
    assert max(map(len, full.splitlines())) <= 80
    whole = str(views_of(session.state).terminal(session.state, Frame(200, compact=True))).splitlines()[0]
    for width in range(60, 120):
        drawn = str(views_of(session.state).terminal(session.state, Frame(width, compact=True))).splitlines()
        heading = drawn[0]
        if len(whole.partition(" · ")[0]) > width:
            assert " ".join(drawn[:3]).startswith(whole.partition(" · ")[0])
        else:
            assert f"{whole} · ".startswith(f"{heading} · ")
        assert len(heading) <= width


def test_a_long_question_is_asked_in_full_in_a_compact_drawing() -> None:
    state = State.new(board="hansa-23", players=3, seed=1)
    for move in ("place t ARN-DUI", "place t BRE-HAM", "end"):
        state.play(move)
    while state.turn != 0:
        state.play("end")
    state.play("lift t ARN-DUI")
    question = ENGLISH.tell(prompt(state.to_json())).rstrip(".")
    for width in (60, 79, 80, 100):
        names = ("an AI of the highest level", "", "")
        drawn = str(views_of(state).terminal(state, Frame(width, 10, names, compact=True)))
        words = " ".join(drawn.split())
        assert f"turn 4 of Red: {question}" in words or f"turn 4 of Red (an AI of the highest level): {question}" in words
        assert "..." not in drawn and max(map(len, drawn.splitlines())) <= width
    assert len(question) > 60


def test_brackets_of_names_are_no_markup(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """rich would take `[bold]` for a style, and fail over `[/x]`."""
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.delenv("NO_COLOR", raising=False)
    screen = Screen()
    assert screen.console is not None
    for say_it in (screen.line, screen.last_line, screen.paragraph, screen.message):
        say_it("[bold]Ada[/x] moves", style="green")
        assert "[bold]Ada[/x] moves" in capsys.readouterr().out


def test_columns_move_together_only_where_they_must() -> None:
    heading, rows = ("bot", "games"), [("random", "7")]
    assert table_lines(heading, rows) == table_lines(heading, rows, 13) == ["bot     games", "random      7"]
    assert table_lines(heading, rows, 12) == ["bot    games", "random     7"]

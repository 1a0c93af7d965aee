"""How bots play: counted by hand from short games, and printed by `hansa rate --style`."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from hansa.cli import main
from hansa.cli.rate import RateArguments
from hansa.cli.rate import records as all_records
from hansa.play_style import Style, count_game, kind_of
from hansa.record import Record
from hansa.tournaments.columns import short_name
from hansa.tournaments.play import play
from hansa.tournaments.schedule import TableSetup, Tournament, games
from hansa.tournaments.style import style_sheets, styles

PLAN = Tournament(("markers", "prestige"), (TableSetup("hansa-23", 2),), blocks=1)


@pytest.fixture(scope="module")
def records() -> list[Record]:
    """Two whole games."""
    return [play(game) for game in games(PLAN)]


@pytest.mark.parametrize(("move", "kind"), [
    ("claim COE-WAB office COE", "claim office"), ("claim GOS-HIL extra HIL t", "claim extra"), ("use swap STE 1", "use swap"),
    ("displace nt BRE-OSN with t pay t", "displace"), ("income 2t", "income"),
    ("marker extra-office ARN-DUI", "marker extra-office"),
    ("place m DAN-MAL/ship", "place"), ("buy green3", "buy"), ("sail LUB", "sail"),
])
def test_kinds_name_no_place_and_no_goods(move: str, kind: str) -> None:
    assert kind_of(move) == kind


def test_moves_and_their_turns_are_those_of_the_games(records: list[Record]) -> None:
    found = styles(records)
    for bot in PLAN.bots:
        mine, turns = [], []
        for record in records:
            seat, ended = record.seats.index(bot), 0
            for text, step in zip(record.moves, record.steps(), strict=False):
                ended = step.state.turns
                if text.startswith(f"{seat} claim"):
                    mine.append(text)
                    turns.append(ended // 2 + 1)
        claims = [kind for kind in found[bot].moves if kind.split()[0] == "claim"]
        assert found[bot].games == 2 and len(mine) > 10
        assert sum(found[bot].moves[kind] for kind in claims) == len(mine)
        assert sum(found[bot].turns[kind] for kind in claims) == sum(turns)
    assert sum(style.won for style in found.values()) == 2
    assert found["markers"].length == sum(record.more["turns"] / 2 for record in records)
    assert found["markers"].ends == {record.end: 2 for record in records} or len({record.end for record in records}) == 2


def test_length_of_games_won_is_of_those_alone(records: list[Record]) -> None:
    for bot, style in styles(records).items():
        won = 0.0
        for record in records:
            assert record.result is not None
            won += record.more["turns"] / 2 * record.result["shares"][record.seats.index(bot)]
        assert style.length_won == pytest.approx(won)


def test_points_of_games_won_are_those_of_the_winner(records: list[Record]) -> None:
    for bot, style in styles(records).items():
        won: dict[str, float] = {}
        for record in records:
            assert record.result is not None
            seat = record.seats.index(bot)
            for name, points in record.result["scores"][seat].items():
                won[name] = won.get(name, 0) + points * record.result["shares"][seat]
        assert dict(style.points_won) == pytest.approx(won)


def test_a_game_without_an_end_counts_by_what_it_is_told(records: list[Record]) -> None:
    one, other = Style(), Style()
    steps = [(step.state, step.move) for step in records[0].steps()][:5]
    steps[-1] = (steps[-1][0], None)
    count_game(steps, [one, other], [0.25, 0.75])
    assert one.ends == {"moves": 1} and (one.won, other.won) == (0.25, 0.75)
    assert sum(one.moves.values()) + sum(other.moves.values()) == 4
    count_game(steps, [one, other], [1, 0], "clear")
    assert one.ends == {"moves": 1, "clear": 1} and (one.games, one.won) == (2, 1.25)
    count_game((), [one, other], [1, 0])
    assert one.games == 2


def test_wins_of_a_game_that_was_ruled_are_those_that_count(records: list[Record]) -> None:
    won = [list(shares) for shares in ([1.0, 0.0], [0.0, 1.0])]
    for shares in won:
        ruled = replace(records[0], more={**records[0].more, "counted": {"ranks": [1, 2], "shares": shares}})
        found = styles([ruled])
        assert [found[bot].won for bot in ruled.seats] == shares


def test_styles_are_added_and_kept(records: list[Record]) -> None:
    found = styles(records)
    apart = [styles([record]) for record in records]
    for bot, style in found.items():
        assert Style.of(json.loads(json.dumps(style.to_json()))) == style
        assert apart[0][bot] + apart[1][bot] == style


def test_the_table_goes_by_the_order_given_and_leaves_out_what_is_rare(records: list[Record]) -> None:
    found = styles(records)
    found["markers"].moves["once"] = found["markers"].turns["once"] = 1
    found["markers"].games = 1000
    moves, ends = style_sheets(found, ["prestige", "markers"])
    assert moves.columns == ("move", "prestige", "markers") and "once" not in [row[0] for row in moves.rows]
    assert ends.rows[0][0] == "turns a player" and ends.rows[-1][1].endswith("%")


def test_whoever_has_not_played_has_no_style() -> None:
    nobody = Style()
    assert nobody.a_game("place") == 0.0 and nobody.mean_turn("place") is None


def test_every_number_of_the_table_of_style() -> None:
    ada = Style(games=4, length=50.0, won=2.5, length_won=40.0, moves=Counter(place=30, end=10, rare=1),
                turns=Counter(place=90, end=57, rare=7), ends=Counter(markers=3, crash=1))
    ben = Style(games=30, length=330.0, moves=Counter(place=2, rare=1), turns=Counter(place=5, rare=9), ends=Counter(cities=30))
    moves, games = style_sheets({"ada": ada, "ben": ben, "cy": Style()}, ["ben", "nobody", "a" * 50, "ada"])
    assert moves.columns == ("move", "ben", "ada") and games.columns == ("", "ben", "ada")
    assert moves.rows == (("place", "0.1 @2", "7.5 @3"), ("end", "-", "2.5 @6"), ("rare", "0.0 @9", "0.2 @7"))
    assert games.rows == (
        ("turns a player", "11.0", "12.5"), ("of games it won", "-", "16.0"), ("ended by cities", "100%", "0%"),
        ("ended by crash", "0%", "25%"), ("ended by markers", "0%", "75%"))
    assert moves.title == "Moves of a kind in a game, and the turn they come in" and games.title == "Games"
    (shortened, _), long = style_sheets({"b" * 60: ada}, ["b" * 60]), short_name("b" * 60)
    assert shortened.columns == ("move", long) and len(long) < 60


def test_rate_prints_it_of_every_game_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "log.jsonl"
    assert main(["tournament", "markers", "random", "--players", "2", "--blocks", "1", "--limit", "80", "--workers", "0",
                 "--quiet", "--log", str(log)]) == 0
    printed = []
    for logs in ([str(log)], [str(log), str(log)]):
        assert main(["rate", *logs, "--style", "--plain"]) == 0
        out = capsys.readouterr().out
        printed.append(out.partition("Moves of a kind")[2])
    assert printed[0] == printed[1] and "place" in printed[0] and "ended by moves" in printed[0]
    assert main(["rate", str(log)]) == 0 and "Moves of a kind" not in capsys.readouterr().out


def test_games_of_two_tournaments_with_the_same_ids_are_different_games(tmp_path: Path) -> None:
    logs = [str(tmp_path / f"{seed}.jsonl") for seed in (1, 2)]
    for seed, log in enumerate(logs, 1):
        assert main(["tournament", "markers", "random", "--players", "2", "--limit", "40", "--blocks", "1", "--workers", "0",
                     "--quiet", "--seed", str(seed), "--log", log]) == 0
    found = list(all_records(RateArguments(logs=(*logs, logs[0]))))
    assert sorted(record.id for record in found) == ["0.0", "0.0", "0.1", "0.1"]

"""What people may practise: their mistakes that reviews found, in all games of a folder."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from hansa.errors import HansaError
from hansa.json_lines import Json
from hansa.judgement import MISTAKES, Judgement
from hansa.languages import Language
from hansa.phrases import say
from hansa.record import Record
from hansa.review_file import read_judgements, review_path
from hansa.table.games_folder import GameFile, game_paths
from hansa.table.session import HUMAN
from hansa.web.chairs import chairs_path, read_chairs
from hansa.web.live import judgement_json
from hansa.web.school_answers import DrillListed
from hansa.web.seat_checks import ServerError, people_of


def drills(folder: Path) -> list[DrillListed]:
    """Every mistake of a person, the worst first; games with secrets wait for their end."""
    found = []
    for path in game_paths(folder):
        if review_path(path).is_file():
            with contextlib.suppress(HansaError, OSError):      # no game any more
                found += [listed_drill(path.stem, judged) for judged in mistakes_in(path, GameFile(path).read())]
    return sorted(found, key=lambda drill: (-drill.loss, drill.game, drill.ply))


def drill(path: Path, ply: int, language: Language) -> Json:
    """One of them, to be tried again."""
    record = GameFile(path).read()
    judged = next((judged for judged in mistakes_in(path, record) if judged.ply == ply), None)
    if judged is None:
        raise ServerError(say("no review has found a mistake of a person at move {number} of this game", number=ply + 1))
    return judgement_json(judged, record.replay(ply), language)


def listed_drill(game: str, judged: Judgement) -> DrillListed:
    """What the list of drills says."""
    return DrillListed(game=game, ply=judged.ply, seat=judged.seat, loss=judged.loss, verdict=judged.verdict)


def mistakes_in(path: Path, record: Record) -> Iterator[Judgement]:
    """What its review says of people's moves, if they still are what was played."""
    if "missions" in record.setup.get("modules", ()) and record.end == "interrupted":
        return
    players = record.start().players
    seats, _ = people_of(record.seats or (HUMAN,) * players, read_chairs(chairs_path(path.parent, path.stem), players))
    latest = {judged.ply: judged for judged in read_judgements(review_path(path)).values()}
    for ply, judged in sorted(latest.items()):
        was_played = ply < len(record.moves) and record.moves[ply] == f"{judged.seat} {judged.played.move}"
        if was_played and seats[judged.seat] == HUMAN and judged.verdict in MISTAKES:
            yield judged

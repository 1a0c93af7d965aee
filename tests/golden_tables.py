"""Every table and plot of two made-up tournaments, in every form: a number that is swapped,
inverted or scaled shows here.

`python -m tests.golden_tables` writes the files in `tests/golden/tables` anew; review the diff.
That the numbers are right is the matter of `test_ratings.py`, `test_shares.py`, `test_sprt.py` and
`test_standings.py`.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from hansa.tournaments.page import page
from hansa.tournaments.results import GameResult
from hansa.tournaments.sheets import as_csv, fault_lines, interval_notes, markdown, plain, sheets, summary
from hansa.tournaments.standings import standings

FOLDER = Path(__file__).parent / "golden" / "tables"
BOTS = ("ada", "ben", "<cy|d>", "a-name-that-is-longer-than-forty-characters-are")
CATEGORIES = ("cities", "network", "markers", "total")
ENDS = ("prestige", "markers", "cities")


def made_up(seed: int, sizes: Sequence[int], blocks: int) -> Iterator[GameResult]:
    """Games in which earlier bots are better, seats and setups matter, some are shared, and two end
    by a fault."""
    rng = random.Random(seed)
    for block in range(blocks):
        size = sizes[block % len(sizes)]
        line_up = rng.sample(BOTS, size)
        luck = {bot: rng.uniform(0, 6) for bot in line_up}
        for rotation in range(size):
            bots = tuple(line_up[rotation:] + line_up[:rotation])
            points = []
            for seat, bot in enumerate(bots):
                parts = [rng.randrange(12), rng.randrange(9), round(luck[bot]) + 4 * (BOTS.index(bot) < 2) - seat]
                points.append((*parts, sum(parts)))
            totals = [each[-1] for each in points]
            ranks = tuple(1 + sum(other > total for other in totals) for total in totals)
            faulty = block == 3 and rotation < 2
            yield GameResult(
                digest="d", id=f"{block}.{rotation}", block=block, table=f"board-{size}/{size}", bots=bots, ranks=ranks,
                shares=tuple((rank == 1) / ranks.count(1) for rank in ranks), points=tuple(points), categories=CATEGORIES,
                end=("crash", "timeout")[rotation] if faulty else rng.choice(ENDS), by=rotation if faulty else None,
                message="it & broke" if faulty else "", moves=rng.randrange(80, 300), turns=rng.randrange(20, 60),
                decisions=tuple(rng.randrange(10, 90) for _ in bots),
                seconds=tuple(round(rng.uniform(0.01, 3), 3) for _ in bots),
                trace="Traceback\n  line 1" if faulty and rotation else "",
            )


TOURNAMENTS = {
    "mixed": (list(made_up(1, (2, 3, 4), 30)), None, False),
    "anchored": (list(made_up(2, (4,), 14)), "ben", False),
    "winners": (list(made_up(3, (3,), 12)), None, True),
    "short": (list(made_up(4, (3,), 3)), None, False),
}


def texts(name: str) -> Mapping[str, str]:
    """What belongs into the files of a tournament, by their endings."""
    games, anchor, winner_only = TOURNAMENTS[name]
    found = standings(games, anchor=anchor, winner_only=winner_only)
    parts = [plain(sheet) for sheet in sheets(found)]
    parts += ["\n".join(lines) for lines in ([summary(found)], interval_notes(found), fault_lines(found)) if lines]
    return {
        "txt": "\n\n".join(parts) + "\n", "md": markdown(found), "csv": as_csv(found),
        "json": json.dumps(found.to_json(), indent=1, ensure_ascii=False) + "\n",
        "html": page(found, games, f"{name} <bots>"),
    }


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in TOURNAMENTS:
        for ending, text in texts(name).items():
            (FOLDER / f"{name}.{ending}").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

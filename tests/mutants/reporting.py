"""Survivors, and the score: how many mutants were noticed, of those that can be."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from tests.mutants.trying import OUTCOMES, Outcome

# Of the normal distribution: 95 % of it is within so many standard deviations.
QUANTILE = 1.96


def report(outcomes: Sequence[Outcome]) -> str:
    """What no test noticed; then the score by file, by room and of all, with a 95 % interval where
    mutants are a sample."""
    lines = [outcome.described() for outcome in outcomes if outcome.what in ("survived", "unreached", "unknown")]
    names = [("", "all"), *(("room", room) for room in dict.fromkeys(outcome.trial.room for outcome in outcomes)),
             *(("file", file) for file in sorted({outcome.trial.mutant.file for outcome in outcomes}))]
    lines.append(f"\n{'':<40}{'score':>7}{'':>13}" + "".join(f"{what:>12}" for what in OUTCOMES))
    for kind, name in reversed(names):
        counted = Counter(
            outcome.what for outcome in outcomes
            if not kind or name == (outcome.trial.room if kind == "room" else outcome.trial.mutant.file)
        )
        numbers = "".join(f"{counted[what]:>12}" for what in OUTCOMES)
        between = "" if kind == "file" else interval(counted)
        lines.append(f"{f'{kind} {name}'.strip():<40}{score(counted):>7}{between:>13}{numbers}")
    return "\n".join(lines)


def noticed(counted: Counter[str]) -> tuple[int, int]:
    """How many were noticed, and of how many that can be."""
    caught = counted["caught"] + counted["timeout"]
    return caught, caught + counted["survived"] + counted["unreached"]


def score(counted: Counter[str]) -> str:
    caught, able = noticed(counted)
    return f"{100 * caught / able:.0f} %" if able else "-"


def interval(counted: Counter[str]) -> str:
    """Wilson's 95 % interval of the score.

    >>> interval(Counter(caught=19, survived=1))
    '76 to 99'
    """
    caught, able = noticed(counted)
    if not able:
        return ""
    share, weight = caught / able, QUANTILE**2 / able
    middle = (share + weight / 2) / (1 + weight)
    half = math.sqrt(weight * share * (1 - share) + weight**2 / 4) / (1 + weight)
    return f"{100 * (middle - half):.0f} to {100 * (middle + half):.0f}"

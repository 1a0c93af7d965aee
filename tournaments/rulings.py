"""How often rulings are wrong: games that were played to their end, judged as if there had been
rulings.

A judge hears nothing but the moves and thoughts of a game, so it can rule afterwards as it would
have done then, and the end of the game tells whether it was right. Bots whose budgets are in
simulations play the same moves with and without rulings, so this is what playing on would show. A
limit of moves is judged in the same way: the leader at the limit counts as the winner.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from statistics import median

from hansa.record import Record
from hansa.record_members import BY_RULE
from hansa.tournaments.adjudication import Adjudication, Judge, Ruling
from hansa.tournaments.shares import share_interval
from hansa.tournaments.sheets import Sheet

__all__ = ["RuleTrial", "rule_trials", "ruling_sheet", "rulings_of"]

AGREEMENTS = (0.8, 0.9, 0.95, 0.99)
TURNS = (1, 2, 3)
LIMITS = (0.5, 0.75, 0.9)       # of the moves of a usual game


@dataclass
class RuleTrial:
    """What a rule would have decided.

    >>> found = RuleTrial("agree 0.9", games=10, moves=2000, saved=500)
    >>> found.right["0"].append(0.0)
    >>> found.decided, found.wrong, found.row
    (1, 1, ('agree 0.9', '10.0%', '1', '100.0%', '?', '25.0%'))
    """

    rule: str
    games: int = 0
    moves: int = 0
    saved: int = 0
    # by block: the winner's true share
    right: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    @property
    def decided(self) -> int:
        """The number of games that the rule decided."""
        return sum(map(len, self.right.values()))

    @property
    def wrong(self) -> int:
        """The number of games that another seat won; a shared win counts as wrong."""
        return sum(share < 1 for shares in self.right.values() for share in shares)

    @property
    def row(self) -> tuple[str, ...]:
        """The row of the table."""
        interval = share_interval([[[float(share < 1)] for share in shares] for shares in self.right.values()])
        return (
            self.rule, f"{self.decided / self.games:.1%}", str(self.wrong),
            f"{self.wrong / self.decided:.1%}" if self.decided else "-",
            f"{100 * interval.low:.1f}–{100 * interval.high:.1f}" if interval else "?",
            f"{self.saved / self.moves:.1%}",
        )


def rulings_of(record: Record, rules: Sequence[Adjudication]) -> Iterator[tuple[int, int, Ruling]]:
    """Which of some rules decides a game first after how many moves, and how: number, ply, ruling.

    >>> from hansa.tournaments.play import play
    >>> from hansa.tournaments.schedule import TableSetup, Tournament, games
    >>> plan = Tournament(("mcts:simulations=3", "mcts:simulations=2"), (TableSetup("hansa-23", 2),), blocks=1)
    >>> number, ply, ruling = next(rulings_of(play(next(games(plan))), [Adjudication(agree=0.6, turns=1)]))
    >>> number, ply > 20, ruling.how
    (0, True, 'agreed')
    """
    thoughts = {thought["ply"]: thought["values"] for thought in record.more.get("thoughts", ())}
    judges = {number: Judge(rule, len(record.seats)) for number, rule in enumerate(rules)}
    for ply, state, move in record.steps():
        seat = state.to_move
        if move is None or not isinstance(seat, int) or state.forced is not None:
            continue
        for number, judge in list(judges.items()):
            ruling = judge.agreed(state.turns) or judge.proven(state)
            if ruling is not None:
                yield number, ply, ruling
                del judges[number]
            else:
                judge.heard(seat, thoughts.get(ply, ()), state.turns)


def rule_trials(records: Iterable[Record]) -> list[RuleTrial]:
    """Every rule that is usual, measured on the games that ended by the rules of the game.

    >>> rule_trials([])
    []
    """
    played = [record for record in records if record.end in BY_RULE and record.result]
    if not played:
        return []
    grid = [Adjudication(agree, turns) for agree in AGREEMENTS for turns in TURNS] + [Adjudication(proven=True)]
    found = [RuleTrial(_name(rule)) for rule in grid]
    usual = median(len(record.moves) for record in played)
    limits = {int(share * usual): RuleTrial(f"limit {int(share * usual)} moves") for share in LIMITS}
    for record in played:
        for each in (*found, *limits.values()):
            each.games += 1
            each.moves += len(record.moves)
        for number, ply, ruling in rulings_of(record, grid):
            _note(found[number], record, ply, [ruling.winner])
        for limit, each in limits.items():
            if limit < len(record.moves):
                state = record.replay(limit)
                state.cut_off()
                _note(each, record, limit, [seat for seat, rank in enumerate(state.result["ranks"]) if rank == 1])
    return [*found, *limits.values()]


def _name(rule: Adjudication) -> str:
    return f"agree {rule.agree:g} for {rule.turns} turn{'s' * (rule.turns > 1)}" if rule.agree else "proven"


def _note(found: RuleTrial, record: Record, ply: int, winners: Sequence[int]) -> None:
    assert record.result is not None
    shares = record.result["shares"]
    block = f"{record.setup}/{record.more.get('block', record.id)}"
    found.right[block].append(float(sum(shares[seat] for seat in winners) > 1 - 1e-9))
    found.saved += len(record.moves) - ply


def ruling_sheet(found: Sequence[RuleTrial]) -> Sheet:
    """The trials as a table.

    >>> ruling_sheet([]).columns
    ('ruling', 'decided', 'wrong', 'of these', '95 %', 'moves saved')
    """
    return Sheet("Rulings, had there been any", ("ruling", "decided", "wrong", "of these", "95 %", "moves saved"),
                 tuple(each.row for each in found))

"""Analysing a position: a search within a budget, and its results.

>>> thought = Thinker(seed=1).think(State.new(board="hansa-45", players=4, seed=7), simulations=200)
>>> thought.simulations, len(thought.lines), thought.lines[0].visits > 10
(200, 3, True)
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from html import escape

from engine_c.mind import Mind
from engine_c.search.options import SearchOptions
from engine_c.search.search import Search, needed_visits
from hansa.clock import Clock
from hansa.errors import HansaError, MoveError
from hansa.games import mind_for
from hansa.json_lines import Json
from hansa.notebook import table
from hansa.samples import Sample, samples_of
from hansa.state import Move, State
from hansa.suggestions import shown

__all__ = ["Budget", "Line", "SearchOptions", "Thinker", "ThinkingError", "Thought", "analyse", "fitted_thinker"]

SLICE_SECONDS = 0.008       # between two looks at the clock and at `stop`
FIRST_SLICE = 8             # simulations, before the speed is known: less than a millisecond
LONGEST_SLICE = 1024        # simulations, in a budget that says nothing of time
SHARED_SLICE = 256          # the shortest for several threads, which start and end with it
CHECKS = 32                 # looks at whether the choice is decided, in a budget of simulations
LONGEST = 1e7               # seconds
MOVES_SHOWN = 6             # of a line, where a thought is printed


class ThinkingError(HansaError):
    """A budget or an option that makes no sense.

    >>> Budget()
    Traceback (most recent call last):
        ...
    hansa.thinking.ThinkingError: a budget needs 'simulations', 'seconds', 'turn_seconds' or 'clock'
    """

    code = "bad-request"


@dataclass(frozen=True)
class Budget:
    """When a search stops: when the first of its limits is reached. With `decide` it also stops as
    soon as the rest of the budget cannot change the choice.

    `turn_seconds` is the time for all decisions of a turn. `clock` is the time left for the rest of
    the game, and `increment` the time that every turn adds to it.

    >>> from hansa import State
    >>> state, budget = State.new(board="hansa-45", players=4, seed=7), Budget(clock=60, increment=1, seconds=5)
    >>> clock = budget.new_clock()
    >>> round(budget.at(state, clock).seconds, 2)
    1.59
    """

    simulations: int | None = None
    seconds: float | None = None
    turn_seconds: float | None = None
    clock: float | None = None
    increment: float = 0.0
    decide: bool = False

    def __post_init__(self) -> None:
        if self.simulations is None and self.seconds is None and self.turn_seconds is None and self.clock is None:
            raise ThinkingError("a budget needs 'simulations', 'seconds', 'turn_seconds' or 'clock'")
        if self.simulations is not None and not _is_number(self.simulations, int):
            raise ThinkingError(f"simulations must be a whole number, not {self.simulations!r}")
        if self.simulations is not None and self.simulations < 1:
            raise ThinkingError(f"simulations must be 1 or more, not {self.simulations}")
        for name in ("seconds", "turn_seconds", "clock"):
            value = getattr(self, name)
            if value is not None and not (_is_number(value, int, float) and 0 < value < LONGEST):
                raise ThinkingError(f"{name} must be more than 0 and less than {LONGEST:.0e}, not {value!r}")
        if not (_is_number(self.increment, int, float) and 0 <= self.increment < LONGEST):
            raise ThinkingError(f"increment must be 0 or more and less than {LONGEST:.0e}, not {self.increment!r}")

    def at(self, state: State, clock: Clock) -> Budget:
        """The budget of one decision, whose seconds are allotted by a running clock."""
        # A seat has one turn a round; what it answers in others' turns is paid from the same
        # round's time.
        allotted = clock.allotted(state.turns // state.players)
        limits = [limit for limit in (self.seconds, allotted) if limit is not None]
        return Budget(self.simulations, min(limits, default=None), decide=self.decide)

    def new_clock(self) -> Clock:
        """A new clock, for a game or a single decision."""
        return Clock(self.clock, self.increment, self.turn_seconds)


def _is_number(value: object, *kinds: type) -> bool:
    """Whether a value is a number of one of these types; True and False are not numbers."""
    return isinstance(value, kinds) and not isinstance(value, bool)


Points = dict[str, float]


@dataclass(frozen=True, repr=False)
class Line:
    """One of the best moves: how many simulations tried it, its value to each seat, and the
    expected continuation.

    A move that was never tried has no `values` and no `errors`, and its `variation` is only the
    move.

    >>> from hansa import State
    >>> line = analyse(State.new(board="hansa-45", players=4, seed=7), simulations=100).lines[0]
    >>> line.visits > 10, len(line.values), len(line.points), line.variation[0] == f"0 {line.move}"
    (True, 4, 4, True)
    >>> line, line.beginning.startswith(f"0 {line.move}, ")
    (<Line '...': ... visits, values ... ... ... ...>, True)
    >>> list(line.to_json())
    ['move', 'visits', 'values', 'errors', 'missing', 'points', 'variation', 'prior']
    """

    move: Move
    visits: int
    values: tuple[float, ...]
    variation: tuple[str, ...]
    prior: float
    # what each seat may expect at the end, by category; empty if nobody asked
    points: tuple[Points, ...]
    errors: tuple[float, ...]  # of the values: standard errors, as if simulations were independent
    missing: int                    # visits that it lacks to be compared with the first line

    @property
    def beginning(self) -> str:
        """The first moves of the variation, as text."""
        return ", ".join(self.variation[:MOVES_SHOWN])

    def __repr__(self) -> str:
        values = " ".join(f"{value:.2f}" for value in self.values) or "unknown"
        return f"<Line {str(self.move)!r}: {self.visits:,} visits, values {values}>"

    def to_json(self) -> Json:
        """As the protocol shows it."""
        return {
            "move": str(self.move), "visits": self.visits, "values": [round(value, 4) for value in self.values],
            "errors": [round(error, 4) for error in self.errors], "missing": self.missing,
            "points": list(self.points), "variation": list(self.variation), "prior": round(self.prior, 4),
        }


@dataclass(frozen=True, repr=False)
class Thought:
    """The result of a search: the value of the position to each seat, and the best lines, best
    first.

    >>> from hansa import State
    >>> thought = analyse(State.new(board="hansa-45", players=4, seed=7), simulations=100, lines=2)
    >>> thought.move == thought.lines[0].move, round(sum(thought.values), 6), thought.to_json()["simulations"]
    (True, 1.0, 100)
    >>> print(thought)
    100 simulations in ... s
         ...  0 ...
         ...  0 ...
    >>> thought
    <Thought: '...' after 100 simulations, values ... ... ... ..., 2 lines>
    """

    simulations: int
    seconds: float
    values: tuple[float, ...]
    lines: tuple[Line, ...]
    positions: int
    points: tuple[Points, ...]

    @property
    def move(self) -> Move:
        """The best move."""
        return self.lines[0].move

    def __repr__(self) -> str:
        """A summary in one line."""
        values = " ".join(f"{value:.2f}" for value in self.values)
        count = f"{len(self.lines)} line{'s' * (len(self.lines) != 1)}"
        best = repr(str(self.move)) if self.lines else "no move"
        return f"<Thought: {best} after {self.simulations:,} simulations, values {values}, {count}>"

    def _repr_html_(self) -> str:
        """The table that a notebook shows, one row per line."""
        seats = [f"seat {seat}" for seat in range(len(self.values))]
        rows = [
            (str(line.move), f"{line.visits:,}", *(f"{value:.1%}" for value in line.values), line.beginning)
            for line in self.lines
        ]
        return f"<p>{escape(repr(self))}</p>{table(('move', 'visits', *seats, 'line'), rows)}"

    def __str__(self) -> str:
        """A table with one row per line: visits, value to each seat, first moves."""
        rows = [
            f"{line.visits:>8} {''.join(f'{value:>5.0%}' for value in line.values)}  {line.beginning}"
            for line in self.lines
        ]
        return "\n".join([f"{self.simulations:,} simulations in {self.seconds:.1f} s", *rows])

    def to_json(self) -> Json:
        """As the protocol shows it."""
        return {
            "move": str(self.move), "values": [round(value, 4) for value in self.values], "points": list(self.points),
            "lines": [line.to_json() for line in self.lines], "simulations": self.simulations,
            "seconds": round(self.seconds, 3), "positions": self.positions,
        }


def shipped_mind(state: State) -> Mind:
    """The built-in mind (learned weights) for the setup of a state."""
    return mind_for(state.game, state.position)


@dataclass(frozen=True)
class Wanted:
    """What a caller asks about a position: how many lines, whether each must be firm, of which
    moves."""

    lines: int
    firm: bool
    also: Move | None
    codes: Collection[int]      # of the moves that are considered; empty if all are


class Thinker:
    """Searches positions with a mind (learned weights), with a function that returns the mind for a
    state, or with the built-in minds.

    It keeps its search tree, so that what it has learned about a position is reused for the next.

    A thinker searches one position at a time: a second thread that calls it waits. How many threads
    search the tree is one of the options. With one, or with several, a budget of simulations gives
    the same result every time; but one thread and several do not give the same.

    >>> from hansa import State
    >>> thinker = Thinker(options=SearchOptions(threads=2), seed=1)
    >>> thought = thinker.think(State.new(board="hansa-45", players=4, seed=7), seconds=0.05)
    >>> thought.seconds < 5, thought.move == thought.lines[0].move
    (True, True)
    """

    def __init__(
        self, mind: Mind | Callable[[State], Mind] | None = None, options: SearchOptions | None = None, *, seed: int = 0,
    ) -> None:
        if options is not None and not isinstance(options, SearchOptions):
            raise ThinkingError(f"the options of a Thinker are SearchOptions, not {shown(options)}")
        if mind is not None and not isinstance(mind, Mind) and not callable(mind):
            raise ThinkingError(f"a mind is a Mind, or a function that gives one for a state, not {shown(mind)}")
        self.search: Search | None = None
        self._mind: Mind | Callable[[State], Mind] = mind or shipped_mind
        self._now: Mind | None = None       # the mind of the present search
        self._options = options or SearchOptions()
        self._seed = seed
        self._one_at_a_time = threading.Lock()

    def _begin(self, state: State, seat: int, wanted: Wanted) -> Search:
        """Starts a search of a position. A new mind, for another setup, needs a new tree."""
        mind = self._mind if isinstance(self._mind, Mind) else self._mind(state)
        if self.search is None or mind is not self._now:
            self.search, self._now = Search(mind, self._options, seed=self._seed), mind
        self.search.begin(state.position, seat, lines=wanted.lines if wanted.firm else 1, moves=wanted.codes)
        return self.search

    def think(
        self, state: State, budget: Budget | None = None, *, simulations: int | None = None, seconds: float | None = None,
        lines: int = 3, stop: threading.Event | None = None, every: float | None = None,
        report: Callable[[Thought], None] | None = None, clock: Clock | None = None, seat: int | None = None,
        also: Move | None = None, moves: Sequence[Move | str] = (), without: Sequence[Move | str] = (), firm: bool = True,
    ) -> Thought:
        """Searches for the seat to move, until the budget is spent or `stop` is set.

        `lines` is how many of the best moves to return. Each of them gets enough visits to be
        compared with the first (MOVES.md, section 10), unless `firm` is False: then the whole
        search is spent on finding the best move. `report` is called every `every` seconds with what
        was found so far. `clock` is the seat's clock, which carries over from decision to decision.
        With `seat`, the search uses the knowledge of that seat, even if another seat or chance is
        to move. `also` is a move that gets a line after the best ones, if it was tried. `moves`
        restricts the search to these moves, and `without` excludes some; each entry is a move, or a
        prefix that stands for all moves that start with it.
        """
        if budget is not None and (simulations is not None or seconds is not None):
            raise ThinkingError("a budget says it all: give either a Budget or 'simulations' and 'seconds'")
        budget = budget or Budget(simulations, seconds)
        # Chance has no best move: its lines stand as they were drawn.
        wanted = Wanted(max(1, lines), firm, also, considered(state, moves, without))
        with self._one_at_a_time:
            return self._think(state, budget, wanted, stop, every, report, clock, seat)

    def _think(
        self, state: State, budget: Budget, wanted: Wanted, stop: threading.Event | None, every: float | None,
        report: Callable[[Thought], None] | None, clock: Clock | None, seat: int | None,
    ) -> Thought:
        """`think`, once this thread has the thinker to itself."""
        thinker = state.to_move if seat is None or state.over else seat
        if not isinstance(thinker, int):
            raise ThinkingError("nobody is to move" if thinker is None else "chance is to move: there is nothing to decide")
        clock = clock or budget.new_clock()
        budget = budget.at(state, clock)
        begun = time.perf_counter()
        search = self._begin(state, thinker, wanted)
        next_report = begun + every if every and report else float("inf")
        for _ in self._slices(search, budget, begun, len(wanted.codes or state.legal_moves) == 1):
            if stop is not None and stop.is_set():
                break
            if time.perf_counter() >= next_report and report and every:
                report(thought_of(search, state, begun, wanted))
                next_report += every
        clock.spend(time.perf_counter() - begun)
        return thought_of(search, state, begun, wanted)

    def _slices(self, search: Search, budget: Budget, begun: float, forced: bool) -> Iterator[None]:
        """Runs the search in slices, and yields after each.

        The slices of a budget of simulations do not depend on time, so neither does its result.
        """
        by_time, done, most = budget.seconds is not None, 0, budget.simulations or 1 << 62
        # simulations between two looks at the choice
        check = 1 if by_time else max(-(-most // CHECKS), SHARED_SLICE if self._options.threads > 1 else 1)
        next_check = check
        size = FIRST_SLICE if by_time else LONGEST_SLICE
        while True:
            now = min(size, (most if by_time else min(most, next_check)) - done)
            started = time.perf_counter()
            search.run(now)
            ended = time.perf_counter()
            done += now
            yield
            spent = budget.seconds is not None and ended - begun >= budget.seconds - SLICE_SECONDS / 2
            if spent or done >= most or (forced and budget.decide):
                return
            if done >= next_check:
                next_check = done + check
                if budget.decide and is_decided(search, budget, done, ended - begun):
                    return
            if by_time:
                size = int(min(max(now * SLICE_SECONDS / max(ended - started, 1e-6), 1), now * 4))


def is_decided(search: Search, budget: Budget, done: int, seconds: float) -> bool:
    """Whether the rest of the budget cannot lift the second move above the first."""
    left = float((budget.simulations or 1 << 62) - done)
    if budget.seconds is not None:
        left = min(left, done / seconds * (budget.seconds - seconds))
    visits = sorted((visits for _, visits, *_ in search.edges()), reverse=True)
    return len(visits) < 2 or visits[0] - visits[1] > left


def thought_of(search: Search, state: State, begun: float, wanted: Wanted) -> Thought:
    """What a search has found so far."""
    edges = {move: (visits, value, prior) for move, visits, value, prior in search.edges()}
    points = dict(zip(edges, search.points(), strict=False))        # empty unless asked for
    samples = samples_of(search)
    best = sorted(wanted.codes or edges, key=lambda move: edges[move][:2], reverse=True)[:wanted.lines]
    needed = needed_visits(edges[best[0]][0], wanted.lines)
    if wanted.also is not None and wanted.also.code not in best:
        best.append(wanted.also.code)
    best = [move for move in best if edges[move][0]] or best[:1]
    moves = {move.code: move for move in state.legal_moves}
    return Thought(
        simulations=search.simulations,
        seconds=time.perf_counter() - begun,
        values=tuple(search.values()),
        lines=tuple(
            line_of(search, state, moves[move], edges[move], expected(state, [points.get(move)]), samples[move], needed)
            for move in best
        ),
        positions=search.nodes,
        points=expected(state, list(points.values())),
    )


def line_of(
    search: Search, state: State, move: Move, edge: tuple[int, float, float], points: tuple[Points, ...],
    sample: Sample, needed: int,
) -> Line:
    """The line that begins with a move."""
    visits, _, prior = edge
    codes, values = search.line(move.code)
    texts = []
    after = state.copy()
    for code in codes:
        texts.append(f"{after.to_move} {after.legal_moves.text(code)}")
        after.position.play(code)
    # A full tree has no node behind a move; then what its simulations found is all that is known.
    return Line(
        move, visits, tuple(values) or sample.means, tuple(texts), prior, points, errors=sample.errors,
        missing=max(0, needed - visits))


def considered(state: State, moves: Sequence[Move | str], without: Sequence[Move | str]) -> tuple[int, ...]:
    """The codes of the moves to search; empty if that is all legal moves.

    >>> from hansa import State
    >>> state = State.new(board="hansa-45", players=4, seed=7)
    >>> [str(state.move(code)) for code in considered(state, ["end", "income"], ["income 1"])]
    ['end', 'income 2t', 'income 3t']
    """
    legal = {move.code: None for move in state.legal_moves}
    chosen = {begun.code: None for move in moves for begun in begun_moves(state, move)} or legal
    excluded = {begun.code for move in without for begun in begun_moves(state, move)}
    left = tuple(code for code in chosen if code not in excluded)
    if not left and legal:
        raise ThinkingError("no legal move is left to think about; exclude fewer")
    return left if len(left) < len(legal) else ()


def begun_moves(state: State, move: Move | str) -> list[Move]:
    """The legal move with this text, or else all that start with it: `income` stands for every
    income.

    >>> from hansa import State
    >>> state = State.new(board="hansa-45", players=4, seed=7)
    >>> len(begun_moves(state, "income 1t")), len(begun_moves(state, "place t"))
    (1, 34)
    """
    try:
        return [state.own(move)]
    except MoveError:
        beginning = str(move).strip().casefold()
        begun = [legal for legal in state.legal_moves if str(legal).casefold().startswith(beginning)]
        if not begun or not beginning:
            raise
        return begun


def expected(state: State, sums: Sequence[tuple[int, list[list[float]]] | None]) -> tuple[Points, ...]:
    """The mean points of each seat by category; empty if there are no sums.

    The regression may yield negative points, which no category allows, so they count as 0. The
    total is the sum of the categories.
    """
    known = [entry for entry in sums if entry is not None and entry[0]]
    count = sum(number for number, _ in known)
    if not count:
        return ()
    names = [name for name in state.scores[0] if name != "total"]
    means = [
        [max(0.0, round(sum(rows[seat][place] for _, rows in known) / count, 2)) for place in range(len(names))]
        for seat in range(state.players)
    ]
    return tuple({"total": round(sum(row), 2)} | dict(zip(names, row, strict=True)) for row in means)


def fitted_thinker(
    *, threads: int = SearchOptions.threads, memory: int = SearchOptions.memory, seed: int = 0
) -> Thinker:
    """A thinker with the mind that comes with the package, which expects points too: what analysis,
    advice and review use.

    >>> from hansa import State
    >>> thought = fitted_thinker(seed=1).think(State.new(board="east", players=3, seed=7), Budget(simulations=100))
    >>> [round(points["total"]) > 0 for points in thought.points]
    [True, True, True]
    """
    try:
        options = SearchOptions(threads=threads, memory=memory, points=True)
    except ValueError as error:
        raise ThinkingError(str(error)) from error
    return Thinker(options=options, seed=seed)


def analyse(
    state: State, *, simulations: int | None = None, seconds: float | None = None, lines: int = 3,
    threads: int = SearchOptions.threads, seed: int = 0, memory: int = SearchOptions.memory,
) -> Thought:
    """The best lines of a position for the seat to move.

    >>> from hansa import State
    >>> thought = analyse(State.new(board="hansa-23", players=2, seed=1), simulations=200, lines=2)
    >>> thought.simulations, [line.visits > 0 for line in thought.lines]
    (200, [True, True])
    """
    thinker = fitted_thinker(threads=threads, seed=seed, memory=memory)
    return thinker.think(state, simulations=simulations, seconds=seconds, lines=lines)

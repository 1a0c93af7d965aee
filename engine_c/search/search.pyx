"""`Search`, the Python class of the tree search: it checks its arguments, runs simulations, and
keeps its tree from one position to the next.

The simulation itself is in tree.pyx. """

from collections.abc import Collection

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint32_t, uint64_t

from engine_c.game cimport MAX_MOVES, judgement_of
from engine_c.mind cimport Mind
from engine_c.position cimport Position
from engine_c.search.crew cimport Crew, dismiss_crew, prepare_crew, simulate_together
from engine_c.search.door cimport TreeDoor
from engine_c.search.tree cimport (
    Judge, Node, expand, judge_after_playout, judge_after_uniform_playout, judge_at_once, simulate, visits_needed,
)

from engine_c.search.options import SearchOptions

# Simulations of a thread between two checks for Ctrl-C: some milliseconds.
cdef enum:
    BETWEEN_SIGNALS = 256


cdef Judge judged_by(str leaf) except NULL:
    if leaf == "evaluation":
        return judge_at_once
    if leaf == "uniform":
        return judge_after_uniform_playout
    return judge_after_playout


def needed_visits(most: int, lines: int) -> int:
    """The visits that each of `lines` lines needs if the first one has `most`."""
    if not 0 <= most < 1 << 32 or not 1 <= lines <= MAX_MOVES:
        raise ValueError(f"{lines} lines of {most} visits: there must be 1 to {MAX_MOVES} lines and 0 visits or more")
    return visits_needed(<uint32_t>most, <int>lines)


cdef class Search(TreeDoor):
    """A search tree: `Search(mind, options)`, then `begin(position, seat)`, then
    `run(simulations)`."""

    cdef Mind mind
    cdef Crew crew                  # the threads, if there are several

    def __cinit__(self, Mind mind not None, options: SearchOptions | None = None, *, seed: int = 0) -> None:
        settings = SearchOptions() if options is None else options
        if not isinstance(settings, SearchOptions):
            raise TypeError(f"the options of a search are SearchOptions, not {type(settings).__name__}")
        self.mind = mind
        settled = settings.settled(mind.settings)
        self._prepare(settings, settled, seed)
        self.tree.evaluation = mind.evaluation
        self.tree.net = mind.net
        self.tree.policy = mind.policy if settings.policy else NULL
        self.tree.policy_net = mind.policy_net
        self.tree.points = mind.points if settings.points else NULL
        self.tree.plan = mind.plan
        self.tree.options.judge = judged_by(settings.leaf)
        self.tree.options.cut = settled.cut
        self.tree.options.advice = settings.advice
        if settings.threads > 1:
            prepare_crew(&self.crew, &self.tree, settings.threads, <uint64_t>(seed & 0xFFFFFFFFFFFFFFFF))

    def __dealloc__(self) -> None:
        dismiss_crew(&self.crew)

    def begin(self, Position position not None, seat: int, *, lines: int = 1, moves: Collection[int] = ()) -> None:
        """Makes this position the root, for a seat; what the tree knows about it is kept.

        With several `lines`, that many of the best moves get enough visits to be compared
        (`needed_visits`), for which up to a quarter of the simulations are spent. With `moves`,
        only these are considered.
        """
        self._check_idle()
        self.mind.check_for(position.game, position.rules)
        self.tree.judgement = judgement_of(position.game)
        self._set_position(position, seat)
        if self.tree.nodes[self.tree.root].edges == 0:
            expand(&self.tree, self.tree.root, self.tree.root_state)
        self._count_anew(self.tree.nodes[self.tree.root].edges)
        self.tree.choice.lines = lines
        if moves:
            self._restrict(set(moves))

    cdef int _restrict(self, set moves) except -1:
        """Bars all moves of the root but these."""
        cdef const Node *node = &self.tree.nodes[self.tree.root]
        cdef uint32_t number, allowed = 0
        for number in range(node.edges):
            self.tree.choice.barred[number] = self.tree.edges[node.first_edge + number].move not in moves
            allowed += not self.tree.choice.barred[number]
        if allowed != <uint32_t>len(moves):
            self.tree.game = NULL           # `run` is refused until the next `begin`
            raise ValueError("a search can be restricted to legal moves only")
        self.tree.choice.restricted = True
        return 0

    def run(self, simulations: int) -> None:
        """Runs this many simulations without the GIL.

        With the same number of threads, the same calls give the same tree. Several threads finish
        all simulations of a call, so two calls of 1,000 do not give the tree of one call of 2,000.
        """
        cdef uint64_t left = simulations, some
        self._check_begun()
        self.running = True
        try:
            while left:
                some = min(left, <uint64_t>(BETWEEN_SIGNALS * max(1, self.crew.threads)))
                left -= some
                if self.crew.threads > 1:
                    simulate_together(&self.crew, some)
                else:
                    with nogil:
                        while some:
                            simulate(&self.tree)
                            some -= 1
                PyErr_CheckSignals()
        finally:
            self.running = False

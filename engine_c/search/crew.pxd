"""Several threads that search one tree.

Most of a simulation's time goes into weighing moves and evaluating positions, which needs nothing
of the tree. So the threads do that at the same time, and take turns at everything else.

The tree does not depend on how fast the threads are. A fixed number of simulations is under way,
each in a *lane* of its own, and the lanes continue one after the other, round and round: a lane
selects until it has a position to weigh or to evaluate, and once that is done, it is continued when
it is its turn. A simulation whose value is still unknown counts as a visit that was worth what its
moves were worth so far, which sends the others elsewhere without making a good move look bad.
"""

from libc.stdint cimport uint32_t, uint64_t

from engine_c.random cimport Random
from engine_c.search.tree cimport DEEPEST, Simulation, Tree, WeighedMoves

cdef extern from "pythread.h" nogil:
    ctypedef void *PyThread_type_lock

cdef enum Task:
    IDLE
    WEIGHS          # the moves of a position that it expands
    EVALUATES       # the end of its path

cdef struct Lane:
    Simulation simulation
    Random random
    WeighedMoves weighed
    Task task
    bint done                   # the task
    int counted                 # edges of the path that have got something for the unknown value
    float lent[DEEPEST]         # what each of them got

cdef struct Crew:
    Tree *tree
    Lane *lanes
    uint32_t lane_count
    int threads
    PyThread_type_lock lock     # for the tree and everything below
    int helpers                 # threads at work, without the calling one
    # Simulations.
    uint64_t wanted
    uint64_t started
    uint64_t backed_up
    # Tasks. Number n is in lane n % lane_count.
    uint64_t taken
    uint64_t continued

cdef int prepare_crew(Crew *crew, Tree *tree, int threads, uint64_t seed) except -1
cdef void dismiss_crew(Crew *crew) noexcept
cdef void simulate_together(Crew *crew, uint64_t simulations) noexcept

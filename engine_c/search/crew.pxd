"""Several threads that search one tree.

Two thirds of the time of a simulation go into its third step, the evaluation, which needs nothing
of the tree. So the threads evaluate at the same time, and take turns at everything else.

The tree does not depend on the threads' speed, nor on their number. There is a fixed number of
simulations under way, each in a *lane* of its own. As soon as the oldest is evaluated, it is backed
up, and its lane selects the next path: the order of these steps is always the same. A simulation
whose value is still unknown counts as a visit that was worth what its moves were worth so far,
which sends the others elsewhere without making a good move look bad.
"""

from libc.stdint cimport uint32_t, uint64_t

from engine_c.random cimport Random
from engine_c.search.tree cimport DEEPEST, Simulation, Tree

cdef extern from "pythread.h" nogil:
    ctypedef void *PyThread_type_lock

cdef struct Lane:
    Simulation simulation
    Random random
    float lent[DEEPEST]         # what each edge of the path got for the unknown value
    bint evaluated

cdef struct Crew:
    Tree *tree
    Lane *lanes
    uint32_t lane_count
    int threads
    PyThread_type_lock lock     # for the tree and everything below
    int helpers                 # threads at work, without the calling one
    # Counts of simulations. Number n is in lane n % lane_count.
    uint64_t wanted
    uint64_t selected
    uint64_t taken              # to be evaluated
    uint64_t backed_up

cdef int prepare_crew(Crew *crew, Tree *tree, int threads, uint64_t seed) except -1
cdef void dismiss_crew(Crew *crew) noexcept
cdef void simulate_together(Crew *crew, uint64_t simulations) noexcept

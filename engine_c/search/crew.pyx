"""What each thread of a crew does; crew.pxd explains the order."""

from libc.stdlib cimport calloc, free

from engine_c.random cimport seed_random
from engine_c.search.tree cimport Edge, Way, back_up, evaluate, select, take_exact_values


cdef extern from "pythread.h" nogil:
    ctypedef void (*ThreadFunction)(void *) noexcept nogil
    enum: NOWAIT_LOCK
    enum: WAIT_LOCK
    PyThread_type_lock PyThread_allocate_lock()
    void PyThread_free_lock(PyThread_type_lock lock)
    int PyThread_acquire_lock(PyThread_type_lock lock, int waits)
    void PyThread_release_lock(PyThread_type_lock lock)
    unsigned long PyThread_start_new_thread(ThreadFunction function, void *argument)
    const unsigned long PYTHREAD_INVALID_THREAD_ID

cdef extern from *:
    """
    #ifdef _WIN32
    #define WIN32_LEAN_AND_MEAN
    #include <windows.h>
    #define let_others_run() SwitchToThread()
    #else
    #include <sched.h>
    #define let_others_run() sched_yield()
    #endif
    """
    void let_others_run() nogil


cdef enum:
    LANES_A_THREAD = 2          # so that nobody waits for a long playout
    FIRST_STREAM = 5            # of the random numbers of lanes
    TRIES = 200                 # at the lock before sleeping: turns are short


cdef int prepare_crew(Crew *crew, Tree *tree, int threads, uint64_t seed) except -1:
    """Room for the simulations of this many threads."""
    cdef uint32_t number
    crew.tree, crew.threads = tree, threads
    crew.lane_count = <uint32_t>(threads * LANES_A_THREAD)
    crew.lock = PyThread_allocate_lock()
    crew.lanes = <Lane *>calloc(crew.lane_count, sizeof(Lane))
    if crew.lanes == NULL or crew.lock == NULL:
        raise MemoryError(f"no memory for a search with {threads} threads")
    for number in range(crew.lane_count):
        seed_random(&crew.lanes[number].random, seed, FIRST_STREAM + number)
        crew.lanes[number].simulation.random = &crew.lanes[number].random
    return 0


cdef void dismiss_crew(Crew *crew) noexcept:
    """Frees what `prepare_crew` has allocated, if it was called."""
    free(crew.lanes)
    if crew.lock != NULL:
        PyThread_free_lock(crew.lock)


cdef void simulate_together(Crew *crew, uint64_t simulations) noexcept:
    """Runs this many simulations in several threads, without the GIL, and waits until all have
    ended.

    If the system does not start more threads, fewer do the same work.
    """
    cdef int number
    crew.wanted = simulations
    crew.selected = crew.taken = crew.backed_up = 0
    crew.helpers = crew.threads - 1
    for number in range(crew.threads - 1):
        if PyThread_start_new_thread(help_out, crew) == PYTHREAD_INVALID_THREAD_ID:
            leave(crew)
    with nogil:
        work(crew)
        while helpers_of(crew):
            let_others_run()


cdef void help_out(void *crew) noexcept nogil:
    """The life of one more thread."""
    work(<Crew *>crew)
    leave(<Crew *>crew)


cdef void leave(Crew *crew) noexcept nogil:
    """One thread less. It must not touch the crew afterwards."""
    lock(crew)
    crew.helpers -= 1
    PyThread_release_lock(crew.lock)


cdef int helpers_of(Crew *crew) noexcept nogil:
    """How many threads still work."""
    cdef int helpers
    lock(crew)
    helpers = crew.helpers
    PyThread_release_lock(crew.lock)
    return helpers


cdef void lock(Crew *crew) noexcept nogil:
    """Waits for the lock: awake at first, since waking up takes longer than a turn."""
    cdef int number
    for number in range(TRIES):
        if PyThread_acquire_lock(crew.lock, NOWAIT_LOCK):
            return
    PyThread_acquire_lock(crew.lock, WAIT_LOCK)


cdef void work(Crew *crew) noexcept nogil:
    """Evaluates one simulation after another, and takes its turn at the tree, until all are backed
    up."""
    cdef Lane *lane = NULL
    cdef bint done = False
    while not done:
        lock(crew)
        if lane != NULL:
            lane.evaluated = True
        turn(crew)
        lane = next_lane(crew)
        done = crew.backed_up == crew.wanted
        PyThread_release_lock(crew.lock)
        if lane != NULL:
            evaluate(crew.tree, &lane.simulation)
        elif not done:
            let_others_run()    # they evaluate all that is under way


cdef Lane *next_lane(Crew *crew) noexcept nogil:
    """The oldest simulation that nobody evaluates yet; NULL if there is none."""
    if crew.taken == crew.selected:
        return NULL
    crew.taken += 1
    return &crew.lanes[(crew.taken - 1) % crew.lane_count]


cdef void turn(Crew *crew) noexcept nogil:
    """Backs up and selects, in the order of the simulations, as far as it goes."""
    cdef Lane *oldest
    while crew.selected < crew.wanted and crew.selected < crew.lane_count:
        begin(crew)
    while crew.backed_up < crew.taken:
        oldest = &crew.lanes[crew.backed_up % crew.lane_count]
        if not oldest.evaluated:
            return
        take_back(crew.tree, oldest)
        back_up(crew.tree, &oldest.simulation)
        crew.backed_up += 1
        if crew.selected < crew.wanted:
            begin(crew)


cdef void begin(Crew *crew) noexcept nogil:
    """Selects the path of the next simulation."""
    cdef Lane *lane = &crew.lanes[crew.selected % crew.lane_count]
    lane.evaluated = False
    select(crew.tree, &lane.simulation)
    lend(crew.tree, lane)
    crew.selected += 1


cdef void lend(Tree *tree, Lane *lane) noexcept nogil:
    """Counts a simulation on its path before its value is known."""
    cdef const Way *way = &lane.simulation.way
    cdef Edge *edge
    cdef int step
    for step in range(way.length):
        edge = &tree.edges[way.edges[step]]
        lane.lent[step] = edge.value / edge.visits if edge.visits else 0
        edge.visits += 1
        edge.value += lane.lent[step]


cdef void take_back(const Tree *tree, Lane *lane) noexcept nogil:
    """Takes back what was lent. A node on the path may have been proven meanwhile: then the
    simulation ends there, with its exact values."""
    cdef Simulation *simulation = &lane.simulation
    cdef Edge *edge
    cdef int step
    for step in range(1, simulation.way.length):
        if tree.nodes[simulation.way.nodes[step]].proven:
            simulation.way.length = step
            simulation.leaf = simulation.way.nodes[step]
            break
    for step in range(simulation.way.length):
        edge = &tree.edges[simulation.way.edges[step]]
        edge.visits -= 1
        edge.value -= lane.lent[step]
    take_exact_values(tree, simulation)

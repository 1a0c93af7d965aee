"""What each thread of a crew does; crew.pxd explains the order."""

from libc.stdlib cimport calloc, free

from engine_c.random cimport seed_random
from engine_c.search.tree cimport (
    Edge, Way, add_edges, back_up, evaluate, select, start, take_exact_values, weigh_moves,
)


cdef extern from "pythread.h" nogil:
    ctypedef void (*ThreadFunction)(void *) noexcept nogil
    enum: NOWAIT_LOCK
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
    TRIES = 200                 # at the lock, before another thread gets the processor


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
    crew.started = crew.backed_up = crew.continued = 0
    for number in range(<int>crew.lane_count):
        crew.lanes[number].task = IDLE
        crew.lanes[number].done = True
    crew.taken = crew.lane_count        # nobody does the tasks of idle lanes
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
    """Waits for the lock without sleeping: turns are much shorter than waking up takes."""
    cdef int tries = 0
    while not PyThread_acquire_lock(crew.lock, NOWAIT_LOCK):
        tries += 1
        if tries % TRIES == 0:
            let_others_run()


cdef void work(Crew *crew) noexcept nogil:
    """Does one task after another, and takes its turn at the tree, until all simulations are backed
    up."""
    cdef Lane *lane = NULL
    cdef bint ended = False
    while not ended:
        lock(crew)
        if lane != NULL:
            lane.done = True
        turn(crew)
        lane = next_lane(crew)
        ended = crew.backed_up == crew.wanted
        PyThread_release_lock(crew.lock)
        if lane != NULL:
            do_task(crew.tree, lane)
        elif not ended:
            let_others_run()    # they do all tasks that there are


cdef void do_task(const Tree *tree, Lane *lane) noexcept nogil:
    """What needs nothing of the tree."""
    if lane.task == WEIGHS:
        weigh_moves(tree, lane.simulation.state, &lane.weighed)
    else:
        evaluate(tree, &lane.simulation)


cdef Lane *next_lane(Crew *crew) noexcept nogil:
    """The next lane with a task that nobody does yet; NULL if there is none."""
    cdef Lane *lane
    while crew.taken < crew.continued + crew.lane_count:
        lane = &crew.lanes[crew.taken % crew.lane_count]
        crew.taken += 1
        if lane.task != IDLE:
            return lane
    return NULL


cdef void turn(Crew *crew) noexcept nogil:
    """Continues lanes, one after the other, until a task is not done."""
    cdef Lane *lane
    while crew.continued < crew.taken and crew.backed_up < crew.wanted:
        lane = &crew.lanes[crew.continued % crew.lane_count]
        if not lane.done:
            return
        go_on(crew, lane)
        crew.continued += 1


cdef void go_on(Crew *crew, Lane *lane) noexcept nogil:
    """Brings the result of a lane's task into the tree, and selects until there is another task."""
    cdef Simulation *simulation = &lane.simulation
    if lane.task == WEIGHS:
        # Another lane may have come here at the same time.
        if crew.tree.nodes[simulation.at].edges == 0:
            add_edges(crew.tree, simulation.at, lane.weighed.moves, lane.weighed.count, lane.weighed.priors)
    else:
        if lane.task == EVALUATES:
            take_back(crew.tree, lane)
            back_up(crew.tree, simulation)
            crew.backed_up += 1
        lane.task = IDLE
        if crew.started == crew.wanted:
            return
        crew.started += 1
        lane.counted = 0
        start(crew.tree, simulation)
    lane.task = EVALUATES if select(crew.tree, simulation) else WEIGHS
    lane.done = False
    lend(crew.tree, lane)


cdef void lend(Tree *tree, Lane *lane) noexcept nogil:
    """Counts a simulation on its path before its value is known."""
    cdef const Way *way = &lane.simulation.way
    cdef Edge *edge
    cdef int step
    for step in range(lane.counted, way.length):
        edge = &tree.edges[way.edges[step]]
        lane.lent[step] = edge.value / edge.visits if edge.visits else 0
        edge.visits += 1
        edge.value += lane.lent[step]
    lane.counted = way.length


cdef void take_back(const Tree *tree, Lane *lane) noexcept nogil:
    """Takes back what was lent. A node on the path may have been proven meanwhile: then the
    simulation ends there, with its exact values."""
    cdef Simulation *simulation = &lane.simulation
    cdef Edge *edge
    cdef int step
    for step in range(1, simulation.way.length):
        if tree.nodes[simulation.way.nodes[step]].proven:
            simulation.way.length = step
            simulation.at = simulation.way.nodes[step]
            break
    for step in range(simulation.way.length):
        edge = &tree.edges[simulation.way.edges[step]]
        edge.visits -= 1
        edge.value -= lane.lent[step]
    take_exact_values(tree, simulation)

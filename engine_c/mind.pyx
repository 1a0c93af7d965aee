"""The weights that a player judges with, as plain C arrays: of the evaluation, of the points it expects, of the policy,
and of the plan of playouts."""

from libc.stdlib cimport calloc, free

from engine_c.game cimport Game


cdef float *_array(list weights) except NULL:
    cdef float *array = <float *>calloc(max(1, len(weights)), sizeof(float))
    cdef int number
    if array == NULL:
        raise MemoryError("no memory for the weights of a player")
    for number in range(len(weights)):
        array[number] = weights[number]
    return array


cdef class Mind:
    """Four lists of weights; immutable, so that any number of searches may read it."""

    def __cinit__(self, evaluation: list, points: list, policy: list, plan: list) -> None:
        self.evaluation_weights, self.points_weights = len(evaluation), len(points)
        self.policy_weights, self.plan_weights = len(policy), len(plan)
        self.evaluation, self.points = _array(evaluation), _array(points)
        self.policy, self.plan = _array(policy), _array(plan)

    cdef int check_for(self, const Game *game) except -1:
        """Whether these are weights for a game."""
        if self.evaluation_weights != game.evaluation_weights or self.points_weights != game.points_weights or (
                self.policy_weights != game.policy_weights or self.plan_weights != game.plan_weights):
            raise ValueError("this mind is for another game or another version of it")
        return 0

    def __dealloc__(self) -> None:
        free(self.evaluation)
        free(self.points)
        free(self.policy)
        free(self.plan)

# cython: boundscheck=True
"""The weights that a player judges with, as plain C arrays: of the evaluation, of the points it expects, of the policy,
and of the plan of playouts."""

from libc.math cimport isfinite
from libc.stdlib cimport calloc, free

from engine_c.game cimport Game, Judgement, judgement_of


cdef float *_array(list weights) except NULL:
    cdef float *array = <float *>calloc(max(1, len(weights)), sizeof(float))
    cdef double weight
    cdef int number
    if array == NULL:
        raise MemoryError("no memory for the weights of a player")
    try:
        for number in range(len(weights)):
            weight = weights[number]
            if not isfinite(weight) or not -LARGEST_WEIGHT <= weight <= LARGEST_WEIGHT:
                raise ValueError(
                    f"{weight} is no weight: it must be between -{LARGEST_WEIGHT:.0e} and {LARGEST_WEIGHT:.0e}")
            array[number] = <float>weight
    except BaseException:
        free(array)
        raise
    return array


cdef class Mind:
    """Four lists of weights; immutable, so that any number of searches may read it."""

    def __cinit__(self, list evaluation not None, list points not None, list policy not None, list plan not None) -> None:
        self.evaluation_weights, self.points_weights = len(evaluation), len(points)
        self.policy_weights, self.plan_weights = len(policy), len(plan)
        self.evaluation, self.points = _array(evaluation), _array(points)
        self.policy, self.plan = _array(policy), _array(plan)

    cdef int check_for(self, const Game *game) except -1:
        """ValueError unless these are weights for a game."""
        cdef const Judgement *judgement = judgement_of(game)
        if self.evaluation_weights != judgement.evaluation_weights or self.points_weights != judgement.points_weights or (
                self.policy_weights != judgement.policy_weights or self.plan_weights != judgement.plan_weights):
            raise ValueError("this mind is for another game or another version of it")
        return 0

    def __dealloc__(self) -> None:
        free(self.evaluation)
        free(self.points)
        free(self.policy)
        free(self.plan)

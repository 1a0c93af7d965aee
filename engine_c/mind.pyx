"""The weights that a player judges with: those of the evaluation and those of the policy, as plain C arrays."""

from libc.stdlib cimport calloc, free


cdef class Mind:
    """Two lists of weights; immutable, so that any number of searches may read it."""

    def __cinit__(self, evaluation: list, policy: list) -> None:
        cdef int number
        self.evaluation_weights, self.policy_weights = len(evaluation), len(policy)
        self.evaluation = <float *>calloc(max(1, len(evaluation)), sizeof(float))
        self.policy = <float *>calloc(max(1, len(policy)), sizeof(float))
        if self.evaluation == NULL or self.policy == NULL:
            raise MemoryError("no memory for the weights of a player")
        for number in range(self.evaluation_weights):
            self.evaluation[number] = evaluation[number]
        for number in range(self.policy_weights):
            self.policy[number] = policy[number]

    def __dealloc__(self) -> None:
        free(self.evaluation)
        free(self.policy)

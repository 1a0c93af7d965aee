"""Small nets. One corrects a weighted sum: numbers about a seat in, what to add to its strength
out.

    inputs -> HIDDEN -> SECOND -> 1      each layer but the last: sums, cut to 0 .. CEILING

The second layer also says how many points to expect (engine_c/judgement.pyx). A second net fits the
policy to the position: from the progress of the game and the features of the seat that decides it
says what to add to each weight of the policy, and how far to trust the plan's advice. It reads
nothing of a certain board, so one net may serve all boards of a game.

    inputs -> HIDDEN -> a change of each weight of the policy, and of the trust

Most inputs are 0, so the first layer adds up the rows of those that are not. Sums run in one fixed
order, and nothing but additions, products and comparisons of 32-bit floats is used: the result is
the same, bit for bit, on every processor. `tests/net_twin.py` computes it in numpy.
"""

cdef enum:
    HIDDEN = 32
    SECOND = 16
    MOST_INPUTS = 4096
    MOST_OUTPUTS = 1024     # weights of a policy, and the trust

cdef struct Layer:
    int inputs
    const float *weights        # inputs x HIDDEN, a row for each input
    const float *bias           # HIDDEN

cdef struct Net:
    Layer first
    const float *second         # HIDDEN x SECOND, a row for each hidden unit
    const float *second_bias    # SECOND
    const float *last           # SECOND
    float last_bias

cdef struct PolicyNet:
    Layer first
    int outputs                 # the weights of the policy, then the trust in advice
    const float *weights        # HIDDEN x outputs, a row for each hidden unit
    const float *bias           # outputs

cdef void fit_policy(const PolicyNet *net, const float *inputs, float *changes) noexcept nogil
cdef void net_units(const Net *net, const float *inputs, float *units) noexcept nogil
cdef float net_output(const Net *net, const float *units) noexcept nogil

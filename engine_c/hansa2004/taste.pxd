"""What a plan judges by: a taste, as weights by name.

`hansa/hansa2004/mind.py` says what each weight means, its unit and its default, in the same order.
The tuner (`python -m hansa.bots.tune`) can change all of them.
"""

from engine_c.hansa2004.packing cimport MOVE_KIND_COUNT

cdef struct Taste:
    # unsold markers,
    float alone, pair, risk, overflow
    # talers,
    float taler, gift
    # voyages,
    float patience
    # cities,
    float majority, booth, spite
    # sales,
    float deny
    # how long there is,
    float decay
    # filling warehouses, founding, play.
    float refill, near
    float found_space, found_alone, found_traffic
    float noise

cdef enum:
    TASTE_WEIGHTS = 18

cdef enum:  # weights of the policy: of the plan's rate of a move, and of each kind of move
    P_RATE = 0
    P_KINDS = 1
    P_WEIGHTS = P_KINDS + MOVE_KIND_COUNT

"""What a plan judges by: a taste, as weights by name.

`hansa/teutonica/taste.py` says what each weight means, its unit and its default; a test keeps both
in one order. The tuner (`python -m hansa.bots.tune`) sees all of them.
"""

cdef struct Taste:
    # What plans differ in: the steps of the tracks,
    float actions, later, privilege, book, bank, keys
    # points,
    float prestige, control, hold, busy, network, reach, office, connection, special, marker, use, end, gift
    # work,
    float action, piece, fight, patience, keep, block
    # laying markers, play.
    float soon, toll, shelter
    float length, noise

    # What all plans believe of the game: how long it lasts,
    float turns_of[4]               # by players, from two on
    float overtime, trust, slowest, slowing, horizon, too_long, rush, lead, haste
    # tracks,
    float actions_step[5]
    float keys_step[4]
    float book_step[3]
    float bank_step[3]
    float freed_trader, freed_merchant, growth, keys_ahead, offices_a_turn, opened, colours_ahead
    # offices,
    float office_piece, office_merchant, full_city, open_city, loss, least_safe, wrest, outvoted, reinforce, joined
    float distance, country, mission, special_merchant
    # markers,
    float use_of[7]                 # by Marker
    float use_at_the_end
    float permanent[5]              # by Permanent, without NO_PERMANENT
    float permanent_at_the_end, permanent_ahead
    # work,
    float missing_piece, bank_at_most, permit, given_trader, given_merchant, margin, hopeless
    # pieces,
    float merchant_place, block_aside, block_anywhere, block_marker, block_track, block_merchant
    float least_kept, kept_merchant, goal, extra, moved_extra, neutral_harm
    # income,
    float full_supply, reserve, reserve_piece, needed_merchant, spare_merchant
    # markers and favours in use,
    float end_at_last, clearing, swap, last_swap, favour, tile_later, other_tile
    # laying and moving markers and pieces.
    float toll_of_others, harm_piece, harm_goal, harm_company, clear_goal
    float clear_merchant, least_cleared, post, post_near

cdef enum:
    TASTE_WEIGHTS = 134

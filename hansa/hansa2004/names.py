"""The words of MOVES.md, sections 8 and 9, in the order of the engine's numbers."""

from __future__ import annotations

PHASES = ("found", "refill", "reveal", "turn", "sell", "lose", "keep", "over")
REASONS = ("", "markers", "cut off")
CATEGORIES = ("unsold", "sold", "cities")
BARRELS = 3             # kinds of each colour
KEPT = 3                # H41: talers and unsold markers at the end of a turn
INCOME = 3              # H20
FOUND_BOOTHS, FOUND_ROUNDS = 2, 3       # H11

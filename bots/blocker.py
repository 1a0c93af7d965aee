"""The blocker: stands where others must displace it, and lives on displacement.

A displaced trader returns with a free extra piece, a merchant with two (T13): so it places where somebody is about to
finish, keeps pieces in the stock for the extras, and gathers its scattered pieces with the book.
"""

from __future__ import annotations

from hansa.bots.plan import PlanBot


class BlockerBot(PlanBot):
    """Lives in other people's way."""

    taste = {"block": 2.2, "book": 1.6, "fight": 0.1, "keep": 0.8}

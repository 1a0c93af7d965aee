"""Hansa (2004), rule by rule; `Game` is all that the outside needs."""

from __future__ import annotations

from .game import Game

__all__ = ["Game"]

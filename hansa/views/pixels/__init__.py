"""Positions as bitmaps, drawn with numpy alone: a file for each game, on top of `bitmap.py`."""

"""What strong play looks like: games of the AI against itself, counted, and what was counted.

- `games.py` plays the games and keeps them, a file a setup; a killed run continues
- `counts.py` counts what happened in them
- `book.py` keeps the positions that several games reached, and what was played there
"""

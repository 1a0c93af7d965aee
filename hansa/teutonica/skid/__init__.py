"""Positions from the saves of `skid/hansa`, a public implementation in TypeScript.

`save.py` declares what such a save consists of, `chart.py` compares its map with ours, `undoing.py`
takes back what our game does not divide, `reading.py` makes a state of ours from it. All of it
follows the program's source (`src/game/model.ts`, `actions.ts`, `helpers.ts`); no real save was
ever found.
"""

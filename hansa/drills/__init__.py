"""Drills: positions with one clearly best plan, to be found, graded and repeated.

- `drill.py` what a drill is, and what is said of an answer
- `proving.py` whether a position has one clearly best plan
- `making.py` makes drills of recorded games; a killed run continues
- `collection.py` files of drills, and the set that comes with the package
- `practice.py` what a player has answered: what is due, and the score

>>> from hansa.drills.collection import shipped_drills
>>> from hansa.drills.practice import Practice
>>> drill = Practice().next(shipped_drills(), now=0.0)
>>> drill.answer(drill.state().parse(drill.best)).right
True
"""

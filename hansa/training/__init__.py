"""Learning by self-play: games become positions, positions become weights, and weights must win.

`hansa train DIR` runs the loop (`loop.py`): make positions and value them (`positions.py`), keep
them (`shards.py`), fit a net that corrects the weighted sum (`fit.py`), and play the candidate
against the best so far at equal time (`match.py`). Everything that happened is in
`DIR/ledger.jsonl` (`ledger.py`).
"""

"""A tournament from Python: played on two processes, rated, and drawn as a page of plots.

    python examples/tournament.py --blocks 20 && xdg-open tournament.html
"""

import argparse
from pathlib import Path

from hansa.tournaments.page import page
from hansa.tournaments.runner import Runner
from hansa.tournaments.schedule import TableSetup, Tournament, games
from hansa.tournaments.sheets import plain, rating_sheet
from hansa.tournaments.standings import standings


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--blocks", type=int, default=10)
    parser.add_argument("--out", type=Path, default=Path("tournament.html"))
    options = parser.parse_args()

    tournament = Tournament(("markers", "prestige", "greedy", "random"), (TableSetup("east", 3),), options.blocks, seed=1)
    with Runner(2, tournament.digest) as runner:
        played = [finished.result for finished in runner.run(games(tournament))]
    # Games end in any order; tables should not depend on it
    played.sort(key=lambda game: game.order)

    found = standings(played, anchor="random")
    print(plain(rating_sheet(found)))
    options.out.write_text(page(found, played, "An example"), encoding="utf-8")
    print(f"plots are in {options.out}")


if __name__ == "__main__":                          # the processes of the runner import this file
    main()

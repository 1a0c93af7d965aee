"""Pictures of every board and page, light and dark, desk and phone: `make screenshots`, then look
at them.

`python -m tests.screenshots FOLDER WORD` makes those with a word in their name, `--readme` the one
in README.md.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from tests.browser import Watched, browser, kept_game, server

SIZES = {
    "desk": (1280, 800), "big": (1920, 1080), "tablet": (820, 1180), "phone": (390, 844), "side": (844, 390),
}
BOARDS = {"hansa-23": 2, "hansa-45": 4, "east": 3, "britannia-3": 3, "britannia-45": 5}


def main(out: Path, only: str = "") -> None:
    """Makes all pictures, or those whose names have a word in them."""
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name, browser() as opened:
        folder = Path(name)
        begun = {
            board: kept_game(folder, {"board": board, "players": players}, ["human", *["prestige"] * (players - 1)], turns=30)
            for board, players in BOARDS.items()
        }
        begun["hansa2004"] = kept_game(folder, {"board": "hansa2004", "players": 4}, ["human", *["greedy"] * 3], turns=20)
        cards = kept_game(folder, {"board": "hansa-45", "players": 5, "modules": ["missions", "favours"]},
                          ["human"] * 2 + ["prestige"] * 3, turns=26, seed=3)
        over = kept_game(folder, {"board": "hansa-45", "players": 4}, ["human", *["prestige"] * 3], seed=2)
        pages = {f"play-{board}": f"#/game/{game}" for board, game in begun.items()} | {
            "games": "#/games", "new": "#/new", "study": f"#/study/{begun['hansa-45']}", "hand-over": f"#/game/{cards}",
            "study-hansa2004": f"#/study/{begun['hansa2004']}", "over": f"#/game/{over}",
            "practice": "#/drills", "learn": "#/learn",
            "lesson": "#/learn/teutonica/2", "lesson-hansa2004": "#/learn/hansa2004/5",
            "review": f"#/study/{over}?review=1&ply=40", "edit": f"#/study/{begun['east']}",
        }
        with server(folder) as link:
            for title, address in pages.items():
                for size, pixels in SIZES.items():
                    for scheme in ("light", "dark"):
                        picture = f"{title}-{size}-{scheme}.png"
                        if only in picture:
                            take(Watched(opened, size=pixels, color_scheme=scheme), link, address, out / picture)
                            print(out / picture)


def readme_picture() -> None:
    """The one in README.md."""
    with tempfile.TemporaryDirectory() as name, browser() as opened:
        game = kept_game(Path(name), {"board": "hansa-45", "players": 4}, ["human", *["prestige"] * 3], turns=42)
        with server(Path(name)) as link:
            take(Watched(opened, color_scheme="light"), link, f"#/study/{game}", Path("docs/page.jpg"), thinks=True)


def take(watched: Watched, link: str, address: str, path: Path, *, thinks: bool = False) -> None:
    """One picture, when everything has arrived; of an analysis that has gone on for a while."""
    page = watched.page
    page.goto(link)
    page.wait_for_selector(".sheet h1")
    page.evaluate("address => { location.hash = address }", address)
    page.wait_for_timeout(300)
    if "study" in address:
        page.wait_for_selector(".lines tbody tr, #reviewing, .graph")
    if "review=1" in address:
        page.wait_for_selector(".graph", timeout=120_000)
        page.wait_for_selector(".lines tbody tr")
        page.eval_on_selector(".review", "node => node.scrollIntoView({ block: 'nearest' })")
    if thinks:
        page.select_option("[aria-label='How long to think']", "5")
        page.wait_for_timeout(5500)
    if path.name.startswith("edit"):
        page.click("#edit")
        page.eval_on_selector("#edit", "node => node.scrollIntoView()")
    page.wait_for_timeout(700)
    page.screenshot(path=str(path))
    assert not watched.errors, watched.errors
    page.context.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=Path("build/screenshots"), help="where they go")
    parser.add_argument("only", nargs="?", default="", help="pictures with this in their names")
    parser.add_argument("--readme", action="store_true", help="the picture in README.md instead")
    options = parser.parse_args()
    if options.readme:
        readme_picture()
    else:
        main(options.folder, options.only)

"""The documentation that comes with hansa: pages by name, the same in a checkout and in an
installed package.

A wheel has the documents of the repository in `hansa/documents/` (`setup.py` copies them); a
checkout has them where they are.

>>> page("protocol").title
'The protocol for programs'
>>> page("protocol").text().startswith("# The protocol for programs")
True
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from hansa.errors import HansaError
from hansa.suggestions import closest

__all__ = ["PAGES", "NoSuchPage", "Page", "page"]

PACKAGED = Path(__file__).parent / "documents"


class NoSuchPage(HansaError):
    """A page that is not there.

    >>> page("protocoll")
    Traceback (most recent call last):
        ...
    hansa.documents.NoSuchPage: there is no page 'protocoll'; did you mean 'protocol'?
    """

    code = "bad-request"


@dataclass(frozen=True)
class Page:
    """One page: its name, what it is about, the file it comes from."""

    name: str
    title: str
    source: str

    def text(self) -> str:
        """The page as Markdown.

        >>> page("records").text().splitlines()[0]
        '# Records and logs'
        """
        root = PACKAGED if PACKAGED.is_dir() else Path(__file__).parents[1]
        return (root / self.source).read_text(encoding="utf-8")


# In the order in which a newcomer would read them.
PAGES: tuple[Page, ...] = (
    Page("readme", "hansa at a glance", "README.md"),
    Page("install", "Install", "docs/install.md"),
    Page("first-game", "Your first game", "docs/tutorial/first-game.md"),
    Page("first-analysis", "Your first analysis", "docs/tutorial/first-analysis.md"),
    Page("first-bot", "Your first bot", "docs/tutorial/first-bot.md"),
    Page("first-tournament", "Your first tournament", "docs/tutorial/first-tournament.md"),
    Page("library", "Use the library", "docs/guides/library.md"),
    Page("share-the-page", "Play with others on your network", "docs/guides/share-the-page.md"),
    Page("browser", "Run the engine in a browser", "docs/guides/browser.md"),
    Page("any-language", "Write a bot in any language", "docs/guides/any-language.md"),
    Page("several-machines", "Play a tournament on several machines", "docs/guides/several-machines.md"),
    Page("train", "Train the AI", "docs/guides/train.md"),
    Page("real-games", "Write down and study a real game", "docs/guides/real-games.md"),
    Page("learners", "Environments for reinforcement learning", "docs/guides/learners.md"),
    Page("translate", "Read hansa in another language, and translate it", "docs/guides/translate.md"),
    Page("find-faults", "Find out what went wrong", "docs/guides/find-faults.md"),
    Page("practise", "Practise with drills", "docs/guides/practise.md"),
    Page("strong-play", "What the machine thinks of Hansa Teutonica", "docs/explanation/strong-play.md"),
    Page("strong-play-tables", "Strong play in tables", "docs/explanation/strong-play-tables.md"),
    Page("faq", "Frequently asked questions", "docs/faq.md"),
    Page("rules", "The rules of Hansa Teutonica, numbered", "RULES.md"),
    Page("rules-2004", "The rules of Hansa (2004), numbered", "RULES-2004.md"),
    Page("formats", "Decisions, moves and formats: which page says what", "MOVES.md"),
    Page("moves", "Decisions and moves, as they are written", "docs/formats/moves.md"),
    Page("states", "Setups and states as JSON", "docs/formats/states.md"),
    Page("notation", "Positions and games as people write them", "docs/formats/notation.md"),
    Page("records", "Records and logs", "docs/formats/records.md"),
    Page("protocol", "The protocol for programs", "docs/formats/protocol.md"),
    Page("saves", "Saves of other programs", "docs/formats/saves.md"),
    Page("exploring", "What strong players did, and drills, as they are written", "docs/formats/exploring.md"),
    Page("page", "What browser and server say to each other", "docs/formats/page.md"),
    Page("analysis", "What analysis and review say", "docs/formats/analysis.md"),
    Page("spaces", "Action numbers and observations", "docs/formats/spaces.md"),
    Page("architecture", "The map of the code, how it thinks, learns and measures", "ARCHITECTURE.md"),
    Page("results", "What was measured, with commands", "RESULTS.md"),
    Page("contributing", "Build, test, add", "CONTRIBUTING.md"),
    Page("security", "What is protected, and how to report a vulnerability", "SECURITY.md"),
    Page("changelog", "What changed", "CHANGELOG.md"),
)


def page(name: str) -> Page:
    """A page by its name.

    >>> page("faq").source
    'docs/faq.md'
    """
    known = {each.name: each for each in PAGES}
    if name not in known:
        raise NoSuchPage(f"there is no page {name!r}" + closest(name, list(known)))
    return known[name]


"""Writes the pages of the site whose source is elsewhere: documents of the repository, the parsers,
public modules.

`docs/built/` holds them; it is made anew with every build and not kept in git.
"""

from __future__ import annotations

import argparse
import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

from hansa.cli import parsers
from hansa.documents import PAGES, page

LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([\w./-]+)(#[\w-]*)?\)")
LIBRARY: Mapping[str, tuple[str, ...]] = {
    "Positions and games": ("hansa", "hansa.state", "hansa.record", "hansa.notation",
                            "hansa.boards", "hansa.games", "hansa.rules_page"),
    "Analysis": ("hansa.thinking", "hansa.guided", "hansa.review", "hansa.solving", "hansa.views.svg"),
    "Bots": ("hansa.bots.bot", "hansa.bots.registry", "hansa.bots.objects"),
    "Tournaments": (
        "hansa.tournaments.match", "hansa.tournaments.schedule", "hansa.tournaments.runner", "hansa.tournaments.log",
        "hansa.tournaments.log_header", "hansa.tournaments.log_reading", "hansa.tournaments.log_merging",
        "hansa.tournaments.results", "hansa.tournaments.ratings", "hansa.tournaments.standings",
        "hansa.tournaments.sheets", "hansa.tournaments.columns", "hansa.tournaments.sprt"),
    "Environments for learners": (
        "hansa.envs.vector", "hansa.envs.gymnasium", "hansa.envs.gymnasium_vector", "hansa.envs.pettingzoo",
        "hansa.envs.parallel", "hansa.envs.parallel_games", "hansa.envs.openspiel"),
}
CELL = str.maketrans({"|": "\\|", "\n": " ", "<": "&lt;"})


def document_pages() -> Iterator[tuple[str, str]]:
    """The pages of `hansa docs` that are not below `docs/`, where Sphinx finds them by itself."""
    for each in PAGES:
        if not each.source.startswith("docs/") and each.name not in ("readme", "results"):
            yield each.name, linked(each.text())


def notebook_pages() -> Iterator[tuple[str, str]]:
    """RESULTS.md, a page for each topic, and one that lists what they hold."""
    intro, _contents, *topics = re.split(r"^## ", linked(page("results").text()), flags=re.MULTILINE)
    listed, names = [intro.rstrip()], []
    for topic in topics:
        title, _, body = topic.partition("\n")
        name = "results-" + re.sub(r"\W+", "-", title.lower()).strip("-")
        names.append(name)
        sections = re.findall(r"^### (.*)$", body, re.MULTILINE)
        listed.append(f"## [{title}]({name}.md)\n\n" + "\n".join(f"- {section}" for section in sections))
        yield name, f"# {title}\n" + re.sub(r"^#(#{2,} )", r"\1", body, flags=re.MULTILINE)
    listed.append("```{toctree}\n:hidden:\n\n" + "\n".join(names) + "\n```\n")
    yield "results", "\n\n".join(listed)


def linked(text: str) -> str:
    """A document's text with links that lead to pages of the site; what the site does not have is
    named only."""
    places = {each.source: f"../{each.source.removeprefix('docs/')}" if each.source.startswith("docs/") else f"{each.name}.md"
              for each in PAGES if each.name != "readme"}

    def to_page(found: re.Match[str]) -> str:
        words, target, place = found.group(1), found.group(2), found.group(3) or ""
        return f"[{words}]({places[target]}{place})" if target in places else words

    return LINK.sub(to_page, text)


def rows(parser: argparse.ArgumentParser) -> Iterator[str]:
    """What a command takes, a row of a table each."""
    for action in parser._actions:
        if isinstance(action, argparse._HelpAction) or action.help == argparse.SUPPRESS:
            continue
        place = action.metavar or action.dest.upper()
        shown = place if isinstance(place, str) else " ".join(place)
        if not action.option_strings:
            name = f"`{shown}`"
        else:
            value = "" if action.nargs == 0 else f" {shown}"
            name = ", ".join(f"`{flag}{value}`" for flag in action.option_strings)
        yield f"| {name} | {(action.help or '').translate(CELL)} |"


def command_page() -> str:
    """Every command with its arguments and examples, as its own `--help` has them."""
    parts = ["# Commands\n\nEvery command prints the same with `--help`."]
    for command, parser in parsers().items():
        examples = re.sub(r"^ +", "", command.examples.strip(), flags=re.MULTILINE)
        parts.append(
            f"## hansa {command.name}\n\n{command.purpose}\n\n| argument | meaning |\n|---|---|\n"
            + "\n".join(rows(parser)) + f"\n\n```text\n{examples}\n```\n")
    return "\n\n".join(parts)


def library_pages() -> Iterator[tuple[str, str]]:
    """The public modules, by subject."""
    for title, modules in LIBRARY.items():
        body = "\n".join(
            f"## {module}\n\n```{{eval-rst}}\n.. automodule:: {module}\n   :members:\n   :undoc-members:\n"
            + ("   :no-index:\n" if module == "hansa" else "")      # it repeats names of the others
            + "```\n"
            for module in modules)
        yield "library-" + title.lower().replace(" ", "-"), f"# {title}\n\n{body}"


def write_pages(docs: Path) -> None:
    """All of them, below `docs/built`."""
    target = docs / "built"
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir()
    pages = {"commands": command_page(), **dict(document_pages()), **dict(notebook_pages()), **dict(library_pages())}
    for name, text in pages.items():
        (target / f"{name}.md").write_text(text, encoding="utf-8")

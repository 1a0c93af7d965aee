"""`hansa docs`: the documentation, without a browser and without the network."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from hansa.cli.arguments import PlainArgument, positional, switch
from hansa.cli.commands import command, resolve
from hansa.cli.screen import Screen
from hansa.documents import PAGES, page

NAMES = 18      # columns of a page's name
# how pages of the site refer to each other
ROLE = re.compile(r"\{doc\}`(?:([^`<]*) <)?([^`>]*)>?`")


@dataclass(frozen=True, kw_only=True)
class DocsArguments(PlainArgument):
    """The list of pages, or one of them."""

    page: str | None = positional(
        "PAGE", "page to print, or the beginning of its name (default: list all pages)", nargs="?", default=None)
    raw: bool = switch("--raw", "print the Markdown source")


def run(arguments: DocsArguments) -> int:
    """Prints the list, or one page."""
    screen = Screen(plain=arguments.plain)
    if arguments.page is None:
        for each in PAGES:
            screen.line(f"{each.name:<{NAMES}}{each.title}")
        screen.line()
        screen.line("to read one: hansa docs first-game")
        return 0
    text = page(resolve("page", arguments.page, [each.name for each in PAGES])).text()
    if arguments.raw:
        print(text, end="")
        return 0
    text = readable(text)
    if screen.console is None:
        print(text, end="")
        return 0
    from rich.markdown import Markdown
    from rich.syntax import ANSISyntaxTheme

    # code has no background and no colours of its own
    without_colours: Any = ANSISyntaxTheme({})
    screen.console.print(Markdown(text, code_theme=without_colours), width=screen.width, soft_wrap=False)
    return 0


def readable(text: str) -> str:
    """Markdown without what only the site understands: its pictures, its lists of pages, its links
    by name.

    >>> readable("Read {doc}`the rules <../built/rules>` and {doc}`faq`.")
    "Read the rules ('hansa docs rules') and 'hansa docs faq'."
    """
    text = re.sub(r"^```\{.*?^```\n", "", text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"^!\[.*\n", "", text, flags=re.MULTILINE)

    def named(found: re.Match[str]) -> str:
        name = f"'hansa docs {found[2].rpartition('/')[2]}'"
        return f"{found[1]} ({name})" if found[1] else name

    return ROLE.sub(named, text)


COMMAND = command(
    DocsArguments, run, name="docs",
    purpose="Print the documentation: tutorial, guides, rules, formats.",
    examples="""
        hansa docs                          # all pages
        hansa docs first-bot
        hansa docs protocol | less
        hansa docs rules --raw > rules.md
    """,
    read_on="'make docs' in a clone builds the same pages as a web site.",
)

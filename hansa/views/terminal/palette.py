"""The colours of a terminal: of the 256 that nearly all have, those readable on a dark and on a
light background.

The sixteen colours with names are whatever a terminal makes of them: its bright yellow or white
cannot be read on a light background, its bright black not always on a dark one.
"""

from __future__ import annotations

RED, GREEN, BLUE, YELLOW, PURPLE = "#ff0000", "#008700", "#0087ff", "#af8700", "#af5fd7"
ORANGE, PINK, GREY, TEAL, SKY = "#d75f00", "#d75faf", "#808080", "#008787", "#0087af"

SEATS = (RED, GREEN, BLUE, YELLOW, PURPLE)
NEUTRAL = ""                # as the terminal writes text
FAINT, MARKER, NOTE = GREY, SKY, f"italic {TEAL}"
OFFICES = {"w": NEUTRAL, "o": ORANGE, "p": PINK, "b": GREY}     # by the letter of their colour
GOOD, DOUBTFUL, BAD = GREEN, YELLOW, RED                        # what is said of something

STYLES = {                  # of what rich draws: bars, waiting, Markdown
    "bar.back": FAINT, "bar.complete": PURPLE, "bar.pulse": PURPLE, "bar.finished": GREEN,
    "progress.elapsed": FAINT, "progress.remaining": SKY, "progress.download": TEAL,
    "status.spinner": GREEN, "rule.line": GREEN,
    "markdown.code": f"bold {TEAL}", "markdown.code_block": TEAL, "markdown.block_quote": FAINT,
    "markdown.list": NEUTRAL, "markdown.item.number": NEUTRAL,
    "markdown.h2": "bold underline", "markdown.h3": "bold", "markdown.h4": "italic",
    "markdown.link": SKY, "markdown.link_url": f"underline {SKY}",
    "markdown.table.border": FAINT, "markdown.table.header": "bold", "markdown.kbd": "bold",
}

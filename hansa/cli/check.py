"""`hansa check`: examines a program that wants to play."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict

from hansa.bots.examination import POSITIONS, Finding, examine
from hansa.cli.commands import Command, Parser, UsageError, whole
from hansa.cli.screen import Screen, add_plain_argument
from hansa.games import GAMES

FAILED = 1


def run(arguments: argparse.Namespace) -> int:
    """Examines and prints finding by finding; 0 if nothing is wrong."""
    if not arguments.program.strip():
        raise UsageError("name the program, such as: hansa check 'python3 my_bot.py'")
    screen = Screen(plain=arguments.plain)
    findings: list[Finding] = []
    for finding in examine(arguments.program, positions=max(1, arguments.positions), game=arguments.game):
        findings.append(finding)
        if not arguments.json:
            mark, style = ("ok    ", "green") if finding.passed else ("FAILED", "bold red")
            screen.line(f"{mark}  {finding.what}  ({finding.seconds:.2f} s)", style=style)
            if not finding.passed:
                screen.line(f"        {finding.problem}")
    passed = all(finding.passed for finding in findings)
    if arguments.json:
        print(json.dumps({"program": arguments.program, "passed": passed, "findings": [asdict(found) for found in findings]}))
    else:
        screen.line()
        screen.line(f"it can play: exec:{arguments.program}" if passed else
                    "it cannot play yet; MOVES.md, section 7, says what is asked")
    return 0 if passed else FAILED


def add_arguments(parser: Parser) -> None:
    """Which program."""
    parser.add_argument("program", metavar="COMMAND", help="what starts it, in quotes if it has several words")
    parser.add_argument("--positions", metavar="N", type=whole, default=POSITIONS,
                        help=f"how many it is asked in (default {POSITIONS})")
    parser.add_argument("--game", metavar="GAME", choices=tuple(GAMES), help=f"{' or '.join(GAMES)} if it plays one alone")
    parser.add_argument("--json", action="store_true", help="print JSON")
    add_plain_argument(parser)


COMMAND = Command(
    name="check",
    purpose="Examines a program that wants to play: start, options, legal moves in all phases, stop, garbage, end.",
    examples="""
        hansa check ./my-bot
        hansa check "python3 examples/programs/claimer.py"
        hansa tournament exec:./my-bot random --players 2 --blocks 5
    """,
    read_on="MOVES.md, section 7, the other side, for what a program is asked; examples/programs for three that pass.",
    add_arguments=add_arguments,
    run=run,
)

"""`hansa completion`: scripts that complete commands, options and names in a shell, made from the
parser itself."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from hansa.bots.registry import BOTS
from hansa.cli import COMMANDS
from hansa.cli.arguments import positional
from hansa.cli.commands import Command, Parser, command, resolve
from hansa.games import GAMES, board_entries

SHELLS = ("bash", "zsh", "fish")
FILES = ("FILE", "RECORD")


@dataclass(frozen=True)
class Completion:
    """What can follow: an option or the positional argument `""` of a command, and its values;
    `None` is a file."""

    option: str
    help: str
    takes_value: bool
    values: Sequence[str] | None


def values_of(action: argparse.Action) -> Sequence[str] | None:
    """The known values of an argument; None if it is a file, nothing if anything goes."""
    entries = board_entries()
    named = {
        "GAME": list(GAMES), "BOARD": [entry.name for entry in entries],
        "EDITION": list(dict.fromkeys(edition for entry in entries for edition in entry.editions)),
        "LIST": list(dict.fromkeys(module for entry in entries for module in entry.modules)),
        "SHELL": SHELLS, "BOT": list(BOTS),
    }
    metavar = action.metavar if isinstance(action.metavar, str) else ""
    return None if metavar in FILES else list(named.get(metavar, action.choices or ()))


def completions(parser: Parser) -> Iterator[Completion]:
    """Everything that one command takes."""
    for action in parser._actions:      # argparse has no public list
        option = next((option for option in action.option_strings if option.startswith("--")), "")
        yield Completion(option, str(action.help), action.nargs != 0, values_of(action))


def bash(commands: Mapping[Command, Parser]) -> str:
    """For bash 3.2 and later."""
    cases = []
    for each, parser in commands.items():
        takes = list(completions(parser))
        options = " ".join(taken.option for taken in takes if taken.option)
        for taken in takes:
            if taken.takes_value and taken.option:
                cases.append(f"        {each.name}:{taken.option}) {bash_reply(taken.values)} ;;")
        words = next((taken.values for taken in takes if not taken.option), ())
        plain = bash_reply(words)
        either = f'case "$word" in -*) {bash_reply(options.split())} ;; *) {plain} ;; esac'
        cases.append(f"        {each.name}:*) {either} ;;")
    return "\n".join([
        "# bash completion for hansa; in ~/.bashrc: source <(hansa completion bash)",
        "_hansa() {",
        '    local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}"',
        "    COMPREPLY=()",
        '    if [ "$COMP_CWORD" -eq 1 ]; then',
        f"        {bash_reply([*(each.name for each in commands), '--help', '--version'])}",
        "        return",
        "    fi",
        '    case "${COMP_WORDS[1]}:$before" in',
        *cases,
        "    esac",
        "}",
        "complete -F _hansa hansa",
    ])


def bash_reply(values: Sequence[str] | None) -> str:
    """The bash that offers some words, or files."""
    what = "-f" if values is None else f"-W '{' '.join(values)}'"
    return f'COMPREPLY=($(compgen {what} -- "$word"))' if values is None or values else ":"


def zsh(commands: Mapping[Command, Parser]) -> str:
    """For zsh's own completion system."""
    described = " ".join(zsh_quoted(f"{each.name}:{COMMANDS[each.name].summary}") for each, parser in commands.items())
    cases = []
    for each, parser in commands.items():
        specs = []
        for taken in completions(parser):
            value = "_files" if taken.values is None else f"({' '.join(taken.values)})" if taken.values else " "
            if not taken.option:
                specs.append(zsh_quoted(f"1:{zsh_plain(taken.help)}:{value}"))
            else:
                argument = f":value:{value}" if taken.takes_value else ""
                specs.append(zsh_quoted(f"{taken.option}[{zsh_plain(taken.help)}]{argument}"))
        cases.append(f"        {each.name}) _arguments {' '.join(specs)} ;;")
    return "\n".join([
        "#compdef hansa",
        "# zsh completion for hansa; save it as _hansa in a folder of $fpath, or in ~/.zshrc: "
        "source <(hansa completion zsh)",
        "_hansa() {",
        f"    local -a commands=({described})",
        "    if (( CURRENT == 2 )); then",
        "        _describe command commands",
        "        return",
        "    fi",
        "    local name=$words[2]",
        "    shift words",
        "    (( CURRENT -= 1 ))",
        "    case $name in",
        *cases,
        "    esac",
        "}",
        'if [ "$funcstack[1]" = _hansa ]; then _hansa "$@"; else compdef _hansa hansa; fi',
    ])


def zsh_plain(text: str) -> str:
    """A help text without what `_arguments` would read as its own."""
    return text.translate(str.maketrans("[]:", "(),"))


def zsh_quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def fish(commands: Mapping[Command, Parser]) -> str:
    """For fish."""
    lines = [
        "# fish completion for hansa; hansa completion fish > ~/.config/fish/completions/hansa.fish",
        "complete -c hansa -f",
    ]
    for each, parser in commands.items():
        lines.append(f"complete -c hansa -n __fish_use_subcommand -a {each.name} -d {fish_quoted(COMMANDS[each.name].summary)}")
        for taken in completions(parser):
            option = f" -l {taken.option[2:]} -d {fish_quoted(taken.help)}" if taken.option else ""
            needs = " -r" if taken.option and taken.takes_value else ""
            values = " -F"
            if taken.values is not None:
                values = f" -a {fish_quoted(' '.join(taken.values))}" if taken.values else ""
            if option or values:
                seen = f"'__fish_seen_subcommand_from {each.name}'"
                lines.append(f"complete -c hansa -n {seen}{option}{needs}{values}")
    return "\n".join(lines)


def fish_quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


@dataclass(frozen=True, kw_only=True)
class CompletionArguments:
    """Which shell."""

    shell: str = positional("SHELL", " or ".join(SHELLS))


def run(arguments: CompletionArguments) -> int:
    """Prints the script of a shell."""
    # of all commands: some bring much along, and only this command needs them all
    from hansa.cli import parsers

    shell = resolve("shell", arguments.shell, SHELLS)
    print({"bash": bash, "zsh": zsh, "fish": fish}[shell](parsers()))
    return 0


COMMAND = command(
    CompletionArguments,
    run,
    name="completion",
    purpose="Print a script that lets your shell complete hansa's commands, options and names with the Tab key.",
    examples="""
        source <(hansa completion bash)
        hansa completion zsh > ~/.zfunc/_hansa
        hansa completion fish > ~/.config/fish/completions/hansa.fish
    """,
    read_on="the manual of your shell on completion. For bash, add the first example to ~/.bashrc.",
)

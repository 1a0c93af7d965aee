"""The rooms of the house: the sources that mutants are drawn from, and the tests that must notice
them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Room:
    """Patterns of files, relative to the project; tests are named without `tests/test_` and
    `.py`."""

    sources: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()

    def source_files(self, root: Path) -> list[str]:
        """Its sources, in order."""
        found = {path for pattern in self.sources for path in root.glob(pattern)}
        return sorted(path.relative_to(root).as_posix() for path in found)

    def files_of_tests(self, root: Path, only: Sequence[str] = ()) -> list[str]:
        """Its test files that exist, or only some of these, and its sources that have examples."""
        names = [name for name in self.tests if not only or name in only]
        named = sorted({path for name in names for path in root.glob(f"tests/test_{name}.py")})
        examples = [file for file in self.source_files(root) if ">>>" in (root / file).read_text(encoding="utf-8")]
        return [*(path.relative_to(root).as_posix() for path in named), *examples]


def hansa(*names: str) -> tuple[str, ...]:
    """Patterns below `hansa/`."""
    return tuple(f"hansa/{name}" for name in names)


# `engine` and `page` have curated faults only; `flags` makes commands ignore what was typed.
ROOMS: dict[str, Room] = {
    "bots": Room(("bots/*.py",), (
        "actions", "bots", "bots2004", "defaults", "entries", "examples", "exec_bot", "golden_commands", "objects", "plan",
        "platforms", "processes", "programs", "search_bots", "style", "taste_tuning", "transcripts", "openings",
        "forced", "mind_file", "protocol2", "golden_messages", "messages", "seeds",
    )),
    "tournaments": Room(("tournaments/*.py",), (
        "golden_commands", "adjudication", "cluster", "defaults", "digits", "docs", "entries", "golden_tables", "holding",
        "league", "live_tournament", "machine", "measuring", "objects", "openings", "option_tuning", "plots", "ratings",
        "runner", "schedule", "shares", "sprt", "standings", "style", "tournament_cli", "transcripts", "notebook", "fuzz_doors",
        "flags", "golden_messages", "messages", "seeds",
    )),
    "review": Room(hansa("review*.py", "judg*.py", "solving.py", "strengths.py", "samples.py"), (
        "golden_commands", "defaults", "judging", "review", "solving", "plans", "lines", "watching", "adjudication",
        "protocol2", "web_answers", "languages", "golden_messages", "search_bots",
    )),
    "records": Room(
        hansa("record*.py", "annotations.py", "live_game.py", "move_forms.py", "notation/*.py", "plain_values.py",
              "reading.py", "members.py", "json_lines.py", "packed.py", "whole_file.py", "sections.py",
              "teutonica/skid/*.py"),
        ("golden_commands", "defaults", "notation", "record", "recording", "live_game", "plans", "fields", "lessons",
         "faults", "fuzz_doors", "errors", "table", "state", "contents", "readme", "documents", "saves", "mistakes", "codecs",
         "messages", "protocol2", "languages", "golden_messages"),
    ),
    "thinking": Room(hansa("thinking.py", "mind_file.py", "bench.py", "clock.py", "guided.py"), (
        "search", "thinking", "defaults", "lines", "clock", "guided", "mind_file", "bots2004", "cli", "taste_tuning",
        "notebook", "compiled", "learning2004", "review", "bench", "golden_commands", "languages",
        "golden_messages", "seeds",
    )),
    "library": Room(
        hansa("__*.py", "board_entry.py", "contents.py", "documents.py", "errors.py", "games.py", "logs.py", "messages.py",
              "moves.py", "notebook.py", "phrases.py", "rules_page.py", "state.py", "suggestions.py", "version.py",
              "vocabulary.py"),
        ("golden_commands", "contents", "defaults", "docs", "errors", "games", "logs", "messages", "state", "move_kinds",
         "misspelt", "notebook", "languages", "lessons", "setup", "contract", "cases", "cli", "library", "lines", "openings",
         "codecs", "rules_page", "golden_messages"),
    ),
    "training": Room(hansa("training/*.py", "play_style.py"), (
        "defaults", "train_command", "training", "training_numbers", "training_policy", "training_pool", "policy_features",
        "taste_tuning", "style", "faults", "golden_messages",
    )),
    "studies": Room(hansa("exploring/*.py", "drills/*.py"), (
        "golden_commands", "defaults", "exploring", "drills", "solving", "lines", "web_exercises", "golden_messages")),
    "boards": Room(hansa("boards/*.py", "teutonica/*.py"), (
        "golden_commands", "actions", "cases", "contents", "defaults", "documents", "engine", "fields", "move_kinds",
        "notation", "observation", "plan", "properties", "render", "setup", "state", "table", "taste_tuning", "forced", "web",
        "misspelt", "mistakes", "recording", "golden_views", "messages", "openspiel",
    )),
    "hansa2004": Room(hansa("hansa2004/*.py"), (
        "golden_commands", "defaults", "hansa2004", "bots2004", "learning2004", "cases", "contents", "move_kinds", "render",
        "state", "web", "properties", "fields", "notation", "mistakes", "taste_tuning", "recording", "golden_views", "messages",
        "openspiel",
    )),
    "envs": Room(hansa("envs/*.py"), (
        "defaults", "envs", "envs_missing", "gymnasium", "gymnasium_vector", "learning2004", "measuring", "observation",
        "openspiel", "parallel", "parallel_games", "pettingzoo", "seeds", "vector", "views",
    )),
    "views": Room(hansa("views/**/*.py"), (
        "golden_commands", "defaults", "golden_views", "javascript", "languages", "plans", "play", "render", "screens", "table",
        "views",
    )),
    "languages": Room(hansa("languages/*.py"), ("golden_commands", "defaults", "languages", "play", "lines")),
    "lessons": Room(hansa("lessons/*.py"), ("golden_commands", "lessons", "tutorial", "web_teaching")),
    "rulebook": Room(hansa("rulebook/**/*.py"), ("cases", "hansa2004", "lockstep", "state")),
    "protocol": Room(hansa("protocol/*.py"), (
        "defaults", "golden_commands", "protocol", "protocol2", "hansa2004", "lines", "logs", "documents", "messages",
    )),
    "cli": Room(hansa("cli/*.py"), (
        "golden_commands", "cli", "defaults", "flags", "tournament_cli", "play", "watching", "league", "option_tuning",
        "exploring", "drills", "lines", "plans", "new_bot", "programs", "tutorial", "train_command", "screens", "entries",
        "languages", "logs", "openings", "serve", "serve_missing", "training_numbers", "training_policy", "training_pool",
        "docs", "platforms", "solving", "standings", "notices", "progress",
    )),
    "table": Room(hansa("table/*.py"), (
        "golden_commands", "defaults", "table", "recording", "refusals", "live_game", "plans", "games", "play", "watching",
        "screens", "seeds", "views", "drills", "web_recording",
    )),
    "web": Room(hansa("web/*.py"), (
        "defaults", "digits", "golden_page", "rights", "web", "web_answers", "web_door", "web_exercises", "web_files",
        "web_hostile", "web_moving", "web_notes", "web_parts", "web_people", "web_recording", "web_server", "web_teaching",
        "web_words", "messages",
    )),
    "flags": Room(),
    "engine": Room(),
    "page": Room(),
}

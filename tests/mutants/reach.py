"""Which tests run which line, and which of them are worth running against a mutant."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

FEWEST = 3              # tests that run against a mutant however long they take
# Seconds by which a test comes later for each line that it runs: the narrowest tests first.
SPECIAL = 1 / 5000


@dataclass
class Reach:
    """The recording of a room's tests."""

    # Of processor time, of every test that passed.
    seconds: dict[str, float] = field(default_factory=dict)
    lines: dict[str, dict[int, set[str]]] = field(default_factory=dict)     # file -> line -> tests
    breadth: Counter[str] = field(default_factory=Counter)                  # lines that a test runs

    @classmethod
    def taken(cls, reached: Iterable[str], ends: Iterable[str], files: Sequence[str], tests: Sequence[str]) -> Reach:
        """From what the recorder wrote: `NUMBER-OF-TEST NUMBER-OF-FILE LINE` (with `f` before the
        number of the first test for a fixture that tests of its file share), and `[test, how it
        ended, seconds]`.
        """
        seconds = {test: took for test, what, took in map(json.loads, ends) if what == "passed"}
        of_file: defaultdict[str, list[str]] = defaultdict(list)
        for test in seconds:
            of_file[test.split("::")[0]].append(test)
        found: defaultdict[str, defaultdict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
        for row in set(reached):
            if row.startswith(" "):
                continue                    # before the first test
            label, file, line = row.split()
            test = tests[int(label.removeprefix("f"))]
            running = of_file[test.split("::")[0]] if label.startswith("f") else [test] if test in seconds else []
            found[files[int(file)]][int(line)].update(running)
        breadth = Counter(test for places in found.values() for running in places.values() for test in running)
        return cls(seconds, {file: dict(places) for file, places in found.items()}, breadth)

    def running(self, file: str, lines: Collection[int]) -> set[str]:
        """Tests that run one of these lines."""
        places = self.lines.get(file, {})
        return {test for line in lines for test in places.get(line, ())}

    def using(self, files: Iterable[str], texts: Mapping[str, str]) -> set[str]:
        """Of what runs when a module is loaded: the tests that run anything of it or of those that
        import it, and those in files that name it. The module is the first of `files`."""
        module, *users = files
        word = re.compile(rf"\b{Path(module).stem}\b")
        naming = {name for name, text in texts.items() if word.search(text)}
        running = {test for file in (module, *users) for test in self.running(file, self.lines.get(file, {}))}
        return running | {test for test in self.seconds if test.split("::")[0] in naming}

    def worth_running(self, tests: Iterable[str], seconds: float) -> tuple[list[str], float]:
        """The quickest and most special tests that fit into a time, and how long they take."""
        chosen: list[str] = []
        total = 0.0
        for test in sorted(tests, key=lambda test: (self.seconds[test] + self.breadth[test] * SPECIAL, test)):
            if total + self.seconds[test] <= seconds or len(chosen) < FEWEST:
                chosen.append(test)
                total += self.seconds[test]
        return chosen, total

"""Every call fails once, in every way: `python -m tests.faults.every_call file terminal ONCE DIE`.

Without names all that is kept is tried in all ways; without ways in all of them. A league takes
some hundred calls, and two commands for each: `python -m tests.faults.every_call league --step 10`
tries every tenth call, other ones in each way.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests.faults.files import KEEPINGS, every_call
from tests.faults.libc import Libc, Way, begin_anew


def main(arguments: list[str]) -> int:
    """Prints how many calls of which name have failed; an assertion says what was lost."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults.every_call")
    parser.add_argument("words", metavar="NAME | WAY", nargs="*")
    parser.add_argument("--step", type=int, default=1, help="only every N-th call")
    options = parser.parse_args(arguments)
    ways = tuple(Way[word] for word in options.words if word in Way.__members__) or tuple(Way)
    names = {*options.words} - {*Way.__members__}
    if strange := names - {keeping.name for keeping in KEEPINGS}:
        parser.error(f"nothing is kept by the name of {', '.join(strange)}")
    chosen = [keeping for keeping in KEEPINGS if keeping.name in names or not names]
    libc = Libc()
    with tempfile.TemporaryDirectory(prefix="hansa-faults-") as folders:
        for keeping in chosen:
            failed = Counter(ended.failed for ended in every_call(
                libc, keeping, ways, Path(folders), options.step) if ended.failed)
            told = ", ".join(f"{name} {count}" for name, count in sorted(failed.items()))
            print(f"{keeping.name}: {failed.total()} failures ({told}), nothing lost", flush=True)
    return 0


if __name__ == "__main__":
    begin_anew("tests.faults.every_call")
    sys.exit(main(sys.argv[1:]))

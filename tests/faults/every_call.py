"""Every call fails once, in every way: `python -m tests.faults.every_call file terminal ONCE DIE`.

Without names all that is kept is tried in all ways; without ways in all of them.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests.faults.files import KEEPINGS, every_call
from tests.faults.libc import Libc, Way, begin_anew


def main(words: list[str]) -> int:
    """Prints how many calls of which name have failed; an assertion says what was lost."""
    ways = tuple(Way[word] for word in words if word in Way.__members__) or tuple(Way)
    chosen = [keeping for keeping in KEEPINGS if keeping.name in words or not {*words} - {*Way.__members__}]
    libc = Libc()
    with tempfile.TemporaryDirectory(prefix="hansa-faults-") as folders:
        for keeping in chosen:
            failed = Counter(ended.failed for ended in every_call(libc, keeping, ways, Path(folders)) if ended.failed)
            told = ", ".join(f"{name} {count}" for name, count in sorted(failed.items()))
            print(f"{keeping.name}: {failed.total()} failures ({told}), nothing lost", flush=True)
    return 0


if __name__ == "__main__":
    begin_anew("tests.faults.every_call")
    sys.exit(main(sys.argv[1:]))

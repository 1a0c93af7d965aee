"""The English of documents and help: every rule finds its example, and nothing is found in what we
publish."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.prose import Rule, findings, rules, texts
from tests.source_prose import comments, prose_lines, too_wide, wide_lines


@pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule.example)
def test_a_rule_finds_its_example(rule: Rule) -> None:
    assert [finding.say for finding in findings("here", rule.example, [rule])] == [rule.say]


@pytest.mark.parametrize(("text", "where"), [
    ("First.\n\nA phrase may be in so\nmany lines.", ["here:3"]), ("`whoever` and \"whoever\" are quoted.", []),
    ("```\nwhoever\n```\nWhoever", ["here:4"]), ("There is no game. So many that it hurts.", []),
])
def test_quotations_are_left_alone_and_lines_are_counted(text: str, where: list[str]) -> None:
    assert [finding.where for finding in findings("here", text, rules())] == where


def test_documents_and_help_are_plain_english() -> None:
    known, found = rules(), []
    seen = set()
    for where, text in texts():
        seen.add(where)
        found += [str(finding) for finding in findings(where, text, known)]
    assert found == []
    assert {"README.md", "docs/faq.md", "docs/formats/records.md", "hansa play --help", "hansa play --help, --board",
            "hansa/state.py", "engine_c/teutonica/rules.pyx", "bots/mcts.py"} <= seen


PYTHON = """x = "# no comment"      # a comment
def f():
    \"\"\"What it does.

    >>> f()
    1
    \"\"\"
    return \"\"\"no
    docstring\"\"\"
"""
CYTHON = """cdef extern from *:
    \"\"\"
    /* this is C */
    \"\"\"
cdef int f() noexcept nogil:
    \"\"\"What it does,
    and how.\"\"\"
    return 1        # one
"""


def test_comments_and_docstrings_are_known_from_code() -> None:
    assert prose_lines(PYTHON, cython=False) == {1, 3, 4, 5, 6, 7}
    assert prose_lines(CYTHON, cython=True) == {6, 7, 8}


def test_phrases_are_looked_for_in_comments_and_docstrings_only(tmp_path: Path) -> None:
    path = tmp_path / "said.py"
    said = "x = 'whoever'  # One may.", "def f():", '    """So many.', "", "    >>> whoever()", '    """', ""
    path.write_text("\n".join(said))
    found = [(finding.where, finding.phrase) for finding in findings("said.py", comments(path), rules())]
    assert sorted(found) == [("said.py:1", "One may"), ("said.py:3", "So many")]


def test_wide_comments_are_found_and_examples_are_not(tmp_path: Path) -> None:
    path, wide = tmp_path / "wide.py", "x" * 101
    path.write_text(f'"""One.\n\n>>> "{wide}"\n\'{wide}\'\n\n{wide}\n"""\n# {wide}\nA = 1      # type: ignore  {wide}\n')
    assert list(wide_lines(path)) == [6, 8]


def test_comments_and_docstrings_fit_into_their_columns() -> None:
    assert list(too_wide()) == []

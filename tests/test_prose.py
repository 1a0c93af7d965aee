"""The English of documents, help and messages: every rule finds its example, and nothing is found
in what we publish."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.prose import Rule, findings, rules, texts
from tests.source_prose import comments, literals, prose_lines, script_comments, too_wide, wide_lines


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
            "hansa/state.py", "engine_c/teutonica/rules.pyx", "bots/mcts.py", "rules-2004, message", "bots, message",
            "hansa/web/static/links.js, message", "hansa/web/static/page.css"} <= seen


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


def said_in(path: Path, source: str) -> list[tuple[str, str]]:
    """What the rules find in the strings of a file, with the number of the line."""
    path.write_text(source)
    return sorted((finding.where, finding.phrase) for finding in findings("said", literals(path), rules()))


def test_phrases_are_looked_for_in_the_strings_of_python(tmp_path: Path) -> None:
    source = """'''Whoever reads this.'''
raise ValueError(f"{name} is no game; "
                 f"whoever asks")
A = "whoever"           # a word is a name
B = ("so "
     "many lines")
"""
    assert said_in(tmp_path / "said.py", source) == [("said:2", "is no g"), ("said:2", "whoever"), ("said:5", "so many")]


def test_phrases_are_looked_for_in_the_errors_of_cython(tmp_path: Path) -> None:
    source = """cdef f():
    x = other("so many", 1)
    raise ValueError("this is no game")
    raise ValueError(
        f"whoever asks for {x}"
        " is no player")
"""
    assert said_in(tmp_path / "said.pyx", source) == [("said:3", "is no g"), ("said:5", "whoever"), ("said:6", "is no p")]


def test_phrases_are_looked_for_in_the_comments_of_scripts(tmp_path: Path) -> None:
    path = tmp_path / "said.js"
    path.write_text('const a = "whoever"; // so\n// many lines\n\n/**\n * Whoever.\n */\nopen("http://whoever");\n')
    found = [(finding.where, finding.phrase) for finding in findings("said.js", script_comments(path), rules())]
    assert sorted(found) == [("said.js:1", "so many"), ("said.js:5", "Whoever")]


def test_wide_comments_are_found_and_examples_are_not(tmp_path: Path) -> None:
    path, wide = tmp_path / "wide.py", "x" * 101
    path.write_text(f'"""One.\n\n>>> "{wide}"\n\'{wide}\'\n\n{wide}\n"""\n# {wide}\nA = 1      # type: ignore  {wide}\n')
    assert list(wide_lines(path)) == [6, 8]


def test_comments_and_docstrings_fit_into_their_columns() -> None:
    assert list(too_wide()) == []

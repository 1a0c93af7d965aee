"""Comments, docstrings and other texts in the project's Python and Cython: their words, for
`python -m tests.prose`, and the lines of prose that are wider than 100 columns.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
WIDTH = 100
SOURCES = (
    "setup.py", "engine_c/**/*.py*", "engine_c/**/*.pxd", "bots/*.py", "tournaments/*.py", "docs/*.py",
    "examples/**/*.py", "hansa/**/*.py", "tests/**/*.py")
# Written by programs, one line an entry.
WRITTEN = ("packing.pxd", "numbering.pxd")
# A comment for tools must stay on its line.
FOR_TOOLS = re.compile(r"# (type: ignore|noqa)")
EXAMPLE = re.compile(r"^\s*>>>")
# C within Cython, and a docstring: the group is its text.
TRIPLE_QUOTED = re.compile(r'^cdef extern from \*:\n\s*""".*?"""|^\s*r?"""(.*?)"""', re.MULTILINE | re.DOTALL)
RAISED = re.compile(r"""^\s*(?:raise\b.*|f?"[^"\n]*".*)$""")
QUOTED = re.compile(r'"([^"\n]*)"')
# In Python 3.11, where no formatted string has its own quotes inside. `tokenize` takes ten times as
# long.
STRING_OR_COMMENT = re.compile(
    r'''""".*?(?<!\\)(?:\\\\)*"""|\'{3}.*?(?<!\\)(?:\\\\)*\'{3}|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|#[^\n]*''', re.DOTALL)
# The page's: of JavaScript and CSS, but not the address after a scheme.
OF_SCRIPTS = re.compile(r"""/\*.*?\*/|(?<![:"'`])//[^\n]*""", re.DOTALL)
COMMENT = re.compile(r"""^(?:[^"'#\n]|"[^"\n]*"|'[^'\n]*')*#""")


def wide_lines(path: Path) -> Iterator[int]:
    """The numbers of the lines of prose that are too wide."""
    for number, line in prose_of(path):
        if len(line) > WIDTH and not FOR_TOOLS.search(line):
            yield number


@cache
def prose_of(path: Path) -> tuple[tuple[int, str], ...]:
    """The lines with a comment or of a docstring, with their numbers; examples are left out."""
    text = path.read_text(encoding="utf-8")
    lines, found, in_example = text.split("\n"), [], False
    for number in sorted(prose_lines(text, cython=path.suffix in (".pyx", ".pxd"))):
        line = lines[number - 1]
        in_example = bool(line.strip()) and (in_example or EXAMPLE.match(line) is not None)
        if not in_example:
            found.append((number, line))
    return tuple(found)


def prose_lines(text: str, *, cython: bool) -> set[int]:
    """The numbers of the lines with a comment, or of a docstring."""
    return set(_of_cython(text) if cython else _of_python(text))


def _of_python(text: str) -> Iterator[int]:
    number, end = 1, 0
    for found in STRING_OR_COMMENT.finditer(text):
        if found[0].startswith("#"):
            number, end = number + text.count("\n", end, found.start()), found.start()
            yield number
    for node in blocks(parsed(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and ast.get_docstring(node):
            yield from range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1)


def _of_cython(text: str) -> Iterator[int]:
    for found in TRIPLE_QUOTED.finditer(text):
        if found[1] is not None:
            first = text.count("\n", 0, found.start(1)) + 1
            yield from range(first, first + found[1].count("\n") + 1)
    for number, line in enumerate(text.split("\n"), 1):
        if COMMENT.match(line):
            yield number


@lru_cache(maxsize=1)
def parsed(text: str) -> ast.Module:
    """The tree of a source. What is asked for next is often of the same one."""
    return ast.parse(text)


def nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """What `ast.walk` gives, in another order and a third of the time."""
    left = [tree]
    while left:
        node = left.pop()
        yield node
        for value in vars(node).values():
            if isinstance(value, ast.AST):
                left.append(value)
            elif isinstance(value, list):
                left += [inner for inner in value if isinstance(inner, ast.AST)]


def blocks(node: ast.AST) -> Iterator[ast.AST]:
    """A node and the statements in it, however deep: a tenth of all nodes."""
    yield node
    for name in ("body", "orelse", "finalbody", "handlers", "cases"):
        for inner in getattr(node, name, ()):
            if isinstance(inner, ast.stmt | ast.excepthandler | ast.match_case):
                yield from blocks(inner)


def sources() -> Iterator[Path]:
    """The Python and Cython that people write."""
    for pattern in SOURCES:
        for path in sorted(ROOT.glob(pattern)):
            if path.suffix in (".py", ".pyi", ".pyx", ".pxd") and path.name not in WRITTEN:
                yield path


def too_wide() -> Iterator[str]:
    """Every line that is too wide, as file and number."""
    for path in sources():
        yield from (f"{path.relative_to(ROOT).as_posix()}:{number}" for number in wide_lines(path))


def comments(path: Path) -> str:
    """The comments and docstrings of a file, on the lines where they are; other lines are empty."""
    found = dict(prose_of(path))
    lines = path.read_text(encoding="utf-8").split("\n")
    return "\n".join(_words_in(found[number]) if number in found else "" for number in range(1, len(lines) + 1))


def _words_in(line: str) -> str:
    """What a line says beside its code and quotation marks."""
    code = COMMENT.match(line)
    return (line[code.end() :] if code and '"""' not in line else line).replace('"""', "   ")


def script_comments(path: Path) -> str:
    """The comments of a script or a style sheet of the page, on the lines where they are."""
    text, lines, end = path.read_text(encoding="utf-8"), "", 0
    for found in OF_SCRIPTS.finditer(text):
        lines += "\n" * text.count("\n", end, found.start()) + re.sub(r"[/*]", " ", found[0])
        end = found.end()
    return lines


def literals(path: Path) -> str:
    """The strings of a file that people may read, on the lines where they begin: in Python all that
    have a space, except for docstrings; in Cython those of errors.
    """
    text = path.read_text(encoding="utf-8")
    found = _said_in_cython(text) if path.suffix in (".pyx", ".pxd") else _said_in_python(text)
    lines = [""] * (text.count("\n") + 1)
    for number, words in found:
        if " " in words:
            lines[number - 1] += f" {' '.join(words.split())}"
    return "\n".join(lines)


def _said_in_python(text: str) -> Iterator[tuple[int, str]]:
    silent = set()          # docstrings, and the parts of formatted strings
    found = [node for node in nodes(parsed(text)) if isinstance(node, ast.Expr | ast.JoinedStr | ast.Constant)]
    found.sort(key=lambda node: (node.lineno, node.col_offset))
    for node in found:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            silent.add(node.value)
        elif isinstance(node, ast.JoinedStr):
            parts = [part for part in node.values if isinstance(part, ast.Constant)]
            silent.update(parts)
            yield node.lineno, "{}".join(str(part.value) for part in parts)
    for node in found:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in silent:
            yield node.lineno, node.value


def _said_in_cython(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.split("\n"), 1):
        if RAISED.match(line):
            yield from ((number, words) for words in QUOTED.findall(line))

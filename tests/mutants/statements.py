"""Which lines belong to the statement around a mutant: a test that runs one of them may notice
it."""

from __future__ import annotations

import ast


def headers(tree: ast.AST) -> list[range]:
    """The lines of every simple statement, and those of every compound one before its body."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, (ast.stmt, ast.ExceptHandler)):
            found.append(range(node.lineno, before_body(node, node.end_lineno or node.lineno) + 1))
        elif isinstance(node, ast.match_case):
            found.append(range(node.pattern.lineno, before_body(node, node.pattern.lineno) + 1))
    return found


def before_body(node: ast.AST, last: int) -> int:
    """The last line before the first statement within a node, or `last` if it has none."""
    if isinstance(node, ast.Match):
        return node.cases[0].pattern.lineno - 1
    body = getattr(node, "body", None)
    if not body:
        return last
    start: int = getattr(node, "lineno", last)
    return max(start, int(body[0].lineno) - 1)


def lines_around(source: bytes, line: int) -> range:
    """The lines of the smallest statement, or header of one, that a line belongs to.

    >>> lines_around(b"if (a and\\n        b):\\n    f()\\n", 2)
    range(1, 3)
    """
    around = [lines for lines in headers(ast.parse(source)) if line in lines]
    return min(around, key=len, default=range(line, line + 1))

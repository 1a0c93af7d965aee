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


def runs_once(source: bytes, function: str) -> bool:
    """Whether tests cannot be seen to run a function although they need what it did: it runs while
    its module is loaded (as all that no function holds), or what it returns is kept.

    >>> source = b"@cache\\ndef a(): ...\\ndef b(): ...\\ndef c(): b()\\nclass D:\\n    x = c()\\ndef e(): b()"
    >>> [runs_once(source, name) for name in ("", "a", "b", "c.<locals>.<lambda>", "D.x", "e")]
    [True, True, True, True, False, False]
    """
    tree = ast.parse(source)
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    once = {name for name, node in functions.items() if any("cache" in ast.unparse(by) for by in node.decorator_list)}
    called = calls_of(tree)
    while called - once:
        once |= called
        called = {name for known in once & functions.keys() for name in calls_of(*functions[known].body)}
    return not function or function.split(".")[0] in once & functions.keys()


def calls_of(*nodes: ast.AST) -> set[str]:
    """The names that are called there, but not in functions that are only defined there."""
    found = set()
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            found.add(node.func.id)
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            found |= calls_of(*ast.iter_child_nodes(node))
    return found

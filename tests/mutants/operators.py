"""Small faults, as people make them, in one Python source: each changes one expression or one
statement.

Left alone are what no test can see (annotations, docstrings), the prose of help texts, and what
checks the code itself (`assert`, `strict=True`).
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}
COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}
OPPOSITES = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list", "reversed": "list", "abs": "float"}
SYMMETRIC = {"min", "max", "gcd", "isclose", "maximum", "minimum"}
# Calls that declare something: what they say in words is for people.
DECLARING = {"Column", "Format", "Level", "positional", "option", "switch", "repeated", "add_argument", "add_argument_group"}
PROSE_KEYWORDS = {"help", "purpose", "examples", "read_on", "description", "epilog", "metavar", "meaning"}
# `strict=True` of `zip` is an assertion.
UNSEEN_KEYWORDS = PROSE_KEYWORDS | {"encoding", "flush", "daemon", "strict"}
# `X = Callable[...]` names a type.
TYPES = {"Callable", "Mapping", "dict", "list", "tuple"}
LOGGING = {"debug", "info", "warning", "exception"}
SKIPPED = (ast.Import, ast.ImportFrom, ast.Assert, ast.Global, ast.Nonlocal, ast.Pass)
INNER_SCOPES = {ast.ListComp: "<listcomp>", ast.SetComp: "<setcomp>", ast.DictComp: "<dictcomp>", ast.GeneratorExp: "<genexpr>"}


@dataclass(frozen=True)
class Mutant:
    """A fault: the text from `start` to `end` (bytes) of a file becomes `after`."""

    file: str
    line: int
    function: str       # its qualified name, as code objects have it; empty outside of functions
    kind: str
    start: int
    end: int
    before: str
    after: str

    def applied(self, source: bytes) -> bytes:
        """The file with the fault in it."""
        return source[: self.start] + self.after.encode() + source[self.end:]


def mutants_of(file: str, source: bytes) -> list[Mutant]:
    """Every mutant of a source, in the order of its lines; not all of them compile."""
    text = source.decode()
    starts = [0]
    for row in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(row.encode()))
    found = []
    for node, function, kind, new in Walk().module(ast.parse(text)):
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
        before, after = source[start:end].decode(), written(new)
        if after != before and after != ast.unparse(node):
            found.append(Mutant(file, node.lineno, function, kind, start, end, before, after))
    return sorted(found, key=lambda mutant: (mutant.line, mutant.start, mutant.after))


def written(node: ast.AST) -> str:
    text = ast.unparse(ast.fix_missing_locations(node))
    loose = (ast.BoolOp, ast.Compare, ast.BinOp, ast.UnaryOp, ast.IfExp, ast.Lambda, ast.Yield, ast.Await, ast.NamedExpr)
    return f"({text})" if isinstance(node, loose) else text


def compiles(source: bytes) -> bool:
    try:
        compile(source, "mutant", "exec")
    except SyntaxError:
        return False
    return True


Located = ast.expr | ast.stmt
# The node, the function it is in, the kind of fault, what stands there then
Change = tuple[Located, str, str, ast.AST]


class Walk:
    """Goes through a module and proposes changes."""

    def module(self, tree: ast.Module) -> Iterator[Change]:
        for node in tree.body:
            yield from self.node(node, "")

    def node(self, node: ast.AST, scope: str) -> Iterator[Change]:
        """The changes of a node and of everything below it; `scope` ends with a full stop, or is
        empty."""
        if isinstance(node, SKIPPED) or is_prose(node):
            return
        function = scope.removesuffix(".").removesuffix(".<locals>") if ".<locals>." in f"{scope}." else ""
        if isinstance(node, (ast.expr, ast.stmt)) and not isinstance(getattr(node, "ctx", None), (ast.Store, ast.Del)):
            for kind, new in changes(node):
                yield node, function, kind, new
        if isinstance(node, (ast.JoinedStr, ast.Constant)):
            # Before 3.12 what is within an f-string does not know where it stands
            return
        inner = scope
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            inner = f"{scope}{getattr(node, 'name', '<lambda>')}.<locals>."
            for default in [*node.args.defaults, *filter(None, node.args.kw_defaults)]:
                yield from self.node(default, scope)
        elif isinstance(node, ast.ClassDef):
            inner = f"{scope}{node.name}."
        elif type(node) in INNER_SCOPES:
            inner = f"{scope}{INNER_SCOPES[type(node)]}.<locals>."
        for child in children(node):
            for change in self.node(child, scope if child is outermost(node) else inner):
                if not (change[0] is child and is_free(node, child)):
                    yield change


def children(node: ast.AST) -> Iterator[ast.AST]:
    """What is below a node and runs."""
    if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
        return
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "args", "decorator_list", "bases") and not isinstance(node, ast.Call):
            continue
        if name == "keywords" and isinstance(node, ast.ClassDef):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.comprehension):
                yield from children(child)
            elif isinstance(child, ast.AST):
                yield child


def outermost(node: ast.AST) -> ast.AST | None:
    """What a comprehension goes through first, which runs outside of it."""
    if isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
        return node.generators[0].iter
    return None


def is_free(node: ast.AST, child: ast.AST) -> bool:
    """Whether changes of a child do not matter: the order of `x in (a, b)` and its like, sentences
    of declarations."""
    if isinstance(child, ast.Constant):
        return isinstance(node, ast.Call) and name_of(node.func) in DECLARING and " " in str(child.value)
    if not isinstance(child, (ast.Tuple, ast.List)):
        return False
    if isinstance(node, ast.Compare):
        return isinstance(node.ops[0], (ast.In, ast.NotIn))
    if isinstance(node, ast.Call):
        return name_of(node.func) in {"isinstance", "issubclass", "startswith", "endswith"}
    return isinstance(node, ast.ExceptHandler)


def is_prose(node: ast.AST) -> bool:
    """Docstrings, help, what goes into the log, and names and types that are for type checkers."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        alias = isinstance(node.value, ast.Subscript) and name_of(node.value.value) in TYPES
        if alias or node.targets[0].id == "__all__":
            return True
    if isinstance(node, ast.keyword) and (node.arg in PROSE_KEYWORDS or node.arg == "strict"):
        return True
    call = node.value if isinstance(node, ast.Expr) else node
    return isinstance(call, ast.Call) and (
        name_of(call.func) in {"TypeVar", "getLogger"}
        or (isinstance(call.func, ast.Attribute) and ast.unparse(call.func.value) == "LOG" and call.func.attr in LOGGING)
    )


def name_of(function: ast.expr) -> str:
    return function.id if isinstance(function, ast.Name) else function.attr if isinstance(function, ast.Attribute) else ""


def changes(node: Located) -> Iterator[tuple[str, ast.AST]]:
    """What may go wrong at a node itself: kind of fault, and the node with it."""
    match node:
        case ast.Compare(ops=operators):
            for place, operator in enumerate(operators):
                yield "comparison", put(node, "ops", place, COMPARED[type(operator)]())
        case ast.BinOp(op=operator) if type(operator) in COMPUTED:
            yield "arithmetic", put(node, "op", None, COMPUTED[type(operator)]())
        case ast.BoolOp(op=joint, values=values):
            yield "and/or", put(node, "op", None, ast.Or() if isinstance(joint, ast.And) else ast.And())
            for place in range(len(values)):
                rest = [value for index, value in enumerate(values) if index != place]
                yield "condition dropped", rest[0] if len(rest) == 1 else put(node, "values", None, rest)
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand) if not isinstance(operand, ast.Constant):
            yield "negation dropped", operand
        case ast.IfExp(body=body, orelse=other):
            yield from (("one branch", body), ("one branch", other))
        case ast.Constant(value=value):
            yield from (("constant", ast.Constant(new)) for new in other_constants(value))
        case ast.JoinedStr(values=values):
            for place, value in enumerate(values):
                if isinstance(value, ast.FormattedValue) and value.format_spec is not None:
                    yield "format dropped", put(node, "values", place, put(value, "format_spec", None, None))
                elif isinstance(value, ast.Constant) and sum(map(str.isalpha, str(value.value))) > 3:
                    yield "text", put(node, "values", place, ast.Constant("banana"))
        case ast.Call():
            yield from changed_calls(node)
        case ast.Tuple(elts=[first, second, *rest]) | ast.List(elts=[first, second, *rest]):
            yield "swapped", put(node, "elts", None, [second, first, *rest])
        case ast.Dict(keys=[_, _, *_], values=[first, second, *rest]):
            yield "swapped", put(node, "values", None, [second, first, *rest])
        case ast.Subscript(slice=ast.Slice(lower=lower, upper=upper) as bounds):
            if lower is not None:
                yield "bound dropped", put(node, "slice", None, put(bounds, "lower", None, None))
            if upper is not None:
                yield "bound dropped", put(node, "slice", None, put(bounds, "upper", None, None))
        case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            for place, part in enumerate(node.generators):
                if part.ifs:
                    yield "filter dropped", put(node, "generators", place, put(part, "ifs", None, []))
        case ast.Expr(value=ast.Call()) | ast.Raise() | ast.Break() | ast.Continue():
            yield "statement dropped", ast.Pass()
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]) | ast.Delete():
            yield "statement dropped", ast.Pass()
        case ast.AugAssign(op=operator):
            yield "statement dropped", ast.Pass()
            if type(operator) in COMPUTED:
                yield "arithmetic", put(node, "op", None, COMPUTED[type(operator)]())
        case ast.Return(value=value) if value is not None and not isinstance(value, ast.Constant):
            yield "returns nothing", ast.Return(None)
    if isinstance(node, (ast.If, ast.While, ast.IfExp)) and not isinstance(node.test, (ast.Compare, ast.Constant)):
        yield "condition turned", put(node, "test", None, ast.UnaryOp(ast.Not(), node.test))


def changed_calls(call: ast.Call) -> Iterator[tuple[str, ast.AST]]:
    if isinstance(call.func, ast.Name) and call.func.id in OPPOSITES:
        yield "other function", put(call, "func", None, ast.Name(OPPOSITES[call.func.id]))
    starred = any(isinstance(argument, ast.Starred) for argument in call.args[:2])
    if len(call.args) >= 2 and name_of(call.func) not in SYMMETRIC and not starred:
        yield "swapped", put(call, "args", None, [call.args[1], call.args[0], *call.args[2:]])
    for place, keyword in enumerate(call.keywords):
        if keyword.arg is not None and keyword.arg not in UNSEEN_KEYWORDS:
            yield "argument dropped", put(call, "keywords", None, [*call.keywords[:place], *call.keywords[place + 1:]])


def other_constants(value: object) -> list[str | int | float]:
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1]
    if isinstance(value, float):
        return [value * 1.5 if value else 1.0]
    return ["banana"] if isinstance(value, str) else []


def put(node: ast.AST, name: str, place: int | None, new: object) -> ast.AST:
    """A copy of a node with something else in one of its fields."""
    other = copy.deepcopy(node)
    if place is None:
        setattr(other, name, new)
    else:
        getattr(other, name)[place] = new
    return other

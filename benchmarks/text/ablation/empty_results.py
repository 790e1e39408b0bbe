"""What a function returns when it is left out: that it found nothing, or what it was given."""

from __future__ import annotations

import ast
import types
from typing import NamedTuple

_FILTERS = ("with_", "without_", "joined_", "widened", "_widened", "relabeled", "extended")
_EMPTY = {
    "bool": "False",
    "int": "0",
    "float": "0.0",
    "str": "''",
    "list": "[]",
    "tuple": "()",
    "Sequence": "()",
    "dict": "{}",
    "Mapping": "{}",
    "set": "set()",
    "frozenset": "frozenset()",
    "Iterator": "iter(())",
    "Iterable": "()",
}
_NO_POSITION = ("bool", "float", "str")


class Empty(NamedTuple):
    """An empty result: an expression of `args`, "" if there is none.

    `argument` is the number of the argument that it is. It is `unseen` whether a call had another
    result if the function acts on its arguments.
    """

    expression: str
    argument: int | None = None
    unseen: bool = False

    def code(self) -> types.CodeType:
        """Return the code of a function with this result."""
        made = eval(f"lambda *args, **_: {self.expression}")  # our own expressions
        code: types.CodeType = made.__code__
        return code


def empty_result(node: ast.FunctionDef) -> Empty:
    """Return the empty result of a function, by its annotations."""
    if node.returns is None or node.name.startswith("__"):
        return Empty("")
    kind = ast.unparse(node.returns)
    if kind == "None" or not _returns_something(node):
        return Empty("None" if kind == "None" else _constant(node.returns), unseen=True)
    if "None" in kind.split(" | "):
        return Empty("None")
    arguments = node.args.posonlyargs + node.args.args
    kinds = [ast.unparse(each.annotation) if each.annotation else "" for each in arguments]
    if node.name.startswith(_FILTERS) and "Sequence[Span]" in kinds:
        return Empty(f"list(args[{(at := kinds.index('Sequence[Span]'))}])", at)
    if kind in kinds and kind not in _NO_POSITION and "[" not in kind:
        at = len(kinds) - 1 - kinds[::-1].index(kind)
        return Empty(f"args[{at}]", at, unseen=arguments[at].arg in _assigned(node))
    return Empty(_constant(node.returns))


def _returns_something(node: ast.FunctionDef) -> bool:
    """Return whether a function returns or yields anything but an empty list."""
    results = [each for each in ast.walk(node) if isinstance(each, ast.Return)]
    yields = any(isinstance(each, ast.Yield | ast.YieldFrom) for each in ast.walk(node))
    return yields or any(
        each.value is not None and ast.unparse(each.value) != "[]" for each in results
    )


def _assigned(node: ast.FunctionDef) -> set[str]:
    return {
        each.id
        for each in ast.walk(node)
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
    }


def _constant(kind: ast.expr) -> str:
    """Return the empty value of an annotation, "" if it has none."""
    text = ast.unparse(kind)
    if isinstance(kind, ast.Subscript) and text.startswith("tuple[") and "..." not in text:
        parts = kind.slice.elts if isinstance(kind.slice, ast.Tuple) else [kind.slice]
        empties = ["None" if "None" in ast.unparse(part) else _constant(part) for part in parts]
        return f"({', '.join(empties)},)" if all(empties) else ""
    return _EMPTY.get(text.partition("[")[0], "")

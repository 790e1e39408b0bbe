"""The files of the package, their layers, and what they import."""

import ast
import functools
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGE = ROOT / "privtool"
FILES = sorted(PACKAGE.rglob("*.py"))
# The layers that each layer may import, besides itself.
_LOWER = {
    "cli": "workflows stages models interfaces reports shards audit text audio core",
    "workflows": "stages models interfaces reports shards audit text audio core",
    "stages": "interfaces audit text audio core",
    "models": "interfaces text audio core",
    "interfaces": "text audio core",
    "reports": "audit text core",
    "shards": "core",
    "audit": "text core",
    "audio": "core",
    "text": "core",
    "core": "",
}
MAY_IMPORT = {layer: set(lower.split()) for layer, lower in _LOWER.items()}


class Import(NamedTuple):
    """A module that a file imports; `deep` when that is inside a function or for types only."""

    module: str
    line: int
    deep: bool


@functools.cache
def imports_of(file: Path) -> list[Import]:
    """Return the imports of a file, relative ones excluded by an assertion."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    deep_nodes = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or is_for_type_checking(node)
        for inner in ast.walk(node)
    }
    imports: list[Import] = []
    for node in ast.walk(tree):
        deep = id(node) in deep_nodes
        if isinstance(node, ast.Import):
            imports += [Import(name.name, node.lineno, deep) for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{file}:{node.lineno}: a relative import hides its layer"
            module = node.module or ""
            imports += [Import(f"{module}.{name.name}", node.lineno, deep) for name in node.names]
    return imports


def is_for_type_checking(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.If)
        and isinstance(node.test, ast.Name)
        and node.test.id == "TYPE_CHECKING"
    )


def name_of(file: Path) -> str:
    return ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def layer_of(module: str) -> str:
    """Return the layer of a module; "" for the package itself and for other packages."""
    parts = module.split(".")
    return parts[1] if parts[0] == "privtool" and len(parts) > 1 and parts[1] in MAY_IMPORT else ""

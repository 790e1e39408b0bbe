"""Libraries may change their private members at any time: none of them is used."""

import ast
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent / "privtool"
ALLOWED = {("processes.py", "_exit"), ("candidates.py", "_parser")}  # of os, and of re: see there
KNOWN = ("_setup_devices", "_n_gpu", "_save_checkpoint", "_load_best_model", "_validate_args")


def private_members(source: str) -> list[str]:
    """Return the private members of imported modules and classes that a source names."""
    tree, found, names = ast.parse(source), [], set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and not (node.module or "").startswith("privtool"):
            names |= {alias.asname or alias.name for alias in node.names}
            found += [alias.name for alias in node.names if _is_private(alias.name)]
            found += [part for part in (node.module or "").split(".") if _is_private(part)]
        elif isinstance(node, ast.Import):
            names |= {(alias.asname or alias.name).split(".")[0] for alias in node.names}
    names -= {"privtool"}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and _is_private(node.attr):
            owner = node.value
            while isinstance(owner, ast.Attribute):
                owner = owner.value
            if node.attr in KNOWN or (isinstance(owner, ast.Name) and owner.id in names):
                found.append(node.attr)
    return found


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def test_they_are_seen():
    assert private_members("from huggingface_hub.utils._headers import _x") == ["_x", "_headers"]
    assert private_members("import torch.nn as nn\nnn.functional._y(1)") == ["_y"]
    assert private_members("from transformers import Trainer as T\nself._n_gpu = 1") == ["_n_gpu"]
    assert private_members("from privtool.x import y\ny._z\nself._w\nimport a.b\na.__doc__") == []


def test_none_is_used():
    found = {
        (path.name, name)
        for path in PACKAGE.rglob("*.py")
        for name in private_members(path.read_text(encoding="utf-8"))
    }
    assert found <= ALLOWED

"""The names of files and commands, and the names of options in messages."""

import ast
import re

import pytest

from privtool.workflows.names import command_names, config_of, python_name
from tests.support.package_imports import FILES, PACKAGE, ROOT, layer_of, name_of

VAGUE = {"util", "utils", "helper", "helpers", "common", "misc", "tools", "stuff", "base"}


def test_no_file_has_a_vague_name():
    folders = [PACKAGE, ROOT / "tests", ROOT / "benchmarks", ROOT / "recipes"]
    vague = [
        path
        for folder in folders
        for path in folder.rglob("*")
        if path.stem.strip("_").removeprefix("test_") in VAGUE and "cache" not in str(path)
    ]
    assert not vague


@pytest.mark.parametrize("command", command_names())
def test_the_file_of_a_command_defines_its_options(command):
    config = config_of(python_name(command))
    assert (PACKAGE / "workflows" / f"{python_name(command)}.py").is_file()
    assert config.__module__ == f"privtool.workflows.{python_name(command)}"


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_messages_below_the_command_line_name_no_flag(file):
    if layer_of(name_of(file)) in ("cli", ""):
        return
    tree = ast.parse(file.read_text(encoding="utf-8"))
    raised = [node for node in ast.walk(tree) if isinstance(node, ast.Raise) and node.exc]
    texts = [
        part.value
        for node in raised
        for part in ast.walk(node)
        if isinstance(part, ast.Constant) and isinstance(part.value, str)
    ]
    outside = [re.sub(r"`[^`]*`|--long or --ultra", "", text) for text in texts]  # other programs'
    assert not [text for text in outside if re.search(r"(?<![\w-])--[a-z]", text)]

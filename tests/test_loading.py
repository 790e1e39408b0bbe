"""What is loaded when: commands load only the libraries of their own models, if any."""

import ast
import importlib
import subprocess
import sys

import pytest

from privtool.workflows.names import command_names, python_name
from tests.support.package_imports import FILES, PACKAGE, imports_of, layer_of, name_of

HEAVY = {
    "cryptography",
    "torch",
    "onnxruntime",
    "torchaudio",
    "transformers",
    "tokenizers",
    "flair",
    "peft",
    "accelerate",
    "numpy",
    "huggingface_hub",
    "phonenumbers",
    "stdnum",
    "safetensors",
    "matplotlib",
    "faker",
    "zipcodes",
    "soundfile",
    "soxr",
    "lhotse",
    "praatio",
    "pocketsphinx",
    "num2words",
    "jiwer",
    "meeteval",
    "scipy",
    "ray",
}
ALLOWED = {
    **{(*command.split(), "-h"): set() for command in command_names()},
    ("--help",): set(),
    ("--version",): set(),
    ("vocab",): set(),
    ("mask", "--method", "allowList"): set(),
    ("mask", "--method", "allowList+vocabThres", "--marker", "class", "--merge"): set(),
    ("mask", "--method", "entityTagger", "--tagger", "patterns"): {"phonenumbers", "stdnum"},
    ("mask", "--method", "entityTagger", "--device", "cpu"): {
        *("phonenumbers", "stdnum", "numpy", "onnxruntime", "tokenizers"),
    },
}
RECORD = b'{"id": 1, "text": "ann lives on 4 elm street, call 555-0100 or ann@example.org"}\n'
DRIVER = """
import os, sys
from privtool.cli.main import app
for args in {all_args!r}:
    os.lseek(0, 0, os.SEEK_SET)
    try:
        app(list(args), prog_name="privtool")
    except SystemExit as ended:
        assert not ended.code, (args, ended.code)
    layers = {{".".join(name.split(".")[:2]) for name in sys.modules}}
    libraries = {{name.partition(".")[0] for name in sys.modules}}
    print("LOADED", *sorted(layers | libraries), file=sys.stderr)
"""


@pytest.fixture(scope="module")
def loaded(tmp_path_factory) -> dict[tuple[str, ...], set[str]]:
    """Return the layers and libraries loaded after each of ALLOWED, run in one process."""
    records = tmp_path_factory.mktemp("records") / "in.jsonl"
    records.write_bytes(RECORD)
    with open(records, "rb") as stdin:
        done = subprocess.run(
            [sys.executable, "-c", DRIVER.format(all_args=list(ALLOWED))],
            stdin=stdin,
            capture_output=True,
            check=False,
        )
    assert done.returncode == 0, done.stderr.decode()
    lines = [line.split() for line in done.stderr.decode().splitlines()]
    sets = [set(words[1:]) for words in lines if words[:1] == ["LOADED"]]
    return dict(zip(ALLOWED, sets, strict=True))


@pytest.mark.parametrize("args", ALLOWED, ids=" ".join)
def test_commands_load_no_other_heavy_library(args, loaded):
    assert not (loaded[args] & HEAVY) - ALLOWED[args]


@pytest.mark.parametrize("args", [args for args in ALLOWED if args[-1] in ("-h", "--help")])
def test_help_loads_no_lower_layer(args, loaded):
    assert not loaded[args] & {f"privtool.{layer}" for layer in ("stages", "models", "text")}


@pytest.mark.parametrize("file", sorted((PACKAGE / "cli").rglob("*.py")), ids=name_of)
def test_commands_import_nothing_heavy_at_module_level(file):
    heavy = [
        f"{file.name}:{found.line} imports {found.module}"
        for found in imports_of(file)
        if not found.deep
        and (found.module.split(".")[0] in HEAVY or layer_of(found.module) == "models")
    ]
    assert not heavy


def test_a_command_loads_no_other_command():
    script = (
        "import sys; from privtool.cli.main import app;"
        "app(['mask', '-h'], standalone_mode=False);"
        "print(sorted(name for name in sys.modules if name.startswith('privtool.workflows.')))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    loaded = {name.rpartition(".")[2] for name in ast.literal_eval(done.stdout.splitlines()[-1])}
    of_commands = {python_name(command) for command in command_names()}
    assert loaded & of_commands == {"mask"}


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_every_module_can_be_imported(file):
    module = importlib.import_module(name_of(file))
    if file.name != "__init__.py":
        assert module.__doc__, "a module says what it is for"

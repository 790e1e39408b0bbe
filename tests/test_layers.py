"""The layers of the package: who may import whom, what is loaded when, and what is called how."""

from __future__ import annotations

import ast
import functools
import graphlib
import importlib
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from privtool.cli.names import command_names, python_name

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "privtool"
FILES = sorted(PACKAGE.rglob("*.py"))
# Each layer may import itself and those that stand beside it here.
MAY_IMPORT = {
    "cli": {"workflows", "stages", "models", "interfaces", "audit", "text", "audio", "core"},
    "workflows": {"stages", "models", "interfaces", "audit", "text", "audio", "core"},
    "stages": {"interfaces", "audit", "text", "audio", "core"},
    "models": {"interfaces", "text", "audio", "core"},
    "interfaces": {"text", "audio", "core"},
    "audit": {"text", "core"},
    "audio": {"core"},
    "text": {"core"},
    "core": set(),
}
# What stands in a layer or folder, in ranks: each file or folder imports those of ranks before its
# own, and none of its own rank or after it.
ROOMS = {
    "privtool.models": (
        ("bert", "runtime", "training", "catalog", "quantization", "text_windows"),
        ("hub",),
        ("fillers", "lm", "taggers", "tts"),
        ("asr", "mixture"),
        ("alignment", "sphinx"),
    ),
    "privtool.models.fillers": (
        ("lora", "masked"),
        ("causal", "files"),
        ("checkpoint",),
        ("tuning",),
        ("load",),
    ),
    "privtool.models.asr": (
        ("ctc_model", "features", "roles"),
        ("tokenizer", "transducer"),
        ("checkpoint", "decoding"),
        ("recognizers", "training"),
    ),
    "privtool.text": (
        ("labels", "lazy_regex", "unicode", "word_sets"),
        ("markers", "tokens", "top_level_domains"),
        ("gaps", "shapes", "words"),
        ("english", "lm_words", "offsets", "word_lists"),
        ("detection", "filling"),
        ("surrogates",),
        ("scoring",),
    ),
    "privtool.text.detection": (
        ("confidence", "view"),
        ("addresses", "cues", "dates", "internet", "leftovers"),
        ("numbers",),
        ("hints",),
        ("tagger",),
    ),
    "privtool.text.surrogates": (
        ("letter_case", "prf"),
        ("dictation", "pools"),
        ("context", "name_lists"),
        ("common_words",),
        ("numbers",),
        ("dates", "names"),
        ("internet", "places"),
        ("dispatch", "private_words"),
        ("generator",),
    ),
    "privtool.audit": (
        (
            *("canaries", "counts", "intervals", "marked", "meanings", "statistics", "survival"),
            *("units", "values"),
        ),
        ("emission", "figures", "gold"),
        ("comparison", "gate"),
        ("result",),
        ("table",),
    ),
    "privtool.workflows": (
        ("config",),
        ("auditing", "datasets", "mix_plot", "running", "training"),
        ("asr_model", "asr_report", "audit_run", "lm_model", "recognizer"),
        ("asr_eval", "audit_text", "fill"),
        ("eval_run",),
        (
            *("align", "asr_train", "audit_canaries_make", "audit_sample", "eval_pool", "export"),
            *("fill_train", "import_", "lm_score", "lm_train", "mask", "mix_train", "models"),
            *("redact", "splice", "surrogate", "tts", "vocab"),
        ),
    ),
    "privtool.audio": (
        ("intervals", "io", "word_index"),
        ("dsp", "formats"),
        ("editing",),
    ),
}
HEAVY = {
    "torch",
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
}
VAGUE = {"util", "utils", "helper", "helpers", "common", "misc", "tools", "stuff", "base"}


class Import(NamedTuple):
    """A module that a file imports; `deep` when that is inside a function or for types only."""

    module: str
    line: int
    deep: bool


@functools.cache
def imports_of(file: Path) -> list[Import]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    deep_nodes = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or is_for_types(node)
        for inner in ast.walk(node)
    }
    found: list[Import] = []
    for node in ast.walk(tree):
        deep = id(node) in deep_nodes
        if isinstance(node, ast.Import):
            found += [Import(name.name, node.lineno, deep) for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{file}:{node.lineno}: a relative import hides its layer"
            module = node.module or ""
            found += [Import(f"{module}.{name.name}", node.lineno, deep) for name in node.names]
    return found


def is_for_types(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.If)
        and isinstance(node.test, ast.Name)
        and node.test.id == "TYPE_CHECKING"
    )


def name_of(file: Path) -> str:
    return ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def layer_of(module: str) -> str:
    """The layer of a module of ours, "" for the package itself and what is not ours."""
    parts = module.split(".")
    return parts[1] if parts[0] == "privtool" and len(parts) > 1 and parts[1] in MAY_IMPORT else ""


def test_every_file_is_in_a_layer():
    outside = [name_of(file) for file in FILES if not layer_of(name_of(file))]
    assert set(outside) <= {"privtool", "privtool.__main__", "privtool.api"}


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_imports_point_one_way(file):
    layer = layer_of(name_of(file))
    if layer:
        wrong = [
            f"{file.name}:{found.line} imports {found.module}"
            for found in imports_of(file)
            if layer_of(found.module) not in {"", layer, *MAY_IMPORT[layer]}
        ]
        assert not wrong


def of_ours(name: str) -> str:
    """The file of ours that an imported name is of: `privtool.a.b` for `privtool.a.b.Class`."""
    while name and not (PACKAGE.parent / name.replace(".", "/")).with_suffix(".py").is_file():
        name = name.rpartition(".")[0]
    return name


@functools.cache
def imported_files() -> dict[str, set[str]]:
    """The files of ours that each file of ours imports, functions and types included."""
    found = {}
    for file in FILES:
        modules = {of_ours(one.module) for one in imports_of(file)}
        found[name_of(file)] = modules - {"", name_of(file)}
    return found


@pytest.mark.parametrize("folder", ROOMS)
def test_rooms_of_a_folder_import_those_before_them_alone(folder):
    rank = {name: number for number, names in enumerate(ROOMS[folder]) for name in names}
    depth = folder.count(".") + 1
    beside = {
        path.stem for path in (ROOT / folder.replace(".", "/")).iterdir() if path.suffix == ".py"
    } | {path.parent.name for path in (ROOT / folder.replace(".", "/")).glob("*/*.py")}
    assert set(rank) == beside - {"__init__"}
    wrong = [
        f"{file} imports {module}"
        for file, modules in imported_files().items()
        for module in modules
        if file.startswith(f"{folder}.") and module.startswith(f"{folder}.")
        for here, there in [(file.split(".")[depth], module.split(".")[depth])]
        if here != there and rank[there] >= rank[here]
    ]
    assert not wrong


def test_files_import_one_another_in_no_circle():
    graph = graphlib.TopologicalSorter(imported_files())
    graph.prepare()  # raises CycleError, which names the files


def test_every_command_has_a_file_and_the_folder_of_commands_holds_nothing_else():
    files = {path.stem for path in (PACKAGE / "cli/commands").glob("*.py")} - {"__init__"}
    names = {python_name(command) for command in command_names()}
    assert files == names


@pytest.mark.parametrize("file", sorted((PACKAGE / "cli").rglob("*.py")), ids=name_of)
def test_commands_import_nothing_heavy_at_module_level(file):
    heavy = [
        f"{file.name}:{found.line} imports {found.module}"
        for found in imports_of(file)
        if not found.deep
        and (found.module.split(".")[0] in HEAVY or layer_of(found.module) == "models")
    ]
    assert not heavy


def test_only_models_and_device_know_model_libraries():
    libraries = {"torch", "torchaudio", "transformers", "tokenizers", "flair", "peft", "accelerate"}
    knowing = {
        name_of(file)
        for file in FILES
        if layer_of(name_of(file)) != "models"
        and any(found.module.split(".")[0] in libraries for found in imports_of(file))
    }
    assert knowing <= {"privtool.core.device"}


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_every_module_can_be_imported(file):
    module = importlib.import_module(name_of(file))
    if file.name != "__init__.py":
        assert module.__doc__, "a module says what it is for"


def test_no_file_has_a_name_that_says_nothing():
    folders = [PACKAGE, ROOT / "tests", ROOT / "benchmarks", ROOT / "recipes"]
    vague = [
        path
        for folder in folders
        for path in folder.rglob("*")
        if path.stem.strip("_").removeprefix("test_") in VAGUE and "cache" not in str(path)
    ]
    assert not vague


ALLOWED = {
    **{(*command.split(), "-h"): set() for command in command_names()},
    ("--help",): set(),
    ("--version",): set(),
    ("vocab",): set(),
    ("mask", "--method", "allowList"): set(),
    ("mask", "--method", "allowList+vocabThres", "--marker", "class", "--merge"): set(),
    ("mask", "--method", "entityTagger", "--tagger", "patterns"): {"phonenumbers", "stdnum"},
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
    """For each of ALLOWED, run one after another in a process, what is loaded then."""
    given = tmp_path_factory.mktemp("given") / "in.jsonl"
    given.write_bytes(RECORD)
    with open(given, "rb") as stdin:
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
def test_what_needs_no_model_loads_no_library_of_models(args, loaded):
    assert not (loaded[args] & HEAVY) - ALLOWED[args]


@pytest.mark.parametrize("args", [args for args in ALLOWED if args[-1] in ("-h", "--help")])
def test_help_loads_what_it_shows_alone(args, loaded):
    assert not loaded[args] & {f"privtool.{layer}" for layer in ("stages", "models", "text")}


@pytest.mark.parametrize("command", command_names())
def test_a_command_has_a_file_of_its_name(command):
    name = python_name(command)
    assert callable(getattr(importlib.import_module(f"privtool.cli.commands.{name}"), name))


def test_a_command_loads_no_other_command():
    script = (
        "import sys; from privtool.cli.main import app;"
        "app(['mask', '-h'], standalone_mode=False);"
        "print(sorted(name for name in sys.modules if name.startswith('privtool.cli.commands.')))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    loaded = {name.rpartition(".")[2] for name in ast.literal_eval(done.stdout.splitlines()[-1])}
    of_commands = {python_name(command) for command in command_names()}
    assert loaded & of_commands == {"mask"}


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

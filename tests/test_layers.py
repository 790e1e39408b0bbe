"""The layers of the package: which files may import which."""

import functools
import graphlib

import pytest

from tests.support.package_imports import (
    FILES,
    MAY_IMPORT,
    PACKAGE,
    ROOT,
    imports_of,
    layer_of,
    name_of,
)

# The files and folders of a folder by rank: each may import those of lower ranks only.
RANKS = {
    "privtool.models": (
        (*("runtime", "training", "catalog", "differential_privacy", "text_windows", "language"),),
        ("hub",),
        ("fillers", "lm", "taggers", "tts"),
        ("asr", "mixture", "token_scorer"),
        ("alignment", "sphinx"),
    ),
    "privtool.models.fillers": (
        ("masked",),
        ("causal",),
        ("load",),
        ("tuning",),
    ),
    "privtool.models.asr": (
        ("features", "roles"),
        ("tokenizer", "transducer"),
        ("checkpoint", "decoding"),
        ("recognizers", "training"),
    ),
    "privtool.text": (
        ("lazy_regex", "letter_case", "lexicon", "unicode"),
        ("labels", "languages", "tokens"),
        ("listed_phrases", "markers", "markup"),
        ("words",),
        ("english", "gaps", "offsets", "whole_entities", "word_lists"),
        ("known_names", "word_scores"),
        ("rules",),
        ("values",),
        ("detection", "filling"),
        ("policies",),
        ("surrogates",),
        ("fills", "scoring"),
    ),
    "privtool.text.detection": (
        ("unseen", "view"),
        ("addresses", "digits", "identifiers", "names"),
        ("dictation", "language_rules", "needs", "user_rules"),
        ("tagger",),
    ),
    "privtool.text.surrogates": (
        ("spelled",),
        ("context",),
        ("name_lists",),
        ("common_words", "kinds", "name_parts"),
        ("codes", "gazetteer"),
        ("cues",),
        ("counted", "dated", "renaming"),
        ("persons", "places", "things"),
        ("dispatch",),
        ("generator",),
        ("mentions",),
    ),
    "privtool.text.values": (
        ("code", "symbols"),
        ("date", "number"),
    ),
    "privtool.audit": (
        ("canaries", "counts", "values"),
        ("figures", "survival"),
        ("gate", "kept_records", "model_figures"),
        ("raw_texts", "result"),
    ),
    "privtool.reports": (
        ("allowed_fields", "parts", "runs"),
        ("pictures",),
        ("sections",),
        ("rows",),
        ("document",),
    ),
    "privtool.workflows": (
        ("config",),
        ("auditing", "datasets", "names", "running"),
        ("private_vocab",),
        ("vocab",),
        ("asr_eval", "audit_model", "audit_text", "fill"),
        ("eval_run", "shard_work"),
        (
            *("align", "asr_train", "audit_audio", "audit_canaries_make", "audit_guess"),
            *("export", "fill_train", "import_", "lm_score", "lm_train", "mask"),
            *("mix_train", "models", "redact", "report", "restore", "rules", "scale", "splice"),
            *("surrogate", "tts"),
        ),
    ),
    "privtool.shards": (
        ("plan", "workers"),
        ("folder",),
    ),
    "privtool.audio": (
        ("intervals", "io", "word_index"),
        ("dsp", "formats"),
        ("editing",),
    ),
}


def test_every_file_is_in_a_layer():
    outside = [name_of(file) for file in FILES if not layer_of(name_of(file))]
    assert set(outside) <= {
        "privtool",
        "privtool.__main__",
        "privtool.api",
    }


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_layers_import_lower_layers_only(file):
    layer = layer_of(name_of(file))
    if layer:
        wrong = [
            f"{file.name}:{found.line} imports {found.module}"
            for found in imports_of(file)
            if layer_of(found.module) not in {"", layer, *MAY_IMPORT[layer]}
        ]
        assert not wrong


def test_models_use_no_rules_of_detection():
    rules = "privtool.text.detection"
    models = [file for file in FILES if layer_of(name_of(file)) == "models"]
    assert not [
        f"{file.name}:{found.line}"
        for file in models
        for found in imports_of(file)
        if found.module.startswith(rules)
    ]


def module_of(name: str) -> str:
    """Return the module of an imported name: `privtool.a.b` of `privtool.a.b.Class`."""
    while name and not (PACKAGE.parent / name.replace(".", "/")).with_suffix(".py").is_file():
        name = name.rpartition(".")[0]
    return name


@functools.cache
def imported_files() -> dict[str, set[str]]:
    """Return the modules of the package that each of them imports, also in functions."""
    return {
        name_of(file): {module_of(one.module) for one in imports_of(file)} - {"", name_of(file)}
        for file in FILES
    }


@pytest.mark.parametrize("folder", RANKS)
def test_files_of_a_folder_import_lower_ranks_only(folder):
    rank = {name: number for number, names in enumerate(RANKS[folder]) for name in names}
    depth = folder.count(".") + 1
    siblings = {
        path.stem for path in (ROOT / folder.replace(".", "/")).iterdir() if path.suffix == ".py"
    } | {path.parent.name for path in (ROOT / folder.replace(".", "/")).glob("*/*.py")}
    assert set(rank) == siblings - {"__init__"}
    wrong = [
        f"{file} imports {module}"
        for file, modules in imported_files().items()
        for module in modules
        if file.startswith(f"{folder}.") and module.startswith(f"{folder}.")
        for here, there in [(file.split(".")[depth], module.split(".")[depth])]
        if here != there and rank[there] >= rank[here]
    ]
    assert not wrong


def test_imports_have_no_cycle():
    graph = graphlib.TopologicalSorter(imported_files())
    graph.prepare()  # raises CycleError, which names the files


def test_only_models_and_device_import_model_libraries():
    libraries = {"torch", "torchaudio", "transformers", "tokenizers", "flair", "peft", "accelerate"}
    importing = {
        name_of(file)
        for file in FILES
        if layer_of(name_of(file)) != "models"
        and any(found.module.split(".")[0] in libraries for found in imports_of(file))
    }
    assert importing <= {"privtool.core.device"}

"""The embedded filler: its files, its folder and its words."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from privtool.core.errors import UnavailableError
from privtool.core.model_options import Runtime
from privtool.interfaces.filling import Wanted
from privtool.models.catalog import EMBEDDED
from privtool.models.fillers.load import load_filler
from privtool.models.hub.causal import is_causal_folder
from privtool.models.hub.resolve import ResolvedModel
from tests.support.tiny_models import resolved

ANY = Wanted(None, ())


FILES = ["config.json", "int8.onnx", "model.safetensors", "tokenizer.json"]


@pytest.mark.parametrize("file", FILES)
def test_a_damaged_installation_is_reported(tmp_path, embedded, file):
    embedded("mini")
    folder = Path(shutil.copytree(EMBEDDED / "mini", tmp_path / "mini"))
    (folder / file).write_bytes(b"{}")
    with pytest.raises(UnavailableError, match="'mini' is damaged: install privtool again"):
        load_filler(ResolvedModel("mini", folder), Runtime("cpu"))


def test_an_architecture_in_a_path_does_not_make_a_model_causal(tmp_path, embedded):
    """transformers looks for names, such as opt, in the path of a model without a type."""
    folder = EMBEDDED / embedded("mini")
    copy = Path(shutil.copytree(folder, tmp_path / "opt" / "mini"))
    assert not is_causal_folder(copy)


def test_the_embedded_model_knows_enough_rare_words(embedded):
    """vocabThres masks words beyond the 10,000 most frequent: some must be left to fill with."""
    from privtool.text.word_lists import load_vocabulary

    filler = load_filler(resolved(embedded("mini")), Runtime("cpu"))
    common = load_vocabulary(None, 10_000, None)
    (ranking,) = filler.rank([filler.draft(["the ", "."])], [ANY], 100_000)
    rare = [c.word for c in ranking.best.all() if not common.keeps(c.word)]
    assert len(rare) > 5_000

import pytest

from privtool.core.errors import UnavailableError
from privtool.core.model_options import ModelSource
from privtool.models.hub.pretrained import load_part, load_pretrained
from privtool.models.hub.resolve import ResolvedModel, resolve
from tests.support.tiny_models import tiny_bert


@pytest.mark.parametrize(
    ("name", "kind"), [("mini", "masked language model"), ("mini-ner", "tagger")]
)
def test_an_alias_of_another_kind_is_named_by_its_kind(name, kind):
    model = resolve(name, ModelSource(offline=True))
    with pytest.raises(UnavailableError, match=f"^'{name}' is a {kind}, not a causal language"):
        load_pretrained("AutoModelForCausalLM", "causal language model", model)
    with pytest.raises(UnavailableError, match=f"^'{name}' is a {kind}, not a recognizer$"):
        load_part("AutoFeatureExtractor", "recognizer", model)


def test_broken_files_of_the_right_kind_are_not_another_kind(tmp_path):
    folder = tiny_bert(tmp_path / "bert")
    (folder / "tokenizer.json").write_text("{")
    with pytest.raises(UnavailableError, match=r"^'bert' cannot be loaded as a masked .* broken$"):
        load_pretrained(
            "AutoModelForMaskedLM", "masked language model", ResolvedModel("bert", folder)
        )

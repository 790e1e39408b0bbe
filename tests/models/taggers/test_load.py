import subprocess
import sys
from pathlib import Path

import pytest

from privtool.core.device import ModelSource, Runtime
from privtool.core.errors import PrivtoolError, UnavailableError, UsageError
from privtool.core.spans import Span
from privtool.interfaces.tagging import Tagger
from privtool.models.taggers.load import resolve_taggers
from privtool.stages.tagging_steps import JoinedTagger
from privtool.workflows.config.masking import Tagging
from privtool.workflows.config.taggers import load_tagger
from tests.support.fake_taggers import FakeTagger
from tests.support.tables import typed_cases
from tests.support.tiny_flair import tiny_flair
from tests.support.tiny_models import SENTENCES, tiny_bert, tiny_roberta

MAIL = "write to anna@example.org today"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_bert(tmp_path_factory.mktemp("models") / "bert+ner", "tagger")


def load(
    spec: str,
    threshold: float | None = None,
    device: str = "cpu",
    batch_size: int | None = None,
    trust_pickle: bool = False,
) -> Tagger:
    taggers = resolve_taggers(spec, ModelSource(True, trust_pickle))
    return load_tagger(taggers, Runtime(device, batch_size=batch_size), threshold=threshold)


def test_joined_taggers_give_the_spans_of_each_in_order():
    first, second = Span(4, 8, "PERSON"), Span(0, 6, "DATE", 0.5)
    joined = JoinedTagger([FakeTagger({"a long text": [one]}) for one in (first, second)])
    assert joined.tag(["a long text", "short", "a long text"]) == [
        [first, second],
        [],
        [first, second],
    ]
    assert joined.tag([]) == []


@pytest.mark.parametrize("label", ["EMAIL", "URL", "IP"])
def test_the_label_of_an_address_counts_before_that_of_any_name(label):
    name, place = Span(0, 6, "ORGANIZATION", 0.3), Span(7, 9, "LOCATION")
    address, other = Span(0, 6, label), Span(7, 9, "PHONE")
    joined = JoinedTagger(
        [FakeTagger({"a long text": found}) for found in ([name, place], [address, other])]
    )
    assert joined.tag(["a long text"]) == [[address, name, place, other]]


def test_patterns_find_what_is_structured():
    (spans,) = load("patterns").tag([MAIL])
    assert [(MAIL[s.start : s.end], s.label) for s in spans] == [("anna@example.org", "EMAIL")]


def test_a_folder_is_a_tagger_even_with_a_plus_in_its_name(folder):
    assert any(load(str(folder), 0.9).tag(SENTENCES))
    assert resolve_taggers(f"gliner2:{folder}", ModelSource(True))[0].model.path == folder
    with pytest.raises(UsageError, match="is a file; name its folder"):
        load(f"{folder}/model.safetensors")


@pytest.mark.parametrize("spec", ["mini-ner", "onnx:mini-ner", "patterns+onnx:bert-ner"])
def test_a_tagger_of_english_is_one_in_any_format(spec):
    assert Tagging(tagger=spec).supported_languages == ("en",)
    assert len(Tagging(tagger="onnx:other+patterns").supported_languages) > 1


def test_labels_of_mini_ner_cannot_be_mapped_in_any_format(tmp_path):
    with pytest.raises(UsageError, match="`label_map` has no effect on mini-ner"):
        Tagging(tagger="onnx:mini-ner+patterns", label_map=tmp_path).check()


def test_several_taggers_are_joined_by_plus(folder, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    tiny_roberta(tmp_path / "roberta", "tagger")
    (tmp_path / "bert").symlink_to(folder)
    joined = load("patterns+./bert+./roberta", 0.9).tag([MAIL])
    alone = [load(spec, 0.9).tag([MAIL])[0] for spec in ("./bert", "./roberta")]
    assert joined == [load("patterns").tag([MAIL])[0] + alone[0] + alone[1]]


def test_the_threshold_is_handed_on(folder):
    (spans,) = load(str(folder), 0.0).tag(["every word"])
    assert (spans[0].start, spans[-1].end) == (0, 10)
    assert load(str(folder), 1.0).tag(["every word"]) == [[]]


def test_flair_models_are_told_by_their_files_or_a_prefix(tmp_path):
    flair = tiny_flair(tmp_path / "own")
    source = ModelSource(offline=True, trust_pickle=True)
    for spec in (str(flair), f"flair:{flair}", f"flair:{flair}/pytorch_model.bin"):
        (found,) = resolve_taggers(spec, source)
        assert found.kind == "flair"
    tagger = load(str(flair), 0.5, trust_pickle=True)
    assert any(tagger.tag(SENTENCES))
    with pytest.raises(UsageError, match="`trust_pickle`"):
        load(str(flair))
    (flair / "config.json").touch()
    assert resolve_taggers(str(flair), source)[0].kind != "flair"
    assert resolve_taggers(f"flair:{flair}", source)[0].kind == "flair"


@pytest.mark.parametrize(("spec", "options", "message"), typed_cases("models", "wrong options"))
def test_wrong_options_are_usage_errors(spec, options, message):
    with pytest.raises(UsageError, match=message):
        load(spec, **options)


def test_a_missing_model_is_told_before_anything_is_loaded(cache, monkeypatch):
    monkeypatch.setattr(
        "privtool.models.taggers.load._load_model", lambda *_: pytest.fail("loaded")
    )
    with pytest.raises(UnavailableError, match="'bert-ner'"):
        load("patterns+bert-ner")


def test_a_missing_device_is_told(folder):
    with pytest.raises(PrivtoolError) as caught:
        load(str(folder), device="cuda:99")
    assert caught.value.status == 69


def test_patterns_and_lists_of_models_need_no_model_library():
    heavy = ("torch", "transformers", "flair", "tokenizers")
    shown = f"print([name for name in {heavy} if name in sys.modules])"
    script = (
        "import sys; from privtool.core.device import ModelSource, Runtime;"
        "from privtool.models.taggers.load import resolve_taggers;"
        "from privtool.workflows.config.taggers import load_tagger;"
        "found = resolve_taggers('patterns', ModelSource());"
        "load_tagger(found, Runtime()).tag(['call 555-0123']);"
        "from privtool.cli.main import app;"
        f"app(['models', '-q'], standalone_mode=False); {shown}"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"

import pytest

from privtool.core.options import options_of
from tests.support.jsonl import jsonl


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--tokens", "5"), "fewer than the"),
        (("--join", "9"), "--join is longer than --batch-seconds"),
        (("--average-checkpoints", "2"), "2: there is one checkpoint per epoch"),
    ],
)
def test_options_that_the_data_contradict(train, tmp_path, options, said):
    train(*options).failed(2, said)
    assert list(tmp_path.iterdir()) == []


def test_a_model_loses_ctc_that_has_no_weight(train, tmp_path):
    from privtool.models.asr.checkpoint import load_asr

    train()
    assert train("--init", tmp_path / "asr", "--ctc-weight", 0, out="b").status == 0
    assert load_asr(tmp_path / "asr").model.ctc is not None
    assert load_asr(tmp_path / "b").model.ctc is None
    train("--init", tmp_path / "b", "--ctc-weight", 0.3, out="c").failed(2, "remove --ctc-weight")
    assert train("--init", tmp_path / "b", out="c").status == 0


def test_another_predictor(train, tmp_path):
    from privtool.models.asr.checkpoint import load_asr
    from privtool.models.asr.transducer.model import LSTM
    from privtool.models.asr.transducer.predictors import AttentionPredictor, LstmPredictor
    from privtool.models.asr.transducer.presets import new_transducer, with_predictor

    train("--predictor", "attention")
    loaded = load_asr(tmp_path / "asr")
    assert isinstance(loaded.model.predictor, AttentionPredictor)
    back = with_predictor(loaded.shape, LSTM)
    assert isinstance(new_transducer(back, 9, 1).predictor, LstmPredictor)
    assert back == loaded.shape._replace(predictor=LSTM, predictor_heads=0, context=0)


def test_a_validation_set_needs_no_role(train, speech, tmp_path):
    (tmp_path / "v").write_bytes(jsonl({**speech[1][0], "speaker": "nurse"}))
    (result,) = train("--roles", "doctor", "--valid", tmp_path / "v").records
    assert result["valid"]["turns"] == 1


def test_presets_are_the_shapes_that_there_are():
    from privtool.models.asr.transducer.presets import SHAPES
    from privtool.workflows.config.asr import AsrOptions

    assert list(options_of(AsrOptions)["preset"].choices) == list(SHAPES)

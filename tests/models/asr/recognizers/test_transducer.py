"""The recognizer of folders of `asr-train`, with and without language models."""

import math
from pathlib import Path

import numpy as np
import pytest
import torch

from privtool.core.device import ModelSource, Runtime
from privtool.core.errors import UnavailableError, UsageError
from privtool.models.asr.checkpoint import load_asr, save_asr
from privtool.models.asr.decoding.greedy import TokenPath
from privtool.models.asr.decoding.rescoring import without_roles
from privtool.models.asr.recognizers import transducer as transducer_recognizer
from privtool.models.asr.tokenizer import AsrTokens
from privtool.models.lm.checkpoint import piece_tokens, save_lm
from privtool.models.lm.presets import new_model, shape_of
from privtool.workflows.config.recognition import (
    RESCORE,
    SHALLOW,
    RecognitionOptions,
)
from tests.support.tiny_models import seeded, tiny_asr, tiny_lm

ROLES = ("doctor", "patient")
WEIGHTS = (0.0, 0.4, 1.0)


@pytest.fixture(scope="module")
def asr(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A recognizer with output: in some frames a token is likelier than blank."""
    folder = tiny_asr(tmp_path_factory.mktemp("asr") / "asr", roles=ROLES)
    made = load_asr(folder)
    joiner = made.model.joiner
    with torch.no_grad(), seeded(3):
        for parameter in joiner.output.parameters():
            torch.nn.init.normal_(parameter, std=3.0)
        joiner.output.bias[made.model.blank] = 9.0
        joiner.output.bias[0] = -30.0
    save_asr(folder, True, made.model, made.tokens, made.shape, made.card)
    return folder


@pytest.fixture(scope="module")
def words(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_lm(tmp_path_factory.mktemp("lm") / "words", "lstm")


def over_pieces(asr: Path, folder: Path, arch: str, digest: str) -> Path:
    tokens = piece_tokens(asr / "tokenizer.json")
    end, padding, _ = tokens.specials
    shape = shape_of(arch, "tiny", None, None, None)
    model = new_model(shape, len(tokens.ids), end, padding, 0.1, 1)
    save_lm(
        folder, False, model, tokens, {"options": {"tokens": tokens.kind, "token_digest": digest}}
    )
    return folder


@pytest.fixture(scope="module")
def pieces(asr: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("lm") / "pieces"
    return over_pieces(asr, folder, "transformer", AsrTokens.load(asr).digest)


def clips(*seconds: float) -> list[np.ndarray]:
    made = np.random.default_rng(1)
    return [
        (0.1 * made.standard_normal(int(16000 * length))).astype(np.float32) for length in seconds
    ]


def load(
    asr: Path, beam: int = 4, nbest: int = 1, lm: Path | None = None, weights=WEIGHTS,
    batch: int | None = None, ctc: float = 0.0,
):  # fmt: skip
    """The recognizer of options, with all weights of a language model."""
    options = RecognitionOptions(
        model=str(asr),
        beam=beam,
        nbest=nbest,
        lm=lm and str(lm),
        lm_weight=lm and ",".join(map(str, weights)),
        ctc_weight=ctc,
        runtime=Runtime("cpu", batch_size=batch),
        source=ModelSource(offline=True),
    )
    return options.load()


GIVEN = clips(0.3, 0.15, 0.5, 0.0, 0.01)


@pytest.mark.parametrize("beam", [1, 4])
def test_words_have_times_inside_the_clip(asr: Path, beam: int) -> None:
    found = load(asr, beam).recognize(GIVEN)
    assert [len(weighted) for weighted in found] == [1] * len(GIVEN)
    for clip, ((best,),) in zip(GIVEN, found, strict=True):
        assert best.words is not None
        assert best.text == " ".join(word.word for word in best.words)
        times = [time for word in best.words for time in (word.start, word.end)]
        assert all(word.start < word.end for word in best.words)
        assert all(0 <= time <= len(clip) / 16000 + 1e-3 for time in times)
        starts = [word.start for word in best.words]
        assert starts == sorted(starts)
    assert found[0][0][0].text
    assert found[3][0][0].text == found[4][0][0].text == ""  # less than a window


def test_hypotheses_have_different_texts(asr: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pieces = AsrTokens.load(asr).pieces
    space, word = pieces.index("\u2581"), next(n for n, p in enumerate(pieces) if p[1:].isalpha())
    spelled = [[], [space], [word], [space, word]]
    paths = [TokenPath(ids, list(range(len(ids))), -float(n)) for n, ids in enumerate(spelled)]
    monkeypatch.setattr(transducer_recognizer, "beam_search", lambda *_: [[paths]])
    for nbest, scores in ((1, [0]), (2, [0, -2]), (4, [0, -2])):
        ((guesses,),) = load(asr, nbest=nbest).recognize(GIVEN[:1])
        assert [guess.score for guess in guesses] == scores


def test_the_ctc_layer_scores_the_whole_beam(asr: Path) -> None:
    whole = load(asr, 8, 8).recognize(GIVEN)
    found = load(asr, 8, 2, ctc=20.0).recognize(GIVEN)
    assert load(asr, 8, 2, ctc=20.0, batch=1).recognize(GIVEN) == found
    for (hypotheses,), (best,) in zip(whole, found, strict=True):
        assert len(best) == min(2, len(hypotheses))
        assert {each.text for each in best} <= {each.text for each in hypotheses}
        assert [each.score for each in best] == sorted((e.score for e in best), reverse=True)
    assert found != load(asr, 8, 2).recognize(GIVEN)


def test_a_weight_needs_a_ctc_layer(asr: Path, monkeypatch) -> None:
    loaded = load_asr(asr)
    loaded.model.ctc = None
    monkeypatch.setattr(transducer_recognizer, "load_asr", lambda _: loaded)
    with pytest.raises(UsageError, match="the model has no CTC layer"):
        load(asr, ctc=1.0)


@pytest.mark.parametrize("how", [None, SHALLOW, RESCORE])
def test_a_clip_does_not_depend_on_the_others(
    asr: Path, pieces: Path, words: Path, how: str | None
) -> None:
    lm = {None: None, SHALLOW: pieces, RESCORE: words}[how]
    together = load(asr, 4, 3, lm).recognize(GIVEN)
    assert load(asr, 4, 3, lm, batch=2).recognize(GIVEN) == together
    one = load(asr, 4, 3, lm)
    assert [one.recognize([clip])[0] for clip in GIVEN] == together


@pytest.mark.parametrize("how", [SHALLOW, RESCORE])
def test_a_weight_of_zero_means_no_language_model(
    asr: Path, pieces: Path, words: Path, how: str
) -> None:
    plain = load(asr, 4, 3).recognize(GIVEN)
    lm = pieces if how == SHALLOW else words
    assert RecognitionOptions(model=str(asr), lm=str(lm)).fusion == how
    recognizer = load(asr, 4, 3, lm)
    assert recognizer.weights == WEIGHTS
    found = recognizer.recognize(GIVEN)
    assert [weighted[0] for weighted in found] == [weighted[0] for weighted in plain]
    assert any(weighted[0] != weighted[2] for weighted in found)
    assert all(best.lm_score < 0 for weighted in found[:1] for best in weighted[1])


def test_rescoring_does_not_read_roles(asr: Path, words: Path) -> None:
    assert without_roles("<doctor> so it is <patient>") == "so it is"
    for plain, scored in load(asr, 6, 6, words, (0.0, 2.0)).recognize(GIVEN):
        assert {best.text for best in plain} == {best.text for best in scored}
        assert len(plain) <= 6


def test_weights_that_are_not_finite(asr: Path, tmp_path: Path) -> None:
    made = load_asr(asr)
    made.model.joiner.output.weight.data[:] = math.nan
    save_asr(tmp_path / "bad", False, made.model, made.tokens, made.shape, made.card)
    for beam in (1, 4):
        with pytest.raises(UnavailableError, match="not finite"):
            load(tmp_path / "bad", beam).recognize(GIVEN[:1])


def test_clips_that_do_not_fit_together_are_searched_apart(
    asr: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recognizer = load(asr, 1)
    found, search = recognizer.recognize(GIVEN), transducer_recognizer.greedy_paths

    def small(model, encoded):
        if len(encoded.frames) > 2:
            raise torch.OutOfMemoryError
        return search(model, encoded)

    monkeypatch.setattr(transducer_recognizer, "greedy_paths", small)
    assert recognizer.recognize(GIVEN) == found

    def none(model, encoded):
        raise torch.OutOfMemoryError

    monkeypatch.setattr(transducer_recognizer, "greedy_paths", none)
    with pytest.raises(UnavailableError, match="memory"):
        recognizer.recognize(GIVEN)

import jiwer
import numpy as np
import pytest
import soundfile
import torch
from torch.nn.functional import ctc_loss
from transformers import AutoTokenizer

from privtool.core.device import Runtime
from privtool.core.errors import UnavailableError
from privtool.core.record import WordTime
from privtool.interfaces.speech import Hypothesis
from privtool.models.asr.recognizers import hub as hub_recognizer
from privtool.models.asr.recognizers.concatenate import concatenate
from privtool.models.asr.recognizers.ctc import CtcModel, best_sequences
from privtool.models.asr.recognizers.hub import CtcRecognizer, load_hub_recognizer
from privtool.models.sphinx import recognizer as sphinx_recognizer
from privtool.models.sphinx.recognizer import SphinxRecognizer
from tests.support.tiny_models import resolved
from tests.support.tiny_recognizers import Spelling, ctc_folder, whisper_folder

CPU = Runtime("cpu")
RATE = 16_000


def noise(seconds, seed=0):
    numbers = np.random.default_rng(seed)
    return 0.1 * numbers.standard_normal(int(seconds * RATE)).astype(np.float32)


@pytest.fixture(scope="module")
def clips(root):
    names = ("call-001-06", "clinic-001-08")
    folder = root / "data/sample/speech"
    return [soundfile.read(folder / f"{name}.flac", dtype="float32")[0] for name in names]


@pytest.fixture(scope="module")
def sphinx():
    return SphinxRecognizer(nbest=5)


@pytest.fixture(scope="module")
def hypotheses(sphinx, clips):
    return sphinx.recognize(clips)


class TestSphinx:
    def test_speech_is_recognized_with_times(self, clips, hypotheses):
        ((first,), _) = hypotheses
        assert jiwer.wer("april seventh nineteen eighty two", first[0].text) <= 0.4
        assert " ".join(word.word for word in first[0].words) == first[0].text
        times = [value for word in first[0].words for value in (word.start, word.end)]
        assert times == sorted(times)
        assert times[-1] <= len(clips[0]) / RATE
        assert -20 < first[0].words[0].score < 0

    def test_there_are_several_texts_the_best_first(self, hypotheses):
        ((first,), _) = hypotheses
        assert len(first) == len({one.text for one in first}) == 5
        scores = [one.score for one in first]
        assert scores == sorted(scores, reverse=True)
        assert all(one.words is None for one in first[1:])

    def test_results_do_not_depend_on_earlier_clips_or_nbest(self, clips, hypotheses):
        recognizer = SphinxRecognizer(nbest=1)
        assert recognizer.weights == (0.0,)
        again = recognizer.recognize(clips[::-1])
        for (found,), (one,) in zip(again[::-1], hypotheses, strict=True):
            assert (found[0].text, found[0].words) == (one[0].text, one[0].words)

    def test_long_audio_goes_in_pieces(self, clips, hypotheses, sphinx, monkeypatch):
        pause = np.zeros(RATE // 2, np.float32)
        long = np.concatenate([clips[1], pause, clips[0]])
        monkeypatch.setattr(sphinx_recognizer, "LONGEST", len(clips[1]) / RATE + 0.5)
        ((found,),) = sphinx.recognize([long])
        apart = " ".join(one[0][0].text for one in hypotheses[::-1])
        assert jiwer.wer(apart, found[0].text) < 0.4
        starts = [word.start for word in found[0].words]
        assert starts == sorted(starts)
        assert starts[-1] > len(clips[1]) / RATE
        assert len(found) == 5

    def test_short_or_silent_clips_have_empty_hypotheses(self, sphinx):
        found = sphinx.recognize([np.zeros(10, np.float32), np.zeros(0, np.float32)])
        assert found == [[[Hypothesis("", 0.0, ())]]] * 2


def test_pieces_are_joined_by_their_scores():
    one = [Hypothesis("a", -1.0), Hypothesis("b", -2.0)]
    other = [Hypothesis("c", -1.0), Hypothesis("", -1.5)]
    assert [(h.text, h.score) for h in concatenate(one, other, 3)] == [
        ("a c", -2.0), ("a", -2.5), ("b c", -3.0)
    ]  # fmt: skip
    assert concatenate(one, [], 2) == one
    timed = Hypothesis("x", 0.0, (WordTime("x", 0, 1),))
    assert concatenate([timed], [timed], 1)[0].words == timed.words * 2


class TestCtc:
    def test_words_come_with_their_times(self, tmp_path):
        tokenizer = AutoTokenizer.from_pretrained(ctc_folder(tmp_path))
        ids = {sign: tokenizer.convert_tokens_to_ids(sign) for sign in "|HIYOU"}
        classes = [0, 0, "H", "I", "I", 0, "|", "Y", "O", 0, 0, "O", "U", "|", 0]
        samples = np.repeat([ids.get(one, 0) for one in classes], 320).astype(np.float32)
        model = CtcModel(Spelling(len(tokenizer)), 0, RATE, normalize=False)
        ((found,),) = CtcRecognizer(model, tokenizer, 1, 1).recognize([samples])
        (best,) = found
        assert best.text == "HI YOOU"
        assert [(w.word, round(w.start, 3), round(w.end, 3)) for w in best.words] == [
            ("HI", 0.04, 0.1), ("YOOU", 0.14, 0.26)
        ]  # fmt: skip
        ((wide,),) = CtcRecognizer(model, tokenizer, 8, 3).recognize([samples])
        assert (wide[0].text, wide[0].words) == (best.text, best.words)
        assert len({one.text for one in wide}) == len(wide) == 3

    def test_a_model_of_transformers(self, tmp_path):
        folder = resolved(ctc_folder(tmp_path))
        given = [noise(1.0), noise(0.5, 1), noise(0.01)]
        recognizer = load_hub_recognizer(folder, CPU, beam=8, nbest=4)
        together = recognizer.recognize(given)
        assert together[::-1] == recognizer.recognize(given[::-1])
        assert [recognizer.recognize([clip])[0] for clip in given] == together
        scores = [one.score for one in together[0][0]]
        assert scores == sorted(scores, reverse=True)
        # The score of a text is at most that of all its paths: what CTC is trained on.
        log_probabilities = recognizer._model.log_probabilities(given[0])
        best = best_sequences(log_probabilities, 0, 8)[0]
        loss = ctc_loss(
            log_probabilities[:, None], torch.tensor([best.tokens]),
            (len(log_probabilities),), (len(best.tokens),), reduction="sum",
        )  # fmt: skip
        assert best.score <= -float(loss) + 1e-3


class TestWhisper:
    def test_a_model_of_transformers(self, tmp_path, monkeypatch):
        folder = resolved(whisper_folder(tmp_path))
        given = [noise(1.0), noise(0.5, 1)]
        one, several = (
            load_hub_recognizer(folder, CPU, beam=beam, nbest=nbest)
            for beam, nbest in ((1, 1), (4, 3))
        )
        together = several.recognize(given)
        assert together[::-1] == several.recognize(given[::-1])
        (found,) = together[0]
        assert len(found) == len({hypothesis.text for hypothesis in found}) > 1
        assert all(hypothesis.score < 0 for hypothesis in found)
        ((greedy,),) = one.recognize(given[:1])
        assert len(greedy) == 1
        assert greedy[0].words is None
        monkeypatch.setattr(hub_recognizer, "LONGEST", 0.6)
        ((long,),) = one.recognize(given[:1])
        assert len(long[0].text.split()) > len(greedy[0].text.split())

    @pytest.mark.parametrize(("beam", "nbest"), [(1, 1), (4, 3)])
    def test_a_batch_equals_single_clips(self, tmp_path, monkeypatch, beam, nbest):
        folder = resolved(whisper_folder(tmp_path))
        monkeypatch.setattr(hub_recognizer, "LONGEST", 0.8)
        given = [noise(1.0), noise(0.5, 1), noise(0.7, 2), noise(0.0)]
        alone, batch = (
            load_hub_recognizer(folder, Runtime("cpu", batch_size=size), beam=beam, nbest=nbest)
            for size in (1, 3)
        )
        for (one,), (other,) in zip(alone.recognize(given), batch.recognize(given), strict=True):
            assert [h.text for h in one] == [h.text for h in other]
            assert [h.score for h in one] == pytest.approx([h.score for h in other], abs=1e-4)

    def test_the_score_is_that_of_the_search(self, tmp_path):
        recognizer = load_hub_recognizer(resolved(whisper_folder(tmp_path)), CPU, beam=4, nbest=3)
        inputs = dict(recognizer._extractor(noise(1.0), sampling_rate=RATE, return_tensors="pt"))
        written = recognizer._model.generate(
            **inputs, num_beams=4, do_sample=False, length_penalty=0.0,
            return_dict_in_generate=True, output_scores=True,
        )  # fmt: skip
        ours = recognizer._scores(inputs, written.sequences, 1)
        assert ours == pytest.approx(written.sequences_scores.tolist(), abs=1e-3)


def test_other_models_are_refused(tiny_filler):
    with pytest.raises(UnavailableError, match="CTC model"):
        load_hub_recognizer(resolved(tiny_filler), CPU, beam=1, nbest=1)


@pytest.mark.gpu
@pytest.mark.parametrize("make", [ctc_folder, whisper_folder])
def test_results_on_a_gpu_are_the_same(gpu, make, tmp_path):
    folder = resolved(make(tmp_path))
    found = [
        load_hub_recognizer(folder, Runtime(device), beam=4, nbest=2).recognize([noise(1.0)])[0][0]
        for device in ("cpu", gpu)
    ]
    for one, other in zip(*found, strict=True):
        assert one.text == other.text
        assert one.score == pytest.approx(other.score, abs=0.05)

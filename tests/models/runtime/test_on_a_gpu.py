"""What runs on a GPU does the same there as on the CPU."""

import pytest
import torch

from privtool.core.device import Runtime
from privtool.core.record import Mask, Record
from privtool.models.asr.decoding.beam import BeamSettings, beam_search
from privtool.models.asr.decoding.greedy import greedy_paths
from privtool.models.asr.decoding.hypotheses import PieceLm
from privtool.models.asr.transducer.model import Encoded
from privtool.models.fillers.load import load_filler
from privtool.models.lm.incremental import incremental_lm
from privtool.models.lm.presets import LSTM, PRESETS, TRANSFORMER, new_model
from privtool.models.taggers.load import ResolvedTagger
from privtool.stages.fill import FillSettings, FillStage
from privtool.stages.fill_job import TopKSampler
from privtool.workflows.config.taggers import load_tagger
from tests.support.processing import processed
from tests.support.tiny_causal_lms import tiny_gpt2, tiny_llama
from tests.support.tiny_models import SENTENCES, resolved, tiny_bert, tiny_roberta
from tests.support.toy_transducers import clips, toy

pytestmark = pytest.mark.gpu
MAKERS = {"bert": tiny_bert, "roberta": tiny_roberta}
_TEXTS = 4
CAUSAL = {"llama": tiny_llama, "gpt2": tiny_gpt2}


def masked(sentence, id):
    """The sentence with its second and its last word masked."""
    words = sentence.split()
    words[1] = words[-1] = "[MASK]"
    text = " ".join(words)
    starts = len(words[0]) + 1, len(text) - 6
    masks = tuple(Mask(start, start + 6, "WORD", "allowList") for start in starts)
    return Record(id=id, text=text, masks=masks)


def filled(folder, device, batch_size=None):
    filler = load_filler(resolved(folder), Runtime(device, "fp32", batch_size))
    stage = FillStage(FillSettings(TopKSampler(5), {}.__getitem__), filler)
    records = [masked(sentence, number) for number, sentence in enumerate(SENTENCES[:_TEXTS])]
    return [record.text for record in processed(stage, records)]


@pytest.mark.parametrize("family", sorted({**MAKERS, **CAUSAL}))
def test_fills_equal_those_of_the_cpu(gpu, tmp_path, family):
    folder = {**MAKERS, **CAUSAL}[family](tmp_path / family)
    assert filled(folder, gpu) == filled(folder, "cpu")
    assert filled(folder, gpu, 1) == filled(folder, gpu, 3)


@pytest.mark.usefixtures("single_precision")
@pytest.mark.parametrize("family", sorted(MAKERS))
def test_spans_equal_those_of_the_cpu(gpu, tmp_path, family):
    folder = MAKERS[family](tmp_path / family, "tagger")
    on_both = [
        load_tagger([ResolvedTagger(resolved(folder))], Runtime(device), threshold=0.5).tag(
            SENTENCES
        )
        for device in ("cpu", gpu)
    ]
    for on_cpu, on_gpu in zip(*on_both, strict=True):
        assert [s[:3] for s in on_cpu] == [s[:3] for s in on_gpu]


@pytest.mark.parametrize("arch", [LSTM, TRANSFORMER])
def test_hypotheses_equal_those_of_the_cpu(gpu, arch):
    frames, lengths = clips([30, 12, 25])
    on_both = []
    for name in ("cpu", gpu):
        device = torch.device(name)
        model = toy(20).to(device)
        lm_model = new_model(PRESETS[arch, "tiny"], 21, 20, 20, 0.0, 1).eval().to(device)
        lm = PieceLm(incremental_lm(lm_model), range(20), 20, device)
        encoded = Encoded(frames.to(device), lengths.to(device))
        paths = beam_search(model, encoded, BeamSettings(4), lm, (0.0, 0.3))
        found = [[best.tokens for (best, *_) in weighted] for weighted in paths]
        on_both.append([*found, [path.tokens for path in greedy_paths(model, encoded)]])
    assert on_both[0] == on_both[1]

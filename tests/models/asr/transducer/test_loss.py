"""The loss against its definition, computed in three other ways."""

import itertools
import math

import pytest
import torch
import torchaudio
from torch import nn
from torchaudio.functional import rnnt_loss

from privtool.models.asr.training.index import frames_for_ctc
from privtool.models.asr.transducer import loss as module
from privtool.models.asr.transducer.loss import transducer_loss
from tests.support.bare_transducer import FRAMES, TEXTS, TOKENS, WIDTH, bare_transducer, given


@pytest.fixture
def model():
    torch.manual_seed(1)
    return bare_transducer(nn.Linear(WIDTH, TOKENS + 1))


def scores_of(model, features, targets, row):
    """Log-probabilities (frames, places, entries) of a clip in double precision."""
    frames, tokens = FRAMES[row], TEXTS[row]
    double = bare_transducer().double()
    double.load_state_dict({k: v for k, v in model.state_dict().items() if "ctc" not in k})
    heard = features[row, :frames].double()
    said = double.predictor(targets[row : row + 1, :tokens])[0]
    return double.joiner(heard[:, None], said[None]).log_softmax(2)


def forward_variables(scores, text):
    """-log P of a text by equations 16 to 18 of Graves 2012, a cell at a time."""
    frames = len(scores)
    alpha = {(0, 0): torch.zeros((), dtype=torch.float64)}
    for t, u in itertools.product(range(frames), range(len(text) + 1)):
        ways = []
        if t:
            ways.append(alpha[t - 1, u] + scores[t - 1, u, TOKENS])
        if u:
            ways.append(alpha[t, u - 1] + scores[t, u - 1, text[u - 1]])
        if ways:
            alpha[t, u] = torch.stack(ways).logsumexp(0)
    return -(alpha[frames - 1, len(text)] + scores[frames - 1, len(text), TOKENS])


def all_alignments(scores, text):
    """-log P of a text as the sum over all ways to say its tokens in frames, one by one."""
    frames, total = len(scores), 0.0
    for places in itertools.combinations_with_replacement(range(frames), len(text)):
        way, u = 0.0, 0
        for t in range(frames):
            while u < len(text) and places[u] == t:
                way += float(scores[t, u, text[u]])
                u += 1
            way += float(scores[t, u, TOKENS])
        total += math.exp(way)
    return -math.log(total)


def reference(model, features, targets):
    return [
        forward_variables(scores_of(model, features, targets, row), targets[row, :tokens].tolist())
        for row, tokens in enumerate(TEXTS)
    ]


def test_it_is_the_sum_of_the_forward_variables_and_of_all_alignments(model):
    features, lengths, targets, counts = given()
    by_cells = reference(model, features, targets)
    for row, tokens in enumerate(TEXTS):
        scores = scores_of(model, features, targets, row)
        enumerated = all_alignments(scores.detach(), targets[row, :tokens].tolist())
        assert enumerated == pytest.approx(float(by_cells[row].detach()), abs=1e-9)
    found = transducer_loss(model, features, lengths, targets, counts).detach()
    assert float(found.detach()) == pytest.approx(float(sum(by_cells).detach()), abs=1e-4)


def test_the_loss_equals_torchaudio_on_all_scores(model):
    features, lengths, targets, counts = given()
    features.requires_grad_()
    scores = model.joiner(features[:, :, None], model.predictor(targets)[:, None])
    sizes = targets.int(), lengths.int(), counts.int()
    plain = rnnt_loss(scores, *sizes, blank=TOKENS, reduction="sum")
    loss = transducer_loss(model, features, lengths, targets, counts)
    torch.testing.assert_close(loss, plain)
    wanted = slopes_of(plain, model, features)
    for name, slope in slopes_of(loss, model, features).items():
        if name != "joiner.unused":
            torch.testing.assert_close(slope, wanted[name], atol=1e-5, rtol=1e-4)


def slopes_of(loss, model, features):
    names = [name for name, _ in model.named_parameters() if "ctc" not in name]
    found = torch.autograd.grad(
        loss, [features, *(dict(model.named_parameters())[n] for n in names)], allow_unused=True
    )
    return dict(zip(["features", *names], found, strict=True))


def test_gradients_are_those_of_finite_differences(model):
    features, lengths, targets, counts = given()
    features.requires_grad_()
    loss = transducer_loss(model, features, lengths, targets, counts, ctc_weight=0.5)
    slopes = torch.autograd.grad(loss, [features, *model.parameters()], allow_unused=True)
    generator = torch.Generator().manual_seed(3)
    with torch.no_grad():
        for tensor, slope in zip([features, *model.parameters()], slopes, strict=True):
            step = torch.randn(tensor.shape, generator=generator)
            before = tensor.clone()
            ends = []
            for sign in (1, -1):
                tensor.copy_(before + sign * 1e-2 * step)
                ends.append(float(transducer_loss(model, features, lengths, targets, counts, 0.5)))
            tensor.copy_(before)
            wanted = (ends[0] - ends[1]) / 2e-2
            found = float((slope * step).sum()) if slope is not None else 0.0
            assert found == pytest.approx(wanted, abs=2e-2, rel=1e-2)


@pytest.mark.parametrize("max_scores", [1, 60, 100, 10_000])
def test_chunks_change_nothing_and_hold_few_scores(model, max_scores):
    features, lengths, targets, counts = given()
    features.requires_grad_()
    whole = transducer_loss(model, features, lengths, targets, counts, max_scores=1 << 20)
    assert len(model.joiner.cells) == 2  # clips without tokens, and the others
    model.joiner.cells.clear()
    loss = transducer_loss(model, features, lengths, targets, counts, max_scores=max_scores)
    torch.testing.assert_close(loss, whole)
    alone = [f * (u + 1) * (TOKENS + 1) for f, u in zip(FRAMES, TEXTS, strict=True)]
    assert max(model.joiner.cells) <= max(max_scores, max(alone))
    if max_scores == 1:
        assert sorted(model.joiner.cells) == sorted(alone)  # without any padding
    wanted = slopes_of(whole, model, features)
    for name, slope in slopes_of(loss, model, features).items():
        torch.testing.assert_close(slope, wanted[name], atol=1e-5, rtol=1e-4)


def test_torchaudio_gets_no_empty_texts(model, monkeypatch):
    counts = []

    def noted(scores, targets, frames, tokens, **options):
        counts.extend(tokens.tolist())
        return rnnt_loss(scores, targets, frames, tokens, **options)

    monkeypatch.setattr(torchaudio.functional, "rnnt_loss", noted)
    transducer_loss(model, *given())
    assert sorted(counts) == sorted(tokens for tokens in TEXTS if tokens)


def test_padding_counts_for_nothing(model):
    one, other = (
        transducer_loss(model, *given(fill), ctc_weight=0.5, max_scores=max_scores)
        for fill, max_scores in ((0, 1 << 20), (3, 150))
    )
    torch.testing.assert_close(one, other)


def test_no_gradients_are_computed_when_disabled(model):
    with torch.no_grad():
        loss = transducer_loss(model, *given())
    assert not loss.requires_grad


def test_scores_exist_a_few_at_a_time_by_default(model, monkeypatch):
    monkeypatch.setattr(module, "MAX_SCORES", {"cpu": 70})
    transducer_loss(model, *given())
    assert len(model.joiner.cells) > 1


def all_ctc_paths(scores, text):
    total = 0.0
    for path in itertools.product(range(TOKENS + 1), repeat=len(scores)):
        kept = [token for token, _ in itertools.groupby(path) if token != TOKENS]
        if kept == text:
            total += math.exp(sum(float(scores[t, k]) for t, k in enumerate(path)))
    return -math.log(total) if total else 0.0


def test_ctc_is_the_sum_over_all_paths_and_skips_short_clips(model):
    features, lengths, targets, counts = given()
    scores = model.ctc(features).double().log_softmax(2)
    parts = [
        all_ctc_paths(scores[row, :frames].detach(), targets[row, :tokens].tolist())
        for row, (frames, tokens) in enumerate(zip(FRAMES, TEXTS, strict=True))
        if row  # seven frames are 78,125 paths
    ]
    needed = [
        frames_for_ctc(row[:count]) for row, count in zip(targets.tolist(), counts, strict=True)
    ]
    short_of = [more > there for more, there in zip(needed, lengths, strict=True)]
    assert short_of == [False, False, False, True, False]
    assert parts[2] == 0.0
    short = [part[1:] for part in (features, lengths, targets, counts)]
    with_ctc = transducer_loss(model, *short, ctc_weight=0.25)
    without = transducer_loss(model, *short)
    assert float((with_ctc - without) / 0.25) == pytest.approx(sum(parts), abs=1e-4)
    with_ctc.backward()
    assert all(p.grad is None or p.grad.isfinite().all() for p in model.parameters())


def test_ctc_of_a_model_without_it_is_an_error(model):
    model.ctc = None
    with pytest.raises(ValueError, match="CTC"):
        transducer_loss(model, *given(), ctc_weight=0.3)

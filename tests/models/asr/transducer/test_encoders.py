"""Frames of a clip depend on the clip alone; streaming equals encoding in a batch."""

import pytest
import torch
from torch import nn

from privtool.models.asr.features import BANDS
from privtool.models.asr.transducer.encoders import (
    REDUCTION,
    Attention,
    Conformer,
    ConvolutionSubsampling,
    EmformerEncoder,
    StackedSubsampling,
    rotary_angles,
    rotate,
)
from privtool.models.asr.transducer.model import (
    CONFORMER,
    EMFORMER,
    FeatureScaling,
    TransducerShape,
)

LENGTHS = [61, 5, 44, 1, 23, 61]
SHAPE = TransducerShape(CONFORMER, 2, 32, 4, 48, 24)


def conformer(**changes):
    torch.manual_seed(1)
    sizes = {"kernel": 7, "channels": 4, **changes}
    return settled(Conformer(SHAPE._replace(**sizes)))


def emformer(**changes):
    torch.manual_seed(2)
    sizes = {"encoder": EMFORMER, "segment": 4, "left": 6, "right": 2, **changes}
    return settled(EmformerEncoder(SHAPE._replace(**sizes)))


def settled(encoder):
    """Set feature statistics, so that scaling turns zeros into other values."""
    encoder.scaling.set_statistics(torch.linspace(-1, 2, BANDS), torch.linspace(0.5, 2, BANDS))
    return encoder.eval()


ENCODERS = {
    "conformer": conformer,
    "emformer": emformer,
    "emformer without contexts": lambda: emformer(left=0, right=0),
}


@pytest.fixture(params=ENCODERS)
def encoder(request):
    return ENCODERS[request.param]()


def clips(lengths=LENGTHS, fill=0.0):
    """Features of clips, filled up with `fill`, and their lengths."""
    generator = torch.Generator().manual_seed(3)
    parts = [torch.randn(length, BANDS, generator=generator) for length in lengths]
    padded = nn.utils.rnn.pad_sequence(parts, batch_first=True, padding_value=fill)
    return padded, torch.tensor(lengths)


def test_a_clip_does_not_depend_on_its_batch(encoder):
    features, lengths = clips()
    with torch.no_grad():
        together = encoder(features, lengths)
        assert together.lengths.tolist() == [-(-length // REDUCTION) for length in LENGTHS]
        for row, length in enumerate(LENGTHS):
            alone = encoder(features[row : row + 1, :length], lengths[row : row + 1])
            count = int(alone.lengths[0])
            assert alone.frames.shape == (1, count, encoder.width)
            torch.testing.assert_close(
                together.frames[row, :count], alone.frames[0], atol=1e-5, rtol=0
            )


@pytest.mark.parametrize("padded", [61, 64, 77])
def test_at_one_padded_length_not_a_bit_depends_on_the_batch(encoder, padded):
    features, lengths = clips()
    features = nn.functional.pad(features, (0, 0, 0, padded - features.shape[1]))
    with torch.no_grad():
        together = encoder(features, lengths).frames
        for rows in ([0], [3, 1], [5, 4, 3, 2, 1]):
            found = encoder(features[rows], lengths[rows]).frames
            for place, row in enumerate(rows):
                count = -(-LENGTHS[row] // REDUCTION)
                assert torch.equal(found[place, :count], together[row, :count])


def test_the_values_of_padding_do_not_matter(encoder):
    with torch.no_grad():
        quiet, loud = (encoder(*clips(fill=fill)) for fill in (0.0, 1e4))
    for row, count in enumerate(quiet.lengths.tolist()):
        assert torch.equal(quiet.frames[row, :count], loud.frames[row, :count])


def test_nothing_is_learned_from_padding(encoder):
    slopes = []
    for fill in (0.0, 100.0):
        features, lengths = clips(fill=fill)
        features.requires_grad_()
        encoded = encoder(features, lengths)
        kept = [encoded.frames[row, :n].square().sum() for row, n in enumerate(encoded.lengths)]
        encoder.zero_grad()
        torch.stack(kept).sum().backward()
        slopes.append([p.grad.clone() for p in encoder.parameters()])
        for row, length in enumerate(LENGTHS):
            assert not features.grad[row, length:].any()
            assert features.grad[row, :length].abs().sum() > 0
    for one, other in zip(*slopes, strict=True):
        torch.testing.assert_close(one, other)


def stream_segment(encoder, features, lengths, state):
    """Frames of a segment, whose right context `features` include, and the new state."""
    hidden, _ = encoder.subsampling(encoder.scaling(features, lengths), lengths)
    padded = lengths.new_full((len(features),), hidden.shape[1])
    output, _, state = encoder.emformer.infer(hidden, padded, state)
    return encoder.output(output), state


@pytest.mark.parametrize("changes", [{}, {"left": 0, "right": 0}, {"left": 3}])
@pytest.mark.parametrize("lengths", [[61, 64, 50, 16], [7], [33, 48]])
def test_streaming_equals_batches(changes, lengths):
    encoder = emformer(**changes)
    features, sizes = clips(lengths)
    with torch.no_grad():
        whole = encoder(features, sizes)
        pieces, memory = [], None
        segment, right = encoder.segment * REDUCTION, encoder.right * REDUCTION
        for start in range(0, max(lengths), segment):
            window = features[:, start : start + segment + right]
            missing = segment + right - window.shape[1]
            window = nn.functional.pad(window, (0, 0, 0, missing), value=9.0)
            left = (sizes - start).clamp(0, window.shape[1])
            found, memory = stream_segment(encoder, window, left, memory)
            pieces.append(found)
    streamed = torch.cat(pieces, 1)
    for row, count in enumerate(whole.lengths.tolist()):
        torch.testing.assert_close(
            streamed[row, :count], whole.frames[row, :count], atol=1e-5, rtol=0
        )


def test_the_emformer_sees_no_further_than_its_right_context():
    encoder = emformer()
    features, lengths = clips([64])
    other = features.clone()
    right = encoder.right * REDUCTION
    other[:, 32 + right - 8 :] += 1  # after the second segment and its right context
    with torch.no_grad():
        one, another = encoder(features, lengths).frames, encoder(other, lengths).frames
    same = (one == another).all(2)[0]
    assert same[:4].all()
    assert not same[4:].all()
    other = features.clone()
    other[:, 16 + right :] += 1
    with torch.no_grad():
        another = encoder(other, lengths).frames
    assert torch.equal(one[:, :4], another[:, :4])


def test_convolutions_keep_a_quarter_of_the_frames():
    stage = ConvolutionSubsampling(BANDS, 4, 12, 0.0)
    for frames, wanted in ((1, 1), (4, 1), (5, 2), (8, 2), (9, 3)):
        found, lengths = stage(torch.randn(1, frames, BANDS), torch.tensor([frames]))
        assert found.shape == (1, wanted, 12)
        assert lengths.tolist() == [wanted]


def test_subsampling_is_that_of_torchs_own_layers_for_a_clip_alone():
    stage = ConvolutionSubsampling(BANDS, 4, 12, 0.0)
    features = torch.randn(1, 21, BANDS)
    plain = stage.second(stage.first(features[:, None]).relu()).relu()
    plain = stage.dense(plain.permute(0, 2, 3, 1).reshape(1, 6, -1))
    found, _ = stage(features, torch.tensor([21]))
    torch.testing.assert_close(found, plain)


def test_stacking_puts_neighbors_side_by_side():
    stage = StackedSubsampling(1, 4)
    with torch.no_grad():
        stage.dense.weight.fill_(1)
    found, lengths = stage(torch.arange(1.0, 7)[None, :, None], torch.tensor([6]))
    assert found.tolist() == [[[1, 2, 3, 4], [5, 6, 0, 0]]]
    assert lengths.tolist() == [2]


def test_scaling_takes_mean_and_deviation_out():
    stage = FeatureScaling(2)
    given = torch.tensor([[[1.0, 5], [3, 9]]])
    assert torch.equal(stage(given, torch.tensor([2])), given)
    stage.set_statistics(torch.tensor([1.0, 5]), torch.tensor([2.0, 0.0]))
    assert stage(given, torch.tensor([1])).tolist() == [[[0, 0], [0, 0]]]
    assert stage(given, torch.tensor([2]))[0, 1].tolist() == pytest.approx([1, 4000])
    assert set(stage.state_dict()) == {"mean", "deviation"}


def test_the_depthwise_convolution_is_torchs():
    """The convolution of a block equals a plain one."""
    layer = conformer().blocks[0].convolution
    hidden = torch.randn(2, 9, 32)
    gated = nn.functional.glu(layer.inner(layer.before(hidden)), dim=2)
    window = layer.depthwise(gated.transpose(1, 2)).transpose(1, 2)
    plain = layer.outer(nn.functional.silu(layer.after(window)))
    found = layer(hidden, torch.ones(2, 9, dtype=torch.bool))
    torch.testing.assert_close(found, plain)


def test_rotation_makes_products_depend_on_the_distance_alone():
    turns = rotary_angles(20, 8, torch.device("cpu"))
    query, key = torch.randn(1, 1, 1, 8), torch.randn(1, 1, 1, 8)
    queries, keys = (rotate(part.expand(1, 1, 20, 8), turns)[0, 0] for part in (query, key))
    products = queries @ keys.T
    for distance in range(-19, 20):
        line = products.diagonal(distance)
        torch.testing.assert_close(line, line[:1].expand_as(line), atol=1e-4, rtol=0)
    assert products[0].std() > 0.01
    torch.testing.assert_close(queries.norm(dim=1), query.norm().expand(20))


def test_attention_is_that_of_the_formula():
    layer = Attention(8, 2, 0.0)
    hidden = torch.randn(1, 5, 8)
    turns = rotary_angles(5, 4, torch.device("cpu"))
    query, key, value = layer.inner(layer.norm(hidden))[0].split(8, 1)
    heads = []
    for head in (slice(0, 4), slice(4, 8)):
        turned = [rotate(part[None, None, :, head], turns)[0, 0] for part in (query, key)]
        shares = (turned[0] @ turned[1].T / 2).softmax(1)
        heads.append(shares @ value[:, head])
    wanted = layer.outer(torch.cat(heads, 1))
    found = layer(hidden, torch.ones(1, 5, dtype=torch.bool), turns)[0]
    torch.testing.assert_close(found, wanted)


def test_sizes_that_do_not_fit_are_refused():
    with pytest.raises(ValueError, match="width of a head"):
        conformer(heads=5)
    with pytest.raises(ValueError, match="must be odd"):
        conformer(kernel=8)

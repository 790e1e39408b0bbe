"""The beam search against all sequences of toy models, and against the transducer loss.

The language models that it asks token by token are compared with whole sentences at once.
"""

import itertools
import math

import pytest
import torch
from torchaudio.functional import rnnt_loss

from privtool.models.asr.decoding import hypotheses
from privtool.models.asr.decoding.beam import BeamSettings, beam_search
from privtool.models.asr.decoding.greedy import MAX_SYMBOLS, TokenPath, greedy_paths, greedy_tokens
from privtool.models.asr.decoding.hypotheses import PieceLm, extend_keys
from privtool.models.asr.transducer.model import DenseJoiner, Encoded, Transducer
from privtool.models.lm.incremental import incremental_lm
from privtool.models.lm.presets import LSTM, TRANSFORMER, LmShape, new_model
from tests.support.toy_transducers import TableLm, clips, sure, toy

WEIGHTS = (0.0, 0.3, 1.0)


@torch.inference_mode()
def posterior(model: Transducer, frames: torch.Tensor, tokens: list[int], most: int) -> float:
    """log P(tokens | frames) by recursion over alignments of at most `most` tokens a frame."""
    predictions = model.predictor(torch.tensor([tokens], dtype=torch.long))
    logs = model.joiner(frames[:, None], predictions).log_softmax(2).double()

    def rest(frame: int, emitted: int, here: int) -> float:
        """The rest of the sum from a frame with `emitted` tokens behind, `here` of them in it."""
        if frame == len(frames):
            return 0.0 if emitted == len(tokens) else -math.inf
        ways = [logs[frame, emitted, model.blank].item() + rest(frame + 1, emitted, 0)]
        if emitted < len(tokens) and here < most:
            ways.append(
                logs[frame, emitted, tokens[emitted]].item() + rest(frame, emitted + 1, here + 1)
            )
        return float(torch.logsumexp(torch.tensor(ways, dtype=torch.double), 0))

    return rest(0, 0, 0)


@pytest.mark.parametrize(("tokens", "frames", "most"), [(2, 3, 2), (3, 2, 2), (2, 5, 1)])
def test_a_beam_that_holds_everything_is_exhaustive(tokens: int, frames: int, most: int) -> None:
    model, lm = toy(tokens, seed=tokens, blank=0.5), TableLm(tokens)
    given, lengths = clips([frames, frames - 1], seed=frames)
    longest = frames * most
    sequences = [
        list(sequence)
        for length in range(longest + 1)
        for sequence in itertools.product(range(tokens), repeat=length)
    ]
    settings = BeamSettings(len(sequences) + 1, most, len(sequences))
    found = beam_search(model, Encoded(given, lengths), settings, lm, WEIGHTS)
    for clip, length in enumerate(lengths.tolist()):
        acoustic = {
            tuple(sequence): posterior(model, given[clip, :length], sequence, most)
            for sequence in sequences
            if len(sequence) <= length * most
        }
        for paths, weight in zip(found[clip], WEIGHTS, strict=True):
            added = {key: weight * lm.score(list(key)) for key in acoustic}
            scores = {key: value + added[key] for key, value in acoustic.items()}
            best_first = sorted(scores.items(), key=lambda item: -item[1])
            assert len(paths) == len(scores)
            assert [path.score for path in paths] == pytest.approx(
                [score for _, score in best_first], abs=1e-4
            )
            for path in paths:
                key = tuple(path.tokens)
                assert path.score == pytest.approx(scores[key], abs=1e-4)
                assert path.lm_score == pytest.approx(added[key], abs=1e-4)


def test_the_score_of_a_wide_beam_is_the_negative_loss() -> None:
    model = toy(5, seed=3, blank=1.0)
    frames, lengths = clips([4])
    settings = BeamSettings(beam=400, max_symbols=8, nbest=3)
    for path in beam_search(model, Encoded(frames, lengths), settings)[0][0]:
        predictions = model.predictor(torch.tensor([path.tokens], dtype=torch.long))
        joined = model.joiner(frames[:, :, None], predictions[:, None])
        loss = rnnt_loss(
            joined,
            torch.tensor([path.tokens], dtype=torch.int32),
            lengths.int(),
            torch.tensor([len(path.tokens)], dtype=torch.int32),
            blank=model.blank,
        )
        assert path.score == pytest.approx(-loss.item(), abs=2e-3)


def test_each_weight_is_as_if_it_were_alone_and_zero_means_no_language_model() -> None:
    model, lm = toy(40, seed=2), TableLm(40)
    encoded = Encoded(*clips([30, 11, 25, 30]))
    settings = BeamSettings(beam=3, nbest=3)
    together = beam_search(model, encoded, settings, lm, (0.0, 0.3, 0.7))
    for number, weight in enumerate((0.0, 0.3, 0.7)):
        alone = beam_search(model, encoded, settings, lm, (weight,))
        assert [paths[0] for paths in alone] == [paths[number] for paths in together]
    plain = [paths[0] for paths in beam_search(model, encoded, settings)]
    assert plain == [paths[0] for paths in together]  # tokens, frames, scores: to the last bit
    assert plain != [paths[2] for paths in together]


def test_a_hypothesis_does_not_depend_on_the_batch() -> None:
    model, lm = toy(30), TableLm(30)
    frames, lengths = clips([25, 40, 12, 0, 1, *[33] * 12])
    settings = BeamSettings(beam=4, nbest=4)
    together = beam_search(model, Encoded(frames, lengths), settings, lm, (0.0, 0.4))
    greedy = greedy_paths(model, Encoded(frames, lengths))
    for row in (0, 1, 2, 3, 4, 7, 16):
        alone = Encoded(frames[row : row + 1, : lengths[row]], lengths[row : row + 1])
        assert beam_search(model, alone, settings, lm, (0.0, 0.4)) == [together[row]]
        assert greedy_paths(model, alone) == [greedy[row]]  # to the last bit


def test_forgetting_prefixes_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    model, lm = toy(30), TableLm(30)
    encoded = Encoded(*clips([25, 40, 12, 33]))
    settings = BeamSettings(beam=4, nbest=4)
    found = beam_search(model, encoded, settings, lm, (0.0, 0.4))
    monkeypatch.setattr(hypotheses, "_MAX_BYTES", 0)
    monkeypatch.setattr(hypotheses, "_MIN_SLOTS", 1)
    assert beam_search(model, encoded, settings, lm, (0.0, 0.4)) == found


def test_a_beam_is_at_least_as_good_as_greedy_and_as_a_smaller_one() -> None:
    model = toy(20, seed=7)
    encoded = Encoded(*clips([30] * 6))
    scores = [[path.score for path in greedy_paths(model, encoded)]]
    for beam in (2, 4, 16):
        found = beam_search(model, encoded, BeamSettings(beam))
        scores.append([paths[0][0].score for paths in found])
    for worse, better in itertools.pairwise(scores):
        assert sum(better) >= sum(worse)


@pytest.mark.parametrize("beam", [1, 4])
def test_a_beam_is_greedy_for_a_model_that_is_sure(beam: int) -> None:
    """Frames fix the number of tokens emitted so far: two in frame 1, one in 3, three in 4."""
    model = sure([5, 0, 0, 3, 3, 1], 7)
    frames = torch.tensor([[0.0, 2, 2, 3, 6, 6], [1, 1, 1, 1, 1, 1]])[:, :, None]
    encoded = Encoded(frames, torch.tensor([6, 4]))
    wanted = [([5, 0, 0, 3, 3, 1], [1, 1, 3, 4, 4, 4]), ([5], [0])]
    assert [path[:2] for path in greedy_paths(model, encoded)] == wanted
    assert [paths[0][0][:2] for paths in beam_search(model, encoded, BeamSettings(beam))] == wanted


def test_no_clips_and_clips_without_frames() -> None:
    model, lm = toy(3), TableLm(3)
    none, empty = Encoded(*clips([])), Encoded(*clips([0, 0]))
    assert beam_search(model, none, BeamSettings()) == greedy_paths(model, none) == []
    found = beam_search(model, empty, BeamSettings(), lm, (0.5,))
    end = pytest.approx(0.5 * lm.score([]))
    assert [paths[0] for paths in found] == [[TokenPath([], [], end, end)]] * 2
    assert greedy_paths(model, empty) == [TokenPath([], [], 0.0)] * 2


def test_a_weight_without_a_language_model_is_refused() -> None:
    with pytest.raises(ValueError, match="language model"):
        beam_search(toy(3), Encoded(*clips([2])), BeamSettings(), None, (0.5,))


def test_keys_of_prefixes_differ() -> None:
    """All prefixes of two tokens up to a length, the Thue-Morse words among them."""
    keys = [torch.zeros(1, dtype=torch.long)]
    for _ in range(14):
        both = [extend_keys(keys[-1], torch.full_like(keys[-1], token)) for token in (0, 1)]
        keys.append(torch.cat(both))
    met = torch.cat(keys)
    assert len(met.unique()) == len(met)


@torch.inference_mode()
def test_a_joiner_in_parts_is_the_joiner() -> None:
    frames, predictions = torch.randn(5, 3, 16), torch.randn(5, 3, 16)
    joiner = DenseJoiner(7, 16, 0.1).eval()
    found = joiner.join(joiner.from_frame(frames), joiner.from_prediction(predictions))
    assert torch.allclose(found, joiner(frames, predictions), atol=1e-6)


# Greedy search against one that goes frame by frame for one clip.
@torch.inference_mode()
def plain(model: Transducer, frames: torch.Tensor, max_symbols: int) -> TokenPath:
    """The same search for one clip (frames, width), step by step."""
    prediction, state = model.predictor.start(1, frames.device)
    path, score = TokenPath([], [], 0.0), 0.0
    for time, frame in enumerate(frames):
        for emitted in range(max_symbols + 1):
            scores = model.joiner(frame[None], prediction).log_softmax(1)[0]
            token = int(scores.argmax()) if emitted < max_symbols else model.blank
            score += scores[token].item()
            if token == model.blank:
                break
            path.tokens.append(token)
            path.frames.append(time)
            prediction, state = model.predictor.step(torch.tensor([token]), state)
    return path._replace(score=score)


@pytest.mark.parametrize("max_symbols", [1, 2, 8])
@pytest.mark.parametrize("seed", range(4))
def test_greedy_is_the_plain_search(max_symbols: int, seed: int) -> None:
    model = toy(6, seed=seed)
    frames, lengths = clips([30, 0, 7, 1, 19, 30, 8, 9, 16, 3], seed=seed)
    found = greedy_paths(model, Encoded(frames, lengths), max_symbols)
    for path, frame, length in zip(found, frames, lengths.tolist(), strict=True):
        wanted = plain(model, frame[:length], max_symbols)
        assert path.tokens == wanted.tokens
        assert path.frames == wanted.frames
        assert path.score == pytest.approx(wanted.score, abs=1e-4)
    assert any(path.tokens for path in found)
    if max_symbols == MAX_SYMBOLS:
        assert greedy_tokens(model, frames, lengths) == [path.tokens for path in found]


def test_a_model_that_never_says_blank_ends() -> None:
    model = toy(3)
    with torch.no_grad():
        model.joiner.output.bias[3] = -100  # type: ignore[attr-defined]
    frames, lengths = clips([5])
    path = greedy_paths(model, Encoded(frames, lengths), 2)[0]
    assert path.frames == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]


ENTRIES, END = 23, 1
SHAPES = {
    "lstm": LmShape(LSTM, 2, 32, embedding=32),
    "transformer": LmShape(TRANSFORMER, 2, 32, heads=2, positions=64),
}


@pytest.fixture(scope="module", params=list(SHAPES))
def model(request: pytest.FixtureRequest) -> torch.nn.Module:
    made = new_model(SHAPES[request.param], ENTRIES, END, 2, 0.1, 3).eval()
    for parameter in made.parameters():  # so that what comes next depends on what was before
        parameter.data *= 4
    return made


def stepped(lm, ids: torch.Tensor) -> torch.Tensor:
    """Log-probabilities (rows, tokens, entries) after each of `ids` (rows, tokens)."""
    state, found = lm.initial_state(len(ids)), []
    for place in range(ids.shape[1]):
        logs, state = lm.step(ids[:, place], state)
        found.append(logs)
    return torch.stack(found, 1)


@torch.inference_mode()
def test_steps_equal_a_whole_sentence(model: torch.nn.Module) -> None:
    ids = torch.randint(ENTRIES, (5, 41), generator=torch.Generator().manual_seed(1))
    wanted = model(input_ids=ids).logits.log_softmax(2)
    assert torch.allclose(stepped(incremental_lm(model), ids), wanted, atol=1e-4)


@torch.inference_mode()
def test_a_row_does_not_depend_on_the_others(model: torch.nn.Module) -> None:
    """Rows of different lengths, in another order, with others: to the last bit."""
    ids = torch.randint(ENTRIES, (40, 20), generator=torch.Generator().manual_seed(1))
    lm = incremental_lm(model)
    short = stepped(lm, ids[:, :3])
    state = lm.initial_state(40)
    for place in range(20):
        _, state = lm.step(ids[:, place], state)
    other = lm.initial_state(1)
    _, other = lm.step(torch.tensor([7]), other)
    mixed = tuple(torch.cat((part[[9, 3]], new)) for part, new in zip(state, other, strict=True))
    logs, _ = lm.step(torch.tensor([4, 5, 6]), mixed)
    alone = [
        lm.step(torch.tensor([token]), tuple(part[row : row + 1] for part in mixed))[0]
        for row, token in enumerate((4, 5, 6))
    ]
    assert torch.equal(logs, torch.cat(alone))
    assert torch.equal(stepped(lm, ids[11:12, :3]), short[11:12])


@torch.inference_mode()
def test_a_full_context_continues_with_its_last_half() -> None:
    model = new_model(SHAPES["transformer"], ENTRIES, END, 2, 0.1, 3).eval()
    ids = torch.randint(ENTRIES, (3, 150), generator=torch.Generator().manual_seed(1))
    found = stepped(incremental_lm(model), ids)
    for place in (63, 64, 70, 95, 96, 97, 149):
        start = 0 if place < 64 else 32 + (place - 64) // 32 * 32
        wanted = model(input_ids=ids[:, start : place + 1]).logits[:, -1].log_softmax(1)
        assert torch.allclose(found[:, place], wanted, atol=1e-4), place


def total(lm: PieceLm, tokens: list[int]) -> float:
    """The log-probability of a sentence as the search adds it up."""
    logs, state = lm.start(1)
    score = 0.0
    for token in tokens:
        score += logs[0, token].item()
        logs, state = lm.step(torch.tensor([token]), state)
    return score + lm.finish(state).item()


@torch.inference_mode()
def test_pieces_get_the_scores_of_their_entries(model: torch.nn.Module) -> None:
    ids = [5, 3, 22, 9, 10]
    lm = PieceLm(incremental_lm(model), ids, END, torch.device("cpu"))
    tokens = [0, 4, 4, 2, 1, 3]
    row = torch.tensor([[END, *(ids[token] for token in tokens)]])
    logs = model(input_ids=row).logits.log_softmax(2)[0]
    targets = [*row[0, 1:].tolist(), END]
    wanted = sum(logs[place, target].item() for place, target in enumerate(targets))
    assert total(lm, tokens) == pytest.approx(wanted, abs=1e-3)
    assert total(lm, tokens) == pytest.approx(wanted, abs=1e-3)  # and again

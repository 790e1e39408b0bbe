"""Greedy search against one that goes frame by frame for one clip."""

import pytest
import torch

from privtool.models.asr.decoding.greedy import MAX_SYMBOLS, TokenPath, greedy_paths, greedy_tokens
from privtool.models.asr.transducer.model import Encoded, Transducer
from tests.support.toy_transducers import clips, toy


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


def test_a_path_does_not_depend_on_the_batch() -> None:
    model = toy(30)
    frames, lengths = clips([25, 40, 12, *[33] * 20])
    together = greedy_paths(model, Encoded(frames, lengths))
    for row in (0, 1, 2, 11, 22):
        alone = Encoded(frames[row : row + 1, : lengths[row]], lengths[row : row + 1])
        assert greedy_paths(model, alone) == [together[row]]  # to the last bit


def test_no_clips_and_clips_without_frames() -> None:
    model = toy(3)
    assert greedy_paths(model, Encoded(torch.zeros(0, 5, 32), torch.zeros(0).long())) == []
    empty = Encoded(torch.zeros(2, 0, 32), torch.zeros(2).long())
    assert greedy_paths(model, empty) == [TokenPath([], [], 0.0)] * 2


def test_a_model_that_never_says_blank_ends() -> None:
    model = toy(3)
    with torch.no_grad():
        model.joiner.output.bias[3] = -100  # type: ignore[attr-defined]
    frames, lengths = clips([5])
    path = greedy_paths(model, Encoded(frames, lengths), 2)[0]
    assert path.frames == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]

"""Transducer search: greedy, beam and fusion against torchaudio's RNNTBeamSearch.

All search the same frames with the same weights. By default the frames are synthetic tokens in
noise, and joiner and predictor have the sizes of a preset (`synthetic_tokens.py`): the cost of a
search depends on the sizes and on the model's confidence. The preset's encoder is timed separately.
`--model` and `--corpus` take a recognizer of `asr-train` and a manifest instead.

Real-time factors are seconds of processor time per second of audio. `log_probability` is the mean
log-probability of the recognized tokens over all alignments (the negative loss): higher is a better
search. It and the word error rate cover the clips that torchaudio searches, too.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any, NamedTuple

import jiwer
import torch

from benchmarks.support.measure import report, side_by_side
from benchmarks.support.synthetic_tokens import FRAMES_A_SECOND, speaking, spoken
from benchmarks.support.torchaudio_search import torchaudio_search
from privtool.models.asr.checkpoint import SHAPES, new_transducer
from privtool.models.asr.decoding.beam import BeamSettings, beam_search
from privtool.models.asr.decoding.greedy import MAX_SYMBOLS, greedy_paths
from privtool.models.asr.decoding.hypotheses import PieceLm
from privtool.models.asr.features import BANDS, RATE, log_mel
from privtool.models.asr.transducer.model import Encoded, Transducer
from privtool.models.lm.incremental import incremental_lm
from privtool.models.lm.presets import LSTM, PRESETS, TRANSFORMER, new_model

_CURVE = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5)
_FUSED = ("beam with an lstm", "beam with a transformer", "beam with six weights")


class Task(NamedTuple):
    """What is searched: frames and their reference texts; `seconds` of audio."""

    model: Transducer
    encoded: Encoded
    references: list[str]
    spell: Any  # from tokens to a text
    seconds: float
    encoder: Any  # a function that encodes as much audio


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--preset", default="conformer-small")
    parser.add_argument("--tokens", type=int, default=1024)
    parser.add_argument("--clips", type=int, default=64)
    parser.add_argument("--theirs", type=int, default=8, help="clips that torchaudio searches")
    parser.add_argument("--seconds", type=float, default=10.0, help="of a clip")
    parser.add_argument("--noise", type=float, default=1.0)
    parser.add_argument("--beam", type=int, default=4)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--model", type=Path, help="a folder of asr-train")
    parser.add_argument("--corpus", type=Path, help="a manifest to recognize with --model")
    args = parser.parse_args()
    torch.set_num_threads(1)
    task = _real(args) if args.model else _synthetic(args)
    found: dict[str, list[list[int]]] = {}
    beam = BeamSettings(args.beam)

    def searched(lm: PieceLm | None = None, weights: tuple[float, ...] = (0.0,)) -> Any:
        paths = beam_search(task.model, task.encoded, beam, lm, weights)
        return [weighted[-1][0].tokens for weighted in paths]

    def kept(name: str, action: Any) -> Any:
        return lambda: found.update({name: action()})

    def theirs(key: Any = None) -> Any:
        some = Encoded(*(part[: args.theirs] for part in task.encoded))
        return torchaudio_search(task.model, some, args.beam, MAX_SYMBOLS, key)

    lstm, transformer = (_lm(arch, task.model.tokens) for arch in (LSTM, TRANSFORMER))
    times = side_by_side(
        {
            "encoder": task.encoder,
            "greedy": kept("greedy", lambda: _greedy(task)),
            "beam": kept("beam", searched),
            "torchaudio": kept("torchaudio", theirs),
            "torchaudio by score": kept("torchaudio by score", lambda: theirs(_by_score)),
            "beam with an lstm": lambda: searched(lstm, (0.3,)),
            "beam with a transformer": lambda: searched(transformer, (0.3,)),
            "beam with six weights": lambda: searched(lstm, _CURVE),
        },
        args.runs,
        time.process_time,
    )
    clips = len(task.references)
    share = clips / min(args.theirs, clips)  # it searches clip by clip
    times = {
        name: took * share if name.startswith("torchaudio") else took
        for name, took in times.items()
    }
    ours, other = times["beam"], times["torchaudio"]
    found = {name: tokens[: args.theirs] for name, tokens in found.items()}
    report(
        f"greedy and beam {args.beam} of a transducer against torchaudio",
        model="folder" if args.model else f"{args.preset}, {args.tokens} tokens, seed {args.seed}",
        clips=clips,
        audio_seconds=task.seconds,
        real_time_factor={name: round(took / task.seconds, 5) for name, took in times.items()},
        wer={name: round(_wer(task, tokens), 4) for name, tokens in found.items()},
        log_probability={name: round(_fit(task, tokens), 3) for name, tokens in found.items()},
        times_faster_search=other / ours,
        times_faster_with_encoder=(other + times["encoder"]) / (ours + times["encoder"]),
        share_of_fusion={
            name: round((took + times["encoder"]) / (ours + times["encoder"]), 3)
            for name, took in times.items()
            if name in _FUSED
        },
        share_of_fusion_search={
            name: round(took / ours, 3) for name, took in times.items() if name in _FUSED
        },
    )


def _by_score(hypothesis: Any) -> float:
    return float(hypothesis[3])


def _greedy(task: Task) -> list[list[int]]:
    return [path.tokens for path in greedy_paths(task.model, task.encoded)]


def _wer(task: Task, tokens: list[list[int]]) -> float:
    return float(jiwer.wer(task.references[: len(tokens)], [task.spell(ids) for ids in tokens]))


@torch.inference_mode()
def _fit(task: Task, tokens: list[list[int]]) -> float:
    """The mean log-probability of token sequences, by all alignments."""
    from torchaudio.functional import rnnt_loss

    total = 0.0
    for frames, length, ids in zip(*task.encoded, tokens, strict=False):
        predictions = task.model.predictor(torch.tensor([ids], dtype=torch.long))
        scores = task.model.joiner(frames[None, :length, None], predictions[:, None])
        target = torch.tensor([ids], dtype=torch.int32)
        sizes = length[None].int(), torch.tensor([len(ids)], dtype=torch.int32)
        total -= rnnt_loss(scores, target, *sizes, blank=task.model.blank).item()
    return total / len(tokens)


def _lm(arch: str, tokens: int) -> PieceLm:
    """A language model over the tokens of the smaller preset, with random weights."""
    model = new_model(PRESETS[arch, "small"], tokens + 1, tokens, tokens, 0.0, 1).eval()
    return PieceLm(incremental_lm(model), range(tokens), tokens, torch.device("cpu"))


def _synthetic(args: argparse.Namespace) -> Task:
    model, sounds = speaking(args.preset, args.tokens, args.seed)
    frames = round(args.seconds * FRAMES_A_SECOND)
    given = spoken(sounds, args.clips, frames, args.noise, args.seed + 1)
    references = [" ".join(map(str, tokens)) for tokens in given.tokens]
    whole = new_transducer(SHAPES[args.preset], args.tokens, args.seed).eval()
    features = torch.randn(1, frames * 100 // FRAMES_A_SECOND, BANDS)

    def encode() -> None:
        with torch.inference_mode():
            for _ in range(args.clips):
                whole.encoder(features, torch.tensor([features.shape[1]]))

    seconds = args.clips * args.seconds
    return Task(
        model, given.encoded, references, lambda ids: " ".join(map(str, ids)), seconds, encode
    )


def _real(args: argparse.Namespace) -> Task:
    """The first clips of a manifest."""
    import json

    import soundfile
    import soxr

    from privtool.models.asr.checkpoint import load_asr

    folder = load_asr(args.model)
    features, targets, seconds = [], [], 0.0
    for line in args.corpus.read_text(encoding="utf-8").splitlines()[: args.clips]:
        record = json.loads(line)
        samples, rate = soundfile.read(
            args.corpus.parent / record["audio_filepath"], dtype="float32"
        )
        start = round(record.get("offset", 0.0) * rate)
        count = round(record["duration"] * rate) if "duration" in record else None
        samples = samples[start:][:count]
        seconds += len(samples) / rate
        features.append(log_mel(soxr.resample(samples, rate, RATE)))
        targets.append(folder.tokens.target(record["text"]))

    @torch.inference_mode()
    def encode() -> list[torch.Tensor]:
        encoder = folder.model.encoder
        return [encoder(clip[None], torch.tensor([len(clip)])).frames[0] for clip in features]

    parts = encode()
    frames = torch.nn.utils.rnn.pad_sequence(parts, batch_first=True)
    encoded = Encoded(frames, torch.tensor([len(part) for part in parts]))
    return Task(folder.model, encoded, targets, folder.tokens.decode, seconds, encode)


if __name__ == "__main__":
    main()

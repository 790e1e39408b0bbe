"""Which recognizer `asr-eval` runs, and the language model fused into its search; loading both."""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Annotated

from privtool.core.device import AUTO, ModelSource, Runtime
from privtool.core.errors import UnavailableError, UsageError, option
from privtool.core.options import Default, Only, Opt
from privtool.core.own_files import read_card
from privtool.interfaces.speech import Recognizer

_MOST = 1000
_DOTS = "..."


def parse_weights(given: str) -> tuple[float, ...]:
    """Return the weights in order, each once; dots continue with the step before them.

    Raises `UsageError` for anything else.
    """
    found: list[Decimal] = []
    parts = [part.strip() for part in given.split(",")]
    for place, part in enumerate(parts):
        if part != _DOTS:
            found.append(_weight(part, given))
            continue
        if not 2 <= place < len(parts) - 1 or _DOTS in parts[place - 2 : place]:
            raise _error(given, "dots need two weights before them and one after")
        end, step = _weight(parts[place + 1], given), found[-1] - found[-2]
        steps = (end - found[-1]) / step if step else Decimal(-1)
        if steps < 1 or steps != steps.to_integral_value() or steps > _MOST:
            raise _error(given, "the steps do not lead to the weight after the dots")
        found += [found[-1] + step * number for number in range(1, int(steps))]
    return tuple(dict.fromkeys(float(weight) for weight in found))


def _weight(part: str, given: str) -> Decimal:
    try:
        weight = float(part)
    except ValueError:
        raise _error(given, f"'{part}' is not a number") from None
    if not 0 <= weight < math.inf:
        raise _error(given, f"'{part}' is negative or not finite")
    return Decimal(str(weight))  # its steps neither overflow nor are rounded


def _error(given: str, why: str) -> UsageError:
    return UsageError(f"{option('lm_weight')} {given}: {why}")


SHALLOW, RESCORE = "shallow", "rescore"


def _has_tokens_of(model: Path, lm: Path) -> bool:
    """Return whether a language model is over the tokens of a recognizer of `asr-train`.

    Raises `UnavailableError` for one that is not a complete folder of `lm-train`.
    """
    from privtool.models.asr.checkpoint import token_digest
    from privtool.models.lm.checkpoint import is_lm_folder

    if not is_lm_folder(lm):
        return False
    try:
        return bool(read_card(lm)["options"].get("token_digest") == token_digest(model))
    except (KeyError, TypeError):
        raise UnavailableError(f"{lm} is not a folder that privtool lm-train wrote") from None


SPHINX = "pocketsphinx"
_BEAM = Default("--nbest", "with --lm", "4")
_LM_WEIGHT = Default("0.3")
RUNTIME_OPTIONS = ("device", "batch_size", "offline", "trust_pickle")
_CLIPS, _CLIPS_OF_TRANSDUCER = 16, 128
_RESCORED = 100  # hypotheses of pocketsphinx at least: its search finds them all at once


@dataclass(frozen=True, kw_only=True)
class RecognitionOptions:
    """The recognizer and the language model."""

    model: Annotated[
        str,
        Opt(
            "pocketsphinx, a folder of asr-train, or a CTC or Whisper-like model: a folder or "
            "hub id."
        ),
    ] = SPHINX
    beam: Annotated[int | None, Opt("Beam size: hypotheses kept.", min=1, default=_BEAM)] = None
    nbest: Annotated[int, Opt("Write the N best hypotheses and their scores.", min=1)] = 1
    lm: Annotated[
        str | None,
        Opt(
            "Language model: of lm-train --tokens asr:DIR, fused into the search, or any causal "
            "LM, which rescores the hypotheses.",
            "DIR",
        ),
    ] = None
    lm_weight: Annotated[
        str | None,
        Opt(
            "Weight of the language model; several weights (0,0.1,...,0.6) give one output "
            "record each.",
            "W,...",
            default=_LM_WEIGHT,
        ),
    ] = None
    ctc_weight: Annotated[
        float,
        Opt(
            "Weight of the CTC layer's score of each hypothesis in the beam; needs a beam and a "
            "model of asr-train.",
            min=0,
        ),
    ] = 0.0
    runtime: Annotated[Runtime, Only("device", "batch_size")] = Runtime()
    source: ModelSource = ModelSource()

    @property
    def weights(self) -> tuple[float, ...]:
        """The weights of the language model; (0.0,) without one."""
        given = _LM_WEIGHT.of() if self.lm_weight is None else self.lm_weight
        return (0.0,) if self.lm is None else parse_weights(given)

    @property
    def width(self) -> int:
        """The beam size: by default at least the number of hypotheses to write."""
        return max(self.beam or (1 if self.lm is None else int(_BEAM.of(True))), self.nbest)

    @property
    def is_transducer(self) -> bool:
        """Whether the model is a folder of `asr-train`."""
        if self.model == SPHINX or not Path(self.model).is_dir():
            return False  # the libraries of models take seconds to load
        from privtool.models.asr.checkpoint import is_asr_folder

        return is_asr_folder(Path(self.model))

    @property
    def clips(self) -> int:
        """How many clips to read at a time: some seconds of work, or enough for a batch."""
        return _CLIPS_OF_TRANSDUCER if self.is_transducer else _CLIPS

    @property
    def fusion(self) -> str | None:
        """How the language model is fused: in the search if it has the recognizer's own tokens."""
        if self.lm is None:
            return None
        in_search = self.is_transducer and _has_tokens_of(Path(self.model), Path(self.lm))
        return SHALLOW if in_search else RESCORE

    def check(self) -> None:
        """Raise `UsageError` for options that contradict each other or do nothing."""
        self.runtime.check()
        if self.beam is not None and self.beam < self.nbest:
            raise UsageError(
                f"{option('nbest')} {self.nbest} needs a {option('beam')} of at least that size"
            )
        if self.ctc_weight and (self.width == 1 or not self.is_transducer):
            raise UsageError(
                f"{option('ctc_weight')} needs a {option('beam')} over 1 and a model of asr-train"
            )
        if not math.isfinite(self.ctc_weight):
            raise UsageError(f"{option('ctc_weight')} must be a number")
        if self.model == SPHINX and self.beam is not None:
            raise UsageError(f"{option('beam')}: {SPHINX} has its own search")
        device = self.runtime.device
        if self.model == SPHINX and self.lm is None and device not in (AUTO, "cpu"):
            raise UsageError(f"{option('device')} {device}: {SPHINX} runs on the CPU")
        if self.lm is None:
            if self.lm_weight is not None:
                raise UsageError(f"{option('lm_weight')} needs {option('lm')}")
            return
        if self.width == 1 and self.model != SPHINX:
            raise UsageError(
                f"{option('beam')} 1 finds one hypothesis: use 4 or more with {option('lm')}"
            )
        _ = self.weights, self.fusion  # they raise for what cannot be

    def fetch(self, progress: bool) -> None:
        """Download missing files of models, once for all processes."""
        from privtool.models.hub.resolve import resolve

        if self.model != SPHINX and not self.is_transducer:
            resolve(self.model, self.source, progress=progress)
        if self.lm is not None:
            resolve(self.lm, self.source, progress=progress)

    def load(self) -> Recognizer:
        """Load the recognizer. Raises `UnavailableError` if a model is not on this machine."""
        if self.lm is None or self.fusion == SHALLOW:
            return self._load(self.nbest)
        from privtool.models.asr.decoding.rescoring import RescoringRecognizer
        from privtool.models.hub.resolve import resolve
        from privtool.models.lm.scorer import load_scorer

        least = _RESCORED if self.model == SPHINX else 0
        recognizer = self._load(max(self.width, least))
        runtime = Runtime(self.runtime.device, "fp32", self.runtime.batch_size)
        scorer = load_scorer(resolve(self.lm, self.source), runtime)
        return RescoringRecognizer(recognizer, scorer, self.weights, nbest=self.nbest)

    def _load(self, nbest: int) -> Recognizer:
        """Load the recognizer, with a language model that is part of its search."""
        if self.model == SPHINX:
            from privtool.models.sphinx.recognizer import SphinxRecognizer

            return SphinxRecognizer(nbest)
        if self.is_transducer:
            from privtool.models.asr.recognizers.transducer import load_transducer_recognizer

            fused = self.fusion == SHALLOW
            return load_transducer_recognizer(
                Path(self.model),
                self.runtime,
                beam=self.width,
                nbest=nbest,
                lm=Path(str(self.lm)) if fused else None,
                weights=self.weights if fused else (0.0,),
                ctc_weight=self.ctc_weight,
            )
        from privtool.models.asr.recognizers.hub import load_hub_recognizer
        from privtool.models.hub.resolve import resolve

        model = resolve(self.model, self.source)
        return load_hub_recognizer(model, self.runtime, beam=self.width, nbest=nbest)

    def describe(self) -> dict[str, object]:
        """Return the entries about the recognizer in a line of totals."""
        from privtool.models.hub.resolve import model_entries

        row: dict[str, object] = {**model_entries("model", self.model)}
        if self.model != SPHINX:
            row["beam"] = self.width
        if self.ctc_weight:
            row["ctc_weight"] = self.ctc_weight
        if self.lm is None:
            return row
        return {**row, **model_entries("lm", self.lm), "fusion": self.fusion}

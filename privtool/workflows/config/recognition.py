"""Which recognizer `asr-eval` runs, and the language model fused into its search; loading both."""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from privtool.core.defaults import Default
from privtool.core.device import AUTO
from privtool.core.errors import UnavailableError, UsageError, option
from privtool.core.model_options import ModelSource, Runtime
from privtool.core.options import Only, Opt, changed_options
from privtool.core.run_card import read_card

if TYPE_CHECKING:
    from privtool.interfaces.recognition import Recognizer

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
        weight = Decimal(part)
    except InvalidOperation:
        raise _error(given, f"'{part}' is not a number") from None
    if not math.isfinite(weight) or weight < 0:
        raise _error(given, f"'{part}' is negative or not finite")
    return weight


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
        Opt("Language model that rescores the hypotheses: of lm-train, or any causal LM.", "DIR"),
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

    def _check_ctc_weight(self) -> None:
        if self.ctc_weight and (self.width == 1 or not self.is_transducer):
            raise UsageError(
                f"{option('ctc_weight')} needs a {option('beam')} over 1 and a model of asr-train"
            )
        if not math.isfinite(self.ctc_weight):
            raise UsageError(f"{option('ctc_weight')} must be a number")

    def check(self) -> None:
        """Raise `UsageError` for options that contradict each other or do nothing."""
        self.runtime.check()
        if self.beam is not None and self.beam < self.nbest:
            raise UsageError(
                f"{option('nbest')} {self.nbest} needs a {option('beam')} of at least that size"
            )
        self._check_ctc_weight()
        if self.model == SPHINX:
            self._check_sphinx()
        if self.lm is None:
            if self.lm_weight is not None:
                raise UsageError(f"{option('lm_weight')} needs {option('lm')}")
            return
        if self.width == 1 and self.model != SPHINX:
            raise UsageError(
                f"{option('beam')} 1 finds one hypothesis: use 4 or more with {option('lm')}"
            )
        _ = self.weights, self.fusion  # they raise for what cannot be

    def _check_sphinx(self) -> None:
        if self.beam is not None:
            raise UsageError(f"{option('beam')}: {SPHINX} has its own search")
        device = self.runtime.device
        if self.lm is None and device not in (AUTO, "cpu"):
            raise UsageError(f"{option('device')} {device}: {SPHINX} runs on the CPU")

    @property
    def changed(self) -> list[str]:
        """The options without their default values, except `RUNTIME_OPTIONS`."""
        return [name for name in changed_options(self) if name not in RUNTIME_OPTIONS]


_RESCORED = 100  # hypotheses of pocketsphinx at least: its search finds them all at once


def fetch_recognizer(options: RecognitionOptions, progress: bool) -> None:
    """Download missing files of models, once for all processes."""
    from privtool.models.hub.resolve import resolve

    if options.model != SPHINX and not options.is_transducer:
        resolve(options.model, options.source, progress=progress)
    if options.lm is not None:
        resolve(options.lm, options.source, progress=progress)


def load_recognizer(options: RecognitionOptions) -> Recognizer:
    """Load the recognizer. Raises `UnavailableError` if a model is not on this machine."""
    if options.lm is None or options.fusion == SHALLOW:
        return _recognizer(options, options.nbest)
    from privtool.models.asr.decoding.rescoring import RescoringRecognizer
    from privtool.models.hub.resolve import resolve
    from privtool.models.lm.scorer import load_scorer

    least = _RESCORED if options.model == SPHINX else 0
    recognizer = _recognizer(options, max(options.width, least))
    runtime = Runtime(options.runtime.device, "fp32", options.runtime.batch_size)
    scorer = load_scorer(resolve(options.lm, options.source), runtime)
    return RescoringRecognizer(recognizer, scorer, options.weights, nbest=options.nbest)


def _recognizer(options: RecognitionOptions, nbest: int) -> Recognizer:
    """Load the recognizer, with a language model that is part of its search."""
    if options.model == SPHINX:
        from privtool.models.sphinx.recognizer import SphinxRecognizer

        return SphinxRecognizer(nbest)
    if options.is_transducer:
        from privtool.models.asr.recognizers.transducer import load_transducer_recognizer

        fused = options.fusion == SHALLOW
        return load_transducer_recognizer(
            Path(options.model),
            options.runtime,
            beam=options.width,
            nbest=nbest,
            lm=Path(str(options.lm)) if fused else None,
            weights=options.weights if fused else (0.0,),
            ctc_weight=options.ctc_weight,
        )
    from privtool.models.asr.recognizers.hub import load_hub_recognizer
    from privtool.models.hub.resolve import resolve

    model = resolve(options.model, options.source)
    return load_hub_recognizer(model, options.runtime, beam=options.width, nbest=nbest)


def describe_recognizer(options: RecognitionOptions) -> dict[str, object]:
    """Return the entries about the recognizer in a line of totals."""
    from privtool.models.hub.resolve import model_entries

    row: dict[str, object] = {**model_entries("model", options.model)}
    if options.model != SPHINX:
        row["beam"] = options.width
    if options.ctc_weight:
        row["ctc_weight"] = options.ctc_weight
    if options.lm is None:
        return row
    return {**row, **model_entries("lm", options.lm), "fusion": options.fusion}

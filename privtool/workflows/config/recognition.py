"""The options of `privtool asr-eval` that say who recognizes, and the recognizer."""

from __future__ import annotations

import math
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from privtool.core.device import AUTO, check_device_name, parse_batch_size
from privtool.core.errors import UsageError
from privtool.core.model_options import ModelSource, Runtime
from privtool.workflows.config.model import BatchSize, Device, Offline, TrustPickle
from privtool.workflows.config.options import not_default
from privtool.workflows.lm_fusion import Fusion, fusion_for

if TYPE_CHECKING:
    from privtool.interfaces.recognition import Recognizer


_MOST = 1000
_DOTS = "..."


def parse_weights(given: str) -> tuple[float, ...]:
    """The weights in order, each once. Dots stand for steps as the one before them.

    Raises `UsageError` for what is no such list.
    """
    found: list[Decimal] = []
    parts = [part.strip() for part in given.split(",")]
    for place, part in enumerate(parts):
        if part != _DOTS:
            found.append(_weight(part, given))
            continue
        if not 2 <= place < len(parts) - 1 or _DOTS in parts[place - 2 : place]:
            raise _wrong(given, "dots need two weights before them and one after")
        end, step = _weight(parts[place + 1], given), found[-1] - found[-2]
        steps = (end - found[-1]) / step if step else Decimal(-1)
        if steps < 1 or steps != steps.to_integral_value() or steps > _MOST:
            raise _wrong(given, "the steps do not lead to the weight after the dots")
        found += [found[-1] + step * number for number in range(1, int(steps))]
    return tuple(dict.fromkeys(float(weight) for weight in found))


def _weight(part: str, given: str) -> Decimal:
    try:
        weight = Decimal(part)
    except InvalidOperation:
        raise _wrong(given, f"'{part}' is no number") from None
    if not math.isfinite(weight) or weight < 0:
        raise _wrong(given, f"'{part}' is no number from 0 on")
    return weight


def _wrong(given: str, why: str) -> UsageError:
    return UsageError(f"--lm-weight {given}: {why}")


SPHINX = "pocketsphinx"
_BEAM_WITH_LM = 4
_LM_WEIGHT = "0.3"
_ANYWHERE = ("device", "batch_size", "offline", "trust_pickle")  # options of any command
_RESCORED = 100  # hypotheses of pocketsphinx: its search finds them all at once
_CLIPS, _CLIPS_OF_OURS = 16, 128


class Recognition(NamedTuple):
    """The recognizer and what has its say with it."""

    model: Annotated[
        str,
        typer.Option(
            help="pocketsphinx, a folder of asr-train, or a CTC or Whisper-like model: a folder or "
            "hub id."
        ),
    ] = "pocketsphinx"
    beam: Annotated[
        int | None,
        typer.Option(
            min=1, help="Hypotheses that the search follows [default: --nbest; with --lm, 4]."
        ),
    ] = None
    nbest: Annotated[
        int, typer.Option(min=1, help="Put so many hypotheses, with scores, into records.")
    ] = 1
    lm: Annotated[
        str | None,
        typer.Option(
            metavar="DIR", help="Bring in a language model: of lm-train, or any for rescoring."
        ),
    ] = None
    lm_weight: Annotated[
        str | None,
        typer.Option(
            metavar="W,...",
            help="Its weight, or several: each record comes out with each (0,0.1,...,0.6) "
            "[default: 0.3].",
        ),
    ] = None
    fusion: Annotated[
        Fusion,
        typer.Option(
            help="How: shallow (same pieces), lookahead (words), rescore (n-best); auto takes "
            "the first that fits."
        ),
    ] = Fusion.auto
    lodr_weight: Annotated[
        float,
        typer.Option(min=0, help="Weight of the pieces' bigram that is taken off (LODR)."),
    ] = 0.0
    length_bonus: Annotated[
        float,
        typer.Option(
            help="Added to the score for each token, with a beam of a model of asr-train: above 0 "
            "for longer texts."
        ),
    ] = 0.0
    device: Device = "auto"
    batch_size: BatchSize = "auto"
    offline: Offline = False
    trust_pickle: TrustPickle = False

    @property
    def source(self) -> ModelSource:
        """Where the models may come from."""
        return ModelSource(self.offline, self.trust_pickle)

    @property
    def runtime(self) -> Runtime:
        """Where the models run."""
        return Runtime(self.device, "fp32", self.batch_size)

    @property
    def weights(self) -> tuple[float, ...]:
        """The weights of the language model; (0.0,) without one."""
        return (0.0,) if self.lm is None else parse_weights(self._lm_weight)

    @property
    def _lm_weight(self) -> str:
        return _LM_WEIGHT if self.lm_weight is None else self.lm_weight

    @property
    def width(self) -> int:
        """How many hypotheses the search follows: by default at least those that are wanted."""
        return max(self.beam or (1 if self.lm is None else _BEAM_WITH_LM), self.nbest)

    @property
    def ours(self) -> bool:
        """Whether it is a folder of `asr-train`."""
        if self.model == SPHINX or not Path(self.model).is_dir():
            return False  # the libraries of models take seconds to load
        from privtool.models.asr.checkpoint import is_asr_folder

        return is_asr_folder(Path(self.model))

    @property
    def clips(self) -> int:
        """How many clips are read at a time: some seconds of work, or enough for a batch."""
        return _CLIPS_OF_OURS if self.ours else _CLIPS

    @property
    def how(self) -> Fusion:
        """How the language model is brought in. Raises `UsageError` for what cannot be."""
        if not self.ours:
            if self.fusion not in (Fusion.auto, Fusion.rescore):
                kind = self.fusion.value
                raise UsageError(f"--fusion {kind} is for models of asr-train: use rescore")
            return Fusion.rescore
        return fusion_for(Path(self.model), Path(str(self.lm)), self.fusion)

    def check(self) -> None:
        """Raise `UsageError` for options that contradict each other or name what there is not."""
        check_device_name(self.device)
        parse_batch_size(self.batch_size, auto=1)
        if not math.isfinite(self.lodr_weight):
            raise UsageError("--lodr-weight must be a number")
        if self.lodr_weight and (self.lm is None or not self.ours):
            raise UsageError("--lodr-weight needs --lm, and a model of asr-train")
        if self.beam is not None and self.beam < self.nbest:
            raise UsageError(f"--nbest {self.nbest} needs a --beam that wide")
        if self.length_bonus and (self.width == 1 or not self.ours):
            raise UsageError("--length-bonus needs a --beam over 1, and a model of asr-train")
        if not math.isfinite(self.length_bonus):
            raise UsageError("--length-bonus must be a number")
        if self.model == SPHINX:
            self._check_sphinx()
        if self.lm is None:
            if self.lm_weight is not None or self.fusion is not Fusion.auto:
                raise UsageError("--lm-weight and --fusion need --lm")
            return
        if self.width == 1 and self.model != SPHINX:
            raise UsageError("--beam 1 finds one hypothesis: for --lm take 4 or more")
        if self.weights and self.how is Fusion.rescore and self.lodr_weight:
            raise UsageError("--lodr-weight does nothing to an n-best list (--fusion rescore)")

    def _check_sphinx(self) -> None:
        if self.beam is not None:
            raise UsageError(f"--beam: {SPHINX} has a search of its own")
        if self.lm is None and self.device not in (AUTO, "cpu"):
            raise UsageError(f"--device {self.device}: {SPHINX} runs on the CPU")

    @property
    def asked_for(self) -> list[str]:
        """The options that are not as they are by default, but for those of any model."""
        anywhere = {f"--{name.replace('_', '-')}" for name in _ANYWHERE}
        return [option for option in not_default(self) if option not in anywhere]

    def fetch(self, progress: bool) -> None:
        """Get files of models that are not here, once for all processes to come."""
        from privtool.models.hub.resolve import resolve

        if self.model != SPHINX and not self.ours:
            resolve(self.model, self.source, progress=progress)
        if self.lm is not None:
            resolve(self.lm, self.source, progress=progress)

    def load(self) -> Recognizer:
        """The recognizer. Raises `UnavailableError` for what is not here."""
        if self.ours:
            return self._transducer()
        recognizer = self._other()
        if self.lm is None:
            return recognizer
        from privtool.models.asr.decoding.rescoring import RescoringRecognizer
        from privtool.models.hub.resolve import resolve
        from privtool.models.lm.scorer import load_scorer

        scorer = load_scorer(resolve(self.lm, self.source), self.runtime)
        return RescoringRecognizer(recognizer, scorer, self.weights, nbest=self.nbest)

    def _transducer(self) -> Recognizer:
        from privtool.models.asr.decoding.fusion import FusionSettings
        from privtool.models.asr.recognizers.transducer import load_transducer_recognizer

        fusion = None
        if self.lm is not None:
            fusion = FusionSettings(Path(self.lm), self.weights, self.how.value, self.lodr_weight)
        return load_transducer_recognizer(
            Path(self.model),
            self.source,
            self.runtime,
            beam=self.width,
            nbest=self.nbest,
            fusion=fusion,
            length_bonus=self.length_bonus,
        )

    def _other(self) -> Recognizer:
        if self.model == SPHINX:
            from privtool.models.sphinx.recognizer import SphinxRecognizer

            return SphinxRecognizer(self.nbest if self.lm is None else max(self.nbest, _RESCORED))
        from privtool.models.asr.recognizers.load import load_hub_recognizer
        from privtool.models.hub.resolve import resolve

        nbest = self.nbest if self.lm is None else self.width
        model = resolve(self.model, self.source)
        return load_hub_recognizer(model, self.runtime, beam=self.width, nbest=nbest)

    @property
    def told(self) -> dict[str, object]:
        """The recognizer in a line of totals."""
        from privtool.models.hub.resolve import model_entries

        row: dict[str, object] = {**model_entries("model", self.model)}
        if self.model != SPHINX:
            row["beam"] = self.width
        if self.length_bonus:
            row["length_bonus"] = self.length_bonus
        if self.lm is None:
            return row
        more = {
            **model_entries("lm", self.lm),
            "fusion": self.how.value,
            "lodr_weight": self.lodr_weight,
        }
        return row | more

"""From the options of `privtool asr-eval` to its stage; picklable: each process builds its own."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from privtool.audio.io.clips import ClipReader
from privtool.audio.io.roots import AudioRoot, audio_root
from privtool.core.blocks import Format
from privtool.core.errors import UsageError
from privtool.core.pipeline import StreamOptions
from privtool.stages.asr_eval import AsrEvalStage, EvalBlock
from privtool.stages.eval_scores import EvalSettings
from privtool.text.scoring.bootstrap import Resampling
from privtool.workflows.config.recognition import Recognition
from privtool.workflows.config.scoring import Looks


class AsrEvalPlan(NamedTuple):
    """The options of `privtool asr-eval`; calling it loads the recognizer and makes the stage.

    Without `recognition` the hypotheses are in a field of the records; `signature` says what the
    scores depend on, `against_field` which field they are compared with.
    """

    recognition: Recognition | None
    root: AudioRoot | None
    settings: EvalSettings
    how: Resampling
    signature: str
    against_field: str
    format: Format
    keep_going: bool

    @classmethod
    def of(
        cls,
        stream: StreamOptions,
        looks: Looks,
        recognition: Recognition,
        hyp_field: str | None,
        root: Path | None,
        show: bool,
    ) -> AsrEvalPlan:
        """The plan of the options. Raises `UsageError`, and `DataError` for files that are read."""
        if hyp_field is None and stream.input_format == "text":
            raise UsageError("--input-format text: a text alone has no audio; use --hyp-field")
        if hyp_field is not None:
            idle = recognition.asked_for + (["--audio-root"] if root is not None else [])
            if idle:
                raise UsageError(f"--hyp-field: nothing is recognized, so {idle[0]} does nothing")
        recognition.check()
        settings = looks.settings(stream, hyp_field, recognition.nbest, show)
        return cls(
            recognition if hyp_field is None else None,
            audio_root(stream.inputs, root) if hyp_field is None else None,
            settings,
            looks.how,
            looks.signature(settings),
            looks.against_field,
            Format(
                stream.input_format,
                stream.output_format,
                unknown_fields=True,
                require_ids=looks.against is not None,
            ),
            stream.rejects is not None,
        )

    def fetch(self, progress: bool) -> None:
        """Get files of models that are not here, once for all processes to come."""
        if self.recognition is not None:
            self.recognition.fetch(progress)

    def __call__(self) -> EvalBlock:
        """Load the recognizer and make what works on blocks."""
        recognizer = None if self.recognition is None else self.recognition.load()
        clips = None if self.root is None else ClipReader(self.root)
        fused = self.recognition is not None and self.recognition.lm is not None
        stage = AsrEvalStage(self.settings, recognizer, clips, fused)
        return EvalBlock(stage, self.format, self.keep_going)

    @property
    def weighted(self) -> bool:
        """Whether a language model has its say, or may have had in what records came with."""
        return self.recognition is None or self.recognition.lm is not None

    @property
    def head(self) -> dict[str, object]:
        """What a line of totals begins with: signature and recognizer, no data."""
        settings = self.settings
        head: dict[str, object] = {
            "command": "asr-eval",
            "signature": self.signature,
            "resampled": self.how.samples,
            "seed": self.how.seed,
        }
        if settings.by is not None:
            head["by"] = settings.by
        if settings.against is not None:
            head["against_field"] = self.against_field
        if self.recognition is None:
            return head | {"hyp_field": settings.hyp_field}
        return head | self.recognition.told

"""`privtool asr-eval`: its options, and the scoring that they set up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from privtool.core.blocks import BlockResult, Counts, Format
from privtool.core.errors import UsageError, option
from privtool.core.options import Opt, changed_options
from privtool.core.pipeline import StreamOptions
from privtool.core.reading import Block
from privtool.core.reporting import audio_rate, print_summary
from privtool.workflows.config.audio import AudioRootOption
from privtool.workflows.config.recognition import (
    RecognitionOptions,
    describe_recognizer,
    fetch_recognizer,
    load_recognizer,
)
from privtool.workflows.config.scoring import ReportOptions, ScoringOptions, TextPairOptions

if TYPE_CHECKING:
    from privtool.audio.io.roots import AudioRoot
    from privtool.stages.asr_eval import EvalBlock
    from privtool.stages.eval_scores import EvalSettings
    from privtool.text.scoring.bootstrap import Resampling
    from privtool.text.scoring.scorer import Scoring


@dataclass(frozen=True, kw_only=True)
class AsrEvalConfig:
    """Recognize the speech of records and score it.

    Adds hyp (the hypothesis), hyp_words with times if the recognizer has them, and nbest. Scores go
    to --summary and --table: word error rate and its parts, speaker errors, F1 of word categories,
    with 95 % intervals over speakers. Records without text are recognized but not scored. Unknown
    fields are dropped. Tune weights on a development set, never on the test set.
    --ref and --hyp score files of text, without records and audio.

    \b
    Examples, in data/sample:
      head -n 2 speech/manifest.jsonl | privtool asr-eval --audio-root speech --table > hyp.jsonl
      privtool asr-eval --hyp-field hyp --html errors.html --summary totals.json hyp.jsonl
      echo hi > ref.txt; echo ho > hyp.txt; privtool asr-eval --ref ref.txt --hyp hyp.txt
    """

    recognition: RecognitionOptions = RecognitionOptions()
    scoring: ScoringOptions = ScoringOptions()
    report: ReportOptions = ReportOptions()
    texts: TextPairOptions = TextPairOptions()
    hyp_field: Annotated[
        str | None, Opt("Score the hypotheses in this field instead of recognizing.", "NAME")
    ] = None
    audio_root: AudioRootOption = None
    reads_input_twice = False

    def check(self, stream: StreamOptions) -> None:
        """Raise `UsageError` for options that contradict each other or do nothing."""
        scoring = self.scoring
        scoring.check()
        self.texts.check(stream)
        read = (scoring.before, scoring.after, scoring.against, self.texts.ref, self.texts.hyp)
        self.report.check(stream, *read)
        if self.hyp_field is None and stream.input_format == "text":
            raise UsageError(
                f"{option('input_format')} text: text alone has no audio; use {option('hyp_field')}"
            )
        if self.hyp_field is not None or self.texts.ref is not None:
            given = "hyp_field" if self.texts.ref is None else "ref"
            idle = self.recognition.changed
            idle += ["audio_root"] if self.audio_root is not None else []
            idle += ["hyp_field"] if self.hyp_field is not None and given == "ref" else []
            if idle:
                raise UsageError(
                    f"{option(given)}: nothing is recognized, so {option(idle[0])} has no effect"
                )
        self.recognition.check()

    check_all = check  # there are no options of ids

    def check_in_parts(self) -> None:
        """Raise `UsageError` for scores, which need all records; recognition does not."""
        parts = replace(AsrEvalConfig(), recognition=self.recognition, audio_root=self.audio_root)
        idle = [name for name in changed_options(self) if name not in changed_options(parts)]
        if idle:
            raise UsageError(
                f"parts are only recognized, so {option(idle[0])} has no effect: score the "
                f"hypotheses of all parts with {option('hyp_field')}"
            )

    def prepare(self, stream: StreamOptions) -> None:
        """Download models, for workers that load them."""
        self.fetch(stream)

    @contextmanager
    def block_work(self, stream: StreamOptions) -> Iterator[Callable[[Block], BlockResult]]:
        """Yield what recognizes the records of blocks in this process, without scores."""
        yield self.fetch(stream).build().recognized

    def marked(
        self,
        blocks: Iterable[Block],
        stream: StreamOptions,  # noqa: ARG002
        before: Callable[[], Iterable[Block]] = tuple,  # noqa: ARG002
    ) -> Iterable[Block]:
        """Return the blocks: nothing depends on the lines before one."""
        return blocks

    def conclude(self, counts: Counts) -> None:
        """Accept any counts: recognition of a part never fails as a whole."""

    def lines_per_block(self, jobs: int) -> int:  # noqa: ARG002
        """Return how many records are recognized together."""
        return self.recognition.clips

    def model_entries(self) -> dict[str, Any]:
        """Return what the hypotheses depend on: models, their weights, and the search."""
        return describe_recognizer(self.recognition)

    def report_counts(self, stream: StreamOptions, counts: Counts) -> None:
        from privtool.audio.io.clips import conversion_summary

        print_summary(stream, counts, *conversion_summary(counts), audio_rate(counts))

    def fetch(self, stream: StreamOptions) -> AsrEvalWork:
        """Read the files that scores depend on and get those of models, once for all processes.

        Raises `UsageError`, and `DataError` for files that cannot be used.
        """
        from privtool.audio.io.roots import audio_root

        settings = _settings(self, stream)
        recognition, root = None, None
        if settings.hyp_field is None:
            recognition, root = self.recognition, audio_root(stream.inputs, self.audio_root)
            fetch_recognizer(recognition, progress=not stream.quiet)
        line_format = Format(
            stream.input_format,
            stream.output_format,
            unknown_fields=True,
            require_ids=self.scoring.against is not None,
        )
        signature = _signature(self.scoring, settings)
        return AsrEvalWork(
            self, recognition, root, settings, signature, line_format, stream.rejects is not None
        )


class AsrEvalWork(NamedTuple):
    """A checked config with its files at hand, which builds the scorer of blocks.

    Without `recognition` the hypotheses are in a field of the records; `signature` says what the
    scores depend on.
    """

    config: AsrEvalConfig
    recognition: RecognitionOptions | None
    root: AudioRoot | None
    settings: EvalSettings
    signature: str
    format: Format
    keep_going: bool

    def build(self) -> EvalBlock:
        """Load the recognizer and build the scorer of blocks."""
        from privtool.stages.asr_eval import AsrEvalStage, EvalBlock

        recognizer = None if self.recognition is None else load_recognizer(self.recognition)
        fused = self.recognition is not None and self.recognition.lm is not None
        stage = AsrEvalStage(self.settings, recognizer, self.root, fused)
        return EvalBlock(stage, self.format, self.keep_going)

    @property
    def resampling(self) -> Resampling:
        from privtool.text.scoring.bootstrap import Resampling

        return Resampling(self.config.scoring.samples, self.config.scoring.seed)

    @property
    def weighted(self) -> bool:
        """Whether a language model is part of the scores, or may be in those of the input."""
        return self.recognition is None or self.recognition.lm is not None

    @property
    def head(self) -> dict[str, object]:
        """The start of a line of totals: signature and recognizer, no data."""
        settings, scoring = self.settings, self.config.scoring
        head: dict[str, object] = {
            "command": "asr-eval",
            "signature": self.signature,
            "resampled": scoring.samples,
            "seed": scoring.seed,
        }
        if self.recognition is None:
            return head | {"hyp_field": settings.hyp_field}
        return head | describe_recognizer(self.recognition)


def _scoring(options: ScoringOptions) -> Scoring:
    """Return what to score. Raises `UsageError`."""
    from privtool.models.asr.roles import check_roles
    from privtool.text.scoring.categories import parse_categories
    from privtool.text.scoring.frequency_bands import BANDS, read_bands
    from privtool.text.scoring.scorer import Scoring

    kinds = parse_categories(options.categories)
    wanted = [kind for kind in kinds if kind in BANDS]
    bands = read_bands(options.before, options.after, options.normalize) if wanted else {}
    if not wanted and (options.before is not None or options.after is not None):
        raise UsageError(
            f"{option('before')} and {option('after')} are for {option('categories')} r10,r20"
        )
    roles = [role.strip().lower() for role in options.roles.split(",")] if options.roles else []
    check_roles(roles)
    return Scoring(
        options.normalize, tuple(sorted(roles)), kinds, {kind: bands[kind] for kind in wanted}
    )


def _settings(config: AsrEvalConfig, stream: StreamOptions) -> EvalSettings:
    from privtool.stages.eval_scores import EvalSettings, text_in
    from privtool.workflows.datasets.read_records import by_id
    from privtool.workflows.datasets.text_pairs import HYP, read_hypotheses_of, read_references

    scoring, against = config.scoring, None
    if scoring.against is not None and config.texts.ref is not None:
        against = read_hypotheses_of(read_references(config.texts), scoring.against)
    elif scoring.against is not None:
        text = partial(text_in, name=HYP)
        more = f": keep one (one {option('lm_weight')})"
        against = by_id(scoring.against, stream, text, more=more)
    return EvalSettings(
        _scoring(scoring),
        config.hyp_field if config.texts.ref is None else HYP,
        against,
        scoring.bootstrap,
        config.recognition.nbest,
        stream.output_format == "text",
        config.report.html is not None,
    )


def _signature(scoring: ScoringOptions, settings: EvalSettings) -> str:
    """Return in one line all that scores depend on, apart from the texts."""
    from privtool import __version__
    from privtool.stages.eval_scores import NO_UNIT

    resampled = "none" if settings.unit == NO_UNIT else f"{settings.unit}:{scoring.samples}"
    return f"{settings.scoring.signature}|bootstrap:{resampled}|seed:{scoring.seed}|v:{__version__}"

"""`privtool asr-eval`: its options, and the scoring that they set up.

It scores records or files of text; scores go to a file of totals, a table, a page of errors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from privtool import __version__
from privtool.audio.io.roots import AudioRoot, audio_root
from privtool.core.blocks import BlockResult, Counts, Format
from privtool.core.errors import UsageError, option
from privtool.core.options import Opt, changed_options
from privtool.core.pipeline import StreamOptions
from privtool.core.reading import Block
from privtool.core.reporting import audio_summary, print_summary
from privtool.workflows.config.audio import AudioRootOption
from privtool.workflows.config.fields import Seed, check_files
from privtool.workflows.config.recognition import RUNTIME_OPTIONS, RecognitionOptions
from privtool.workflows.datasets.read_records import by_id

if TYPE_CHECKING:
    from privtool.stages.asr_eval import EvalSettings, Evaluated
    from privtool.text.scoring.scorer import Scoring
    from privtool.workflows.datasets.text_pairs import TextPairs


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
    normalize: Annotated[
        Literal["plain", "spoken", "sclite", "none"],
        Opt(
            "Compare plain words (plain), with numbers as spoken (spoken), or without tags and "
            "fillers (sclite), or what spaces separate, unchanged (none)."
        ),
    ] = "plain"
    roles: Annotated[
        str | None,
        Opt("Speaker roles, written <a> in texts: adds WDER and cpWER.", "A,B"),
    ] = None
    categories: Annotated[
        str | None,
        Opt("F1 of words: numbers, dates, names, r10, r20, labels (entities).", "A,B"),
    ] = None
    before: Annotated[
        Path | None, Opt("For r10, r20: `privtool vocab` of the original training text.")
    ] = None
    after: Annotated[Path | None, Opt("For r10, r20: the same after de-identification.")] = None
    against: Annotated[
        Path | None, Opt("Compare with the hyp of another system's records (same ids).")
    ] = None
    bootstrap: Annotated[
        Literal["speaker", "turn", "none"], Opt("Unit to resample for intervals and tests.")
    ] = "speaker"
    samples: Annotated[int, Opt("Bootstrap samples.", min=10)] = 1000
    seed: Seed = 0
    summary: Annotated[str | None, Opt("Write the totals, one JSON line per weight.", "FILE")] = (
        None
    )
    table: Annotated[bool, Opt("Print the scores on stderr, even with --quiet.")] = False
    html: Annotated[
        str | None,
        Opt("Write a page of all errors; contains private text, do not share it.", "FILE"),
    ] = None
    ref: Annotated[
        Path | None,
        Opt("Score --hyp against these texts, without audio: lines, Kaldi text, trn, or STM."),
    ] = None
    hyp: Annotated[Path | None, Opt("Hypotheses for --ref in the same format; for STM, a CTM.")] = (
        None
    )
    ref_format: Annotated[
        Literal["auto", "lines", "kaldi", "trn", "stm"],
        Opt("Format of --ref, --hyp and --against; auto: by the ending and the ids."),
    ] = "auto"
    hyp_field: Annotated[
        str | None, Opt("Score the hypotheses in this field instead of recognizing.", "NAME")
    ] = None
    audio_root: AudioRootOption = None
    reads_input_twice = False

    def check(self, stream: StreamOptions) -> None:
        """Raise `UsageError` for options that contradict each other or do nothing."""
        self._check_files(stream)
        if self.hyp_field is None and stream.input_format == "text":
            raise UsageError(
                f"{option('input_format')} text: text alone has no audio; use {option('hyp_field')}"
            )
        if not self.recognizes:
            given = "hyp_field" if self.ref is None else "ref"
            changed = changed_options(self.recognition)
            idle = [name for name in changed if name not in RUNTIME_OPTIONS]
            idle += ["audio_root"] if self.audio_root is not None else []
            idle += ["hyp_field"] if self.hyp_field is not None and given == "ref" else []
            if idle:
                raise UsageError(
                    f"{option(given)}: nothing is recognized, so {option(idle[0])} has no effect"
                )
        self.recognition.check()

    check_all = check  # there are no options of ids

    def _check_files(self, stream: StreamOptions) -> None:
        """Raise `UsageError` for files that miss another one, collide or replace other inputs."""
        for name in ("before", "after", "against"):
            if str(getattr(self, name)) == "-":
                raise UsageError(f"{option(name)} needs a file: standard input has the records")
        if (self.ref is None) != (self.hyp is None):
            raise UsageError(f"{option('ref')} and {option('hyp')} are used together")
        if self.ref is None and self.ref_format != "auto":
            raise UsageError(f"{option('ref_format')} needs {option('ref')}")
        if self.ref is not None and (stream.inputs_named or stream.input_format == "text"):
            raise UsageError(f"{option('ref')} replaces the records: name no other input")
        if self.html == "-":
            raise UsageError(f"{option('html')} needs a file: it holds private text")
        read = (self.before, self.after, self.against, self.ref, self.hyp)
        check_files(stream, read, summary=self.summary, html=self.html)

    def check_in_parts(self) -> None:
        """Raise `UsageError` for scores, which need all records; recognition does not."""
        parts = AsrEvalConfig(recognition=self.recognition, audio_root=self.audio_root)
        idle = [name for name in changed_options(self) if name not in changed_options(parts)]
        if idle:
            raise UsageError(
                f"parts are only recognized, so {option(idle[0])} has no effect: score the "
                f"hypotheses of all parts with {option('hyp_field')}"
            )

    @property
    def how_to_read(self) -> tuple[Path, Path, str]:
        """The file of references, that of hypotheses and their format."""
        return Path(str(self.ref)), Path(str(self.hyp)), self.ref_format

    @property
    def recognizes(self) -> bool:
        """Whether the hypotheses are recognized; else they are given."""
        return self.hyp_field is None and self.ref is None

    @property
    def is_weighted(self) -> bool:
        """Whether a language model is part of the scores, or may be in those of the input."""
        return not self.recognizes or self.recognition.lm is not None

    def prepare(self, stream: StreamOptions) -> None:
        """Download models, for workers that load them."""
        self.fetch(stream)

    @contextmanager
    def block_work(self, stream: StreamOptions) -> Iterator[Callable[[Block], BlockResult]]:
        """Yield what recognizes the records of blocks in this process, without scores."""
        _, build = self.fetch(stream)
        block_of = build()
        yield lambda block: block_of(block).result

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
        return self.recognition.describe()

    def report_counts(self, stream: StreamOptions, counts: Counts) -> None:
        print_summary(stream, counts, *audio_summary(counts))

    def fetch(
        self, stream: StreamOptions, pairs: TextPairs | None = None
    ) -> tuple[EvalSettings, Callable[[], Callable[[Block], Evaluated]]]:
        """Read the files that scores depend on and get those of models, once for all processes.

        `pairs` are what `--ref` and `--hyp` name. Return how to score, and what builds the scorer
        of blocks. Raises `UsageError`, and `DataError` for files that cannot be used.
        """
        settings, root = _settings(self, stream, pairs), None
        if self.recognizes:
            root = audio_root(stream.inputs, self.audio_root)
            self.recognition.fetch(progress=not stream.quiet)
        line_format = Format(
            stream.input_format,
            stream.output_format,
            unknown_fields=True,
            require_ids=self.against is not None,
        )
        keep_going = stream.rejects is not None
        return settings, partial(self.build, settings, root, line_format, keep_going)

    def build(
        self, settings: EvalSettings, root: AudioRoot | None, line_format: Format, keep_going: bool
    ) -> Callable[[Block], Evaluated]:
        """Load the recognizer, if there is one, and build the scorer of blocks."""
        from privtool.stages.asr_eval import AsrEvalStage, eval_block

        recognizer = self.recognition.load() if self.recognizes else None
        fused = self.recognizes and self.recognition.lm is not None
        return eval_block(AsrEvalStage(settings, recognizer, root, fused), line_format, keep_going)

    def signature(self, settings: EvalSettings) -> str:
        """Return in one line all that scores depend on, apart from the texts."""
        from privtool.stages.asr_eval import NO_UNIT

        resampled = "none" if settings.unit == NO_UNIT else f"{settings.unit}:{self.samples}"
        of_draws = f"bootstrap:{resampled}|seed:{self.seed}"
        return f"{settings.scoring.signature}|{of_draws}|v:{__version__}"


def _scoring(options: AsrEvalConfig) -> Scoring:
    """Return what to score. Raises `UsageError`."""
    from privtool.models.asr.roles import check_roles
    from privtool.text.scoring.categories import BANDS, parse_categories, read_bands
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


def _settings(
    config: AsrEvalConfig, stream: StreamOptions, pairs: TextPairs | None
) -> EvalSettings:
    from privtool.stages.asr_eval import EvalSettings, text_in
    from privtool.workflows.datasets.text_pairs import HYP

    against = None
    if config.against is not None and pairs is not None:
        against = pairs.of(config.against)
    elif config.against is not None:
        text = partial(text_in, name=HYP)
        more = f": keep one (one {option('lm_weight')})"
        against = by_id(config.against, stream, text, more=more)
    return EvalSettings(
        _scoring(config),
        config.hyp_field if pairs is None else HYP,
        against,
        config.bootstrap,
        config.recognition.nbest,
        stream.output_format == "text",
        config.html is not None,
    )

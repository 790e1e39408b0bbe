"""`privtool audit guess`: its options, the files that it reads, and the models that attack."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, TypeAlias

from msgspec import UNSET

from privtool.audit.counts import Key, names_of, parse_unit
from privtool.core.device import FillerRuntime, ModelSource, Runtime
from privtool.core.errors import DataError, UsageError, option
from privtool.core.options import Opt
from privtool.core.own_files import read_card
from privtool.core.pipeline import StreamOptions
from privtool.core.reading import Block, read_blocks
from privtool.core.record import Id, Record, id_of, text_of
from privtool.core.rng import short_digest
from privtool.workflows.auditing import Audit, AuditConfig, AuditOptions, Findings
from privtool.workflows.config.filling import PriorOptions
from privtool.workflows.config.masking import MaskingLists
from privtool.workflows.datasets.read_records import add_records

if TYPE_CHECKING:
    from privtool.interfaces.filling import Guesser
    from privtool.models.hub.resolve import ResolvedModel
    from privtool.stages.audit_guess import AuditGuessStage, GuessData
    from privtool.stages.rare_words import SlotPriors
    from privtool.text.scoring.bootstrap import Totals
    from privtool.text.word_lists import WordList

    _Filler: TypeAlias = tuple[str, ResolvedModel, Path | None]  # with its adapter; picklable


_COMMON = 5  # an n-gram of so many raw records or more does not link a record
_TUNED = "tuned"
_ADAPTER = "adapter_config.json"


def _fetch(options: AuditGuessConfig, progress: bool) -> tuple[Sequence[_Filler], list[str]]:
    """Find or download the models; return them, and what identifies each.

    Raise `UsageError` where two that must differ are the same.
    """
    from privtool.models.hub.files import digest_of_weights
    from privtool.models.hub.resolve import resolve

    names = options.model or ("mini",)
    models = [resolve(name, options.source, progress=progress) for name in names]
    fillers = list(_named(models))
    if options.tuned is not None:
        if (options.tuned / _ADAPTER).is_file():
            weights = digest_of_weights(models[0].path)
            if read_card(options.tuned).get("base_weights", weights) != weights:
                raise UsageError(
                    f"{option(_TUNED)} is an adapter for another model than the first "
                    f"{option('model')}"
                )
            fillers.append((_TUNED, models[0], options.tuned))
        else:
            path = str(options.tuned.absolute())
            fillers.append((_TUNED, resolve(path, options.source, progress=progress), None))
    digests = [digest_of_weights(adapter or model.path) for _, model, adapter in fillers]
    if options.tuned is not None and digests[-1] in digests[:-1]:
        raise UsageError(f"{option(_TUNED)} has the weights of a {option('model')}")
    pairs = zip(fillers, digests, strict=True)
    return fillers, [f"{name}@{digest}" for (name, _, _), digest in pairs]


def _named(models: Sequence[ResolvedModel]) -> Iterator[_Filler]:
    """Name models: by alias or the last part of their id, `model` in a folder; no name twice."""
    from privtool.models.catalog import IN_A_FOLDER, name_to_show

    used: dict[str, int] = {"prior": 1, _TUNED: 1}
    for model in models:
        shown = name_to_show(model.name)
        name = "model" if shown == IN_A_FOLDER else shown.rpartition("/")[2]
        used[name] = number = used.get(name, 0) + 1
        yield name if number == 1 else f"{name}-{number}", model, None


@dataclass(frozen=True, kw_only=True)
class AuditGuessConfig(AuditConfig):
    """Measure what attackers can guess from masked and filled text.

    With --masked, attackers guess the words behind its markers: word counts, the fillers of
    --model, and one fine-tuned on the safe text (--tuned). With --holdout, the same attack on
    records they never saw shows how much is plain English. The inputs are filled records with the
    same ids, to measure whether fills can be distinguished from kept words; standard input is read
    only without --masked or as -. Masked and filled records are searched for in the raw records.
    Writes one JSON object of figures with counts and 95 % intervals over units; no figure contains
    text.

    \b
    Examples, in data/sample:
      privtool mask raw.jsonl > m.jsonl; privtool audit guess --raw raw.jsonl --masked m.jsonl
      privtool mask raw.jsonl | privtool fill | privtool audit guess --table --raw raw.jsonl
    """

    raw: Annotated[Path | None, Opt("Raw records with the ids of all the others.")] = None
    masked: Annotated[
        Path | None, Opt("Masked records; attackers guess the words behind their markers.")
    ] = None
    holdout: Annotated[
        Path | None, Opt("Control: other masked records, which no attacker was trained on.")
    ] = None
    model: Annotated[
        tuple[str, ...],
        Opt("Filler to attack with, as in fill; may be repeated.", "NAME", default="mini"),
    ] = ()
    tuned: Annotated[
        Path | None, Opt("Filler fine-tuned on the safe text, from fill-train.", "DIR")
    ] = None
    prior: Annotated[
        Path, Opt("Baseline: a vocabulary of public text, or vocab-en (embedded).")
    ] = Path("vocab-en")
    release: Annotated[
        str | None,
        Opt("Release of vocab --private that the models use, like fill --prior.", "FILE[:WEIGHT]"),
    ] = None
    public: Annotated[
        Path | None, Opt("For --release: what a tagger masks in public text, as in fill.")
    ] = None
    lists: MaskingLists = MaskingLists()
    runtime: Runtime = FillerRuntime()
    source: ModelSource = ModelSource()
    audit: AuditOptions = AuditOptions()
    command: ClassVar[str] = "audit guess"
    block_lines: ClassVar[int] = 1024

    @property
    def read(self) -> Mapping[str, Path | str | None]:
        """The files that are read, but for the filled records and models."""
        public = None if str(self.prior) == "vocab-en" else self.prior
        files = {"raw": self.raw, "masked": self.masked, "holdout": self.holdout}
        files |= {"prior": public, "release": self.released.files[0], "public": self.public}
        return {**files, "list": self.lists.list, "vocab": self.lists.vocab}

    @property
    def released(self) -> PriorOptions:
        """The release, under the names of the options of `fill`."""
        return PriorOptions(prior=self.release, public=self.public)

    def check(self, stream: StreamOptions) -> None:
        if self.raw is None:
            raise UsageError(f"{option('raw')} FILE is required: it contains the masked words")
        if self.holdout is not None and self.masked is None:
            raise UsageError(f"{option('holdout')} needs {option('masked')} FILE")
        if self.release is None and self.public is not None:
            raise UsageError(f"{option('public')} needs {option('release')} FILE")
        self.released.check()
        self.lists.check()
        self.runtime.check()
        super().check(stream)
        for name in ("masked", "holdout"):
            path = getattr(self, name)
            if path is not None and path.exists() and not path.is_file():
                raise UsageError(f"{option(name)} is read twice and must be a file")

    def inputs(self, stream: StreamOptions) -> StreamOptions:
        """The masked and held-out records, then the filled ones.

        With `masked`, standard input is read only if it is named.
        """
        files = [str(path) for path in (self.masked, self.holdout) if path is not None]
        if stream.blocks is not None:
            ours: Iterator[Block] = read_blocks(files, stream.max_line_bytes, self.block_lines)
            return replace(stream, blocks=chain(ours, stream.blocks))
        filled = stream.inputs if stream.inputs_named or self.masked is None else ()
        return replace(stream, inputs=(*files, *filled))

    def fetch(self, stream: StreamOptions) -> Audit:
        """Read the files, count the n-grams of the raw texts, and get the models."""
        from privtool.audit.raw_texts import RareNgrams, RawTexts
        from privtool.stages.audit_guess import GuessData
        from privtool.text.word_lists import VOCABULARY, VOCABULARY_FILE, read_vocabulary
        from privtool.text.words import key_of

        raw = RawTexts(parse_unit(self.audit.unit))
        add_records(self.raw, stream, raw.add)
        masked, held = (_masked_ids(path, stream) for path in (self.masked, self.holdout))
        if masked & held:
            raise DataError(f"{option('holdout')} has records of {option('masked')}")
        ngrams = RareNgrams(_COMMON, raw.words)
        for record in raw:
            ngrams.add(raw.keys(text_of(record)))
        embedded = str(self.prior) == VOCABULARY
        counts = read_vocabulary(VOCABULARY_FILE if embedded else self.prior)
        public = tuple((key_of(word), count) for word, count in counts if count)
        if not public:
            raise UsageError(f"{option('prior')} has no word")
        data = GuessData(raw, ngrams, held, self.masked is not None)
        fillers, signatures = _fetch(self, progress=not stream.quiet)
        lists, release = self.lists.read(), self.released.read(public)
        attacker = "+".join([f"prior@{_digest(public)}", *signatures])
        if release is not None:
            weights = release.weights.items()
            digest = _digest((f"{label} {word}", weight) for (label, word), weight in weights)
            attacker += f"|release:{digest}:{release.weight:g}"
        return Audit(
            attacker,
            partial(self.build, data, fillers, public, lists, release),
            lambda _: None,
            partial(self._findings, raw.missing(masked | held), len(raw)),
        )

    def build(
        self,
        data: GuessData,
        fillers: Sequence[_Filler],
        public: tuple[tuple[str, int], ...],
        lists: tuple[WordList, ...],
        release: SlotPriors | None,
    ) -> AuditGuessStage:
        """Load the models and build the stage."""
        from privtool.models.fillers.causal.lm import CausalFiller
        from privtool.models.fillers.load import load_filler
        from privtool.stages.audit_guess import AuditGuessStage
        from privtool.stages.fill import FillSettings
        from privtool.stages.fill_job import TopKSampler
        from privtool.stages.guess_attack import BestWords, PriorWords
        from privtool.text.known_names import WordListRegistry

        settings = FillSettings(
            sampler=TopKSampler(1),
            find_list=WordListRegistry(lists),
            merge=False,
            priors=release,
        )
        guessers: dict[str, Guesser[Any]] = {}
        for name, model, adapter in fillers:
            filler = load_filler(model, self.runtime, adapter=adapter)
            guessers[name] = BestWords(filler) if isinstance(filler, CausalFiller) else filler
        return AuditGuessStage(data, settings, PriorWords(public), guessers, self.audit.seed)

    def _findings(self, missing: int, raw: int, totals: Totals) -> Findings:
        """Say what was not attacked."""
        if self.masked is None:
            return Findings()
        notes = [f"{missing:,} of {raw:,} raw records have no masked record"] if missing else []
        if not totals.counts[names_of(Key("guess_at_1"))[1]]:
            notes.append("no word is masked: nothing was guessed")
        elif self.holdout is None:
            notes.append(
                "no held-out records, no control: part of what is guessed may be plain English"
            )
        return Findings(notes=notes)


def _masked_ids(path: Path | None, stream: StreamOptions) -> frozenset[Id]:
    """Return the ids of a file of masked records; none without a file."""
    ids: set[Id] = set()

    def add(record: Record) -> None:
        if record.masks is UNSET:
            raise DataError("field 'masks' is missing: masked records come from privtool mask")
        ids.add(id_of(record))

    if path is not None:
        add_records(path, stream, add)
    return frozenset(ids)


def _digest(public: Iterable[tuple[str, float]]) -> str:
    return short_digest("\n".join(f"{word}\t{count}" for word, count in public))

"""`privtool audit canaries make`: its options, and records with canaries among them."""

from __future__ import annotations

import secrets
import time
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, NamedTuple

from privtool.audit.canaries import (
    DEFAULT_PATTERN,
    CanaryKey,
    Pattern,
    encode_key,
    make_key,
    parse_pattern,
    places,
)
from privtool.core.blocks import Counts, FilterBlock, Format, Outcome, lines_of
from privtool.core.device import ModelSource
from privtool.core.errors import UsageError, option
from privtool.core.options import Opt
from privtool.core.pipeline import (
    LINES_PER_BLOCK,
    Rejects,
    StreamOptions,
    input_twice,
    results_of,
)
from privtool.core.reading import ReadTwice
from privtool.core.record import Record
from privtool.core.reporting import print_summary, summarizing
from privtool.core.sealed import write_private_file
from privtool.core.writing import writing
from privtool.workflows.config.fields import check_files

_DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


@dataclass(frozen=True, kw_only=True)
class AuditCanariesMakeConfig:
    """Insert canaries into training records.

    Reads training records and inserts canaries: secrets made of words that the model knows. A coin
    flip decides whether a canary is inserted; it then appears 1, 2, 4, 8 or 16 times. A model that
    is trained on the output can be audited with the key file: audit model --canaries KEYFILE.
    Unknown words would make every canary look safe, so the words are those of --model (the one that
    training starts from) or --vocab (of the training text). The input is read twice.

    \b
    Examples, in data/sample:
      privtool vocab raw.jsonl > v.tsv
      privtool audit canaries make --vocab v.tsv --key-file canaries.key raw.jsonl > train.jsonl
      privtool vocab raw.jsonl > w; privtool audit canaries make --vocab w --key-file k raw.jsonl
    """

    key_file: Annotated[Path, Opt("New file that lists the canaries, readable only by you.")]
    model: Annotated[
        str | None, Opt("Use the words of this model: a folder of lm-train or any causal LM.")
    ] = None
    vocab: Annotated[Path | None, Opt("Use the words of this vocabulary of privtool vocab.")] = None
    canaries: Annotated[
        int,
        Opt(
            "Number of canaries; a coin flip decides whether each is inserted.", min=2, max=100_000
        ),
    ] = 100
    references: Annotated[
        int,
        Opt("Number of reference secrets, which are never inserted.", min=100, max=100_000),
    ] = 1000
    pattern: Annotated[
        str,
        Opt("Pattern of a canary; {word}, {given}, {surname} and {d} (digit) are secret.", "TEXT"),
    ] = DEFAULT_PATTERN
    seed: Annotated[int | None, Opt("Random seed.", secret=True, default="a secret one")] = None
    source: ModelSource = ModelSource()

    def check(self, stream: StreamOptions) -> None:
        """Raise `UsageError` for options that contradict each other or files that collide."""
        parse_pattern(self.pattern)
        if (self.model is None) == (self.vocab is None):
            raise UsageError(
                f"either {option('model')} or {option('vocab')} must define the words of the model"
            )
        check_files(stream, [self.vocab], key_file=self.key_file)
        if self.key_file.exists():
            raise UsageError(f"{self.key_file} exists already; keys are never replaced")

    def key(self, stream: StreamOptions) -> CanaryKey:
        """Draw the canaries. Raise `UsageError` for words that the model does not have."""
        pattern = parse_pattern(self.pattern)
        seed = secrets.randbits(128) if self.seed is None else self.seed
        words = self._words(pattern, stream)
        return make_key(pattern, words, self.canaries, self.references, seed)

    def _words(self, pattern: Pattern, stream: StreamOptions) -> Mapping[str, Sequence[str]]:
        words, spells = self._vocabulary(stream)
        known = frozenset(words)
        missing = [word for word in pattern.fixed if word not in known]
        if missing and not spells:
            raise UsageError(
                f"{option('pattern')}: the model does not have the word '{missing[0]}'"
            )
        found: dict[str, Sequence[str]] = {}
        for name in dict.fromkeys(name for _, name in pattern.slots):
            entries = words if name == "word" else _class_words(name)
            kept = [word for word in entries if spells or word in known]
            if len(kept) < 2:
                raise UsageError(
                    f"{option('pattern')}: the model has fewer than two words for {{{name}}}"
                )
            found[name] = kept
        return found

    def _vocabulary(self, stream: StreamOptions) -> tuple[list[str], bool]:
        """Return the words of the model, and whether it spells others."""
        if self.vocab is not None:
            from privtool.models.lm.words import plain_words
            from privtool.text.word_lists import read_vocabulary

            return plain_words(word for word, _ in read_vocabulary(self.vocab)), False
        from privtool.models.hub.resolve import resolve
        from privtool.models.token_scorer import words_of_model

        assert self.model is not None
        return words_of_model(resolve(self.model, self.source, progress=not stream.quiet))


def _class_words(name: str) -> Sequence[str]:
    if name == "d":
        return _DIGITS
    from privtool.text.surrogates.name_lists import name_pools

    pools = name_pools()
    pool = pools.given if name == "given" else pools.surnames
    return sorted({entry.lower() for entry in pool.phrases if entry.isalpha()})


class _Unchanged(NamedTuple):
    """A stage that passes records on, but none with the id of a canary."""

    ids: frozenset[str]

    def process(self, records: Sequence[Record], counts: Counts) -> Iterator[Outcome]:  # noqa: ARG002
        for record in records:
            yield "the id is that of a canary" if record.id in self.ids else [record]


def run(config: AuditCanariesMakeConfig, stream: StreamOptions) -> None:
    """Write the records with canaries among them, and the key file."""
    config.check(stream)
    started = time.perf_counter()
    key, counts = config.key(stream), Counter[str]()
    with summarizing(stream, config) as summarize:
        with Rejects(stream) as rejects, writing(stream.output) as write:
            for data in with_canaries(config, key, stream, rejects, counts):
                write(data)
            counts["rejected"] = rejects.count
        counts["milliseconds"] = round((time.perf_counter() - started) * 1000)
        summarize(counts)
    inserted = sum(canary.inserted for canary in key.canaries)
    parts = (
        f"{inserted:,} of {len(key.canaries):,} canaries inserted",
        f"{len(key.ids):,} records more",
    )
    print_summary(stream, counts, *parts)


def with_canaries(
    config: AuditCanariesMakeConfig,
    key: CanaryKey,
    stream: StreamOptions,
    rejects: Rejects,
    counts: Counts,
) -> Iterator[bytes]:
    """Yield the records of the inputs, which are read twice, with the canaries at random places.

    The key file is written first, so that no canary is without one; an error on the way removes it.
    """
    with _new_key_file(config.key_file, encode_key(key)):
        twice = ReadTwice(stream.inputs)
        blocks = input_twice(stream, LINES_PER_BLOCK)  # standard input is rewound
        lines_of_blocks = (line for block in blocks for line in block.lines)
        count = sum(line is None or bool(line.strip()) for line in lines_of_blocks)
        waiting = deque(places(key, count))
        line_format = Format(stream.input_format, stream.output_format, unknown_fields=True)
        stage, keep_going = _Unchanged(key.ids), stream.rejects is not None
        make = partial(FilterBlock, stage, line_format, keep_going)
        passed = 0
        with results_of(make, stream, rejects) as results:
            for result in results:
                lines = [line + b"\n" for line in result.data.split(b"\n")[:-1]]
                counts.update(result.counts)
                start, parts = passed, []
                passed += len(lines) + len(result.rejects)
                done = 0
                while waiting and waiting[0][0] < passed:
                    place, record_id, text = waiting.popleft()
                    upto = min(place - start, len(lines))
                    parts += [*lines[done:upto], _line(record_id, text, stream)]
                    done = max(done, upto)
                parts += lines[done:]
                yield b"".join(parts)
        twice.check()
        yield b"".join(_line(*each[1:], stream) for each in waiting)


def _line(record_id: str, text: str, stream: StreamOptions) -> bytes:
    return lines_of([Record(id=record_id, text=text)], stream.output_format)


@contextmanager
def _new_key_file(path: Path, content: bytes) -> Iterator[None]:
    try:
        write_private_file(path, content)
    except FileExistsError:
        raise UsageError(f"{path} exists already; keys are never replaced") from None
    try:
        yield
    except BaseException:
        path.unlink(missing_ok=True)
        raise

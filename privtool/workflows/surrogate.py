"""`privtool surrogate`: its options, its stage, and the pools of a user that it draws from."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from privtool.core.blocks import Counts, NewId, Stage
from privtool.core.errors import DataError, UsageError, option, reason_of
from privtool.core.options import Only, Opt
from privtool.core.pipeline import (
    LINES_PER_BLOCK,
    MakeStage,
    OpenMap,
    StreamOptions,
    check_stream,
    input_twice,
)
from privtool.core.reporting import nonzero, say
from privtool.core.rng import Key
from privtool.core.spans import ReadEntities
from privtool.workflows.config.audio import Transcript, doubt_summary, least_confidence
from privtool.workflows.config.fields import (
    IdOptions,
    Keep,
    MakeKey,
    MapFile,
    Offsets,
    check_keep,
    check_map,
    map_opener,
    needs_unknown_fields,
    read_entities,
    read_key,
)
from privtool.workflows.config.terms import Labels, chosen_policy
from privtool.workflows.config.texts import FieldOptions, LanguageOption, language_summary
from privtool.workflows.running import FilterConfig

if TYPE_CHECKING:
    from privtool.stages.surrogate_phrases import ScopePhrases
    from privtool.text.surrogates.context import Pool, SurrogateOptions

_SCOPE_FIELDS: dict[str, tuple[str, ...]] = {
    "narrowest": ("conversation", "dialogue", "doc", "document", "speaker", "audio_filepath"),
    "conversation": ("conversation", "dialogue"),
    "doc": ("doc", "document"),
    "file": ("audio_filepath",),
    "all": (),
}
_SHOWN = {
    "entities kept by choice": "entities kept by choice",
    "generalized": "of these generalized",
    "redrawn": "drawn again",
    "collisions": "collisions",
    "markers": "markers",
    "dropped turns": "turns to drop",
    "unscoped": "without {}",
    "mentions": "further mentions of private phrases",
    "raw files": "audio files under their own name",
    "revealing files": "of these with a private phrase in it",
    "revealing speakers": "speakers with a private phrase in their name",
}

# Kinds of phrases that are drawn as parts of longer ones, in addition to the labels.
_POOL_KINDS = ("GIVEN_NAME", "SURNAME", "CITY", "COUNTRY", "STREET")


@dataclass(frozen=True, kw_only=True)
class SurrogateConfig(FilterConfig):
    """Replace private phrases with others of the same kind.

    Reads records with text and entities (start, end, label). Writes the new text, entities (where
    the surrogates are), id, speaker and audio_filepath under keyed names, offset, duration,
    channel, the words that are not private, drop_turn, language, and sample with --samples. All
    other fields are dropped unless named by --keep. A phrase gets the same surrogate wherever it
    occurs in the scope, drawn with the key; all dates of a scope shift by the same number of days.
    Further mentions of a phrase that no entity covers are also replaced. A phrase without a
    surrogate becomes a marker such as [PERSON].

    \b
    Examples, in data/sample:
      privtool surrogate --key-file key --make-key raw.jsonl
      privtool surrogate --scope genre --ids number < raw.jsonl
      privtool mask --method entityTagger --annotate raw.jsonl | privtool surrogate > safe.jsonl
    """

    key_file: Annotated[
        Path | None, Opt("Secret key, readable only by its owner.", default="a key for this run")
    ] = None
    make_key: MakeKey = False
    map: MapFile = None
    scope: Annotated[
        str,
        Opt(
            "Records in which a phrase gets the same surrogate and dates shift by the same number "
            "of days: those that share the value of this field, such as conversation, doc, speaker "
            "or file [narrowest: the first of these that a record has], or all.",
            "FIELD",
        ),
    ] = "narrowest"
    any_gender: Annotated[bool, Opt("Draw given names of any gender.")] = False
    day_first: Annotated[bool, Opt("Read 6/3 as the 6th of March.")] = False
    pool: Annotated[
        tuple[str, ...], Opt("Also draw from these phrases (one per line).", "LABEL=FILE")
    ] = ()
    only_pool: Annotated[tuple[str, ...], Opt("Draw only from these phrases.", "LABEL=FILE")] = ()
    languages: LanguageOption = LanguageOption()
    classes: Labels = Labels()
    fields: FieldOptions = FieldOptions()
    offsets: Offsets = None
    keep: Keep = ()
    one_pass: Annotated[
        bool,
        Opt("Read the input once; replace further mentions only of a record's own phrases."),
    ] = False
    transcript: Transcript = "asr"
    samples: Annotated[
        int, Opt("Write N versions of each record, with different surrogates.", min=1)
    ] = 1
    record_ids: Annotated[IdOptions, Only("ids")] = IdOptions()
    block_lines = 8192

    def check(self, stream: StreamOptions) -> None:
        from privtool.stages.surrogate import WRITTEN

        if self.make_key and self.key_file is None:
            raise UsageError(f"{option('make_key')} needs {option('key_file')} FILE")
        check_map(self.map, stream, self.key_file)
        self.languages.check()
        self.classes.check()
        self.fields.check(stream)
        written = {*WRITTEN, "drop_turn"} - {"speaker", "audio_filepath"}
        check_keep(self.keep, written, paths=bool(self.fields.field))
        pools = self._pool_files()
        check_stream(stream, [self.key_file, *(path for _, _, path in pools), *self.classes.files])
        _ = self.options  # read once: a file may be a pipe

    @contextmanager
    def fetch(self, stream: StreamOptions) -> Iterator[MakeStage]:
        """Read the key, or make one: for good with `make_key`, else for this run."""
        if self.key_file is None:
            say(stream, f"no {option('key_file')}: other runs will draw different surrogates")
        yield partial(self.build, self.key, self._scopes(stream))

    @cached_property
    def key(self) -> Key:
        """The key of the file, which may have to be made, else one for this run."""
        if self.key_file is None:
            return Key(secrets.token_bytes(32))  # for this run alone
        return read_key(self.key_file, self.make_key)

    def check_all(self, stream: StreamOptions) -> None:
        """Raise what `check` raises, and for line numbers of several inputs."""
        self.record_ids.check_numbers(stream)
        self.check(stream)

    def new_id(self) -> NewId | None:
        return self.record_ids.new_id(lambda: self.key)

    def read_entities(self) -> ReadEntities:
        return read_entities(self.offsets, self.classes)

    @property
    def open_map(self) -> OpenMap | None:
        return map_opener(self.map, lambda: self.key, self.fields.field, self.scope_fields)

    def _scopes(self, stream: StreamOptions) -> ScopePhrases:
        """Read the private phrases of each scope, if the input is read twice."""
        from privtool.stages.surrogate_phrases import ScopePhrases, read_scopes

        if not self.reads_input_twice:
            return ScopePhrases()
        blocks = input_twice(stream, LINES_PER_BLOCK)
        return read_scopes(blocks, self.line_format(stream), self.scope_fields)

    def build(self, key: Key, scopes: ScopePhrases) -> Stage:
        """Read the pools and build the stage."""
        from privtool.stages.languages import RecordLanguage
        from privtool.stages.surrogate import SurrogateSettings, SurrogateStage
        from privtool.text.surrogates.generator import SurrogateGenerator

        least = least_confidence(self.transcript)
        settings = SurrogateSettings(
            self.scope_fields,
            self.keep,
            least,
            self.samples,
            self.map is not None,
            chosen_policy(self.classes.policy),
            RecordLanguage(self.languages.chosen),
        )
        return SurrogateStage(settings, SurrogateGenerator(key, self.options), scopes)

    @property
    def scope_fields(self) -> tuple[str, ...]:
        """The fields of which the first that a record has is its scope."""
        return _SCOPE_FIELDS.get(self.scope, (self.scope,))

    @property
    def reads_unknown_fields(self) -> bool:
        """Whether a field of the scope or to keep is unknown to privtool."""
        return needs_unknown_fields((*self.keep, *self.scope_fields))

    @property
    def reads_input_twice(self) -> bool:
        """Whether the private phrases of all records are read first."""
        return not self.one_pass

    def check_in_parts(self) -> None:
        """Raise `UsageError` without a key file."""
        if self.key_file is None:
            raise UsageError(f"each part would get its own key: use {option('key_file')}")
        super().check_in_parts()

    def warnings(self, counts: Counts) -> list[str]:
        """Warn of unknown labels, and of one shift for the dates of all records."""
        start = "unknown label "
        labels = sorted(name.removeprefix(start) for name in counts if name.startswith(start))
        found = [
            f"unknown label{' ' + label if label else ''}: its phrases are replaced by their form, "
            "or as other names"
            for label in labels
        ]
        if not self.scope_fields and counts["label DATE"]:
            found.append(
                f"{option('scope')} all moves all dates by the same days: one known date, or "
                "weekdays and holidays, may undo it"
            )
        return found

    def summary(self, counts: Counts) -> list[str]:
        named = "a field of scope" if self.scope == "narrowest" else self.scope
        shown = {name: words.format(named) for name, words in _SHOWN.items()}
        parts = [f"{counts['surrogates']:,} surrogates", *nonzero(counts, shown)]
        abroad = language_summary(counts)
        parts += [*doubt_summary(counts), *abroad]
        sizes = _pool_sizes(counts)
        english = " in English" if abroad else ""
        return [*parts, f"drawn from {' and '.join(sizes)}{english}"] if sizes else parts

    @cached_property
    def options(self) -> SurrogateOptions:
        """What to draw from and how. Raises `UsageError` for two pools of one label."""
        from privtool.text.surrogates.context import SurrogateOptions, UserPool

        pools: dict[str, UserPool] = {}
        for name, label, path in self._pool_files():
            if label in pools:
                raise UsageError(f"{option(name)} {label}: this label already has a pool")
            pools[label] = UserPool(read_pool(path), name == "only_pool")
        return SurrogateOptions(
            keep_gender=not self.any_gender, day_first=self.day_first, pools=pools
        )

    def _pool_files(self) -> list[tuple[str, str, Path]]:
        """Return option, label and file of each pool. Raise `UsageError` for an unknown label."""
        from privtool.text.labels import bare_label, is_known_label

        files: list[tuple[str, str, Path]] = []
        for name, pools in (("pool", self.pool), ("only_pool", self.only_pool)):
            for pool in pools:
                label, equals, path = pool.partition("=")
                if not (label and equals and path):
                    raise UsageError(f"{option(name)} must be LABEL=FILE")
                if not (is_known_label(bare_label(label)) or bare_label(label) in _POOL_KINDS):
                    raise UsageError(f"{option(name)} {label}: there is no such label")
                files.append((name, bare_label(label), Path(path)))
        return files


def read_pool(path: Path) -> Pool:
    """Read one phrase per line, or `phrase<TAB>weight`; `#` starts a comment line.

    Raise `UsageError` for a file that cannot be read or has no phrases, and `DataError` for an
    invalid weight.
    """
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except OSError as error:
        raise UsageError(f"{path}: cannot be read ({reason_of(error)})") from None
    except UnicodeDecodeError:
        raise DataError(f"{path}: not valid UTF-8") from None
    from privtool.text.surrogates.context import Pool

    weights: dict[str, float] = {}
    for number, line in enumerate(lines, 1):
        phrase, tab, weight = line.partition("\t")
        phrase = " ".join(phrase.split())
        if not phrase or phrase.startswith("#"):
            continue
        try:
            value = float(weight) if tab else 1.0
        except ValueError:
            value = 0.0
        if not 0.0 < value < 1e12:
            raise DataError(f"{path}:{number}: the weight is not a positive number")
        weights[phrase] = weights.get(phrase, 0.0) + value
    if not weights:
        raise UsageError(f"{path}: the pool has no phrases")
    return Pool(weights)


def _pool_sizes(counts: Counts) -> list[str]:
    """Return the sizes of the built-in pools that were drawn from, as text."""
    from privtool.text.surrogates.gazetteer import gazetteer
    from privtool.text.surrogates.name_lists import name_pools

    used = {name.removeprefix("label ") for name in counts if name.startswith("label ")}
    sizes: list[str] = []
    if used & {"PERSON", "ORGANIZATION", "ADDRESS"}:
        names = name_pools()
        if "PERSON" in used:
            sizes.append(f"{len(names.given):,} given names")
        sizes.append(f"{len(names.surnames):,} surnames")
    if used & {"LOCATION", "ZIP"}:
        sizes.append(f"{len(gazetteer().zips):,} cities")
    return sizes

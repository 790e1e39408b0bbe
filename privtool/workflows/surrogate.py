"""From the options of `privtool surrogate` to its stage; picklable: each process builds its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from privtool.core.blocks import Counts
from privtool.core.errors import UsageError
from privtool.text.labels import bare_label, is_known_label
from privtool.workflows.config.fields import check_keep, needs_unknown_fields

if TYPE_CHECKING:
    from privtool.stages.surrogate import SurrogateStage
    from privtool.text.surrogates.context import SurrogateOptions
    from privtool.text.surrogates.prf import Key

SCOPE_FIELDS = {
    "all": None,
    "file": "audio_filepath",
    "speaker": "speaker",
    "conversation": "conversation",
}
# Kinds of which a part of a longer phrase is drawn, beside the labels.
POOL_KINDS = ("GIVEN_NAME", "SURNAME", "CITY", "COUNTRY", "STREET")


class SurrogatePlan(NamedTuple):
    """The options of `privtool surrogate`; calling it makes the stage."""

    key: Key
    scope: str
    scope_field: str | None
    keep_gender: bool
    day_first: bool
    keep_weekdays: bool
    most_days: int
    pools: tuple[str, ...]
    only_pools: tuple[str, ...]
    keep: tuple[str, ...]

    def check(self) -> None:
        """Raise `UsageError` or `DataError` for options and pools that cannot be used."""
        if self.scope_field is not None and self.scope == "all":
            raise UsageError("--scope-field needs --scope file, speaker or conversation")
        from privtool.stages.surrogate import WRITTEN

        check_keep(self.keep, (*WRITTEN, "drop_turn"))
        self._options()

    @property
    def field(self) -> str | None:
        """The field whose value is the scope."""
        return self.scope_field or SCOPE_FIELDS[self.scope]

    @property
    def reads_unknown_fields(self) -> bool:
        """Whether a field that privtool does not know has to be read at all."""
        needed = (*self.keep, *([self.field] if self.field else []))
        return needs_unknown_fields(needed)

    @property
    def pool_files(self) -> list[Path]:
        """The files of --pool and --only-pool."""
        return [path for _, _, path, _ in self._pools()]

    def _pools(self) -> Iterator[tuple[str, str, Path, bool]]:
        """The option, label and file of each pool, and whether it alone is drawn from."""
        for option, given, alone in (
            ("--pool", self.pools, False),
            ("--only-pool", self.only_pools, True),
        ):
            for label, path in _named_files(option, given):
                yield option, label, path, alone

    def _options(self) -> SurrogateOptions:
        from privtool.text.surrogates.context import SurrogateOptions
        from privtool.text.surrogates.pools import UserPool, read_pool

        pools: dict[str, UserPool] = {}
        for option, label, path, alone in self._pools():
            if label in pools:
                raise UsageError(f"{option} {label}: that label has a pool already")
            pools[label] = UserPool(read_pool(path), alone)
        return SurrogateOptions(
            self.keep_gender, self.day_first, self.keep_weekdays, self.most_days, pools
        )

    def __call__(self) -> SurrogateStage:
        """Read the pools and make the stage."""
        from privtool.stages.surrogate import SurrogateSettings, SurrogateStage
        from privtool.text.surrogates.generator import SurrogateGenerator

        settings = SurrogateSettings(self.field, self.keep)
        return SurrogateStage(settings, SurrogateGenerator(self.key, self._options()))


def _named_files(option: str, given: Sequence[str]) -> Iterator[tuple[str, Path]]:
    """The label and the file of each `LABEL=FILE`."""
    for each in given:
        name, equals, path = each.partition("=")
        if not (name and equals and path):
            raise UsageError(f"{option} wants LABEL=FILE")
        label = bare_label(name)
        if not (is_known_label(label) or label in POOL_KINDS):
            raise UsageError(f"{option} {name}: there is no such label")
        yield label, Path(path)


def pool_sizes(counts: Counts) -> list[str]:
    """The sizes of the built-in pools that were drawn from, in words."""
    used = {name.removeprefix("label ") for name in counts if name.startswith("label ")}
    sizes: list[str] = []
    from privtool.text.surrogates.name_lists import name_pools
    from privtool.text.surrogates.places.us_gazetteer import gazetteer

    if used & {"PERSON", "ORGANIZATION", "ADDRESS"}:
        names = name_pools()
        if "PERSON" in used:
            sizes.append(f"{len(names.given):,} given names")
        sizes.append(f"{len(names.surnames):,} surnames")
    if used & {"LOCATION", "ZIP"}:
        sizes.append(f"{len(gazetteer().zips):,} cities")
    return sizes

"""`privtool audit text`: its options, the gold records, and what is known across records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, ClassVar

from privtool.core.errors import UsageError, option
from privtool.core.options import Only, Opt, changed_options
from privtool.core.pipeline import StreamOptions
from privtool.workflows.auditing import Audit, AuditConfig, AuditOptions, Findings
from privtool.workflows.config.fields import Offsets, read_entities
from privtool.workflows.config.named_fields import FieldOptions
from privtool.workflows.config.terms import chosen_policy
from privtool.workflows.datasets.read_records import add_records, by_id

if TYPE_CHECKING:
    from privtool.audit.gold import Gold
    from privtool.core.named_fields import NamedFields
    from privtool.core.record import Id
    from privtool.text.scoring.bootstrap import Totals


@dataclass(frozen=True, kw_only=True)
class AuditTextConfig(AuditConfig):
    """Measure which private phrases survive in safe text.

    Compares safe records, from privtool or any other tool, with raw records of the same ids in
    which entities mark everything private. Writes one JSON object: the share of private words,
    phrases and records that survive, identifiers found in other fields, private values that
    replacements bring back, and public words that were masked. Every figure has counts and a 95 %
    interval over units. No figure contains text.

    \b
    Examples, in data/sample:
      privtool mask raw.jsonl | privtool audit text --gold raw.jsonl --table > audit-text.json
      privtool mask raw.jsonl > safe.jsonl; privtool audit text --gold raw.jsonl safe.jsonl
      privtool audit text --sample 20 --seed 1 raw.jsonl > to-mark.jsonl
    """

    gold: Annotated[
        Path | None, Opt("Raw records in which entities mark all that is private.", "FILE")
    ] = None
    compare: Annotated[
        Path | None, Opt("Compare with another system's safe records (same ids).", "FILE")
    ] = None
    sample: Annotated[
        int | None,
        Opt("Instead of an audit, draw N raw records to annotate by hand.", "N", min=1),
    ] = None
    policy: Annotated[
        str | None,
        Opt("Also count what is left against this policy: see privtool rules --policy.", "NAME"),
    ] = None
    offsets: Offsets = None
    fields: Annotated[FieldOptions, Only("field", "input_format")] = FieldOptions()
    audit: AuditOptions = AuditOptions()
    command: ClassVar[str] = "audit text"

    @property
    def read(self) -> Mapping[str, Path | str | None]:
        """The gold records, and those of another system."""
        return {"gold": self.gold, "compare": self.compare}

    def check(self, stream: StreamOptions) -> None:
        self.fields.check(stream)
        if self.sample is not None:
            used = {"sample", "seed", "unit", "offsets"}
            idle = [name for name in changed_options(self) if name not in used]
            if idle:
                raise UsageError(
                    f"{option('sample')} draws records, so {option(idle[0])} has no effect"
                )
        elif self.gold is None:
            raise UsageError(f"{option('gold')} FILE is required: it marks what is private")
        super().check(stream)

    @property
    def named_fields(self) -> NamedFields | None:
        """The fields that have the text, in the gold records, too."""
        fields = self.fields.named(None)
        return None if fields is None else replace(fields, audited=True)

    def inputs(self, stream: StreamOptions) -> StreamOptions:
        """The stream with what reads its table, if its input is one."""
        return self.fields.as_table(stream, self.fields.named(None), reads_all=True)

    def fetch(self, stream: StreamOptions) -> Audit:
        """Read the gold records, and those of another system."""
        from privtool.audit.gold import Gold
        from privtool.audit.units import parse_unit
        from privtool.core.record import encode
        from privtool.stages.audit_text import AuditTextStage

        gold = Gold(parse_unit(self.audit.unit))
        read, fields = read_entities(self.offsets), self.named_fields
        add_records(self.gold, self.inputs(stream), gold.add, entities=read, fields=fields)
        others: dict[str | int, bytes] | None = None
        if self.compare is not None:
            others = by_id(self.compare, self.inputs(stream), encode, fields)
        policy = chosen_policy(self.policy)
        ids: set[Id] = set()
        return Audit(
            "survival" if policy is None else f"survival+{policy.reference}",
            partial(AuditTextStage, gold, others, policy),
            ids.update,
            partial(_findings, gold, ids),
        )


def _findings(gold: Gold, ids: set[Id], totals: Totals) -> Findings:  # noqa: ARG001
    """Say which gold records have no output, and how much of gold a tagger made."""
    notes: list[str] = []
    if missing := gold.missing(ids):
        notes.append(f"{missing:,} of {len(gold):,} gold records have no output")
    if retyped := gold.retyped(ids):
        notes.append(f"{retyped:,} ids are texts in one input and numbers in the other")
    if gold.by_tagger:
        notes.append(
            f"gold: {gold.by_tagger:,} of {gold.marks:,} entities by a tagger; its own misses "
            "cannot appear here"
        )
    marks = {"entities": gold.marks, "by_tagger": gold.by_tagger}
    return Findings(notes=notes, extra={"gold": marks})

"""What can be guessed back from masked and filled texts (docs/commands/audit-guess.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from math import inf, log2
from typing import Any, NamedTuple

from msgspec import UNSET

from privtool.audit.counts import SCALE, Counts, Key, Role, add
from privtool.audit.raw_texts import RareNgrams, RawTexts
from privtool.audit.survival import align, originals
from privtool.core.blocks import process_batch
from privtool.core.record import Id, Record, check_spans, id_of, text_of
from privtool.core.rng import draw
from privtool.interfaces.filling import Guesser, Rank, Wanted
from privtool.stages.audit_block import Audited, place_of
from privtool.stages.fill import FillSettings, slotted_record
from privtool.stages.fill_job import SlottedRecord
from privtool.stages.guess_attack import PriorWords, Slots, attack
from privtool.text.labels import canonical_label
from privtool.text.words import Word

_ANY = Wanted(None, ())
_TIE = 1  # purpose of a second draw
GUESSES = (1, 10, 100)
PRIOR = "prior"
_SHOWN = 10  # rank to which a word is shown as guessed


class FillDetection:
    """Compares each fill with a kept word of its record, drawn by lot.

    The share of fills that are the more surprising ones is the area under the ROC curve of a
    detector, over pairs within records. Words that the model has no token for are left out.
    """

    def __init__(self, model: Guesser[Any], seed: int) -> None:
        self._model, self._seed = model, seed
        self._known = model.known_words()

    def hits(self, pairs: Sequence[tuple[Record, str]]) -> list[tuple[int, int]]:
        """Return hits and attempts for each pair of a safe record and its raw text."""
        compared = [list(self._compared(record, raw)) for record, raw in pairs]
        words = [list(dict.fromkeys(chain.from_iterable(of_record))) for of_record in compared]
        jobs = [
            Slots((text[: word.start], text[word.end :]), [_ANY], [[word.key]])
            for (record, _), of_record in zip(pairs, words, strict=True)
            for text in [text_of(record)]
            for word in of_record
        ]
        guesses = iter(attack(self._model, jobs))
        found = []
        for (record, _), of_record, own in zip(pairs, compared, words, strict=True):
            bits: dict[Word, float] = {}
            for word in own:
                (guess,) = next(guesses)
                (rank,) = guess.ranks
                bits[word] = inf if rank is None or rank.bits is None else rank.bits
            hits = 0
            for fill, kept in of_record:
                if bits[fill] == bits[kept]:
                    hits += draw(self._seed, id_of(record), fill.start, _TIE) % 2
                else:
                    hits += bits[fill] > bits[kept]
            found.append((hits, len(of_record)))
        return found

    def _compared(self, record: Record, raw: str) -> Iterable[tuple[Word, Word]]:
        text = text_of(record)
        fills = () if record.fills is UNSET else record.fills
        alignment = align(raw, text, [(fill.start, fill.end) for fill in fills])
        new = {number for run in alignment.new for number in run}
        known = [n for n, word in enumerate(alignment.safe) if word.key in self._known]
        kept = [alignment.safe[number] for number in known if number not in new]
        if kept:
            for number in known:
                if number in new:
                    drawn = draw(self._seed, id_of(record), number) % len(kept)
                    yield alignment.safe[number], kept[drawn]


class GuessData(NamedTuple):
    """What attacks are measured with; `held` are ids of the control, which no attacker saw.

    With `masked_given`, masked records are in the stream, and are those whose number counts.
    """

    raw: RawTexts
    ngrams: RareNgrams
    held: frozenset[Id] = frozenset()
    masked_given: bool = True


class _Case:
    """A record and what was counted in it; a masked one has slots, and `role` is that of these."""

    def __init__(self, record: Record, raw: str, unit: str) -> None:
        self.record, self.raw, self.unit = record, raw, unit
        self.role: Role = "attack"
        self.counted = True
        self.counts: Counts = Counter()
        self.places: list[dict[str, Any]] = []
        self.slotted: SlottedRecord | None = None
        self.originals: list[list[Word]] = []


class AuditGuessStage:
    """Attacks masked records, held-out records as control, and records that were filled."""

    def __init__(
        self,
        data: GuessData,
        settings: FillSettings,
        prior: PriorWords,
        models: Mapping[str, Guesser[Any]],
        seed: int,
    ) -> None:
        """Attack by word counts and models; `settings` say what slots of masked records are."""
        self._data, self._settings, self._prior, self._models = data, settings, prior, models
        self._sizes = {PRIOR: prior.size} | {name: model.size for name, model in models.items()}
        able = [model for model in models.values() if model.known_words()]
        self._detection = FillDetection(able[-1], seed) if able else None

    def drain(self) -> None:
        """Nothing is found across records."""

    def audit(self, records: Iterable[Record]) -> Iterator[Audited | str]:
        """Give what attacks achieve on each record."""
        return process_batch(records, self._case, self._attacked)

    def _attacked(self, cases: Sequence[_Case]) -> Iterator[Audited]:
        self._guess([case for case in cases if case.slotted is not None])
        if self._detection is not None:
            filled = [case for case in cases if case.slotted is None]
            found = self._detection.hits([(case.record, case.raw) for case in filled])
            for case, (hits, of) in zip(filled, found, strict=True):
                add(case.counts, Key("fill_detection"), hits, of)
        for case in cases:
            if case.role == "attack":
                self._search(case)
            yield Audited(case.unit, case.counts, case.places, counted=case.counted)

    def _case(self, record: Record) -> _Case:
        raw, unit = self._data.raw.of(record)
        case = _Case(record, text_of(raw), unit)
        if record.masks is UNSET:
            if record.fills is not UNSET:
                check_spans(record.fills, len(text_of(record)), "fills")
            case.counted = not self._data.masked_given
            return case
        if id_of(record) in self._data.held:
            case.role, case.counted = "control", False
        case.slotted = slotted_record(record, self._settings)
        case.originals = originals(case.raw, case.slotted.text.segments)
        return case

    def _guess(self, cases: Sequence[_Case]) -> None:
        """Count the ranks of the original words by all attackers."""
        slotted = [case.slotted for case in cases if case.slotted is not None]
        slots = [
            Slots(
                each.text.segments,
                each.wanted,
                [[word.key for word in slot] for slot in case.originals],
            )
            for case, each in zip(cases, slotted, strict=True)
        ]
        ranks: dict[str, list[list[tuple[Rank | None, ...]]]] = {}
        for name, model in self._models.items():
            guesses = attack(model, slots)
            ranks[name] = [[guess.ranks for guess in of_case] for of_case in guesses]
        for number, (case, each) in enumerate(zip(cases, slotted, strict=True)):
            for slot, (words, want) in enumerate(zip(case.originals, each.wanted, strict=True)):
                for place, word in enumerate(words):
                    found = {name: ranks[name][number][slot][place] for name in ranks}
                    label = canonical_label(each.text.masks[slot].label).value
                    self._count(case, word, label, want, found)

    def _count(
        self, case: _Case, word: Word, label: str, want: Wanted, ranks: Mapping[str, Rank | None]
    ) -> None:
        prior = self._prior.rank(word.key, want)
        groups = (label, self._data.raw.band(word.key))
        attacked = {**ranks, PRIOR: prior}
        for name, rank in attacked.items():
            _add_rank(case.counts, name, groups, case.role, rank, self._sizes[name])
            if name != PRIOR and case.role == "attack":
                _add_rank(case.counts, name, groups, "baseline", prior, self._sizes[PRIOR])
        found = {name: rank.rank for name, rank in ranks.items() if rank is not None}
        best = min(found, key=lambda name: found[name], default=None)
        for k in GUESSES:
            figure = f"guess_at_{k}"
            hit = best is not None and found[best] <= k
            add(case.counts, Key(figure, "", case.role), hit, 1)
            if case.role == "attack":
                add(case.counts, Key(figure, "", "baseline"), bool(prior and prior.rank <= k), 1)
        if best is not None and found[best] <= _SHOWN and case.role == "attack":
            more = {"phrase": case.raw[word.start : word.end], "how": "guessed", "attacker": best}
            case.places.append(place_of(case.record, label, word, **more, rank=found[best]))

    def _search(self, case: _Case) -> None:
        """Count a record that a search engine would find."""
        kind, segments = "filled", [text_of(case.record)]
        if case.slotted is not None:
            kind, segments = "masked", [*case.slotted.text.segments]
        occurs = self._data.ngrams.occurs(map(self._data.raw.keys, segments))
        add(case.counts, Key("search_linkage", kind), occurs, 1)


def _add_rank(
    counts: Counts, attacker: str, groups: Iterable[str], role: Role, rank: Rank | None, size: int
) -> None:
    """Count a rank for an attacker; a word that it cannot propose is after all that it can."""
    place = size + 1 if rank is None else rank.rank
    for group in (attacker, *(f"{attacker}/{group}" for group in groups)):
        for k in GUESSES:
            add(counts, Key(f"guess_at_{k}", group, role), rank is not None and place <= k, 1)
        add(counts, Key("guess_rank_bits", group, role), round(SCALE * log2(place)), SCALE)

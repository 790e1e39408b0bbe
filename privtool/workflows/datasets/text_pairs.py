"""Reading references and hypotheses from files of text: lines, Kaldi text, trn, STM with CTM.

Source of the formats: Kaldi (https://kaldi-asr.org/doc/data_prep.html) and NIST sctk.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from msgspec import UNSET

from privtool.audio.formats.nist import read_ctm, read_stm
from privtool.audio.formats.reading import Reading
from privtool.audio.formats.utterances import read_text
from privtool.core.errors import DataError, option
from privtool.core.record import Id, Record, id_of, text_of

AUTO, LINES, KALDI, TRN, STM = "auto", "lines", "kaldi", "trn", "stm"
HYP = "hyp"
_TRN = re.compile(r"(.*)\(([^()\s]+)\)\s*")
_ID = re.compile(r"\S*[\d_-]\S*")
_Texts = Mapping[Id, str]


class References(NamedTuple):
    """References by id: texts, and for STM their records, with the times to be scored."""

    format: str
    texts: _Texts
    records: Sequence[Record] = ()


def read_references(ref: Path, hyp: Path, given: str) -> References:
    """Return references, in the `given` format, which may be AUTO. `hyp` are their hypotheses.

    Raise `DataError` for files that cannot be read.
    """
    name = format_of(ref, hyp, given)
    if name != STM:
        return References(name, _texts(ref, name))
    records = list(read_stm(ref, Reading(), keep_ignored=True))
    texts = {id_of(record): text_of(record) for record in records if record.text is not UNSET}
    return References(name, texts, records)


def read_hypotheses_of(references: References, path: Path) -> _Texts:
    """Return a hypothesis for each reference. Raise `DataError` if it lacks one, or has more."""
    if references.format == STM:
        return _by_time(references.records, list(read_ctm(path, Reading())), path)
    texts = _texts(path, references.format)
    missing, more = references.texts.keys() - texts.keys(), texts.keys() - references.texts.keys()
    if missing or more:
        kind = "lines" if references.format == LINES else "ids"
        raise DataError(
            f"{path}: lacks {len(missing):,} {kind} of {option('ref')}, and has {len(more):,} more"
        )
    return texts


def paired(ref: Path, hyp: Path, given: str) -> Iterator[Record]:
    """Yield the references as records with their hypotheses."""
    references = read_references(ref, hyp, given)
    hypotheses = read_hypotheses_of(references, hyp)
    speakers = {record.id: record.speaker for record in references.records}
    for key, text in references.texts.items():
        yield Record(id=key, text=text, speaker=speakers.get(key, UNSET), hyp=hypotheses[key])


def format_of(ref: Path, hyp: Path, given: str) -> str:
    """Return the format of references. Ids have digits or signs, and are the same in both files."""
    if given != AUTO:
        return given
    if ref.suffix.lower() == ".stm":
        return STM
    if any(_is_trn(_lines(each)) for each in (ref, hyp)):
        return TRN
    ids = [[line.split(None, 1)[0] for line in _lines(each) if line.strip()]
           for each in (ref, hyp)]  # fmt: skip
    unique = all(len(set(each)) == len(each) for each in ids)
    if unique and set(ids[0]) == set(ids[1]) and all(map(_ID.fullmatch, ids[0])):
        return KALDI
    return LINES


def _is_trn(lines: Sequence[str]) -> bool:
    return any(map(str.strip, lines)) and all(
        _TRN.fullmatch(line) for line in lines if line.strip()
    )


def _lines(path: Path) -> list[str]:
    lines = re.split(r"\r\n|\n|\r", read_text(path))
    return lines[:-1] if lines[-1] == "" else lines


def _texts(path: Path, name: str) -> _Texts:
    lines = _lines(path)
    if name == LINES:
        return dict(enumerate(lines, 1))
    texts: dict[Id, str] = {}
    trn = _is_trn(lines)  # either file may be of the other kind
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        key, text = _keyed(line, trn)
        if key in texts:
            raise DataError(f"{path}:{number}: its id is a duplicate")
        texts[key] = text
    return texts


def _keyed(line: str, trn: bool) -> tuple[str, str]:
    """Return the id and the text of a line."""
    match = _TRN.fullmatch(line) if trn else None
    if match is not None:
        return match[2], match[1].strip()
    key, *text = line.split(None, 1)
    return key, "".join(text).strip()


def _by_time(segments: Sequence[Record], recordings: Sequence[Record], path: Path) -> _Texts:
    """Return the words of each segment: those whose middle is in it, or nearest to it."""
    said: dict[Id, list[str]] = {id_of(segment): [] for segment in segments}
    of_recording: dict[str, list[Record]] = {}
    for segment in segments:
        of_recording.setdefault(str(segment.id).rpartition("-")[0], []).append(segment)
    for recording in recordings:
        own = of_recording.get(str(recording.id))
        if own is None:
            raise DataError(f"{path}: has a recording or channel that {option('ref')} lacks")
        for word in recording.words or ():
            middle = (word.start + word.end) / 2
            nearest = min(own, key=partial(_distance, middle))
            said[id_of(nearest)].append(word.word)
    return {key: " ".join(words) for key, words in said.items()}


def _distance(seconds: float, segment: Record) -> float:
    """Return how far a time is from a segment, 0 inside it."""
    start = 0.0 if segment.offset is UNSET else segment.offset
    end = start if segment.duration is UNSET else start + segment.duration
    return max(start - seconds, seconds - end, 0.0)

"""Reading references and hypotheses from files of text: lines, Kaldi text, trn, STM with CTM.

Source of the formats: Kaldi (https://kaldi-asr.org/doc/data_prep.html) and NIST sctk.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
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


class TextPairs(NamedTuple):
    """References and their hypotheses by id, and for STM the segments, with the times to be scored.

    Each file but CTM is read once: it may be a pipe.
    """

    format: str
    references: _Texts
    hypotheses: _Texts
    segments: Sequence[Record] = ()

    def to_records(self) -> Iterator[Record]:
        """Yield the references as records with their hypotheses."""
        speakers = {record.id: record.speaker for record in self.segments}
        for key, text in self.references.items():
            speaker = speakers.get(key, UNSET)
            yield Record(id=key, text=text, speaker=speaker, hyp=self.hypotheses[key])

    def of(self, path: Path) -> _Texts:
        """Return the hypotheses of another system. Raise `DataError` if it has other ids."""
        if self.format == STM:
            return _by_time(self.segments, list(read_ctm(path, Reading())), path)
        return self._all(path, _lines(path))

    def _all(self, path: Path, lines: Sequence[str]) -> _Texts:
        texts = _texts(path, lines, self.format)
        missing, more = self.references.keys() - texts.keys(), texts.keys() - self.references.keys()
        if missing or more:
            kind = "lines" if self.format == LINES else "ids"
            raise DataError(
                f"{path}: lacks {len(missing):,} {kind} of {option('ref')}, and has {len(more):,} "
                f"more (read as {self.format}; {option('ref_format')} names another format)"
            )
        return texts


def read_pairs(ref: Path, hyp: Path, given: str) -> TextPairs:
    """Return references and hypotheses, in the `given` format, which may be AUTO.

    Raise `DataError` for files that cannot be read or do not belong together.
    """
    if given == STM or (given == AUTO and ref.suffix.lower() == ".stm"):
        segments = list(read_stm(ref, Reading(), keep_ignored=True))
        texts = {id_of(each): text_of(each) for each in segments if each.text is not UNSET}
        pairs = TextPairs(STM, texts, {}, segments)
        return pairs._replace(hypotheses=pairs.of(hyp))
    lines, heard = _lines(ref), _lines(hyp)
    name = _format_of(lines, heard) if given == AUTO else given
    pairs = TextPairs(name, _texts(ref, lines, name), {})
    return pairs._replace(hypotheses=pairs._all(hyp, heard))


def _format_of(lines: Sequence[str], heard: Sequence[str]) -> str:
    """Return the format of references. Most ids, with digits or signs, are in both files."""
    if _is_trn(lines) or _is_trn(heard):
        return TRN
    ids, others = ([line.split(None, 1)[0] for line in each if line.strip()]
                   for each in (lines, heard))  # fmt: skip
    shared = set(ids) & set(others)
    unique = len(set(ids)) == len(ids)
    if unique and 2 * len(shared) >= len(ids) and all(map(_ID.fullmatch, (*ids, *others))):
        return KALDI
    return LINES


def _is_trn(lines: Sequence[str]) -> bool:
    return any(map(str.strip, lines)) and all(
        _TRN.fullmatch(line) for line in lines if line.strip()
    )


def _lines(path: Path) -> list[str]:
    lines = re.split(r"\r\n|\n|\r", read_text(path))
    return lines[:-1] if lines[-1] == "" else lines


def _texts(path: Path, lines: Sequence[str], name: str) -> _Texts:
    if name == LINES:
        return dict(enumerate(lines, 1))
    texts: dict[Id, str] = {}
    trn = _is_trn(lines)  # either file may be of the other kind
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        match = _TRN.fullmatch(line) if trn else None
        key, *text = (match[2], match[1]) if match else line.split(None, 1)
        if key in texts:
            raise DataError(f"{path}:{number}: its id is a duplicate")
        texts[key] = "".join(text).strip()
    return texts


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
        starts, ends = np.array([_times(segment) for segment in own]).T
        for word in recording.words or ():
            middle = (word.start + word.end) / 2
            nearest = int(np.maximum(starts - middle, middle - ends).clip(0).argmin())
            said[id_of(own[nearest])].append(word.word)
    return {key: " ".join(words) for key, words in said.items()}


def _times(segment: Record) -> tuple[float, float]:
    start = 0.0 if segment.offset is UNSET else segment.offset
    return start, start if segment.duration is UNSET else start + segment.duration

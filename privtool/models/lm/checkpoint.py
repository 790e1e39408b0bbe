"""The folder of a language model: creating, saving and loading weights, tokenizer and run card.

`AutoTokenizer` and `AutoModelForCausalLM` load it (an LSTM after importing `models.lm.lstm`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import torch
from tokenizers import AddedToken

from privtool.core.errors import UnavailableError
from privtool.core.own_files import made_by, read_card
from privtool.core.rng import short_digest
from privtool.models.hub.pretrained import load_pretrained
from privtool.models.hub.resolve import ResolvedModel
from privtool.models.lm.tokenizers import Specials, framed, read_tokenizer, word_tokenizer
from privtool.models.lm.words import SPECIAL, UNKNOWN
from privtool.models.training.run_dir import new_model_dir
from privtool.text.markers import MARKERS

WORDS, PIECES = "words", "pieces"
VOCABULARY_DIGEST = "vocabulary_digest"  # in the run card
_MAKERS = ("privtool lm-train", "privtool mix-train")
_WORDS = """\
The tokens are the words of `privtool mask`, in lower case, without punctuation and enclitics ('s,
n't). AutoTokenizer expects them with spaces between, as privtool finds them:

    from privtool.models.lm.words import LmWordSplitter
    ids = tokenizer(" ".join(LmWordSplitter()(text))).input_ids
"""
_PIECES = """\
The tokens are word pieces. AutoTokenizer assigns the same ids as privtool except for special tokens
in the text (</s>, <unk>, ...), which privtool splits like any text.
"""
_README = """\
A language model trained by `{command}`; see privtool.json for its settings.

{tokens}
Sentences are framed by </s>: the context of the first token, and the end that is predicted.
"""


class LmTokens(NamedTuple):
    """The tokens of a model: `kind` is WORDS or PIECES, `tokenizer` is one of transformers."""

    kind: str
    tokenizer: Any

    @property
    def ids(self) -> dict[str, int]:
        """The id of every token."""
        return dict(self.tokenizer.get_vocab())

    @property
    def specials(self) -> Specials:
        """The ids of special tokens; without an unknown token its id is -1."""
        tokenizer = self.tokenizer
        unknown = -1 if tokenizer.unk_token_id is None else tokenizer.unk_token_id
        return Specials(tokenizer.eos_token_id, tokenizer.pad_token_id, unknown)

    @property
    def digest(self) -> str:
        """A hash of the whole tokenizer."""
        return short_digest(str(self.tokenizer.backend_tokenizer.to_str()))

    @property
    def vocabulary_digest(self) -> str:
        """A hash of the tokens and their ids alone."""
        return short_digest(json.dumps(sorted(self.ids.items())))

    @property
    def markers(self) -> list[int]:
        ids = self.ids
        return [ids[marker] for marker in MARKERS if marker in ids]


class LoadedLm(NamedTuple):
    """A loaded model; `card` is its run card."""

    model: Any
    tokens: LmTokens
    card: dict[str, Any]


def word_tokens(vocabulary: list[str]) -> LmTokens:
    """Return word tokens; the vocabulary must include the special tokens."""
    return LmTokens(WORDS, word_tokenizer(vocabulary))


def piece_tokens(file: Path) -> LmTokens:
    """Return the pieces of a file of `tokenizers`, plus special tokens; `UsageError` for others."""
    tokenizer = read_tokenizer(file)
    model = json.loads(tokenizer.to_str())["model"]
    number = model.get("unk_id")  # unigram models have its id, others its name
    unknown = model.get("unk_token") if number is None else tokenizer.id_to_token(number)
    tokenizer.no_truncation()
    tokenizer.no_padding()
    special = [token for token in SPECIAL if token != UNKNOWN]
    return LmTokens(PIECES, framed(tokenizer, special, unknown))


def save_lm(
    out: Path,
    force: bool,
    model: Any,
    tokens: LmTokens,
    card: Mapping[str, Any],
    files: Mapping[str, str] | None = None,
) -> None:
    """Write a model folder atomically. Raise `PrivtoolError` when it cannot be written.

    With `force` it replaces an older folder. `files` maps names of further files to contents.
    """
    about = _WORDS if tokens.kind == WORDS else _PIECES
    readme = _README.format(command=card.get("model", _MAKERS[0]), tokens=about)
    with new_model_dir(out, force, card, readme) as folder:
        model.save_pretrained(folder)
        tokens.tokenizer.save_pretrained(folder)
        for name, content in (files or {}).items():
            (folder / name).write_text(content, encoding="utf-8")


def is_lm_folder(path: Path) -> bool:
    """Return whether `lm-train` or `mix-train` wrote a folder; it may be damaged."""
    return made_by(path, *_MAKERS)


def load_lm(path: Path) -> LoadedLm:
    """Load a model of `lm-train` or `mix-train` on the CPU, in evaluation mode.

    Raise `UnavailableError` for any other folder, or one that is damaged or mixes two models.
    """
    import privtool.models.lm.lstm  # noqa: F401  registers the architecture

    if not is_lm_folder(path):
        raise UnavailableError(f"{path} is not a folder that privtool lm-train wrote")
    resolved = ResolvedModel(str(path), path)
    model, tokenizer = load_pretrained("AutoModelForCausalLM", "language model", resolved)
    card = read_card(path)
    try:
        tokens = LmTokens(card["options"]["tokens"], tokenizer)
    except (KeyError, TypeError) as error:
        raise UnavailableError(f"{path} cannot be loaded: its run card is damaged") from error
    # Older cards lack the digest.
    if card.get(VOCABULARY_DIGEST, tokens.vocabulary_digest) != tokens.vocabulary_digest:
        raise UnavailableError(f"{path} has a tokenizer of another model")
    return LoadedLm(model, tokens, card)


def with_all_markers(folder: LoadedLm) -> LoadedLm:
    """Append the markers that the vocabulary of a model lacks, and return the model."""
    tokens = folder.tokens
    missing = [marker for marker in MARKERS if marker not in tokens.ids]
    if not missing:
        return folder
    tokens.tokenizer.add_tokens(
        [AddedToken(marker, normalized=False) for marker in missing], special_tokens=True
    )
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)  # the same new entries in every run
        folder.model.resize_token_embeddings(len(tokens.ids), mean_resizing=False)
    return folder

"""The folder of a language model: creating, saving and loading weights, tokenizer and run card.

`AutoTokenizer` and `AutoModelForCausalLM` load it (an LSTM after importing `models.lm.lstm`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import torch
from tokenizers import AddedToken, Tokenizer

from privtool.core.digest import short_digest
from privtool.core.errors import UnavailableError
from privtool.core.run_card import made_by, read_card
from privtool.models.lm.piece_tokenizer import read_tokenizer
from privtool.models.lm.word_tokenizer import DIFFERENCES, Specials, word_tokenizer
from privtool.models.training.model_dir import new_model_dir
from privtool.text.lm_words import END, PADDING, SPECIAL, UNKNOWN
from privtool.text.markers import MARKERS, MASK

WORDS, PIECES = "words", "pieces"
VOCABULARY_DIGEST = "vocabulary_digest"  # in the run card
_MAKERS = ("privtool lm-train", "privtool mix-train")
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
        ids: dict[str, int] = self.tokenizer.get_vocab()
        return ids

    @property
    def specials(self) -> Specials:
        """The ids of special tokens; without an unknown token its id is -1."""
        tokenizer = self.tokenizer
        unknown = -1 if tokenizer.unk_token_id is None else tokenizer.unk_token_id
        return Specials(tokenizer.eos_token_id, tokenizer.pad_token_id, unknown)

    @property
    def digest(self) -> str:
        """A hash of the whole tokenizer."""
        content: str = self.tokenizer.backend_tokenizer.to_str()
        return short_digest(content)

    @property
    def vocabulary_digest(self) -> str:
        """A hash of the tokens and their ids alone."""
        content = json.dumps(sorted(self.ids.items()))
        return short_digest(content)

    @property
    def markers(self) -> list[int]:
        """The ids of all markers."""
        ids = self.ids
        return [ids[marker] for marker in MARKERS if marker in ids]


class LoadedLm(NamedTuple):
    """A loaded model; `card` is its run card."""

    model: Any
    tokens: LmTokens
    card: dict[str, Any]


def word_tokens(vocabulary: list[str]) -> LmTokens:
    """Return word tokens; the vocabulary must include the special tokens."""
    return LmTokens(WORDS, word_tokenizer(vocabulary, 1 << 20))


def piece_tokens(file: Path) -> LmTokens:
    """Return the pieces of a tokenizer in a JSON file of `tokenizers`, plus special tokens.

    Raise `UsageError` for any other file.
    """
    from tokenizers import processors
    from transformers import PreTrainedTokenizerFast

    tokenizer = read_tokenizer(file)
    unknown = _unknown(tokenizer)
    tokenizer.no_truncation()
    tokenizer.no_padding()
    added = [token for token in SPECIAL if token != UNKNOWN]
    tokenizer.add_special_tokens([AddedToken(token, normalized=False) for token in added])
    tokenizer.post_processor = processors.TemplateProcessing(
        single=f"{END} $A {END}", special_tokens=[(END, tokenizer.token_to_id(END))]
    )
    fast_tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        unk_token=unknown,
        bos_token=END,
        eos_token=END,
        pad_token=PADDING,
        mask_token=MASK,
        model_max_length=1 << 20,
        clean_up_tokenization_spaces=False,
    )
    return LmTokens(PIECES, fast_tokenizer)


def _unknown(tokenizer: Tokenizer) -> str | None:
    """Return the unknown token of a tokenizer, if it has one."""
    model = json.loads(tokenizer.to_str())["model"]
    number = model.get("unk_id")  # unigram models have its id, others its name
    token = model.get("unk_token") if number is None else tokenizer.id_to_token(number)
    return None if token is None else str(token)


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
    about = DIFFERENCES if tokens.kind == WORDS else _PIECES
    readme = _README.format(command=card.get("model", _MAKERS[0]), tokens=about)
    with new_model_dir(out, force, card, readme) as folder:
        model.save_pretrained(folder)
        tokens.tokenizer.save_pretrained(folder)
        for name, content in (files or {}).items():
            (folder / name).write_text(content, encoding="utf-8")


def is_lm_folder(path: Path) -> bool:
    """Whether `lm-train` or `mix-train` wrote a folder; it may be damaged."""
    return made_by(path, *_MAKERS)


def load_lm(path: Path) -> LoadedLm:
    """Load a model of `lm-train` or `mix-train` on the CPU, in evaluation mode.

    Raise `UnavailableError` for any other folder, or one that is damaged or mixes two models.
    """
    from transformers import AutoModelForCausalLM, AutoTokenizer
    from transformers.utils import logging

    import privtool.models.lm.lstm  # noqa: F401  registers the architecture

    logging.set_verbosity_error()
    logging.disable_progress_bar()
    if not is_lm_folder(path):
        raise UnavailableError(f"{path} is not a folder that privtool lm-train wrote")
    try:
        card = read_card(path)
        tokens = LmTokens(
            card["options"]["tokens"], AutoTokenizer.from_pretrained(path, local_files_only=True)
        )
        model, report = AutoModelForCausalLM.from_pretrained(
            path,
            local_files_only=True,
            use_safetensors=True,
            dtype="float32",
            output_loading_info=True,
        )
    except Exception as error:
        raise UnavailableError(f"{path} cannot be loaded ({type(error).__name__})") from error
    if report["missing_keys"]:
        raise UnavailableError(f"{path} has weights of another kind of model")
    # Older cards lack the digest.
    if card.get(VOCABULARY_DIGEST, tokens.vocabulary_digest) != tokens.vocabulary_digest:
        raise UnavailableError(f"{path} has a tokenizer of another model")
    return LoadedLm(model.eval(), tokens, card)


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

"""Which model is trained, over which tokens: options that `lm-train` and `mix-train` share."""

from __future__ import annotations

import os
from collections.abc import Callable
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from privtool.core.errors import UnavailableError, UsageError

if TYPE_CHECKING:
    from privtool.models.lm.checkpoint import LmTokens, LoadedLm
    from privtool.models.lm.presets import LmShape
    from privtool.workflows.datasets.sentences import Splitting


_TOP = 85_000  # Vats 2023, section 4.2.1
_BPE, _ASR = "bpe:", "asr:"
_DROPOUT = 0.1
_RATE, _RATE_WITH_INIT = 5e-4, 1e-4


class Arch(str, Enum):
    """Kinds of language models."""

    transformer = "transformer"
    lstm = "lstm"


class Size(str, Enum):
    """Sizes of language models."""

    paper = "paper"
    small = "small"
    tiny = "tiny"


class LmChoices(NamedTuple):
    """The options that say what a model is; None stands for what was not given."""

    init: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Go on from a model of lm-train or mix-train, with its vocabulary."
        ),
    ] = None
    vocab: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Words of privtool vocab [default: those of the training text]."
        ),
    ] = None
    top: Annotated[
        int | None, typer.Option(min=1, help="The most frequent N words of it [default: 85000].")
    ] = None
    tokens: Annotated[
        str | None,
        typer.Option(
            metavar="KIND",
            help="words, bpe:FILE for the pieces of a tokenizer, or asr:DIR for those of a "
            "recognizer [default: words].",
        ),
    ] = None
    arch: Annotated[Arch | None, typer.Option(help="Kind of model [default: transformer].")] = None
    size: Annotated[
        Size | None,
        typer.Option(help="paper is 6 x 768 with 12 heads, or LSTMs of 2 x 1500 [default: small]."),
    ] = None
    layers: Annotated[int | None, typer.Option(min=1, help="Layers, instead of the size's.")] = None
    heads: Annotated[
        int | None, typer.Option(min=1, help="Heads of attention, instead of the size's.")
    ] = None
    hidden: Annotated[
        int | None, typer.Option(min=1, help="Units of a layer, instead of the size's.")
    ] = None

    def check(self) -> None:
        """Raise `UsageError` for options that contradict each other or name what is not there."""
        if self.tokens not in (None, "words") and self._pieces is None:
            raise UsageError("--tokens wants words, bpe:FILE or asr:DIR")
        if self._recognizer is not None:
            from privtool.models.asr.checkpoint import is_asr_folder

            if not is_asr_folder(self._recognizer):
                raise UsageError(f"--tokens {self.tokens}: that is no model of asr-train")
        if self._pieces is not None:
            from privtool.models.lm.piece_tokenizer import read_tokenizer

            if not os.path.isfile(self._pieces):
                raise UsageError(f"--tokens {self.tokens}: no such file")
            read_tokenizer(self._pieces)
        vocabulary = self.vocab is not None or self.top is not None
        if self._pieces is not None and vocabulary:
            raise UsageError("--vocab and --top belong to --tokens words")
        if self.init is not None and (vocabulary or self.tokens is not None):
            raise UsageError("--init has its own vocabulary: leave --vocab, --top, --tokens away")
        if self.vocab is not None and not os.path.exists(self.vocab):
            raise UsageError(f"--vocab: there is no file {self.vocab}")
        if self.init is not None and (self.size or self.layers or self.heads or self.hidden):
            raise UsageError("--init has its own sizes: leave --size, --layers, ... away")
        self._shape()

    @property
    def learning_rate(self) -> float:
        """The highest rate to train at, where nothing else is said."""
        return _RATE if self.init is None else _RATE_WITH_INIT

    @property
    def files(self) -> list[Path]:
        """The files that say what the model is."""
        weights = None if self.init is None else self.init / "model.safetensors"
        return [path for path in (weights, self.vocab, self._pieces) if path is not None]

    def given(self) -> LoadedLm | None:
        """The model to go on from. Raises `UsageError` for another kind than asked for."""
        if self.init is None:
            return None
        from privtool.models.lm.checkpoint import load_lm, with_all_markers
        from privtool.models.lm.presets import shape_of_model

        try:
            folder = load_lm(self.init)
        except UnavailableError as error:
            raise UsageError(f"--init: {error}") from None
        arch = shape_of_model(folder.model).arch
        if self.arch is not None and self.arch.value != arch:
            raise UsageError(f"--init {self.init} is of --arch {arch}, not {self.arch.value}")
        return with_all_markers(folder)

    def splitting(self, given: LoadedLm | None) -> Splitting:
        """How texts are cut into the tokens of the given or the new model."""
        from privtool.models.lm.checkpoint import PIECES
        from privtool.workflows.datasets.sentences import Splitting

        if given is not None and self.init is not None:
            return Splitting(self.init / "tokenizer.json" if given.tokens.kind == PIECES else None)
        return Splitting(self._pieces)

    def new_tokens(self, by_frequency: Callable[[], list[str]]) -> LmTokens:
        """A new vocabulary: of pieces, of a file, or of the training text's words."""
        from privtool.models.lm.checkpoint import piece_tokens, word_tokens
        from privtool.models.lm.word_tokenizer import vocabulary_entries

        if self._pieces is not None:
            return piece_tokens(self._pieces)
        if self.vocab is None:
            words = by_frequency()
        else:
            from privtool.text.word_lists import read_vocabulary

            counted = sorted(read_vocabulary(self.vocab), key=lambda pair: (-pair[1], pair[0]))
            words = [word for word, _ in counted]
        return word_tokens(vocabulary_entries(words, self.top or _TOP))

    def _shape(self) -> LmShape:
        """The sizes of a new model. Raises `UsageError` for those that do not fit."""
        from privtool.models.lm.presets import shape_of

        arch, size = self.arch or Arch.transformer, self.size or Size.small
        return shape_of(arch.value, size.value, self.layers, self.heads, self.hidden)

    def new_model(self, tokens: LmTokens, seed: int) -> Any:
        """A model with random weights."""
        from privtool.models.lm.presets import new_model

        end, padding, _ = tokens.specials
        return new_model(self._shape(), len(tokens.ids), end, padding, _DROPOUT, seed)

    def card(self, tokens: LmTokens, model: Any, given: LoadedLm | None) -> dict[str, Any]:
        """The options as they were used; names of files are left out, as they may tell names.

        A model over the pieces of a recognizer has the digest of its tokens in `token_digest`.
        """
        from privtool.models.lm.presets import shape_of_model

        shape = shape_of_model(model)._asdict()
        new = given is None
        top = (self.top or _TOP) if new and self._pieces is None else None
        size = (self.size or Size.small) if new else None
        known = {"top": top, "tokens": tokens.kind, "size": size, **shape}
        digest = None
        if given is not None:
            digest = given.card["options"].get("token_digest")
        elif self._recognizer is not None:
            from privtool.models.asr.tokenizer import AsrTokens

            digest = AsrTokens.load(self._recognizer).digest
        return known if digest is None else {**known, "token_digest": digest}

    @property
    def _recognizer(self) -> Path | None:
        """The folder of the recognizer whose pieces the tokens are, if so."""
        named = self.tokens is not None and self.tokens.startswith(_ASR)
        return Path(str(self.tokens)[len(_ASR) :]) if named else None

    @property
    def _pieces(self) -> Path | None:
        """The tokenizer's file, if the tokens are its pieces."""
        if self._recognizer is not None:
            return self._recognizer / "tokenizer.json"
        pieces = self.tokens is not None and self.tokens.startswith(_BPE)
        return Path(str(self.tokens)[len(_BPE) :]) if pieces else None


class MarkerLoss(str, Enum):
    """What a marker weighs in the loss."""

    special = "special"
    ignore = "ignore"


Tests = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME=FILE", help="Clean text to report the perplexity of."),
]
MarkerLossOption = Annotated[
    MarkerLoss,
    typer.Option(help="Learn to predict markers as words, or give them no weight in the loss."),
]
Average = Annotated[
    int,
    typer.Option(
        min=1, help="Take the mean of the weights of the last N checkpoints, or of all there are."
    ),
]
BatchTokens = Annotated[int, typer.Option(min=1, help="Tokens that are worked on at a time.")]

"""Which language model `lm-train` and `mix-train` train: options, model, tokens and card."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from privtool import __version__
from privtool.core.errors import UnavailableError, UsageError, option
from privtool.core.options import Default, Opt
from privtool.workflows.config.training import TrainOptions

if TYPE_CHECKING:
    from privtool.models.lm.checkpoint import LmTokens, LoadedLm
    from privtool.models.lm.presets import LmShape
    from privtool.models.training.settings import TrainSettings

TOP = Default(85_000)  # Vats 2023, section 4.2.1
_TOKENS, _ARCH, _SIZE = Default("words"), Default("transformer"), Default("small")
_BPE, _ASR = "bpe:", "asr:"

TestSets = Annotated[
    tuple[str, ...], Opt("Clean test text, whose perplexity is reported.", "NAME=FILE")
]
MarkerLoss = Annotated[
    Literal["special", "ignore"],
    Opt("Learn to predict markers like words, or ignore them in the loss."),
]


@dataclass(frozen=True, kw_only=True)
class LmOptions:
    """The model and its tokens; None stands for a default that depends on other options."""

    init: Annotated[
        Path | None,
        Opt("Initialize from a model of lm-train or mix-train, with its vocabulary.", "DIR"),
    ] = None
    vocab: Annotated[
        Path | None, Opt("Vocabulary of privtool vocab.", default="the words of the training text")
    ] = None
    top: Annotated[
        int | None,
        Opt("Size of the vocabulary: its N most frequent words.", min=1, default=TOP),
    ] = None
    tokens: Annotated[
        str | None,
        Opt(
            "words, bpe:FILE for the pieces of a tokenizer, or asr:DIR for those of a recognizer.",
            "KIND",
            default=_TOKENS,
        ),
    ] = None
    arch: Annotated[
        Literal["transformer", "lstm"] | None,
        Opt("Architecture.", default=_ARCH),
    ] = None
    size: Annotated[
        Literal["paper", "small", "tiny"] | None,
        Opt("paper is 6 x 768 with 12 heads, or LSTMs of 2 x 1500.", default=_SIZE),
    ] = None
    layers: Annotated[int | None, Opt("Layers, instead of the preset's.", min=1)] = None
    heads: Annotated[int | None, Opt("Attention heads, instead of the preset's.", min=1)] = None
    hidden: Annotated[int | None, Opt("Hidden size, instead of the preset's.", min=1)] = None

    def check(self) -> None:
        """Raise `UsageError` for options that contradict each other or name what does not exist."""
        tokens, named = option("tokens"), f"{option('tokens')} {self.tokens}"
        if (self.tokens or _TOKENS.of()) != _TOKENS.of() and self.piece_tokenizer is None:
            raise UsageError(f"{tokens} must be words, bpe:FILE or asr:DIR")
        if self.recognizer is not None:
            from privtool.models.asr.checkpoint import is_asr_folder

            if not is_asr_folder(self.recognizer):
                raise UsageError(f"{named}: not a model of asr-train")
        if self.piece_tokenizer is not None:
            from privtool.models.lm.tokenizers import read_tokenizer

            if not os.path.isfile(self.piece_tokenizer):
                raise UsageError(f"{named}: there is no such file")
            read_tokenizer(self.piece_tokenizer)
        init, vocab, top = option("init"), option("vocab"), option("top")
        vocabulary = self.vocab is not None or self.top is not None
        if self.piece_tokenizer is not None and vocabulary:
            raise UsageError(f"{vocab} and {top} need {tokens} words")
        if self.init is not None and (vocabulary or self.tokens is not None):
            raise UsageError(f"{init} has its own vocabulary: remove {vocab}, {top}, {tokens}")
        if self.vocab is not None and not os.path.exists(self.vocab):
            raise UsageError(f"{vocab}: there is no file {self.vocab}")
        if self.init is not None and (self.size or self.layers or self.heads or self.hidden):
            raise UsageError(
                f"{init} has its own size: remove {option('size')}, {option('layers')}, ..."
            )
        self.shape()

    def shape(self) -> LmShape:
        """Return the sizes of a new model. Raises `UsageError` for an impossible combination."""
        from privtool.models.lm.presets import shape_of

        return shape_of(
            self.arch or _ARCH.of(),
            self.size or _SIZE.of(),
            self.layers,
            self.heads,
            self.hidden,
        )

    @property
    def files(self) -> list[Path]:
        """The files that define the model."""
        weights = None if self.init is None else self.init / "model.safetensors"
        return [path for path in (weights, self.vocab, self.piece_tokenizer) if path is not None]

    @property
    def recognizer(self) -> Path | None:
        """The folder of the recognizer whose pieces are the tokens, if any."""
        return self._named_after(_ASR)

    @property
    def piece_tokenizer(self) -> Path | None:
        """The file of the tokenizer whose pieces are the tokens, if any."""
        if self.recognizer is not None:
            return self.recognizer / "tokenizer.json"
        return self._named_after(_BPE)

    def _named_after(self, kind: str) -> Path | None:
        tokens = self.tokens or ""
        return Path(tokens[len(kind) :]) if tokens.startswith(kind) else None


_DROPOUT = 0.1


class LmStart(NamedTuple):
    """What a training starts from: options, and the model of `init` if there is one."""

    options: LmOptions
    initial: LoadedLm | None

    @classmethod
    def load(cls, options: LmOptions) -> LmStart:
        """Load the model of `init`. Raises `UsageError` if it has another `arch`."""
        if options.init is None:
            return cls(options, None)
        from privtool.models.lm.checkpoint import load_lm, with_all_markers
        from privtool.models.lm.presets import shape_of_model

        try:
            folder = load_lm(options.init)
        except UnavailableError as error:
            raise UsageError(f"{option('init')}: {error.message}") from None
        arch = shape_of_model(folder.model).arch
        if options.arch is not None and options.arch != arch:
            raise UsageError(
                f"{option('init')} {options.init} has {option('arch')} {arch}, not {options.arch}"
            )
        return cls(options, with_all_markers(folder))

    @property
    def tokenizer(self) -> Path | None:
        """The tokenizer file of the initial or new model; None if its tokens are words."""
        from privtool.models.lm.checkpoint import PIECES

        if self.initial is not None and self.options.init is not None:
            pieces = self.initial.tokens.kind == PIECES
            return self.options.init / "tokenizer.json" if pieces else None
        return self.options.piece_tokenizer

    def tokens(self, by_frequency: Callable[[], list[str]]) -> LmTokens:
        """Return the vocabulary: initial, of pieces, of a file, or the words of the text."""
        from privtool.models.lm.checkpoint import piece_tokens, word_tokens
        from privtool.models.lm.tokenizers import vocabulary_entries

        options = self.options
        if self.initial is not None:
            return self.initial.tokens
        if options.piece_tokenizer is not None:
            return piece_tokens(options.piece_tokenizer)
        if options.vocab is None:
            words = by_frequency()
        else:
            from privtool.text.word_lists import read_vocabulary

            counted = sorted(read_vocabulary(options.vocab), key=lambda pair: (-pair[1], pair[0]))
            words = [word for word, _ in counted]
        return word_tokens(vocabulary_entries(words, options.top or TOP.of()))

    def model(self, tokens: LmTokens, seed: int) -> Any:
        """Return the initial model, or one with random weights."""
        from privtool.models.lm.presets import new_model

        if self.initial is not None:
            return self.initial.model
        end, padding, _ = tokens.specials
        return new_model(self.options.shape(), len(tokens.ids), end, padding, _DROPOUT, seed)

    def card(
        self,
        command: str,
        training: TrainOptions,
        settings: TrainSettings,
        tokens: LmTokens,
        model: Any,
        **more: Any,
    ) -> dict[str, Any]:
        """Return the options as used; without names of files, which may be private.

        A model over the pieces of a recognizer has the digest of its tokens in `token_digest`.
        """
        from privtool.models.lm.presets import shape_of_model
        from privtool.models.runtime.numerics import fingerprint

        options, initial = self.options, self.initial
        new = initial is None
        known: dict[str, Any] = {
            **more,
            "top": (options.top or TOP.of()) if new and options.piece_tokenizer is None else None,
            "tokens": tokens.kind,
            "size": (options.size or "small") if new else None,
            **shape_of_model(model)._asdict(),
        }
        digest: str | None = None
        if initial is not None:
            digest = initial.card["options"].get("token_digest")
        elif options.recognizer is not None:
            from privtool.models.asr.tokenizer import AsrTokens

            digest = AsrTokens.load(options.recognizer).digest
        if digest is not None:
            known["token_digest"] = digest
        return {
            "model": f"privtool {command}",
            "version": __version__,
            "options": {**known, **training.card(settings)},
            "init": None if initial is None else fingerprint(initial.model),
        }

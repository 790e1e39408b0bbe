"""From the options of a language model to the model, its tokens and its card."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from privtool import __version__
from privtool.core.errors import UnavailableError, UsageError, option
from privtool.workflows.config.lm import TOP, LmOptions
from privtool.workflows.config.training import TrainOptions

if TYPE_CHECKING:
    from privtool.models.lm.checkpoint import LmTokens, LoadedLm
    from privtool.models.training.settings import TrainSettings

_DROPOUT = 0.1


def initial_lm(options: LmOptions) -> LoadedLm | None:
    """Load the model to start from. Raises `UsageError` if it has another `arch`."""
    if options.init is None:
        return None
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
    return with_all_markers(folder)


def tokenizer_of(options: LmOptions, initial: LoadedLm | None) -> Path | None:
    """Return the tokenizer file of the initial or new model; None if its tokens are words."""
    from privtool.models.lm.checkpoint import PIECES

    if initial is not None and options.init is not None:
        return options.init / "tokenizer.json" if initial.tokens.kind == PIECES else None
    return options.piece_tokenizer


def new_tokens(options: LmOptions, by_frequency: Callable[[], list[str]]) -> LmTokens:
    """Return a new vocabulary: of pieces, of a file, or of the words of the training text."""
    from privtool.models.lm.checkpoint import piece_tokens, word_tokens
    from privtool.models.lm.word_tokenizer import vocabulary_entries

    if options.piece_tokenizer is not None:
        return piece_tokens(options.piece_tokenizer)
    if options.vocab is None:
        words = by_frequency()
    else:
        from privtool.text.word_lists import read_vocabulary

        counted = sorted(read_vocabulary(options.vocab), key=lambda pair: (-pair[1], pair[0]))
        words = [word for word, _ in counted]
    return word_tokens(vocabulary_entries(words, options.top or TOP.of()))


def new_lm(options: LmOptions, tokens: LmTokens, seed: int) -> Any:
    """Return a model with random weights."""
    from privtool.models.lm.presets import new_model

    end, padding, _ = tokens.specials
    return new_model(options.shape(), len(tokens.ids), end, padding, _DROPOUT, seed)


def lm_card(
    command: str,
    options: LmOptions,
    training: TrainOptions,
    settings: TrainSettings,
    tokens: LmTokens,
    model: Any,
    initial: LoadedLm | None,
    **more: Any,
) -> dict[str, Any]:
    """Return the options as used; without names of files, which may be private.

    A model over the pieces of a recognizer has the digest of its tokens in `token_digest`.
    """
    from privtool.models.lm.presets import shape_of_model
    from privtool.models.runtime.weights import fingerprint

    new = initial is None
    known: dict[str, Any] = {
        **more,
        "top": (options.top or TOP.of()) if new and options.piece_tokenizer is None else None,
        "tokens": tokens.kind,
        "size": (options.size or "small") if new else None,
        **shape_of_model(model)._asdict(),
    }
    digest = _token_digest(options, initial)
    if digest is not None:
        known["token_digest"] = digest
    return {
        "model": f"privtool {command}",
        "version": __version__,
        "options": {**known, **training.card(settings)},
        "init": None if initial is None else fingerprint(initial.model),
    }


def _token_digest(options: LmOptions, initial: LoadedLm | None) -> str | None:
    if initial is not None:
        digest: str | None = initial.card["options"].get("token_digest")
        return digest
    if options.recognizer is None:
        return None
    from privtool.models.asr.tokenizer import AsrTokens

    return AsrTokens.load(options.recognizer).digest

"""From the options of a recognizer to the model, its tokens and its card."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from privtool import __version__
from privtool.core.blocks import Counts
from privtool.core.errors import UnavailableError, UsageError, option
from privtool.workflows.config.asr import CTC_WEIGHT, PRESET, TOKEN_KIND, TOKENS, AsrOptions

if TYPE_CHECKING:
    from privtool.models.asr.checkpoint import LoadedAsr
    from privtool.models.asr.tokenizer import AsrTokens
    from privtool.models.asr.training.turn_store import TurnStore
    from privtool.models.asr.transducer.model import TransducerShape


def initial_asr(options: AsrOptions) -> LoadedAsr | None:
    """Load the model to start from. Raises `UsageError` for a folder that holds none."""
    if options.init is None:
        return None
    from privtool.models.asr.checkpoint import load_asr

    init = option("init")
    try:
        folder = load_asr(options.init)
    except UnavailableError as error:
        raise UsageError(f"{init}: {error.message}") from None
    if options.ctc_weight and folder.model.ctc is None:
        raise UsageError(f"{init} is a model without CTC: remove {option('ctc_weight')}")
    if options.ctc_weight == 0:
        folder.model.ctc = None  # under torchrun, every layer must get gradients
    return folder


def ctc_weight_of(options: AsrOptions, initial: LoadedAsr | None) -> float:
    """Return the weight of the CTC loss, by default 0 for a model without a CTC layer."""
    if options.ctc_weight is not None:
        return options.ctc_weight
    return 0.0 if initial is not None and initial.model.ctc is None else CTC_WEIGHT.of()


def shape_of(options: AsrOptions, initial: LoadedAsr | None) -> TransducerShape:
    """Return the shape of the initial or a new model, with a CTC layer if its loss counts."""
    from privtool.models.asr.transducer.presets import SHAPES, with_predictor

    changes: dict[str, Any] = {"ctc": ctc_weight_of(options, initial) > 0}
    if initial is not None:
        return initial.shape._replace(**changes)
    shape = SHAPES[options.preset or PRESET.of()]
    if options.layers is not None:
        changes["layers"] = options.layers
    if options.dropout is not None:
        changes["dropout"] = options.dropout
    if options.features is not None:
        changes["features"] = shape.features._replace(kind=options.features)
    if options.predictor is not None:
        shape = with_predictor(shape, options.predictor)
    return shape._replace(**changes)


def new_asr_tokens(
    options: AsrOptions, store: TurnStore, seed: int, say: Callable[[str], None]
) -> AsrTokens:
    """Learn tokens from the training text. Raises what `asr.tokenizer.new_tokens` raises."""
    from privtool.models.asr.tokenizer import new_tokens

    wanted, kind = options.tokens or TOKENS.of(), options.token_kind or TOKEN_KIND.of()
    roles = options.role_names
    tokens = new_tokens(store.texts(), kind, wanted, roles, options.has_punctuation, seed)
    pieces = tokens.count - len(roles)
    if pieces < wanted and kind != "char":
        say(f"the text has only {pieces:,} pieces, fewer than {option('tokens')} {wanted}")
    return tokens


def asr_card(
    options: AsrOptions, initial: LoadedAsr | None, counts: Counts, **more: Any
) -> dict[str, Any]:
    """Return the card of a run: the options as used, without names of files (may be private)."""
    from privtool.models.runtime.weights import fingerprint

    if initial is not None:
        known = initial.card["options"]
        names = ("preset", "token_kind", "roles", "punctuation")
        chosen = {name: known[name] for name in names}
    else:
        chosen = {
            "preset": options.preset or PRESET.of(),
            "token_kind": options.token_kind or TOKEN_KIND.of(),
            "roles": list(options.role_names),
            "punctuation": options.has_punctuation,
        }
    return {
        "model": "privtool asr-train",
        "version": __version__,
        "options": {**chosen, "ctc_weight": ctc_weight_of(options, initial), **more},
        "init": None if initial is None else fingerprint(initial.model),
        "records": {name: counts[name] for name in ("records", "dropped", "empty", "blanks")},
    }

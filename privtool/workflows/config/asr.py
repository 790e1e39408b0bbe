"""Which recognizer is trained, over which tokens."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from privtool.core.errors import UnavailableError, UsageError

if TYPE_CHECKING:
    from privtool.models.asr.checkpoint import LoadedAsr
    from privtool.models.asr.tokenizer import AsrTokens
    from privtool.models.asr.training.turn_store import TurnStore
    from privtool.models.asr.transducer.model import Transducer
    from privtool.models.asr.transducer.presets import TransducerShape

_TOKENS = 1024  # Flechl 2022, section 4.2
_CTC_WEIGHT = 0.3
_RATE, _RATE_WITH_INIT = 1e-3, 2e-4


class Preset(str, Enum):
    """Sizes of recognizers."""

    conformer_tiny = "conformer-tiny"
    conformer_mini = "conformer-mini"
    conformer_small = "conformer-small"
    conformer_paper = "conformer-paper"
    emformer_tiny = "emformer-tiny"
    emformer_small = "emformer-small"
    emformer_paper = "emformer-paper"


class TokenKind(str, Enum):
    """Kinds of word pieces."""

    unigram = "unigram"
    bpe = "bpe"
    char = "char"


class Features(str, Enum):
    """What is computed of the audio."""

    mel = "mel"
    mfcc = "mfcc"


class Predictor(str, Enum):
    """What tells the next token by those before."""

    lstm = "lstm"
    attention = "attention"


class AsrChoices(NamedTuple):
    """The options that say what a recognizer is; None stands for what was not given."""

    init: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Go on from a model of asr-train, with its tokens."),
    ] = None
    preset: Annotated[
        Preset | None,
        typer.Option(
            metavar="NAME",
            help="conformer or emformer, then -tiny, -small, or -paper for the papers' sizes; "
            "conformer-mini is for little speech [default: conformer-small].",
        ),
    ] = None
    layers: Annotated[
        int | None, typer.Option(min=1, help="Blocks of the encoder, instead of the preset's.")
    ] = None
    features: Annotated[
        Features | None, typer.Option(help="Log-mel bands or MFCC, instead of the preset's.")
    ] = None
    predictor: Annotated[
        Predictor | None,
        typer.Option(help="The prediction network, instead of the preset's."),
    ] = None
    dropout: Annotated[
        float | None, typer.Option(min=0, max=0.9, help="Dropout, instead of the preset's.")
    ] = None
    tokens: Annotated[
        int | None, typer.Option(min=2, help="Word pieces to find in the text [default: 1024].")
    ] = None
    token_kind: Annotated[
        TokenKind | None,
        typer.Option(help="How they are found; char, for little text [default: unigram]."),
    ] = None
    roles: Annotated[
        str | None,
        typer.Option(metavar="NAMES", help="Speakers that get a token each: doctor,patient."),
    ] = None
    punctuation: Annotated[
        bool | None,
        typer.Option(
            "--punctuation/--no-punctuation",
            help="Learn the text as it is, or its words in lower case [default: as it is].",
        ),
    ] = None
    ctc_weight: Annotated[
        float | None,
        typer.Option(min=0, max=10, help="Weight of an auxiliary CTC loss [default: 0.3]."),
    ] = None

    def check(self) -> None:
        """Raise `UsageError` for options that contradict each other."""
        from privtool.models.asr.roles import check_roles

        own = {
            "--preset": self.preset,
            "--layers": self.layers,
            "--features": self.features,
            "--predictor": self.predictor,
            "--dropout": self.dropout,
            "--tokens": self.tokens,
            "--token-kind": self.token_kind,
            "--roles": self.roles,
            "--punctuation": self.punctuation,
        }
        given = [name for name, value in own.items() if value is not None]
        if self.init is not None and given:
            raise UsageError(f"--init has its own sizes and tokens: leave {given[0]} away")
        check_roles(self.role_names)

    def given(self) -> LoadedAsr | None:
        """The model to go on from. Raises `UsageError` for a folder that holds none."""
        if self.init is None:
            return None
        from privtool.models.asr.checkpoint import load_asr

        try:
            folder = load_asr(self.init)
        except UnavailableError as error:
            raise UsageError(f"--init: {error}") from None
        if self.ctc_weight and folder.model.ctc is None:
            raise UsageError("--init is a model without CTC: leave --ctc-weight away")
        if self.ctc_weight == 0:
            folder.model.ctc = None  # processes of torchrun wait for gradients of all that is there
        return folder

    @property
    def learning_rate(self) -> float:
        """The highest rate to train at, where nothing else is said."""
        return _RATE if self.init is None else _RATE_WITH_INIT

    @property
    def role_names(self) -> tuple[str, ...]:
        """The speakers of a new model that get a token each."""
        return tuple(self.roles.split(",")) if self.roles else ()

    @property
    def _preset(self) -> str:
        return (self.preset or Preset.conformer_small).value

    @property
    def _kind(self) -> str:
        return (self.token_kind or TokenKind.unigram).value

    @property
    def has_punctuation(self) -> bool:
        """Whether the targets of a new model have punctuation."""
        return self.punctuation is not False

    def weight_of_ctc(self, given: LoadedAsr | None) -> float:
        """What CTC weighs in the loss: by default something where the model has a layer for it."""
        if self.ctc_weight is not None:
            return self.ctc_weight
        return 0.0 if given is not None and given.model.ctc is None else _CTC_WEIGHT

    def shape(self, given: LoadedAsr | None) -> TransducerShape:
        """The shape of the given or a new model; it has a layer for CTC if that has weight."""
        from privtool.models.asr.transducer.presets import SHAPES, with_predictor

        changes: dict[str, Any] = {"ctc": self.weight_of_ctc(given) > 0}
        if given is not None:
            return given.shape._replace(**changes)
        shape = SHAPES[self._preset]
        if self.layers is not None:
            changes["layers"] = self.layers
        if self.dropout is not None:
            changes["dropout"] = self.dropout
        if self.features is not None:
            changes["features"] = shape.features._replace(kind=self.features.value)
        if self.predictor is not None:
            shape = with_predictor(shape, self.predictor.value)
        return shape._replace(**changes)

    def new_tokens(self, store: TurnStore, seed: int, say: Callable[[str], None]) -> AsrTokens:
        """Tokens found in the training text. Raises what `asr_tokens.new_tokens` raises."""
        from privtool.models.asr.tokenizer import new_tokens

        wanted, kind = self.tokens or _TOKENS, self._kind
        made = new_tokens(store.texts(), kind, wanted, self.role_names, self.has_punctuation, seed)
        pieces = made.count - len(self.role_names)
        if pieces < wanted and kind != "char":
            say(f"the text has only {pieces:,} pieces: that is what --tokens {wanted} comes to")
        return made

    def new_model(self, shape: TransducerShape, tokens: AsrTokens, seed: int) -> Transducer:
        """A model with random weights."""
        from privtool.models.asr.transducer.presets import new_transducer

        return new_transducer(shape, tokens.count, seed % (1 << 32))

    def card(self, given: LoadedAsr | None) -> dict[str, Any]:
        """The options as they were used; of a model that is gone on from, its own."""
        if given is not None:
            known = given.card["options"]
            names = ("preset", "token_kind", "roles", "punctuation")
            chosen = {name: known[name] for name in names}
        else:
            chosen = {
                "preset": self._preset,
                "token_kind": self._kind,
                "roles": list(self.role_names),
                "punctuation": self.has_punctuation,
            }
        return {**chosen, "ctc_weight": self.weight_of_ctc(given)}

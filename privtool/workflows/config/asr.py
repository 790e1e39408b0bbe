"""Which recognizer `asr-train` trains, over which tokens."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from privtool.core.defaults import Default
from privtool.core.errors import UsageError, option
from privtool.core.options import Opt, changed_options

RATE = Default(1e-3, "with --init", 2e-4)
PRESET = Default("conformer-small")
TOKENS = Default(1024)  # Flechl 2022, section 4.2
TOKEN_KIND = Default("unigram")
CTC_WEIGHT = Default(0.3)


@dataclass(frozen=True, kw_only=True)
class AsrOptions:
    """The model and its tokens; None stands for a default that depends on other options."""

    init: Annotated[
        Path | None, Opt("Initialize from a model of asr-train, with its tokens.", "DIR")
    ] = None
    preset: Annotated[
        Literal[
            "conformer-tiny",
            "conformer-mini",
            "conformer-small",
            "conformer-paper",
            "emformer-tiny",
            "emformer-small",
            "emformer-paper",
        ]
        | None,
        Opt(
            "conformer or emformer, then -tiny, -small, or -paper for the papers' sizes; "
            "conformer-mini is for small corpora.",
            "NAME",
            default=PRESET,
        ),
    ] = None
    layers: Annotated[int | None, Opt("Encoder blocks, instead of the preset's.", min=1)] = None
    features: Annotated[
        Literal["mel", "mfcc"] | None,
        Opt("Log-mel filter banks or MFCC, instead of the preset's."),
    ] = None
    predictor: Annotated[
        Literal["lstm", "attention"] | None,
        Opt("Prediction network, instead of the preset's."),
    ] = None
    dropout: Annotated[float | None, Opt("Dropout, instead of the preset's.", min=0, max=0.9)] = (
        None
    )
    tokens: Annotated[
        int | None, Opt("Vocabulary size: word pieces to learn.", min=2, default=TOKENS)
    ] = None
    token_kind: Annotated[
        Literal["unigram", "bpe", "char"] | None,
        Opt("Kind of word pieces; char is for small corpora.", default=TOKEN_KIND),
    ] = None
    roles: Annotated[
        str | None, Opt("Speaker roles that get a token each, such as doctor,patient.", "NAMES")
    ] = None
    punctuation: Annotated[
        bool | None,
        Opt("Train on the unchanged text, or on its words in lower case.", default="unchanged"),
    ] = None
    ctc_weight: Annotated[
        float | None, Opt("Weight of an auxiliary CTC loss.", min=0, max=10, default=CTC_WEIGHT)
    ] = None

    def check(self) -> None:
        """Raise `UsageError` for options that contradict each other."""
        from privtool.models.asr.roles import check_roles

        given = [name for name in changed_options(self) if name not in ("init", "ctc_weight")]
        if self.init is not None and given:
            raise UsageError(
                f"{option('init')} has its own size and tokens: remove {option(given[0])}"
            )
        check_roles(self.role_names)

    @property
    def learning_rate(self) -> float:
        """The default of the peak learning rate."""
        return RATE.of(self.init is not None)

    @property
    def role_names(self) -> tuple[str, ...]:
        """The speakers of a new model that get a token each."""
        return tuple(self.roles.split(",")) if self.roles else ()

    @property
    def has_punctuation(self) -> bool:
        """Whether the targets of a new model have punctuation."""
        return self.punctuation is not False

"""Scoring of tokens, and the words, of any language model: causal or masked, adapted or not."""

from __future__ import annotations

from pathlib import Path

from privtool.core.device import Runtime
from privtool.core.own_files import read_card
from privtool.interfaces.lm_scoring import TokenScorer
from privtool.models.fillers.load import check_base, load_filler, unwrapped, with_adapter
from privtool.models.fillers.masked.lm import MaskedLM, PseudoLikelihoodScorer
from privtool.models.hub.files import digest_of_weights
from privtool.models.hub.pretrained import is_causal_folder, load_causal, load_part
from privtool.models.hub.resolve import ResolvedModel
from privtool.models.lm.checkpoint import WORDS, is_lm_folder
from privtool.models.lm.scorer import causal_scorer, load_scorer
from privtool.models.lm.words import plain_words

_WORD_STARTS = "\u0120\u2581"  # how byte-level BPE and sentencepiece mark the start of a word
_SHORTEST = 3  # letters of a piece that counts as a word: shorter ones are mostly parts of words


def is_masked(resolved: ResolvedModel) -> bool:
    """Return whether a model is to be loaded as a masked LM."""
    return not is_lm_folder(resolved.path) and not is_causal_folder(resolved.path)


def load_token_scorer(
    resolved: ResolvedModel, runtime: Runtime, adapter: Path | None = None
) -> TokenScorer:
    """Load a scorer on a model of `lm-train`, a causal LM or a masked LM, with an adapter if given.

    Raise `UnavailableError` for a model of another kind, or an adapter of another model.
    """
    if is_masked(resolved):
        filler = load_filler(resolved, runtime, adapter=adapter)
        assert isinstance(filler, MaskedLM)
        return PseudoLikelihoodScorer(filler)
    if adapter is None:
        return load_scorer(resolved, runtime)
    check_base(adapter, digest_of_weights(resolved.path))
    model, tokenizer = load_causal(resolved)
    adapted = unwrapped(with_adapter(model, adapter, resolved.source.trust_pickle))
    return causal_scorer(adapted.eval(), tokenizer, runtime)


def words_of_model(resolved: ResolvedModel) -> tuple[list[str], bool]:
    """Return the lower-case words of letters that a causal or masked LM has tokens for.

    They have a token of their own and are in alphabetical order. With them comes whether others are
    made of several tokens. Raise `UnavailableError` for a tokenizer that cannot be loaded.
    """
    if is_masked(resolved):
        filler = load_filler(resolved, Runtime("cpu"))
        assert isinstance(filler, MaskedLM)
        return plain_words(filler.known_words()), True
    vocabulary = load_part("AutoTokenizer", "tokenizer", resolved).get_vocab()
    if read_card(resolved.path).get("options", {}).get("tokens") == WORDS:
        return plain_words(vocabulary), False
    pieces = (token[1:] for token in vocabulary if token[:1] and token[0] in _WORD_STARTS)
    return [word for word in plain_words(pieces) if len(word) >= _SHORTEST], True

"""The token scorer of each kind of model, and the words that it has."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from peft import LoraConfig, get_peft_model
from transformers import AutoModelForCausalLM, AutoModelForMaskedLM

from privtool.core.device import Runtime
from privtool.core.errors import UsageError
from privtool.models.fillers.masked.lm import PseudoLikelihoodScorer
from privtool.models.lm.scorer import LmScorer, load_scorer
from privtool.models.text_windows import Window, windows
from privtool.models.token_scorer import load_token_scorer, words_of_model
from tests.support.tiny_causal_lms import tiny_gpt2
from tests.support.tiny_models import resolved, seeded, tiny_bert, tiny_lm

CPU = Runtime("cpu", "fp32")
TEXT = "the doctor called my sister in the morning"
KINDS = {"masked": (tiny_bert, AutoModelForMaskedLM), "causal": (tiny_gpt2, AutoModelForCausalLM)}


def adapter_of(folder, kind, into):
    """Save a random adapter of a model, and the model with the adapter merged into it."""
    model = KINDS[kind][1].from_pretrained(folder)
    targets = ["query", "value"] if kind == "masked" else ["c_attn"]
    with seeded(1):
        adapted = get_peft_model(model, LoraConfig(r=2, target_modules=targets))
        for name, part in adapted.named_parameters():
            if "lora_B" in name:
                torch.nn.init.normal_(part, std=2.0)
    adapted.save_pretrained(into / "adapter")
    adapted.merge_and_unload().save_pretrained(into / "merged")
    for path in folder.iterdir():
        if not (into / "merged" / path.name).exists():
            (into / "merged" / path.name).write_bytes(path.read_bytes())
    return into / "adapter", into / "merged"


@pytest.mark.parametrize("kind", KINDS)
def test_an_adapter_changes_the_losses_as_if_it_were_merged(kind, tmp_path):
    folder = KINDS[kind][0](tmp_path / "model")
    adapter, merged = adapter_of(folder, kind, tmp_path)
    plain, adapted, same = (
        load_token_scorer(resolved(path), CPU, given).token_losses([TEXT])[0]
        for path, given in ((folder, None), (folder, adapter), (merged, None))
    )
    assert adapted == pytest.approx(same, abs=1e-4)
    assert abs(adapted - plain).max() > 1e-3


def test_kinds_of_models(tmp_path):
    masked = load_token_scorer(resolved(tiny_bert(tmp_path / "bert")), CPU)
    causal = load_token_scorer(resolved(tiny_gpt2(tmp_path / "gpt2")), CPU)
    folder = tiny_lm(tmp_path / "lm")
    ours = load_token_scorer(resolved(folder), CPU)
    assert isinstance(masked, PseudoLikelihoodScorer)
    assert isinstance(causal, LmScorer)
    expected = load_scorer(resolved(folder), CPU).token_losses([TEXT])[0]
    assert ours.token_losses([TEXT])[0].tolist() == expected.tolist()


def test_a_folder_without_an_adapter_is_refused(tmp_path):
    (tmp_path / "empty").mkdir()
    with pytest.raises(UsageError, match="no adapter_config"):
        load_token_scorer(resolved(tiny_gpt2(tmp_path / "m")), CPU, tmp_path / "empty")


def test_words_of_a_masked_model_are_its_whole_words(tmp_path):
    words, spells = words_of_model(resolved(tiny_bert(tmp_path / "bert")))
    assert spells
    assert {"doctor", "sister", "morning"} <= set(words)
    assert not {"ing", "ness"} & set(words)


@st.composite
def cut_texts(draw: st.DrawFn, longest_word: int = 12) -> tuple[list[int], int, int, int]:
    lengths = draw(st.lists(st.integers(1, longest_word), min_size=1, max_size=150))
    starts = [sum(lengths[:number]) for number in range(len(lengths))]
    size = draw(st.integers(2, 60))
    overlap = draw(st.integers(0, size - 1))
    return starts, sum(lengths), size, overlap


@given(cut_texts(longest_word=90))
def test_every_piece_is_judged_exactly_once_by_a_window_that_sees_it(text):
    starts, length, size, overlap = text
    judged: list[int] = []
    for window in windows(starts, length, size, overlap):
        assert window.end - window.start <= size
        assert window.start <= window.core_start <= window.core_end <= window.end
        judged += range(window.core_start, window.core_end)
    assert judged == list(range(length))


@given(cut_texts())
def test_a_word_that_fits_an_overlap_is_never_torn(text):
    starts, length, size, overlap = text
    if overlap < 12:
        return
    for window in windows(starts, length, size, overlap):
        assert {window.start, window.core_start} <= {*starts, length}
        assert {window.end, window.core_end} <= {*starts, length}


@given(cut_texts())
def test_a_word_is_judged_where_it_is_furthest_from_an_edge(text):
    starts, length, size, overlap = text
    if overlap < 12:
        return
    found = windows(starts, length, size, overlap)
    # The nominal edges, before words at the edges are left out; the ends of the text are none.
    width = -(-(length + (len(found) - 1) * overlap) // len(found))
    firsts = [number * (width - overlap) for number in range(len(found))]
    edges = [(first, min(first + width, length)) for first in firsts]

    def margin(number: int, start: int, end: int) -> float:
        first, last = edges[number]
        left = float("inf") if first == 0 else start - first
        right = float("inf") if last == length else last - end
        return min(left, right)

    for start, end in zip(starts, [*starts[1:], length], strict=True):
        chosen = next(n for n, w in enumerate(found) if w.core_start <= start < w.core_end)
        best = max(margin(number, start, end) for number in range(len(found)))
        assert margin(chosen, start, end) == best


def test_a_short_text_is_one_window_and_an_empty_one_none():
    assert windows([0, 2], 5, 5, 2) == [Window(0, 5, 0, 5)]
    assert windows([], 0, 5, 2) == []


def test_windows_are_about_equally_long():
    sizes = [w.end - w.start for w in windows(list(range(300)), 300, 254, 32)]
    assert sizes == [166, 166]


def test_a_word_longer_than_a_window_is_split_but_seen():
    seen = [window[:2] for window in windows([0, 1], 30, 10, 4)]
    assert seen == [(0, 10), (6, 16), (12, 22), (18, 28), (24, 30)]


@pytest.mark.parametrize(("size", "overlap"), [(5, 5), (5, 6), (5, -1), (0, 0)])
def test_an_overlap_must_be_smaller_than_the_window(size, overlap):
    with pytest.raises(ValueError, match="overlap"):
        windows([0], 9, size, overlap)

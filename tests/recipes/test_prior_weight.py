"""Which words `choose_prior_weight.py` of vats2023 looks at, and what it measures."""

import pytest

from privtool.core.device import Runtime
from privtool.models.fillers.load import load_filler
from privtool.stages.rare_words import PublicWords, SlotPriors
from tests.support.tiny_models import resolved

TEXT = "the doctor saw a quiet garden before Zebulon called the quiet doctor"


SCRIPT = "vats2023/choose_prior_weight.py"


def test_kept_words_outside_the_most_frequent_ones_are_taken(recipe):
    kept = recipe.KeptWords(1000)
    keys = [word.key for word in kept.in_text(TEXT)]
    assert "garden" in keys
    assert not {"the", "a", "zebulon"} & set(keys)


def test_a_slot_is_in_front_of_what_is_masked_which_the_filler_does_not_see(recipe):
    kept = recipe.KeptWords(1000)
    slot = kept.slot(TEXT, frozenset({"garden", "doctor"}))
    assert slot.segments == ["the doctor saw a quiet ", " before ", " called the quiet doctor"]
    assert (slot.label, slot.key) == ("WORD", "garden")
    assert kept.slot(f"Zebulon {TEXT}", frozenset({"garden"})) is None


def test_words_of_one_record_are_not_released(recipe):
    kept = recipe.KeptWords(1000)
    texts = {str(n): "a quiet garden" for n in range(100)} | {"x": "a lonely orchard"}
    released = recipe.release(kept, texts, 4.0, 8)
    assert ("WORD", "garden") in released
    assert ("WORD", "orchard") not in released


def test_bits_without_a_prior_are_those_of_the_filler(recipe, tiny_filler):
    kept, filler = recipe.KeptWords(10), load_filler(resolved(tiny_filler), Runtime("cpu", "fp32"))
    slot = recipe.Slot(["my ", " hurts"], "WORD", "back")
    none = SlotPriors({}, 1.0, PublicWords([]))
    favored = SlotPriors({("WORD", "back"): 9.0}, 1.0, PublicWords([("back", 1), ("month", 99)]))
    plain = recipe.mean_bits(filler, [slot], none, kept)
    assert recipe.mean_bits(filler, [slot, slot], none, kept) == pytest.approx(plain)
    assert recipe.mean_bits(filler, [slot], favored, kept) < plain

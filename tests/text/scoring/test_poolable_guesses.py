"""Sums of bootstrap samples confirm guesses of units, unless their weights need a secret key."""

from __future__ import annotations

import numpy as np

from privtool.text.scoring.bootstrap import Resampling, Totals, bootstrap_weights
from privtool.text.surrogates.prf import Key


def correlations(published: Resampling, guessed: Resampling) -> np.ndarray:
    """Of the sums over speakers 0 to 49 with the weights of guesses, of which 50 are right."""
    totals = Totals(published)
    for number in range(500):
        totals.add({"turns": 1}, f"speaker {number % 50}")
    sums = totals.sampled["turns"]
    return np.array(
        [
            np.corrcoef(sums, bootstrap_weights(f"speaker {guess}", guessed))[0, 1]
            for guess in range(100)
        ]
    )


def test_the_holder_of_the_key_can_confirm_guesses():
    keyed = Resampling(key=Key(b"k" * 32))
    found = correlations(keyed, keyed)
    assert found[:50].mean() > 0.12
    assert abs(found[50:].mean()) < 0.02


def test_nobody_else_can():
    for guessed in (Resampling(), Resampling(key=Key(b"other" * 8))):
        found = correlations(Resampling(key=Key(b"k" * 32)), guessed)
        assert abs(found[:50].mean()) < 0.02
        assert abs(found).max() < 5 / np.sqrt(1000)  # five standard deviations of chance


def test_weights_depend_on_key_seed_unit_and_purpose():
    key = Key(b"k" * 32)
    base = bootstrap_weights("a", Resampling(key=key))
    assert (base == bootstrap_weights("a", Resampling(key=Key(b"k" * 32)))).all()
    for unit, how in [("b", Resampling(key=key)), ("a", Resampling(seed=1, key=key))]:
        assert (base != bootstrap_weights(unit, how)).any()
    many = np.array([bootstrap_weights(str(n), Resampling(key=key)) for n in range(100)])
    assert abs(many.mean() - 1) < 0.02  # Poisson(1)
    assert abs(many.var() - 1) < 0.03


def test_a_result_tells_keys_apart_and_shows_none():
    one, other = (Resampling(key=Key(letter * 32)).key_entry for letter in (b"a", b"b"))
    assert one != other
    assert len(one["key"]) == 16
    assert one["key"] not in (b"a" * 32).hex()
    assert Resampling().key_entry == {}

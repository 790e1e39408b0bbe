"""What docs/threats.md says of poolable results: they confirm guesses of units."""

from __future__ import annotations

import numpy as np

from privtool.text.scoring.bootstrap import Resampling, Totals, bootstrap_weights


def test_sums_of_bootstrap_samples_confirm_guesses_of_speakers():
    resampling = Resampling()
    totals = Totals(resampling)
    for number in range(500):
        totals.add({"turns": 1}, f"speaker {number % 50}")
    sums = totals.sampled["turns"]
    found = [
        np.corrcoef(sums, bootstrap_weights(f"speaker {guess}", resampling))[0, 1]
        for guess in range(100)
    ]
    assert np.mean(found[:50]) > 0.12
    assert abs(np.mean(found[50:])) < 0.02

import numpy as np

from privtool.audio.io.chunking import cut_at_pauses

RATE = 1000


def test_audio_is_cut_at_pauses():
    samples = np.random.default_rng(1).uniform(0.5, 1.0, 3500).astype(np.float32)
    samples[850:960] = 0.0
    pieces = cut_at_pauses(samples, RATE, 1.0)
    assert 850 <= len(pieces[0]) <= 960
    assert all(len(piece) <= RATE for piece in pieces)
    assert all(len(piece) >= 2 * RATE // 3 for piece in pieces[:-1])
    assert (np.concatenate(pieces) == samples).all()


def test_short_audio_is_not_cut():
    samples = np.zeros(RATE, np.float32)
    assert [len(piece) for piece in cut_at_pauses(samples, RATE, 1.0)] == [RATE]
    assert [len(piece) for piece in cut_at_pauses(samples[:0], RATE, 1.0)] == [0]
    assert [len(piece) for piece in cut_at_pauses(samples, 5, 10.0)][0] <= 50

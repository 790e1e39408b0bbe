import numpy as np

from privtool.audit.membership_figures import loss_signal, ratio_signal


def test_the_loss_is_the_mean_log_probability():
    assert loss_signal(np.array([1.0, 3.0])) == -2
    assert ratio_signal(np.array([1.0, 3.0]), np.array([2.0, 2.0, 5.0])) == -2 + 3


def test_a_text_without_tokens_shows_nothing():
    assert loss_signal(np.zeros(0)) == 0

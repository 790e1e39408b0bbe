"""What is said of a run that stopped early, at which learning rate."""

from privtool.core.errors import with_flags
from privtool.models.training.run import TrainResult


def stopped_after(steps):
    """Return what is said of a run of 100 steps, ten of them warm-up, that stopped early."""
    said = []
    history = tuple({"step": step, "eval_loss": 5.0} for step in range(10, steps + 1, 10))
    result = TrainResult(steps, 1, 10, history, planned=100, warmup=0.1, peak=5e-4)
    result.warn_if_stopped_early(lambda text: said.append(with_flags(text)))
    return said


def test_a_stop_at_a_high_learning_rate_is_reported():
    assert stopped_after(55) == [
        "stopped early at a learning rate of 2.5e-04 (50% of its peak); the loss on --valid "
        "usually falls with the rate: raise --patience, or use fewer --epochs"
    ]


def test_a_stop_at_a_low_learning_rate_is_not_reported():
    assert stopped_after(80) == []

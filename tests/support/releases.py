"""Private releases that are made up, without noise."""

from privtool.stages.word_priors import Release, WordPrior, header_of


def release(epsilon: float = 4.0) -> Release:
    """Return the parameters of a release."""
    return Release(
        epsilon=epsilon,
        delta=1e-6,
        unit="doc",
        units=500,
        words_per_unit=20,
        at_least=2,
        mechanism="weighted Gaussian with threshold",
        library="opendp 0",
        scale=1.3,
        threshold=8.0,
        date="2026-11-25",
    )


def made_up(weights: dict[tuple[str, str], float]) -> WordPrior:
    """Return a release with these weights."""
    return WordPrior(header_of(release(), ()), weights)

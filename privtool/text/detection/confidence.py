"""Scores of spans: the scale of `--threshold`.

A score names the kind of evidence, not a measured probability. A threshold of 0.5 keeps every
distinctive form; 0 adds anything with a digit or a dot.
"""

from __future__ import annotations

VALIDATED = 1.0  # by a checksum, a numbering plan or a standard's grammar
SURE = 0.9  # the form is hardly ever anything else
LIKELY = 0.7  # by its form, or a looser form with a cue word
POSSIBLE = 0.5  # an open form that is often private
DOUBTFUL = 0.4  # more often public: a bare year, "3/5", a month alone
FAINT = 0.2  # any other word with a digit or a dot

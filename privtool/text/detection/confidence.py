"""How sure a find is: the scale on which `--threshold` moves.

A score says what kind of evidence there is, not a measured probability. A threshold of 0.5 keeps
everything that has a form of its own; 0 adds whatever merely holds a digit or a dot.
"""

from __future__ import annotations

VALIDATED = 1.0  # a checksum, a numbering plan or a standard's grammar agrees
SURE = 0.9  # the form is hardly ever anything else
LIKELY = 0.7  # the form, or a cue word beside a looser form
POSSIBLE = 0.5  # an open form that is often private
DOUBTFUL = 0.4  # more often not private: a bare year, "3/5", a month by itself
FAINT = 0.2  # any other word with a digit in it, any other dotted word

"""Numbers and amounts; see `counted.py`."""

from __future__ import annotations

from privtool.text.surrogates.counted import money as money
from privtool.text.surrogates.counted import number as number

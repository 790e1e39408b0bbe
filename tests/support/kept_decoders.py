"""Decoders that are used again: loading pocketsphinx takes longer than most tests of speech."""

import contextlib
import importlib
import sys
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

_MODULE = "privtool.models.sphinx.decoder"
_IDLE: dict[bool, list[Any]] = {False: [], True: []}  # without and with a language model


@contextlib.contextmanager
def kept_decoders() -> Iterator[None]:
    """Give new objects the decoders of earlier blocks, unless words were added to those.

    Until something else has loaded pocketsphinx, nothing happens.
    """
    module = sys.modules.get(_MODULE)
    if module is None:
        yield
        return
    start, started = module.SphinxDecoder._start, []

    def start_or_take(self: Any) -> None:
        idle = _IDLE[self._language_model]
        if idle and not started.count(self):
            self._decoder, self._added = idle.pop(), 0
        else:
            start(self)
        started.append(self)

    with patch.object(module.SphinxDecoder, "_start", start_or_take):
        yield
    for each in started:
        if not each._added:
            _IDLE[each._language_model].append(each._decoder)


def start_decoders() -> None:
    """Start the decoders of the first block, for all processes that are forked after this."""
    for language_model, idle in _IDLE.items():
        decoder = importlib.import_module(_MODULE).SphinxDecoder(language_model)
        idle.append(decoder._decoder)


class Remembering:
    """A word spotter that recognizes the same audio once: all tests hear the same few turns."""

    def __init__(self, spotter: Any) -> None:
        self.name, self.rate, self._spotter = spotter.name, spotter.rate, spotter
        self._spotted: dict[Any, Any] = {}

    def spot(self, samples: Any, keywords: Any) -> Any:
        key = samples.tobytes(), *keywords
        if key not in self._spotted:
            self._spotted[key] = self._spotter.spot(samples, keywords)
        return self._spotted[key]

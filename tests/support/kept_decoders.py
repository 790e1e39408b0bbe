"""Decoders that are used again: loading pocketsphinx takes longer than most tests of speech."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

_IDLE: dict[bool, list[Any]] = {False: [], True: []}  # without and with a language model


@contextlib.contextmanager
def kept_decoders() -> Iterator[None]:
    """Give new objects the decoders of earlier blocks, unless words were added to those.

    Until something else has loaded pocketsphinx, nothing happens.
    """
    module = sys.modules.get("privtool.models.sphinx.decoder")
    if module is None:
        yield
        return
    start, started = module.SphinxDecoder._start, []

    def start_or_take(self: Any) -> None:
        idle = _IDLE[self._language_model]
        if idle and not started.count(self):
            self._decoder, self._added = idle.pop(), set()
        else:
            start(self)
        started.append(self)

    with patch.object(module.SphinxDecoder, "_start", start_or_take):
        yield
    for each in started:
        if not each._added:
            _IDLE[each._language_model].append(each._decoder)

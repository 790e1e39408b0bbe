"""Digits and letters in any notation; see `values/code.py`."""

from __future__ import annotations

from privtool.text.values.code import Dictation as Dictation
from privtool.text.values.code import dictated as dictated
from privtool.text.values.code import has_no_letters as has_no_letters
from privtool.text.values.code import randomize as randomize
from privtool.text.values.code import read_dictation as read_dictation

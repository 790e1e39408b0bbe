"""Names in bookings, and names that are run together with other words."""

from __future__ import annotations

import pytest

from tests.text.detection.conftest import unmark


@pytest.mark.parametrize(
    "marked",
    [
        "01 «HALVORSEN/INGRIDMRS» 02 «HALVORSEN/TORMSTR»",
        "pax «mbeki/t mr», economy",
        "unread, pax=«TAUFA/SEPESA» seat, passenger «mbeki/t», the input/output",
        "mrs«Featherstonehaw» calld, msExcel is not found",
        "spokewith«Lakshmi»today, saw«Arjun» and so on",
        "the systems/forms, km/h, javaScript on a playStation, getData, iPhone, her/Mr Cole",
    ],
)
def test_names_in_bookings_and_between_words(tag, marked):
    text, expected = unmark(marked)
    assert [(s.start, s.end) for s in tag(text) if s.label == "PERSON"] == expected

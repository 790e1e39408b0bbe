"""Diseases, signs and devices that are named after people."""

import pytest

from privtool.text.eponyms import EponymFinder


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Lewy body dementia, Crohn's disease", ["Lewy body dementia", "Crohn's disease"]),
        ("a Foley catheter, Glasgow Coma Scale 9", ["Foley catheter", "Glasgow Coma Scale"]),
        ("parkinson\u2019s disease", ["parkinson\u2019s disease"]),
        ("Dr. Crohn saw Mrs Foley, Mr Parkinson has a disease", []),
        ("Wilson told me the score", []),
        ("an Okonjo catheter", []),
    ],
)
def test_a_name_counts_only_before_what_it_names(text, found):
    assert [text[span.start : span.end] for span in EponymFinder().find(text)] == found

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privtool.text.unicode import without_emoji


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Anna, Zoë & Straße: 5°!", "Anna, Zoë & Straße: 5°!"),
        ("Barbara👋 ❤️Peter🎉🎉 👍🏽", "Barbara    Peter     "),
        ("𝓑𝓪𝓻𝓫 Ａｎｎａ ⓑⓞⓑ", "Barb Anna bob"),
        ("🅱🅾🅱 🅑🅞🅑 ⒝⒪⒝", "BOB BOB bob"),
        ("Peter™ © № O´Day 1️⃣", "Peter™ © № O´Day 1  "),
    ],
)
def test_examples(text, expected):
    assert without_emoji(text) == expected


@given(st.text())
def test_offsets_stay(text):
    assert len(without_emoji(text)) == len(text)


@given(st.text(st.characters(max_codepoint=127)))
def test_plain_text_stays(text):
    assert without_emoji(text) == text

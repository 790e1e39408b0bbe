"""Names of accounts in chats, and the names of programs that look like them."""

from __future__ import annotations

import pytest

from privtool.text.detection.internet import nicknames
from privtool.text.detection.view import TextView
from tests.text.detection.conftest import unmark


@pytest.mark.parametrize(
    "marked",
    [
        "[14:03] «lil_tofu»: not me",
        "(14:03:22) «lil_tofu»: not me",
        "14:03 - <«kai-99»> not me",
        "<@«kai.99»> not me\n<«bo_b»> me",
        "can «xx_gravedigger_xx» be unbanned",
        "ask «moonlight_mechanic», he knows",
        "can «Moonlight_Mechanic»'s bike be sold",
    ],
)
def test_nicknames(marked: str):
    text, expected = unmark(marked)
    assert [span[:2] for span in nicknames.find(TextView(text))] == expected


@pytest.mark.parametrize(
    "text",
    [
        "error_code: 5",
        "<b> bold </b>",
        '<p class="a_b"> text',
        "set user_id and max_value, then call get_name(x)",
        "this is _very_ good",
        "it is RAND_MAX in C",
        "our_arr[5] and your_arr = 6",
        "blue_a red_b green_c brown_d are columns",
        "see /tmp/my_own_stuff and my_own_stuff.txt",
    ],
)
def test_names_of_programs_and_tags_stay(text: str):
    assert nicknames.find(TextView(text)) == []

"""Dates and clock times, written and spoken."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    "marked",
    [
        "on «2024-03-05», «3/5/24», «5.3.2024», «03-05-2024» and «2024/3/5»",
        "at «2024-03-05T10:11:12Z» and «2024-03-05T10:11:12.5+02:00»",
        "«March 5th», «March 5», «5 March 2024», «5th of March», «the 5th of March»",
        "«Mar 5, '24», «Mar. 5, 2024», «sept 3», «Sept. 3rd, 1999»",
        "«05-MAR-2024», «5/Mar/2024», «Mar-24»",
        "«Monday, March 5th, 2024», but not on Monday",
        "«Sat 5 March», «friday the 13th»",
        "in «March 2024», «July 2019» and «December»",
        "«March 5-7, 2024» or «March 5th to the 7th» or «5-7 March»",
        "«the 3rd Thursday of October '49», «third Thursday of October», «the last friday in july»",
        "«april seventh nineteen eighty two»",
        "«the fifth of march», «march the third», «april seven»",
        "«april twenty twenty one», «may twenty fifth, two thousand and five»",
        "«march one nineteen seventy two», «july one, fifty»",
        "«the twenty-first of april nineteen oh five»",
        "born «05/14/82»; DOB «5 14 82»",
        "expires «03/27»; valid on «3/5»",
        "by «03/2024»; from «1995-1998»",
        "in «2019», since «1987», in the «1990s»",
        "«8th of this month», on «the 5th»",
        "am «5. März 2024», «le 5 mars 2024», «el 5 de marzo de 2024»",
        "«2024年3月5日»",
        "«Q3 2024»",
        "it was «nineteen eighty two»",
    ],
)
def test_dates(expect, marked):
    expect("DATE", marked)


@pytest.mark.parametrize(
    "marked",
    [
        "at «3:45 pm», «15:30», «3 p.m.», «9am» and «12:30:15»",
        "«half past three», «quarter to nine», «a quarter past 4», «ten past five»",
        "«three thirty pm», «three p m», «twelve pm»",
        "«7 in the evening», «12 o'clock in the afternoon», «five o'clock»",
        "«evening 4:30», «morning 11»",
        "«5:30am EST», «10:00 UTC», «15h30», «15.30 Uhr», «1530 hours»",
        "from «3-5 pm»",
        "at «three thirty», or at «noon»",
        "«quarter to 5 in the evening»",
    ],
)
def test_times(expect, marked):
    expect("TIME", marked)


@pytest.mark.parametrize(
    "text",
    [
        "may I come in",
        "march on, the second one said",
        "I may second that motion",
        "we may be the first in the may queue",
        "wait a second, please",
        "see you on monday or tuesday",
        "open 24/7, one half is 1/2",
        "to be or not to be, from ten to five people",
        "half of it, a quarter of them, past and present",
        "I am one of them, am I",
        "the score was 16:9 in the end",
        "sun and sat first",
        "mark may help june",
    ],
)
def test_not_found(tag, text):
    assert tag(text) == []

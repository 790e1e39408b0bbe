"""Private phrases as they occur in public text, with surrogates that fit where they stand."""

from __future__ import annotations

import re

import pytest

from privtool.text.surrogates.name_lists import name_pools
from privtool.text.surrogates.prf import Key, normalized
from tests.text.surrogates.test_surroundings import KEYS, made

_BODY = "alliance|association|federation|foundation|league|society|union|trust"
_NATION = "[A-Z][a-z]+(?:an|i)"
FITTING = [
    ("The [League] was formed in May.", "ORGANIZATION", rf"(?!League)(?i:{_BODY})"),
    ("I'm with the [university].", "ORGANIZATION", "college|academy|institute"),
    ("my former [companies]", "ORGANIZATION", "corporations|firms|groups"),
    ("a [Labor] MP", "ORGANIZATION", "[A-Z][a-z]+(?:ive|rat|ral|can|ist|ian)"),
    ("the [Canadian League of Rights]", "ORGANIZATION", r"[A-Z][a-z]+ League of [A-Z][a-z ]+"),
    ("the [Council for Asian Security and Cooperation]", "ORGANIZATION", r"Council for \w+ "
     "Security and (?:Commerce|Culture|Education|Energy|Finance|Health|Housing|Industry|Justice"
     "|Labor|Progress|Reform|Science|Trade|Unity|Welfare)"),
    ("the [Chile national handball team]", "ORGANIZATION", "[A-Z].+ national handball team"),
    ("the [American Institute of Electrical Engineers]", "ORGANIZATION", rf"{_NATION} Institute "
     r"of [A-Z]\w+"),
    ("an [AC circuit] theory", "ORGANIZATION", "(?!AC)[A-Z]{2} circuit"),
    ("the daily [Fraternite Matin] wrote", "ORGANIZATION", "Reuters|Newsweek|Forbes|Time|B.+"),
    ("We got word from [KDP] leaders.", "ORGANIZATION", "[A-Z]{3}"),
    ("A [Guinean] man", "MISC", _NATION),
    ("[Western] analysts", "MISC", "Eastern|Northern|Southern"),
    ("a [World Cup] qualifier", "MISC", "(?:Asian|Confederations|Gold|Nations) Cup"),
    ("[Holocaust] denial", "MISC", "[A-Z].+ Genocide|Holodomor"),
    ("a Fiji [Indian] who", "MISC", _NATION),
    ("an [Uncharted 4] enemy", "CREATIVE_WORK", "[AEIOU][a-z]+ .+"),
    ("a good [Teen Titans] episode", "CREATIVE_WORK", "(?!The )[A-Z].+"),
    ("a [Teen Titans] episode", "CREATIVE_WORK", "(?!A |The )[B-Z].+"),
    ("[Resonance of Fate (End of Eternity)] is good", "CREATIVE_WORK", "[^()]+"),
    ("the [Seahawks]' quarterback", "ORGANIZATION", "[A-Z][a-z]+s|Lynx|Storm|Wolves|Foxes"),
    ("the word is [Sanskrit]", "MISC", "[A-Z][a-z]+"),
    ("go to [LA Memorial Coliseum]", "ORGANIZATION", "[A-Z]+ Memorial Coliseum"),
    ("an [Amtrak] engineer", "ORGANIZATION", "Irish Rail|Italo"),
    ("did [2pac] win", "PERSON", "[a-z]+"),
    ("call me or call [911]", "PHONE", "999|112|000|988|311|211"),
    ("strength is [4] out of five", "NUMBER", "[123]"),
    ("strength is four out of [5]", "NUMBER", "five"),
    ("for [10] years", "NUMBER", "8|9|11|12|13|14|15|7|6|5|20"),
    ("take [40] milligrams", "NUMBER", "30|50"),
    ("at 9 [3/4]%", "NUMBER", r"1/4|\d{1,2}/(?:8|16|32)"),
    ("ended at [97 29/32]", "NUMBER", r"(?!97)\d\d+ \d{1,2}/(?:32|64)"),
    ("That is [100]% OK", "NUMBER", "[6-9][05]"),
    ("about [one twenty five] over eighty", "NUMBER", "one [a-z]+(?: [a-z]+)?"),
    ("on the [WTA] Tour", "ORGANIZATION", "ATP|ITF"),
    ("unfriend you on [facebook]", "ORGANIZATION", "instagram|twitter|youtube|whatsapp|snapchat"
     "|tiktok|linkedin|skype|zoom"),
    ("the [Latvian Land Forces]", "ORGANIZATION", "[A-Z][a-z]+ (?:Army|Navy|Air Force|Coast .+)"),
    ("the [Cooperage American Grille]", "ORGANIZATION", r"[A-Z]\w+(?: [A-Z]\w+)* Grille"),
    ("the arguments of the [Deists]", "MISC", "[A-Z][a-z]+s"),
    ("in [Germanic] paganism", "MISC", "[A-Z][a-z]+(?:an|i)"),
    ("S. African [Afrikaners]", "MISC", "[A-Z][a-z]+s"),
    ("the 90th [Armistice Day]", "MISC", "(?!Armis)[A-Z][a-z']+ Day"),
    ("the [Chicago Purchasing Managers] said", "ORGANIZATION", "[A-Z].+ Managers"),
    ("at [ninety eight] percent", "NUMBER", "eighty [a-z]+|ninety [a-z]+|ninety|eighty"),
    ("a blood pressure of [one twenty four]", "NUMBER", "one [a-z]+(?: [a-z]+)?"),
    ("In [1475] he went to Rome", "NUMBER", "1[45]\\d\\d"),
    ("six out of [10]", "NUMBER", "ten"),
    ("a [30-year] bond", "ID", "20-year|40-year"),
    ("a [38-cents-a-share] loss", "ID", r"[34]\d-cents-a-share"),
    ("in service until [mid-1997]", "ID", r"mid-(?!1997)\d{4}"),
    ("on the [14th] of this month", "ID", r"(?!14)\d{1,2}(?:st|nd|rd|th)"),
    ("the [90s]", "ID", "[2-8]0s"),
    ("the [$71 million] of notes", "MISC", r"\$(?!71)\d\d million"),
    ("the [55 mln dlr] project", "MISC", r"(?!55)\d\d mln dlr"),
    ("at 4 [GMT]", "MISC", "UTC|CET|EST|PST|JST"),
    ("closed on [Labour Day]", "MISC", "(?!Labour)[A-Z][a-z']+ Day"),
    ("the [Bangladesh Liberation War]", "MISC", "(?!Bang)[A-Z].+ Liberation War"),
    ("the state [Medicare] program", "MISC", "Medicaid|Tricare|Social Security|Head Start"),
    ("in the [Austin American-Statesman]", "ORGANIZATION", "[A-Z].+ (?:Globe|Times|Tribune|Herald)"
     "|Guardian"),
    ("I read [TIME magazine].", "ORGANIZATION", "[A-Z']+ magazine"),
    ("opened [Centennial Hall] today", "ORGANIZATION", r"(?!Cent)[A-Z]\w+ Hall"),
    ("and then the [49ers]", "ORGANIZATION", "[A-Z][a-z]+"),
    ("as /[u/Anna_Kowalski] wrote", "PERSON", r"u/[A-Z]\w+"),
]  # fmt: skip


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(("sentence", "label", "form"), FITTING)
def test_surrogates_fit_where_the_phrase_stood(
    sentence: str, label: str, form: str, key: Key
) -> None:
    (surrogate,) = made(sentence, label, key)
    assert re.fullmatch(form, surrogate), surrogate


@pytest.mark.parametrize("key", KEYS)
def test_a_full_name_has_the_gender_of_the_words_around_it(key: Key) -> None:
    genders = name_pools().genders
    for sentence, other in (
        ("said his mother [Qorvelt Mamatuyeva].", "male"),
        ("a victory for [Qorvelt Shimin], through which he", "female"),
        ("Neither is [Qorvelt Limbaugh], he's a", "female"),
        ("Nobody knew [Qorvelt Reyes] until he sang.", "female"),
    ):
        (surrogate,) = made(sentence, "PERSON", key)
        assert genders.get(normalized(surrogate.split()[0])) != other
    (known,) = made("[Mary Qorvelt] says that he left.", "PERSON", key)
    assert genders.get(normalized(known.split()[0])) != "male"


@pytest.mark.parametrize("key", KEYS)
def test_a_team_has_one_nickname_with_and_without_its_city(key: Key) -> None:
    whole, short = made("The [New York Jets] lost. The [Jets] cut him.", "ORGANIZATION", key)
    assert whole.endswith(f" {short}")


@pytest.mark.parametrize("key", KEYS)
def test_a_range_of_episodes_stays_in_order(key: Key) -> None:
    first, last = made("in episodes [1-3]", "MISC", key)[0].split("-")
    assert int(first) < int(last)


@pytest.mark.parametrize("key", KEYS)
def test_a_republic_next_to_an_empire_has_a_surrogate(key: Key) -> None:
    assert not any(
        "[" in each for each in made("the [Roman Republic], [early Empire]", "LOCATION", key)
    )

"""Private phrases as they occur in public text, with surrogates that fit where they stand."""

from __future__ import annotations

import re

import pytest

from privtool.text.surrogates.geography.countries import world
from privtool.text.surrogates.geography.cued_places import CAPITALS
from privtool.text.surrogates.geography.us_gazetteer import STATE_CODES, gazetteer
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
    ("the [Canadian League of Rights]", "ORGANIZATION", rf"{_NATION} League of [A-Z][a-z ]+"),
    ("the [Council for Asian Security and Cooperation]", "ORGANIZATION", r"Council for \w+ "
     "Security and (?:Commerce|Culture|Education|Energy|Finance|Health|Housing|Industry|Justice"
     "|Labor|Progress|Reform|Science|Trade|Unity|Welfare)"),
    ("the [Chile national handball team]", "ORGANIZATION", "[A-Z].+ national handball team"),
    ("the [American Institute of Electrical Engineers]", "ORGANIZATION", rf"{_NATION} Institute "
     r"of [A-Z]\w+"),
    ("an [AC circuit] theory", "ORGANIZATION", "(?!AC)[A-Z]{2} circuit"),
    ("the daily [Fraternite Matin] wrote", "ORGANIZATION", "Reuters|Newsweek|Forbes|Time|B.+"),
    ("We got word from [KDP] leaders.", "ORGANIZATION", "[A-Z]{3}"),
    ("Switzerland at [Slovak Republic]", "LOCATION", "(?!Slovak)[A-Z][A-Za-z ]+"),
    ("In the [Roman Republic], they", "LOCATION", r"[A-Z]\w+ (?:Empire|Republic|States|Reich)"),
    ("in Uncasville, [Conn].", "LOCATION", "(?!Conn)[A-Z][A-Za-z. ]+"),
    ("in the thin [Bakken Formation]", "LOCATION", r"[A-Z]\w+ Formation"),
    ("A [Guinean] man", "MISC", _NATION),
    ("[Western] analysts", "MISC", "Eastern|Northern|Southern"),
    ("a [World Cup] qualifier", "MISC", "(?:Asian|Confederations|Gold|Nations) Cup"),
    ("[Holocaust] denial", "MISC", "[A-Z].+ Genocide|Holodomor"),
    ("a Fiji [Indian] who", "MISC", _NATION),
    ("an [Uncharted 4] enemy", "CREATIVE_WORK", "[AEIOU][a-z]+ .+"),
    ("a good [Teen Titans] episode", "CREATIVE_WORK", "(?!The )[A-Z].+"),
    ("a [Teen Titans] episode", "CREATIVE_WORK", "(?!A |The )[B-Z].+"),
    ("[Resonance of Fate (End of Eternity)] is good", "CREATIVE_WORK", "[^()]+"),
    ("held in [Rangoon]", "LOCATION", r"(?!Y)[A-Z][\w. -]+"),
    ("the [Seahawks]' quarterback", "ORGANIZATION", "[A-Z][a-z]+s|Lynx|Storm|Wolves|Foxes"),
    ("In [Vancouver, BC] please", "LOCATION", r"[A-Z].+, (?!BC)[A-Z]{2}"),
    ("the word is [Sanskrit]", "MISC", "[A-Z][a-z]+"),
    ("go to [LA Memorial Coliseum]", "ORGANIZATION", "[A-Z]+ Memorial Coliseum"),
    ("an [Amtrak] engineer", "ORGANIZATION", "Irish Rail|Italo"),
    ("did [2pac] win", "PERSON", "[a-z]+"),
    ("a [304-pound] player", "MONEY", "(?:2[5-9]|3[0-5])\\d-pound"),
    ("call me or call [911]", "PHONE", "999|112|000|988|311|211"),
    ("strength is [4] out of five", "NUMBER", "[123]"),
    ("strength is four out of [5]", "NUMBER", "6|7|8|10"),
    ("for [10] years", "NUMBER", "8|9|11|12|13|14|15|7|6|5|20"),
    ("take [40] milligrams", "NUMBER", "30|50"),
    ("at 9 [3/4]%", "NUMBER", "1/4"),
    ("ended at [97 29/32]", "NUMBER", r"(?!97)\d\d+ \d{1,2}/32"),
    ("That is [100]% OK", "NUMBER", "[6-9][05]"),
    ("about [one twenty five] over eighty", "NUMBER", "one [a-z]+(?: [a-z]+)?"),
    ("on the [WTA] Tour", "ORGANIZATION", "PGA|ATP|LPGA"),
    ("unfriend you on [facebook]", "ORGANIZATION", "instagram|twitter|youtube|whatsapp|snapchat"
     "|tiktok|linkedin|skype|zoom"),
    ("the [Latvian Land Forces]", "ORGANIZATION", "[A-Z][a-z]+ (?:Army|Navy|Air Force|Coast .+)"),
    ("the [Cooperage American Grille]", "ORGANIZATION", r"[A-Z]\w+(?: [A-Z]\w+)* Grille"),
    ("the arguments of the [Deists]", "MISC", "[A-Z][a-z]+s"),
    ("in [Germanic] paganism", "MISC", "[A-Z][a-z]+(?:an|i)"),
    ("S. African [Afrikaners]", "MISC", "[A-Z][a-z]+s"),
    ("the 90th [Armistice Day]", "MISC", "(?!A)[A-Z][a-z]+"),
    ("the [Chicago Purchasing Managers] said", "ORGANIZATION", "[A-Z].+ Managers"),
    ("at [ninety eight] percent", "NUMBER", "eighty [a-z]+|ninety [a-z]+|ninety|eighty"),
    ("a blood pressure of [one twenty four]", "NUMBER", "one [a-z]+(?: [a-z]+)?"),
    ("In [1475] he went to Rome", "NUMBER", "14[3-7]\\d"),
    ("six out of [10]", "NUMBER", "8|9|12"),
    ("a [30-year] bond", "ID", "20-year|40-year"),
    ("a [38-cents-a-share] loss", "ID", r"[34]\d-cents-a-share"),
    ("in service until [mid-1997]", "ID", r"mid-(?!1997)\d{4}"),
    ("six species in the [Americas]", "LOCATION", "Balkans|Caribbean|Caucasus|Middle East|Far East"
     "|Baltics|Sahel|Levant|Maghreb|Sahara"),
    ("on the [14th] of this month", "ID", r"(?!14)\d{1,2}(?:st|nd|rd|th)"),
    ("the [90s]", "ID", "[2-8]0s"),
    ("the [$71 million] of notes", "MISC", r"\$(?!71)\d\d million"),
    ("the [55 mln dlr] project", "MISC", r"(?!55)\d\d mln dlr"),
    ("at 4 [GMT]", "MISC", "UTC|CET|EST|PST|JST"),
    ("closed on [Labour Day]", "MISC", "(?!L)[A-Z][a-z]+"),
    ("the [Bangladesh Liberation War]", "MISC", "(?!Bang)[A-Z].+ Liberation War"),
    ("the state [Medicare] program", "MISC", "Medicaid|Tricare|Social Security|Head Start"),
    ("in the capital [Qorveltu]", "LOCATION", "[A-Z].+"),
    ("the Water Act ([Qld])", "LOCATION", r"(?!Q[^u])[A-Z]\w+(?: \w+)?"),
    ("in the [Austin American-Statesman]", "ORGANIZATION", "[A-Z].+ (?:Globe|Times|Tribune|Herald)"
     "|Guardian"),
    ("I read [TIME magazine].", "ORGANIZATION", "[A-Z']+ magazine"),
    ("opened [Centennial Hall] today", "ORGANIZATION", r"(?!Cent)[A-Z]\w+ Hall"),
    ("and then the [49ers]", "ORGANIZATION", "[A-Z][a-z]+"),
    ("as /[u/Anna_Kowalski] wrote", "PERSON", r"u/[A-Z]\w+"),
    ("the [German] government", "LOCATION", "[A-Z][a-z]+(?:an|ian|ish|ese|ch|k|ai)"),
    ("three [U.S.] growers said", "LOCATION", _NATION + "|[A-Z][a-z]+(?:ese|ish)"),
    ("of [U.S.] Treasury bonds", "LOCATION", _NATION + "|[A-Z][a-z]+(?:ese|ish)"),
    ("the [U.S.] said", "LOCATION", "[A-Z].+(?:s|Republic|Gambia|Kingdom)"),
    ("[U.S.] growers", "MISC", "[A-Z][A-Za-z ]+"),
    ("in the [Landes] département", "LOCATION", "[A-Z][a-z]+"),
    ("the area of [Kopački Rit] is", "LOCATION", "\\w.+"),
    ("the [Series A] units", "MISC", "Series [B-F]"),
    ("if [Source B] criticizes", "MISC", "Source [AC-F]"),
    ("the [Intelligent Network] products", "MISC", r"[A-Z]\w+ Network"),
    ("the [Intelligent Blanket] products", "MISC", r"[AEIOU]\w+"),
    ("and [The Lost Boys] too", "MISC", "The (?:[A-Z][a-z]+ )*(?!..[a-z]+(?:ex|ia)$)[A-Z][a-z]+"),
    ("the [Baseball Hall of Fame] said", "ORGANIZATION", "(?!Base)[A-Z][a-z]+ Hall of Fame"),
    ("[Pro Football Focus] says", "ORGANIZATION", r"[A-Z].+ Football (?:Group|Associates|Services"
     "|Center|Company)"),
    ("the [Stock Exchange Composite Index]", "ORGANIZATION", ".+ Index"),
    ("according to [Business Week]", "ORGANIZATION", "Newsweek|Forbes|Vogue|Rolling Stone"
     "|Vanity Fair"),
    ("If you were [Superman], would you", "MISC", "Batman|Spider-Man|Iron Man|Wonder Woman"
     "|Captain America|Aquaman"),
    ("[RUGBY UNION] - x", "ORGANIZATION", "TENNIS|CRICKET|GOLF|CYCLING|BOXING|ROWING"),
    ("[ALL BLACKS] 32", "ORGANIZATION", "[A-Z]+"),
    ("an [Italian] organization", "MISC", "(?!Ital)[AEI][a-z]+"),
    ("a [European] group 4 qualifier", "MISC", "African|Arab|Asian|Andean|Balkan|Caribbean"
     "|Mediterranean|Nordic"),
    ("the [Government]'s policy", "ORGANIZATION", "(?!Gov)(?:Agency|Bureau|Department|Office)"),
    ("watched it on [Netflix] and", "MISC", "Hulu|Peacock|Disney Plus|HBO Max"),
    ("the [Amazon Prime] video", "PRODUCT", "Netflix|Hulu|Peacock|Disney Plus|HBO Max"),
    ("the [Avengers] had long fights", "MISC", "(?!Avengers)[A-Z][a-z]+(?: [A-Z][a-z]+)?"),
    ("the [California State Capitol Museum].", "LOCATION", "[A-Z].+ State Capitol Museum"),
    ("The [Amex Market Value Index] rose", "MISC", "[A-Z][A-Za-z]+ Index"),
    ("a [PNE Amphitheatre] show", "MISC", "[A-Z][a-zA-Z]+ Amphitheatre"),
    ("the [Center for Strategic International Studies]", "ORGANIZATION", "Center for [A-Z][a-z]+ "
     "Studies"),
    ("in [Maritrans Partners L.P.] at", "ORGANIZATION", r"[A-Z]\w+ Partners L\.P\."),
    ("open discussions with [Bonn] on", "LOCATION", "|".join(CAPITALS.phrases)),
    ("After 267 [BC] the", "MISC", "BCE|CE"),
    ("the \"[Air Wing] was", "ORGANIZATION", r"(?!Air)[A-Z]\w+ Wing"),
    ("at [12 in the afternoon]", "TIME", "[1-5] in the afternoon"),
    ("at [three in the morning]", "TIME", "(?:one|two|four) in the morning"),
    ("at [8:30 in the evening]", "TIME", "[5679]:[134][05] in the evening"),
    ("about [twenty three hundred] milligrams", "NUMBER", "twenty [a-z]+ hundred|(?:twenty"
     "|nineteen|[a-z]+teen) hundred"),
    ("an [Olympic] champion", "MISC", "Asian|African"),
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
def test_emperors_and_knights_are_men(key: Key) -> None:
    genders = name_pools().genders
    for title in ("Emperor", "Sir", "Tsar"):
        (surrogate,) = made(f"said [{title} Qorvelt].", "PERSON", key)
        assert genders.get(normalized(surrogate.split()[1])) == "male"


@pytest.mark.parametrize("key", KEYS)
def test_given_names_of_one_person_have_one_gender(key: Key) -> None:
    genders = name_pools().genders
    (surrogate,) = made("director [Quek Leng Chye]", "PERSON", key)
    first, second, _ = surrogate.split()
    found = {genders.get(normalized(name)) for name in (first, second)} - {None}
    assert len(found) < 2


@pytest.mark.parametrize("key", KEYS)
def test_a_place_is_in_the_place_after_it(key: Key) -> None:
    town, country = made("born in [Senlis], [France]", "LOCATION", key)
    assert world().home(town) == country
    town, state = made("to [Sandy Hook], [Maryland] and", "LOCATION", key)
    code = STATE_CODES[normalized(state)]
    assert town in gazetteer().cities[code].phrases


@pytest.mark.parametrize("key", KEYS)
def test_a_county_before_its_state_stays_one(key: Key) -> None:
    county, _ = made("in [Ford County], [Illinois]", "LOCATION", key)
    assert re.fullmatch(r"(?!Ford)[A-Z]\w+ County", county)


@pytest.mark.parametrize("key", KEYS)
def test_parts_of_britain_are_not_one_country(key: Key) -> None:
    first, second = made("([Scotland]) beat Chris ([England]) 15-8", "LOCATION", key)
    assert first != second


@pytest.mark.parametrize("key", KEYS)
def test_a_republic_next_to_an_empire_has_a_surrogate(key: Key) -> None:
    assert not any(
        "[" in each for each in made("the [Roman Republic], [early Empire]", "LOCATION", key)
    )

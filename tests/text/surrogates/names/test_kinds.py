"""Names, places and other names become others of their kind."""

from __future__ import annotations

import re

import pytest

from privtool.text.surrogates.dates.holidays import HOLIDAYS
from privtool.text.surrogates.generator import PrivatePhrase, SurrogateGenerator
from privtool.text.surrogates.geography.countries import world
from privtool.text.surrogates.mentions import MentionIndex
from privtool.text.surrogates.name_lists import SAINTS, name_pools
from privtool.text.surrogates.prf import Key

KEYS = [Key(bytes([number]) * 16) for number in range(6)]
NATION = r"[A-Z][a-z]+"
SURNAME = r"[A-Z][a-z]+"
FORMS = [
    ("MISC", "the Vietnam War", rf"the {NATION} War"),
    ("MISC", "World War II", "World War I|Vietnam|Desert Storm"),
    ("MISC", "British Open", rf"{NATION} Open"),
    ("MISC", "World Cup", rf"{SURNAME} Cup"),
    ("MISC", "Two Americans", r".+"),
    ("MISC", "Americans", r"[A-Z][a-z]+ns"),
    ("MISC", "Hurricane Katrina", r"Hurricane [A-Z][a-z]+"),
    ("MISC", "First Amendment", r"(?!First)[A-Z][a-z]+(?:th|nd|rd) Amendment"),
    ("MISC", "The Lion King", r"The .+"),
    ("MISC", "War and Peace", r"(?!The ).+"),
    ("MISC", "iPhone 12", r"[A-Z][\w ]+ [A-Z]?\d+"),
    ("MISC", "BMW", r"(?!BMW)[A-Z][a-z]+"),
    ("MISC", "Samsung Galaxy", r"(?!.*Galaxy)[A-Z][A-Za-z]+"),
    ("MISC", "Christmas", r"(?!Christmas)[A-Z][a-z]+"),
    ("MISC", "Coca-Cola", r"[A-Z][a-z]+(?: [A-Z][a-z]+)?"),
    ("DATE", "Wednesday night", r"(?!Wed)[A-Z][a-z]+day night"),
    ("NUMBER", "two thirds", r"a third|a quarter|three quarters"),
    ("MISC", "Brexit", r"[A-Z][a-z]+"),
    ("RELIGION", "Buddhist", r"Anglican|Baptist|Catholic|[A-Z][a-z]+(?:an|st|du|im|er|kh|mon|nt)"),
    ("PERSON", "Coach Ramirez", r"Coach [A-Z][a-z]+"),
    ("PERSON", "little Timmy", r"little [A-Z][a-z]+"),
    ("PERSON", "my nephew Dante", r"my nephew [A-Z][a-z]+"),
    ("PERSON", "Petersons", r"[A-Z][A-Za-z]+s"),
    ("ORGANIZATION", "Ministry of Finance", r"Ministry of (?!Finance)[A-Z].+"),
    ("ORGANIZATION", "the Supreme Court", r"the (?!Supreme).*Court.*"),
    ("ORGANIZATION", "Royal Navy", rf"{NATION} Navy"),
    ("ORGANIZATION", "Chicago Bulls", r"[A-Z]\w+ [A-Z]\w+s|[A-Z]\w+ (?:Lynx|Storm)"),
    ("LOCATION", "Lake Michigan", rf"Lake {SURNAME}"),
    ("LOCATION", "Central Park", rf"{SURNAME}(?: {SURNAME})? Park"),
    ("LOCATION", "Cook County", rf"{SURNAME} County"),
    ("LOCATION", "Southern California", r"Southern .+"),
    ("LOCATION", "upstate New York", r"upstate (?!New York).+"),
    ("ORGANIZATION", "Boston Red Sox", r"[A-Z]\w+ [A-Z]\w+"),
    ("EVENT", "Hurricane Sandy", r"Hurricane (?!Sandy)[A-Z][a-z]+"),
    ("MONEY", "a couple hundred dollars", r"(?:a few|several) hundred dollars"),
    ("NUMBER", "twice", r"three times|four times"),
    ("DATE", "back in ninety eight", r"back in (?!ninety eight).+"),
    ("LOCATION", "the Rhine", r"the [A-Z]\S+"),
    ("LOCATION", "the Netherlands", r"the [A-Z].+"),
    ("LOCATION", "U.S.", r"[A-Z].*[a-z]"),
    ("ADDRESS", "P.O. Box 1142", r"P\.O\. Box \d{4}"),
    ("ADDRESS", "the corner of Oak and Third", rf"the corner of {SURNAME} and {SURNAME}"),
    ("NUMBER", "5.5 kg", r"\d\.\d kg"),
    ("NUMBER", "500mg", r"\d00mg"),
    ("NUMBER", "a dozen", r"[a-z]+"),
    ("NUMBER", "half", r"a third|a quarter|two thirds|three quarters"),
    ("ID", "MRN 00451278", r"MRN 00\d{6}"),
    ("PHONE", "1-800-FLOWERS", r"1-\d{3}-55501\d\d"),
    ("PHONE", "+49 30 1234567", r"\+49 \d\d 55501\d\d"),
    ("AGE", "10 to 12", r"\d+ to \d+"),
    ("AGE", "teenagers", r"[a-z ]+s"),
    ("DATE", "since January", r"since (?!January)[A-Z][a-z]+"),
    ("DATE", "every Thursday", r"every (?!Thu)[A-Z][a-z]+day"),
    ("DATE", "fiscal year 2019", r"fiscal year (?!2019)20\d\d"),
    ("DATE", "the 21st century", r"the 20th century"),
    ("DATE", "the second quarter", r"the (?:first|third|fourth) quarter"),
    ("DATE", "a year and a half ago", r"a year and a half ago"),
    ("DATE_TIME", "3 pm on Friday", r"(?!3)\d pm on (?!Friday)[A-Z][a-z]+day"),
    ("TIME", "this morning", r"this morning"),
    ("PERSON", "Sen. Whitehouse (D-R.I.)", r"Sen\. [A-Z]\w+ \(D-[A-Z][\w.]*\)"),
    ("PERSON", "Kathy with a K", r"([A-Z])\w+ with an? \1"),
    ("PERSON", "Pope Benedict XVI", r"Pope [A-Z][a-z]+ XVI"),
    ("PERSON", "Estate of Lorraine Vickers", r"Estate of [A-Z]\w+ [A-Z]\w+"),
    ("PERSON", "Holly Brandt (sister)", r"[A-Z]\w+ [A-Z]\w+ \(sister\)"),
    ("LOCATION", "Mexico-Guatemala border", r"[A-Z][\w ]+-[A-Z][\w ]+ border"),
    ("LOCATION", "Gulf of Mexico", r"Gulf of (?!Mexico)[A-Z][a-z]+"),
    ("LOCATION", "Bed 7, Ward C", r"Bed \d, Ward [A-Z]"),
    ("ORGANIZATION", "LAPD", r"[A-Z]{2}PD"),
    ("ORGANIZATION", "the Supreme Court of Canada", r"the (?=[A-Z]).*Court.* of [A-Z].+"),
    ("ORGANIZATION", "Smith, Kline & French", r"[A-Z]\w+, [A-Z]\w+ & [A-Z]\w+"),
    ("HOSPITAL", "Xylo Vantage", r"[A-Z]\w+ (?:Hospital|Medical Center|Clinic)"),
    ("PRODUCT", "metoprolol 25 mg", r"[a-z]+ \d+ mg"),
    ("PRODUCT", "PlayStation 5", r"Xbox 360|Xbox One|Nintendo 64|Wii U"),
    ("QUANTITY", "six feet two inches", r"(?:five|six) feet [a-z]+ inches"),
    ("MONEY", "between $30,000 and $40,000", r"between \$\d0,000 and \$\d0,000"),
    ("DATE", "postoperative day 3", r"postoperative day \d+"),
    ("DATE", "the first half of 1996", r"the first half of (?!1996)\d{4}"),
    ("LAW", "Roe v. Wade", r"[A-Z]\w+ v\. [A-Z]\w+"),
]  # fmt: skip


def surrogate_of(key: Key, label: str, phrase: str) -> str:
    index = MentionIndex()
    index.add(phrase, label)
    private = PrivatePhrase(phrase, label, index.roles_in(phrase, label))
    return SurrogateGenerator(key).generate("", [private])[0].text


@pytest.mark.parametrize(("label", "phrase", "form"), FORMS)
def test_the_kind_of_a_name_is_kept(label, phrase, form):
    for key in KEYS:
        made = surrogate_of(key, label, phrase)
        assert re.fullmatch(form, made), made


def test_ages_in_order_stay_in_order():
    for key in KEYS:
        low, high = map(int, surrogate_of(key, "AGE", "10 to 12").split(" to "))
        assert 6 <= low < high <= 12


def test_a_foreign_city_lies_in_the_surrogate_of_its_country():
    for key in KEYS:
        city, country = surrogate_of(key, "GPE", "Paris, France").split(", ")
        assert world().home(city) == country
        assert surrogate_of(key, "GPE", "Paris") == city
        assert surrogate_of(key, "GPE", "france") == country.lower()
        assert surrogate_of(key, "GPE", "Lyon") != city


@pytest.mark.parametrize(
    ("phrase", "gender"),
    [("Nguyen Thi Minh", ""), ("Mr. Ngoc Tran", "male"), ("Mrs. Ngoc Tran", "female")],
)
def test_titles_tell_the_gender_of_an_unknown_name(phrase, gender):
    pools = name_pools()
    allowed = {"male": pools.male, "female": pools.female}.get(gender, pools.given).phrases
    for key in KEYS:
        assert surrogate_of(key, "PERSON", phrase).split()[-2] in allowed


def test_double_names_have_one_gender():
    for key in KEYS:
        first, second = surrogate_of(key, "PERSON", "Jean-Luc Moreau").split()[0].split("-")
        assert {first, second} <= set(name_pools().male.phrases)


@pytest.mark.parametrize(
    "phrase", ["the 5", "The ", "the A1", "Thé 747", "x" * 30_000, "A-" * 9000]
)
def test_other_names_of_any_form_are_replaced(phrase):
    for label in ("MISC", "LOCATION", "ORGANIZATION", "EVENT"):
        assert surrogate_of(KEYS[0], label, phrase) != phrase


@pytest.mark.parametrize(
    "name", ["hope Smith", "will Smith", "King, Anna", "Anna King Smith", "Major, Tom", "Bishop"]
)
def test_a_surname_that_is_also_a_title_is_replaced(name):
    for key in KEYS:
        words = set(re.findall(r"\w+", surrogate_of(key, "PERSON", name)))
        assert words.isdisjoint(re.findall(r"\w+", name))


@pytest.mark.parametrize(
    ("label", "forms"),
    [
        ("PHONE", ("415-555-2671", "(415) 555 2671", "4155552671", "+1 415 555 2671")),
        ("PHONE", ("415 555 2671", "four one five double five five two six seven one")),
        ("CARD", ("4111 1111 1111 1111", "4111-1111-1111-1111", "4111111111111111")),
        ("SSN", ("123-45-6789", "123 45 6789", "123456789")),
        ("ID", ("8823-B", "8823 B", "8823b")),
    ],
)
def test_a_number_has_one_surrogate_however_it_is_written(label, forms):
    from privtool.text.surrogates.dictation import read_dictation

    for key in KEYS:
        made = {read_dictation(surrogate_of(key, label, form)).chars[-9:] for form in forms}
        assert len(made) == 1, made


@pytest.mark.parametrize(
    ("label", "phrase", "form"),
    [
        ("ORGANIZATION", "the Labor Party", r"the \w+ Party"),
        ("ORGANIZATION", "the Sierra Club", r"the \w+ (?:Society|Conservancy)"),
        ("ORGANIZATION", "Teamsters Local 810", r"[A-Z]\w+s Local \d{3}"),
        ("ORGANIZATION", "Grace Baptist Church", r"[A-Z]\w+ Church"),
        ("HOSPITAL", "St. Luke's Hospital", rf"St\. (?:{'|'.join(SAINTS.phrases)})'s Hospital"),
        ("LOCATION", "Bronx", "Bowery|Tenderloin|French Quarter|Marais"),
        ("DATE", "Hanukkah", "|".join(HOLIDAYS)),
    ],
)
def test_names_of_a_kind_become_others_of_it(label, phrase, form):
    for key in KEYS:
        generator = SurrogateGenerator(key)
        (made,) = generator.generate("s", [PrivatePhrase(phrase, label)])
        assert re.fullmatch(form, made.text), made.text
        assert made.text != phrase

"""Numbers near their value or of their size, and codes that nobody has."""

from __future__ import annotations

import ipaddress
import re
from calendar import month_name
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from stdnum import luhn
from stdnum.gb import nhs
from stdnum.us import ssn

from privtool.core.record import Entity, Record
from privtool.core.rng import Key, KeyedRandom
from privtool.text.english.numbers import UNITS, small_words
from privtool.text.filling.agreement import takes_an
from privtool.text.labels import Label, canonical_label
from privtool.text.surrogates.codes import card, fictional_number, number_in_words
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.cues import order_cues, value_of
from privtool.text.surrogates.generator import PrivatePhrase, SurrogateGenerator
from privtool.text.surrogates.spelled import spell, spelled_word
from privtool.text.values.code import randomize, read_dictation
from tests.support.surrogate_stage import process
from tests.support.tables import tabled
from tests.text.surrogates.sentences import KEYS, made, record, rows_of

KEY = Key(b"0123456789abcdef")


@tabled("text", "phrase begins")
def test_a_card_is_a_valid_test_number(surrogate, phrase, begins):
    new = surrogate("CARD", phrase).text
    digits = read_dictation(new).chars
    assert digits.startswith(tuple(begins))
    assert len(digits) == len(read_dictation(phrase).chars)
    assert luhn.is_valid(digits)
    assert re.sub(r"\w", "", new) == re.sub(r"\w", "", phrase)


def test_the_first_digit_of_a_card_tells_no_company():
    phrases = [f"4012 8888 8888 {number}" for number in range(1000, 1080)]
    contexts = [Context(KEY, phrase) for phrase in phrases]
    drawn = [card(*pair) for pair in zip(phrases, contexts, strict=True)]
    assert {new[0] for new in drawn} == set("2456")


def test_a_card_that_is_not_valid_stays_so(surrogate):
    assert not luhn.is_valid(read_dictation(surrogate("CARD", "4012 8888 8888 1882").text).chars)
    assert len(surrogate("CARD", "4444").text) == 4


@pytest.mark.parametrize(
    "phrase", ["GB82 WEST 1234 5698 7654 32", "DE51 9999 9999 0001 2345 00", "NL91ABNA0417164300"]
)
def test_an_iban_keeps_country_form_and_check(surrogate, phrase):
    new = surrogate("IBAN", phrase).text
    assert new[:2] == phrase[:2]
    assert [len(part) for part in new.split()] == [len(part) for part in phrase.split()]
    compact = new.replace(" ", "")
    assert compact[4:8] in ("9999", "XXXX")
    assert int("".join(str(int(c, 36)) for c in compact[4:] + compact[:4])) % 97 == 1


def test_an_iban_that_is_not_valid_stays_so(surrogate):
    compact = surrogate("IBAN", "GB83 WEST 1234 5698 7654 32").text.replace(" ", "")
    assert int("".join(str(int(c, 36)) for c in compact[4:] + compact[:4])) % 97 != 1


@pytest.mark.parametrize("phrase", ["078-05-1120", "861037742", "987-65-4321"])
def test_a_social_security_number_is_never_issued(surrogate, phrase):
    new = surrogate("SSN", phrase).text
    assert len(new) == len(phrase)
    assert not ssn.is_valid(new)
    digits = re.sub(r"\D", "", new)
    assert digits[0] == "9"
    assert 1 <= int(digits[3:5]) <= 49  # 50 and more are those of tax numbers


def test_a_national_number_has_valid_check_digits(surrogate):
    new = surrogate("NATIONAL_ID", "943 476 5919").text
    assert nhs.is_valid(new)
    assert new.startswith("999 ")


@given(st.text("0123456789", min_size=7, max_size=15), st.booleans(), st.integers())
def test_a_phone_number_keeps_its_length(digits, abroad, number):
    new = fictional_number(digits, "7" * len(digits), abroad, KeyedRandom(KEY, number))
    assert len(new) == len(digits)
    assert new.isdigit()


@tabled("text", "phrase others")
def test_a_number_abroad_has_one_surrogate_however_it_is_written(surrogate, phrase, others):
    home = re.sub(r"\D", "", surrogate("PHONE", phrase).text)
    assert home[0] == "0"
    for other in others:
        made = surrogate("PHONE", other).text
        assert made[:3] == other[:3]
        assert re.sub(r"^(\+|00)\d\d|\D", "", made) == home[1:]


@pytest.mark.parametrize("host", ["ann:pw@kowalski.de", "[2001:4860::8]", "kowalski.de"])
def test_the_host_of_an_address_is_for_documentation(surrogate, host):
    new = surrogate("URL", f"https://{host}:8080/ann?b=c").text
    assert re.fullmatch(r"https://example\.(com|org|net):\d{4}/\w{3}\?\w=\w", new)


@pytest.mark.parametrize(
    "phrase", ["10.0.0.1", "8.8.8.8", "2a00:1450:4001:81b::200e", "fe80::1", "::1", "10.0.0.0/8"]
)
def test_an_address_is_for_documentation(surrogate, phrase):
    new = surrogate("IP", phrase).text
    networks = ["192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "2001:db8::/32"]
    address = ipaddress.ip_address(new.partition("/")[0])
    nets = [ipaddress.ip_network(network) for network in networks]
    assert any(address in net for net in nets if net.version == address.version)


# Digits and letters in every notation, and the numbers rendered with them.
# What is read, and what is written for the digits or letters behind it.


@tabled("text", "phrase chars others written")
def test_a_phrase_is_rendered_in_its_form(phrase, chars, others, written):
    dictation = read_dictation(phrase)
    assert dictation.chars == chars
    assert dictation.render(others) == written


@given(st.text("0123456789ab -+().", min_size=1, max_size=20))
def test_rendering_with_its_own_digits_gives_the_phrase(phrase):
    dictation = read_dictation(phrase)
    assert dictation.render(dictation.chars) == phrase


@given(st.lists(st.integers(0, 99), min_size=1, max_size=6))
def test_rendering_with_their_own_digits_gives_the_words(values):
    phrase = ", ".join(small_words(value, "-") for value in values)
    dictation = read_dictation(phrase)
    assert dictation.chars == "".join(str(value) for value in values)
    assert dictation.render(dictation.chars) == phrase


@given(st.text("0123456789-/ AbC", min_size=1, max_size=20), st.integers())
def test_randomizing_keeps_length_digits_and_leading_zeros(phrase, number):
    dictation = read_dictation(phrase)
    new = dictation.render(randomize(dictation, KeyedRandom(KEY, number)))
    assert len(new) == len(phrase)
    for old, char in zip(phrase, new, strict=True):
        assert old.isdigit() == char.isdigit()
        assert old.isupper() == char.isupper()
        assert old == char or old.isalnum()


@tabled("text", "phrase low high")
def test_numbers_stay_in_their_range(phrase, low, high):
    dictation = read_dictation(phrase)
    drawn = {int(randomize(dictation, KeyedRandom(KEY, number))) for number in range(300)}
    assert low <= min(drawn) <= max(drawn) <= high
    assert len(drawn) >= 9


@tabled("text", "phrase word mary")
def test_spelled_words_stay_spelled(phrase, word, mary):
    assert spelled_word(phrase) == word
    assert spell("Mary", phrase) == mary


@pytest.mark.parametrize("phrase", ["john", "j k", "J. K. Okafor", "", "a bc d", "1 2 3"])
def test_not_spelled(phrase):
    assert spelled_word(phrase) is None


def test_any_white_space_may_stand_between_words():
    assert (
        read_dictation("double  oh\ttwenty \n one").chars
        == read_dictation("double oh twenty one").chars
        == "0021"
    )


ROWS = rows_of("ranges")


def value(phrase: str) -> float:
    found = value_of(phrase)
    assert found is not None
    return found


@pytest.mark.parametrize(("label", "order", "sentence"), ROWS)
def test_the_ends_of_a_range_stay_in_order(label: str, order: str, sentence: str) -> None:
    text, (first, last) = record(sentence, label)
    kinds = canonical_label(label), canonical_label(label)
    cues = order_cues(text, (first.start, first.end), (last.start, last.end), kinds)
    if not order and cues is not None:
        raise AssertionError(cues)
    for key in KEYS if order else ():
        one, two = map(value, made(sentence, label, key))
        assert one < two if order == "<" else one > two


@pytest.mark.parametrize("key", KEYS)
def test_a_number_after_an_article_agrees_with_it(key: Key) -> None:
    for sentence, label in (("a [7] percent chance", "NUMBER"), ("a [17-year-old]", "AGE")):
        assert not takes_an(made(sentence, label, key)[0])


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("phrase", "form"), [("12 1/8", r"\d\d (?:1/4|3/8)"), ("7/16", "5/16|3/8|1/2|9/16")]
)
def test_a_fraction_becomes_one_near_it(key: Key, phrase: str, form: str) -> None:
    (new,) = made(f"closed at [{phrase}]", "NUMBER", key)
    assert re.fullmatch(form, new)


@pytest.mark.parametrize("key", KEYS)
def test_a_date_in_digits_keeps_no_part(key: Key) -> None:
    (new,) = made("due [1/8/97]", "NUMBER", key)
    assert re.fullmatch(r"\d/\d/\d\d", new)
    assert not new.startswith(("1/4", "3/8"))  # what the fraction 1/8 becomes


def test_a_mixed_fraction_gets_finer_parts_where_the_others_are_private():
    text = "Fees total 2-1/4 pct, with 1-1/2 points for selling and 1-3/4 for management"
    found = [match.span() for match in re.finditer(r"\d-\d/\d", text)]
    entities = tuple(Entity(*span, "NUMBER") for span in found)
    new = process(Record(id=1, text=text, entities=entities))[0].text
    numbers = re.findall(r"\d-\d/\d", new)
    assert len(numbers) == 3
    assert {"2-1/4", "1-1/2", "1-3/4"}.isdisjoint(numbers)


def surrogates(label, phrase):
    return [made(f"[{phrase}]", label, key)[0] for key in KEYS]


@tabled("text", "label phrase")
def test_ranges_stay_in_order(label, phrase):
    for surrogate in surrogates(label, phrase):
        words = re.findall(r"\d+|[a-z]{3,}", surrogate)
        values = [UNITS[word] if word in UNITS else int(word) for word in words if word != "or"]
        assert values == sorted(set(values)), surrogate


def test_quantities_stay_near():
    for surrogate in surrogates("NUMBER", "185 lbs"):
        assert 150 <= int(surrogate.removesuffix(" lbs")) <= 220
    for surrogate in surrogates("NUMBER", "37.8"):
        assert 31 <= float(surrogate) <= 45
    for surrogate in surrogates("NUMBER", "120/80"):
        high, low = map(int, surrogate.split("/"))
        assert low < high


@tabled("text", "label forms")
def test_a_number_has_one_surrogate_however_it_is_written(label, forms):
    for key in KEYS:
        found = [made(f"[{form}]", label, key)[0] for form in forms]
        assert len({read_dictation(each).chars[-9:] for each in found}) == 1, found


@tabled("text", "phrase first last")
def test_both_ends_of_a_range_move_alike(phrase, first, last):
    days = (date(2021, *last) - date(2021, *first)).days
    for made_date in surrogates("DATE", phrase):
        ends = re.findall(r"([A-Z][a-z]+) (\d+)", made_date)
        (start, end) = (date(2021, list(month_name).index(m), int(d)) for m, d in ends)
        assert (end - start).days % 365 == days, made_date


@pytest.mark.parametrize("key", KEYS)
def test_ordinals_and_counts_stay_likely(key):
    generator = SurrogateGenerator(key)
    (ordinal,) = generator.generate("", [PrivatePhrase("21st", "ORDINAL")])
    assert 14 <= int(ordinal.text[:-2]) <= 28
    (several,) = generator.generate("", [PrivatePhrase("five", "CARDINAL", cues=("plural",))])
    assert several.text not in ("one", "five")


@tabled("text", "name label phrase")
def test_words_of_the_language_replace_each_other(name, label, phrase):
    for key in KEYS:
        private = [PrivatePhrase(phrase, label, language=name)]
        (new,) = SurrogateGenerator(key).generate("", private)
        assert new.text != phrase
        again = number_in_words(new.text, Context(key, "", language=name), Label(label))
        assert again is not None, new.text


def test_digits_between_the_words_change(surrogate):
    for label in ("PHONE", "NUMBER", "ID", "CARD"):
        made = surrogate(label, "seis doce 4821 treinta y dos 7093")
        assert not {"4821", "7093"} & set(re.findall(r"\d+", made.text))

"""Phrases of which a part was once kept, or turned into nonsense, with any key."""

from __future__ import annotations

import re

import pytest

from privtool.text.surrogates.generator import PrivatePhrase, SurrogateGenerator
from privtool.text.surrogates.prf import Key

KEYS = [Key(b"%016d" % number) for number in range(8)]

# The phrase, the form of what takes its place, and what of the phrase must not be in it.
PHRASES = [
    ("IP", "::ffff:192.168.1.7", r"2001:db8::[0-9a-f:]+", "192.168"),
    ("IP", "64:ff9b::10.1.2.3", r"2001:db8::[0-9a-f:]+", "10.1.2.3"),
    ("IP", "fe80::1ff:fe23:4567:890a%eth0", r"2001:db8::[0-9a-f:]+", "890a"),
    ("IP", "10.0.0.1:8080", r"[\d.]+\.\d+:\d{4}", "10.0.0.1"),
    ("PERSON", "john smith 4155550199", r"\w+ \w+ \d{10}", "4155550199"),
    ("PERSON", "anna_1982", r"[a-z]+_\d{4}", "1982"),
    ("PERSON", "john smith 2nd", r"\w+ \w+ (?:1st|3rd|\dth)", "2nd"),
    ("PERSON", "Don Draper", r"\w+ \w+", "Don"),
    ("PERSON", "Victoria Justice", r"\w+ \w+", "Justice"),
    ("PERSON", "Mike Judge", r"\w+ \w+", "Judge"),
    ("PERSON", "jack lord", r"\w+ \w+", "lord"),
    ("PERSON", "md rahman", r"\w+ \w+", "md"),
    ("PERSON", "Or Levi", r"\w+ \w+", "Or "),
    ("PERSON", "Judge Smith", r"Judge \w+", "Smith"),
    ("PERSON", "Smith, Dr.", r"\w+, Dr\.", "Smith"),
    ("PERSON", "John Smith MD", r"\w+ \w+ MD", "Smith"),
    ("PERSON", "İ. Yılmaz", r"[A-Z]\. \w+", "Yılmaz"),
    ("PERSON", "kowalski k o w a l s k i", r"(\w+) \w( \w)+", "k o w"),
    ("PERSON", "k o w a l s k i as in king", r"\w( \w)+", "king"),
    ("PERSON", "s m i t h dash j o n e s", r"\w( \w)+", "dash"),
    ("PERSON", "J. R. R. Tolkien", r"[A-Z]\. ([A-Z])\. \1\. \w+", "Tolkien"),
    ("ADDRESS", "12 Park Avenue", r"\d\d \w+ Avenue", "Park"),
    ("ADDRESS", "221 Court Street", r"\d{3} \w+ Street", "Court"),
    ("ADDRESS", "12 Old Bridge Road", r"\d\d Old \w+ Road", "Bridge"),
    ("ADDRESS", "5 The Green", r"\d The \w+", "Green"),
    ("ADDRESS", "100 Broadway", r"\d{3} \w+", "Broadway"),
    ("ADDRESS", "12 North Street", r"\d\d \w+ Street", "North"),
    ("ADDRESS", "12 p a r k avenue", r"\d\d \w( \w)+ avenue", "p a r k"),
    ("ADDRESS", "350 Fifth Avenue", r"\d{3} \w+ Avenue", "Fifth"),
    ("ADDRESS", "Highway 61", r"Highway \d\d", "61"),
    ("ADDRESS", "B 12", r"[A-Z] \d\d", "B"),
    ("ORG", "AT&T", r"[A-Z]{2}&[A-Z]", "AT"),
    ("ORG", "LA Fitness", r".+", "LA "),
    ("ORG", "IN-N-OUT", r"[\w' ]+", "IN-"),
    ("ORG", "Miller &Smith; Partners", r"\w+ &\w+; Partners", "Smith"),
    ("ORG", "Johnson &amp; Jones", r"\w+ &amp; \w+", "Jones"),
    ("ORG", "BANK OF AMERICA", r"BANK OF [\w ]+", "AMERICA"),
    ("DATE", "2021-06-03 23:45", r"\d{4}-\d\d-\d\d (?:[01]\d|2[0-3]):[0-5]\d", "23:45"),
    ("DATE", "2021-06-03T10:30:00Z", r"\d{4}-[01]\d-[0-3]\dT[012]\d:[0-5]\d:[0-5]\dZ", "2021-06"),
    ("DATE", "06/03/2021 - 06/10/2021", r"[01]\d/[0-3]\d/\d{4} - [01]\d/[0-3]\d/\d{4}", "06/03"),
    ("DATE", "6/3-6/5", r"1?\d/[123]?\d-1?\d/[123]?\d", "6/3"),
    ("DATE", "June 5-7, 2021", r"[A-Z]\w+ [123]?\d-[123]?\d, \d{4}", "2021-06"),
    ("TIME", "five o'clock", r"\w+ o'clock", "five"),
    ("TIME", "10 am to 12 pm", r"1[012] am to 1[012] pm", "10 am to 12"),
    ("TIME", "9:00-17:30", r"\d:\d\d-(?:1\d|2[0-3]):[0-5]\d", "17:30"),
    ("TIME", "5 to 7 pm", r"\d to \d pm", "5 to 7"),
    ("TIME", "12 noon", r"12 midnight", "noon"),
    ("TIME", "930 am", r"\d[0-5]\d am", "930"),
    ("TIME", "nine-thirty", r"\w+-(?:fifteen|thirty|forty.five)", "nine"),
    ("TIME", "ten to five", r"[\w ]+ to \w+", "ten to five"),
    ("TIME", "five pm on monday", r"\w+ pm on \w+day", "monday"),
    ("NUMBER", "5 percent", r"\d percent", "5"),
    ("NUMBER", "third", r"\w+(?:st|nd|th)", "third"),
    ("NUMBER", "21st", r"\d\d(?:st|nd|rd|th)", "21st"),
    ("NUMBER", "one and a half", r"\w+ and .+", "one"),
    ("CARD", "ending in 4242", r"ending in \d{4}", "4242"),
    ("ID", "case number 8823", r"case number \d{4}", "8823"),
    ("ID", "a 4 4 7 b", r"[a-z] \d \d \d [a-z]", "a 4"),
    ("PHONE", "217.555.0134 (anna)", r"\d{3}\.555\.01\d\d \([a-z]{4}\)", "anna"),
    ("PHONE", "mark 217.555.0134", r"[a-z]{4} \d{3}\.555\.01\d\d", "mark"),
    ("CARD", "mark ending in 4242", r"[a-z]{4} ending in \d{4}", "mark"),
    ("MONEY", "$5", r"\$[1-9]", "5"),
    ("MONEY", "five dollars", r"(?!oh)\w+ dollars", "five"),
    ("AGE", "one hundred and two", r"ninety(?: \w+)?", "hundred and two"),
    ("AGE", "92", r"9\d", "92"),
    ("AGE", "thirty-fourth", r"\w+teenth|\w+tieth|(?:twenty|thirty)-\w+", "thirty-four"),
    ("AGE", "in his 80's", r"in his \d0's", "80"),
    ("LOCATION", "austin texas", r"[a-z .'-]+", "texas"),
    ("LOCATION", "Washington, D.C.", r"[A-Z][A-Za-z .'-]+, [A-Z]{2}", "Washington"),
    ("ZIP", "zip 62704", r"zip \d{5}", "62704"),
]  # fmt: skip


@pytest.mark.parametrize(("label", "phrase", "form", "gone"), PHRASES)
def test_only_the_form_is_kept(label, phrase, form, gone):
    for key in KEYS:
        (made,) = SurrogateGenerator(key).generate("", [PrivatePhrase(phrase, label)])
        assert not made.marker
        assert re.fullmatch(form, made.text), made.text
        assert gone not in made.text


@pytest.mark.parametrize(
    ("phrases", "gap"),
    [
        ([("austin, tx", "LOCATION"), ("austin texas", "LOCATION")], None),
        ([("springfield, il", "LOCATION"), ("springfield il 62704", "LOCATION")], None),
        ([("O'Brien", "PERSON"), ("o apostrophe b r i e n", "PERSON")], " "),
        ([("2021-06-03", "DATE"), ("2021-06-03 23:45", "DATE")], None),
    ],
)
def test_consistent_phrases_stay_consistent(phrases, gap):
    for key in KEYS:
        generator = SurrogateGenerator(key)
        short, long = (
            generator.generate("", [PrivatePhrase(*each)])[0].text.lower() for each in phrases
        )
        if gap is not None:
            long = long.replace(gap, "")
        assert long.startswith(re.split(r", ", short)[0])


@pytest.mark.parametrize("phrase", ["the judge", "several"])
def test_generic_words_become_a_marker(phrase):
    label = "PERSON" if phrase == "the judge" else "NUMBER"
    (made,) = SurrogateGenerator(KEYS[0]).generate("", [PrivatePhrase(phrase, label)])
    assert made.text == f"[{label}]"


@pytest.mark.parametrize("name", ["may", "april"])
def test_a_date_contains_no_private_name(name):
    for number in range(40):
        generator = SurrogateGenerator(Key(b"k%015d" % number))
        private = [PrivatePhrase(name, "PERSON"), PrivatePhrase("june fifth", "DATE")]
        assert name not in generator.generate("", private)[1].text

"""The embedded English word lists."""

from __future__ import annotations

from pathlib import Path

import privtool

LISTS = Path(privtool.__file__).parent / "text" / "lists"

# Always in the list: function words, fillers, numbers, bases of contractions, titles.
ORDINARY = """
a i the and of to in is it you that not no do can will they we he she am are was were be been have
could would should shall might must let who what where why how because although however about
uh um hmm mhm mm huh yeah yep yup nah nope okay ok oh ah wow hey hi hello bye gosh oops ouch ugh
whoa uh-huh mm-hmm um-hum huh-uh right well like gonna wanna gotta kinda dunno
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred
thousand million billion first second third fourth fifth tenth
monday sunday march may december christmas today tomorrow tonight yesterday week month year
mr mrs dr sir mother father mom dad grandma doctor king queen president captain
house street church university river park north south east west red green white black
go goes going went gone make makes making made child children man men woman women
o'clock ma'am y'all people money company market school hospital police car phone news
"""

NAMES = """
james john robert michael william david richard joseph thomas charles christopher daniel matthew
anthony mark donald steven paul andrew joshua kevin brian george edward ronald timothy jason jeff
ryan jacob gary nicholas eric jonathan stephen larry justin scott brandon benjamin samuel frank
jack dennis jerry tyler aaron jose adam nathan henry peter kyle harry bill bob tom mike joe jim
mary patricia jennifer linda elizabeth barbara susan jessica sarah karen nancy lisa betty margaret
sandra ashley kimberly emily donna michelle carol amanda melissa deborah stephanie anna grace
rebecca laura helen amy emma nicole ruth alice julie anne jane april june
smith johnson williams jones garcia miller davis rodriguez martinez wilson anderson taylor moore
jackson martin lee thompson harris clark lewis robinson walker allen wright nguyen murphy kelly
obama trump clinton bush putin hitler jesus shakespeare messi barack hillary donald
london paris berlin rome madrid moscow tokyo beijing delhi mumbai dublin sydney toronto york
chicago houston dallas boston seattle atlanta texas california florida ohio virginia jersey
manhattan brooklyn hollywood angeles francisco vegas las america england britain scotland wales
ireland france germany spain italy russia china japan india canada mexico brazil australia africa
europe asia israel iran iraq egypt turkey korea vietnam pakistan jordan georgia ukraine syria
american british english french german spanish italian russian chinese japanese indian african
european asian mexican canadian irish scottish dutch polish greek korean arab latin jewish muslim
christian catholic jews muslims christians americans democrats republicans
google microsoft apple amazon facebook twitter youtube netflix disney sony nintendo samsung toyota
ford honda walmart ibm intel nike iphone ipad xbox playstation android arsenal harvard oxford
nba nfl nhl mlb ncaa fbi cia nasa nato un eu uk usa bbc cnn nbc abc hbo espn congress nazi isis
"""

JUNK = "www http https com html st inc ltd de la el von und s t re ve ll n't 2 10 00"


def common_words() -> list[str]:
    """Read the entries of the allow list."""
    lines = (LISTS / "common-en.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if not line.startswith("#")]


def vocabulary() -> list[tuple[str, str]]:
    """Read word and count of each line, without parsing the count."""
    lines = (LISTS / "vocab-en.tsv").read_text(encoding="utf-8").split("\n")
    assert lines.pop() == ""
    return [(word, count) for word, count in (line.split("\t") for line in lines)]


def test_common_words_start_with_comments_that_name_the_license() -> None:
    text = (LISTS / "common-en.txt").read_text(encoding="utf-8")
    header, _, rest = text.partition("\nthe\n")
    assert all(line.startswith("#") for line in header.splitlines())
    assert "CC BY-SA 4.0" in header
    assert "#" not in rest


def test_common_words_contain_the_ordinary_ones() -> None:
    assert set(ORDINARY.split()) - set(common_words()) == set()


def test_common_words_contain_no_names() -> None:
    assert len(set(NAMES.split())) > 250
    assert set(NAMES.split()) & set(common_words()) == set()


def test_common_words_contain_no_junk_and_no_single_letters_but_a_and_i() -> None:
    words = common_words()
    assert set(JUNK.split()) & set(words) == set()
    assert {word for word in words if len(word) == 1} == {"a", "i"}


def test_common_words_keep_the_order_of_the_vocabulary() -> None:
    rank = {word: place for place, (word, _) in enumerate(vocabulary())}
    ranks = [rank[word] for word in common_words() if word in rank]
    assert len(ranks) > 4980
    assert ranks == sorted(ranks)


def test_vocabulary_is_a_plain_frequency_list_with_names_and_folded_counts() -> None:
    counts = {word: int(count) for word, count in vocabulary()}
    assert {"london", "google", "o'brien", "café", "mp3"} <= set(counts)
    # "do" and "don't" are 2.2 and 1.6 million in 10^9 words.
    assert counts["do"] > 3_500_000
    # Counts are shares of 10^9 running words.
    assert 0.9e9 < sum(counts.values()) < 1e9

"""Street addresses, their parts, and postal codes."""

from __future__ import annotations

import pytest

from tests.text.detection.conftest import unmark


@pytest.mark.parametrize(
    ("marked", "score"),
    [
        ("at «221B Baker Street»", 0.9),
        ("«1400 N. Elm Ave, Apt 5», «350 Fifth Avenue, 21st floor»", 0.9),
        ("«261 North 2nd Street», «12 5th ave», «1 east 161 street»", 0.7),
        ("it's «18 Clark avenue» and «2500 E 2nd St»", 0.9),
        ("«49-51 Main St. Suite 200, Room 5»", 0.9),
        ("«12 oak street» in lower case", 0.7),
        ("«twelve oak street», «two twenty one b baker street»", 0.5),
        ("on «Lantana Road», on «baker street»", 0.5),
        ("«P.O. Box 12», «po box 4711»", 0.9),
        ("«rural route 2 box 88», «RR#2, Box 14B», «star route one box eighty eight»", 0.9),
        ("«apt 5b» and «suite 200» and «room 312» and «unit #4»", 0.5),
        ("«3315 County Road 12», «Highway 61»", 0.5),
        ("«12 rue de la Paix», «Calle Mayor 5», «Hauptstraße 12», «Musterstr. 5a»", 0.7),
        ("c'est «18 bis rue des Tanneurs, 3e étage gauche», «7 ter, chemin du Moulin»", 0.7),
        ("ship it to «forty-one B, Rua das Acácias, third floor», Setúbal", 0.7),
        ("va a «C/ Embajadores 114, esc. B, 3.º izq.», Madrid", 0.7),
        ("Budapest, «Dohány utca 38., II. em. 11.», kulcs", 0.7),
        ("gelsin: «Karanfil Mah. Defne Sok. No: 12 Kat: 3 D: 7», İzmir", 0.7),
        ("«12 Gillespie Street, second floor left», «44 Elm St Rear», Boston", 0.7),
        ("in «Kaiserstr. 47, Hinterhaus, 3. OG links», 2nd bell", 0.7),
        ("in «kaiserstr. 47 hinterhaus 3 og links» and", 0.7),
        ("«Hauptstraße 12, Vorderhaus, EG» or «Lindenweg 3, Wohnung 12, 4. Stock rechts»", 0.7),
        ("«Calle Mayor 12, 3º 2ª», «Calle Mayor 5, piso 3, puerta B», Madrid", 0.7),
        ("«12 rue de la Paix, bât. B, 3e étage», Lyon", 0.7),
        ("c/o «5 rue des tanneurs», 1000, «12 rue de la paix, bât. b» please", 0.7),
        ("the yellow door at «nineteen the old ropewalk», just past", 0.7),
        ("of «ul. lipowa 5», tarnów, or «via dei ciliegi 12, scala b»", 0.7),
        ("she's at «14 impasse des forges», or «via al ponte 27»", 0.7),
        ("it is at «18 Rue Verte, 2. tv» or «Travessa do Forno 5, 2.º Esq.»", 0.7),
        ("«Rua das Acácias 212, ap. 31», Campinas", 0.7),
        ("at «Rua das Amoreiras ninety-two, third left» and «14 Elm Street, top right»", 0.7),
        ("i live at «4 the green» and «number twenty two the mews»", 0.7),
    ],
)
def test_addresses(expect, marked, score):
    expect("ADDRESS", marked, score)


def test_an_italian_street_in_lower_case_needs_the_code_of_its_town(tag):
    text = "site: via garibaldi 14, 20831 seregno, via gate 14, please"
    found = {text[span.start : span.end] for span in tag(text) if span.label == "ADDRESS"}
    assert found == {"via garibaldi 14"}


@pytest.mark.parametrize(
    ("marked", "score"),
    [
        ("Springfield, IL «62704», New York «10001», TX «75001-1234»", 0.9),
        ("«62704-1234» alone", 0.9),
        ("zip code «90210», my zip is «10001»", 0.7),
        ("«SW1A 1AA», «K1A 0B1», «m5v 3l9», «ec1a 1bb»", 0.7),
    ],
)
def test_postal_codes(tag, marked, score):
    text, expected = unmark(marked)
    assert [(s.start, s.end) for s in tag(text, score) if s.label == "ZIP"] == expected


@pytest.mark.parametrize(
    "marked",
    [
        "Springfield, «IL» 62704, «New York» 10001, Austin, «TX» 75001-1234",
        "Charleston «West Virginia» 25301, Toowoomba «QLD» 4350",
    ],
)
def test_states_before_a_postal_code_belong_to_the_address(tag, marked):
    text, expected = unmark(marked)
    assert [(s.start, s.end) for s in tag(text) if s.label == "LOCATION"] == expected


@pytest.mark.parametrize(
    "address",
    [
        "Björkgatan 12, lgh 1203",
        "Elmegade 5, 4. tv.",
        "rua Augusta 12, 2.º esq",
        "jalan Merbau 7, rt 04/rw 09",
        "rue Victor 5, imm. 6, appt 12",
    ],
)
def test_flats_in_other_languages_belong_to_the_address(tag, address):
    (span,) = tag(f"I live at {address}, come in", 0.2)
    assert span.start == len("I live at ")
    assert span.end >= span.start + len(address.rstrip("."))


@pytest.mark.parametrize(
    "marked",
    [
        "gloria at «number thirty» says so",
        "ashgrove, «number fourteen», the one with the blue gate",
        "from «number twenty two» over there",
        "and the house number? — «Thirty-one».",
        "your flat number? Caller: it's «twelve», no, I mean a letter",
    ],
)
def test_house_numbers_in_words(expect, marked):
    expect("ADDRESS", marked)


@pytest.mark.parametrize(
    "text",
    [
        "it is at number one, and at number five in the charts",
        "we went via the 5 exits, reached an impasse, and a house number of theirs",
        "we walked down the street, 2 people on the street",
        "a 5 minute drive, a 4 wheel drive",
        "the 1st, 2nd and 3rd way",
        "dr smith lives on the court",
        "room for two, the flat is flat",
        "one way or another, 2 ways",
        "my mp3 2nd copy",
        "the links, rechts and the 3rd stock",
        "at nine the green party met, at nineteen the old bridge fell",
    ],
)
def test_not_found(tag, text):
    assert tag(text) == []


@pytest.mark.parametrize(
    "marked",
    [
        "come to «block C, stair two, flat nineteen», the bell",
        "at your gate, «No. 5b Adeyinka Close», I",
        "post to «house 22, apt 40», please",
        "him at «number 43», the drummer",
        "of «hse no c214/7», here",
        "it's the neighbour from «forty-three», I think",
        "at «Calle Mayor 15, third floor, door B», now",
        "to «Birkenweg 7», wait, is it a or b, «7 b», yes, not 5 k in all",
        "House «number seventeen stroke three», Gandhi Nagar «second cross», Bengaluru",
        "on the «third floor», well, «flat nine», Kasprzaka 21",
        "we walked down la calle mayor o la plaza, to «12 Elm Street»",
        "rue Verte, spelled V E, «number eighteen, fourth floor left», Dole 39100",
        "at «12 Rua das Acácias third floor on the right», ring",
        "in Calle del Olmo, it's 18, «4º C», Valladolid",
    ],
)
def test_what_a_house_or_flat_is_called_belongs_to_its_number(tag, marked):
    text, expected = unmark(marked)
    assert [(s.start, s.end) for s in tag(text, 0) if s.label == "ADDRESS"] == expected


def test_a_brigade_is_no_street(tag):
    assert not [s for s in tag("the Brigade 7 and renegade 12", 0) if s.label == "ADDRESS"]


def test_a_rank_is_no_house(tag):
    assert not [s for s in tag("she's at number 1 in the charts", 0) if s.label == "ADDRESS"]

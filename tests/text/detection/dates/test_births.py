"""Dates with an ordinal as month, and dates of birth said in other languages."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    "marked",
    [
        "that is «third of the ninth seventy two», so",
        "Born «the third of the third, seventy-one», so I just missed it",
        "it was «the 3rd of the 9th 72»; «the twenty-first of the tenth nineteen eighty»",
        "«the 3rd of the 9th, 1972»",
        "my dob is «the fourth of the second» thanks",
        "date of birth: «31st of 12th 64»",
        "year four, «month eleven, day nine», or «eighth month, day 2»",
        "given as «the 30th, of the ninth month, '85», and «the 5th of the 2nd month»",
        "he's from «the fifth of the fifth» and so on",
        "on «the ninth day of the ninth month», we met",
    ],
)
def test_ordinal_months(expect, marked):
    expect("DATE", marked, 0.7)


def test_days_that_are_corrected(expect):
    expect("DATE", "born «the ninth» no «the nineteenth of may eighty three», he said")
    expect("DATE", "call on «the ninth», no wait, sorry, «the tenth of june»")


@pytest.mark.parametrize(
    "marked",
    [
        "Fødselsdato «den syttende mai nittenåttito», ja akkurat",
        "ich bin geboren am «dritten März neunzehnhundertachtzig» in Wien",
        "Geburtsdatum: «fünfter elfter siebenundsechzig», bitte",
        "nata «il tre maggio millenovecentottanta» a Roma",
        "ich bin am «dritten Februar neunzehnhunderteinundsiebzig» geboren",
        "le «trois août», puis el «veintidós de julio de mil novecientos treinta y nueve»",
        "a aluna nasceu a «um de maio de dois mil e nove», sim",
        "vom «zwölften Mai» bis zum «ersten Juni 1950»",
        "née «le douze mars mille neuf cent soixante» à Lyon",
        "nascido em «doze de março de mil novecentos e oitenta» em Porto",
        "geboren op «drie mei negentienhonderd tachtig» te Gent",
        "nacida «el dos de abril de mil novecientos setenta» en Lima",
        "född «den tredje maj nittonhundrasjuttio» i Lund",
    ],
)
def test_births_in_other_languages(expect, marked):
    expect("DATE", marked, 0.7)


@pytest.mark.parametrize(
    "marked",
    [
        "born «Boxing Day» in «1955», i came into the world on «christmas eve»",
        "«two days after Christmas», 1961, is when I was born",
        "Birthday? «Halloween», a «Valentine's Day» baby, and we always go away at Easter",
        "DOB as «the last day of February, 1984», and «the very first day of May» is free",
        "year of birth «seventy-one», month «seven», day, hang on, «twenty-third»",
        "D.O.B. is «the 14th, er, of March», year «oh-two», and yes",
        "mine is «the eighth of January», but it's «seventy-two», so",
    ],
)
def test_births_in_other_words(expect, marked):
    expect("DATE", marked, 0.5)


@pytest.mark.parametrize(
    "text",
    [
        "she was born here, and we're shut. At Christmas we are away",
        "the third of the fifth graders, one of the first",
        "the third of the first twenty people",
        "Nato met, and née Smith, geboren wurde er in Wien",
        "he is nee a bad man, born in the house",
        "we go to mars once mars is near, and a cent mars it",
    ],
)
def test_not_found(tag, text):
    assert tag(text) == []

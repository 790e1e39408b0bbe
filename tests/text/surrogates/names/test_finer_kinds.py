"""Well-known names become others of a fine kind, in a form that fits the words around them."""

from __future__ import annotations

import re

import pytest

from privtool.core.record import Entity
from privtool.stages.surrogate_phrases import index_of
from privtool.text.surrogates.generator import SurrogateGenerator
from privtool.text.surrogates.name_groups import NameGroup, NameGroups, pool_of
from privtool.text.surrogates.names.institutions import cities
from privtool.text.surrogates.names.known_brands import BRANDS
from privtool.text.surrogates.names.known_firms import FIRMS
from privtool.text.surrogates.names.known_services import SERVICES
from privtool.text.surrogates.names.known_works import KINDS
from privtool.text.surrogates.names.other_kinds import works
from privtool.text.surrogates.names.public_names import TEAMS
from privtool.text.surrogates.names.special_forms import BODIES
from privtool.text.surrogates.pools import Pool, starts_with_vowel
from privtool.text.surrogates.prf import Key, normalized

KEYS = [Key(f"finer {number}".encode().ljust(16, b"\0")) for number in range(6)]
GROUPS = (*SERVICES, *BRANDS, *KINDS)


def made(sentence: str, label: str) -> set[str]:
    """Return the surrogates of the phrase in brackets with several keys."""
    before, phrase, after = sentence.replace("]", "[").split("[")
    text, entity = before + phrase + after, Entity(len(before), len(before) + len(phrase), label)
    private = index_of(text, (entity,)).private_phrase(phrase, label)
    return {SurrogateGenerator(key).generate("s", [private])[0].text for key in KEYS}


def pool_with(name: str) -> Pool:
    pool = NameGroups(FIRMS).pool_with(name)
    assert pool is not None
    return pool


def drawn_with(name: str) -> set[str]:
    """Return the names that are drawn for one of a group."""
    group = next(each for each in GROUPS if name in f"{each.drawn}|{each.others}".split("|"))
    return {" ".join(each.split()) for each in group.drawn.split("|")}


@pytest.mark.parametrize(
    ("label", "sentence", "like"),
    [
        ("ORG", "I sold it on [eBay].", "Craigslist"),
        ("ORG", "I bought the mattress at [Ikea].", "Wayfair"),
        ("ORG", "Our realtor is with [Century 21].", "Redfin"),
        ("ORG", "The band signed with [Interscope].", "Def Jam"),
        ("ORG", "We sailed with [Carnival].", "Holland America"),
        ("MISC", "We cook on a [Coleman].", "Traeger"),
        ("MISC", "My [Samsung] won't charge.", "Nokia"),
        ("MISC", "She has [Lupus].", "Gout"),
        ("MISC", "The [Scud] missed.", "Tomahawk"),
    ],
)
def test_a_well_known_name_stays_of_its_kind(label, sentence, like):
    assert made(sentence, label) <= drawn_with(like)


def test_a_known_title_becomes_a_title():
    titles = {normalized(title.removeprefix("The ")) for title in works().phrases}
    assert set(map(normalized, made("We have tickets to [Wicked].", "MISC"))) <= titles


def test_a_people_named_after_an_article_stays_a_plural():
    plurals = pool_of("Chinese|Dutch|French|Japanese|Portuguese|Spanish|Vietnamese|Welsh").phrases
    assert made("The [Dutch] won by a point.", "MISC") <= set(plurals)


def test_the_article_before_a_firm_fits():
    assert all(starts_with_vowel(name) for name in made("an [Amazon] warehouse", "ORG"))
    assert not all(starts_with_vowel(name) for name in made("ask [Amazon] about it", "ORG"))


def test_a_topic_of_public_boards_becomes_another_one():
    boards = made("[The Board of Zoning] met.", "ORG")
    assert boards.isdisjoint(f"The Board of {city}" for city in cities().phrases)
    assert all(board.startswith("The Board of ") for board in boards)


def test_a_town_named_like_a_university_becomes_a_place():
    universities = {*pool_with("Annapolis").phrases}
    assert not made("the crab in [Annapolis]", "LOC") & universities
    assert made("She graduated from [Annapolis].", "ORG") <= universities


def test_no_name_of_a_fine_kind_is_alone():
    for group in GROUPS:
        assert len(set(group.drawn.split("|"))) >= 3, group


@pytest.mark.parametrize(
    ("label", "sentence", "form"),
    [
        ("ORDINAL", "our [hundredth] episode", r"[a-z]+ieth"),
        ("ORDINAL", "our [one hundredth] day", r"[a-z]+ [a-z]+th|[a-z]+ieth"),
        ("FAC", "[the Pentagon's] gate", r"the [A-Z][a-z]+'s"),
        ("ORDINAL", "her [fortieth] reunion", r"[a-z]+ieth"),
        ("ORDINAL", "my [second] marriage", "first|third|fourth|fifth"),
        ("ORG", "He was represented by [Legal Aid].", f"Legal ({'|'.join(BODIES.phrases)})"),
        ("ORG", "We adopted him through [the ASPCA].", r"the [A-Z][a-z]+ [A-Z][a-z]+"),
        ("EVENT", "We met at [CES].", r"[A-Z][a-z]+"),
        ("FAC", "The wake is at [O'Malley's].", r"[A-Z][A-Za-z]+'s"),
    ],
)
def test_a_form_reads_true(label, sentence, form):
    assert all(re.fullmatch(form, name) for name in made(sentence, label))


def test_a_firm_with_the_last_word_of_a_team_becomes_no_team():
    teams = set(TEAMS.split())
    assert all(name.split()[-1] not in teams for name in made("[Visiting Angels] sent her.", "ORG"))
    assert all(name.split()[-1] in teams for name in made("[Oakland Angels] won.", "ORG"))


def test_a_people_never_becomes_a_team():
    teams = set(TEAMS.split())
    assert not made("The [Vikings] settled here first.", "NORP") & teams


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("Upper Midwest", ("Gulf Coast", "Rust Belt", "SE Asia")),
        ("U.S. Gulf Coast", ("Midwest", "Rust Belt", "SE Asia")),
        ("Belt", ("Midwest", "Gulf Coast", "SE Asia")),
        ("Southeast Asia", ("Midwest", "Gulf Coast", "Rust Belt")),
        ("Midwestern", ("Midwest", "Gulf Coast", "Rust Belt", "SE Asia")),
    ],
)
def test_no_name_becomes_a_part_of_itself_or_a_longer_form(name: str, drawn: tuple[str, ...]):
    others = "Upper Midwest|U.S. Gulf Coast|Belt|Southeast Asia|Midwestern"
    pool = NameGroups([NameGroup("Midwest|Gulf Coast|Rust Belt|SE Asia", others)]).pool_with(name)
    assert pool is not None
    assert tuple(pool.phrases) == drawn

"""Kinds of names that a noun or verb next to a phrase decides, whatever a tagger took it for."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from privtool.text.labels import Label
from privtool.text.phrases.cues import noun_follows
from privtool.text.phrases.kinds import draw_of_kind, pool_of
from privtool.text.phrases.slots import PhrasePlace, Words
from privtool.text.surrogates.name_lists import name_pools
from privtool.text.surrogates.prf import KeyedRandom

_BEFORE, _AFTER = 64, 48  # characters that are looked at
_PLACES = 4096  # whose kinds are remembered: a phrase is drawn several times
_GIVEN = "given names"
_BUSINESS = frozenset(("news", "firms", "markets", "politics"))
_SPELLED = {"university": "spelled_school"}

_THINGS = frozenset((Label.ORGANIZATION, Label.MISC))
_NAMES = _THINGS | {Label.LOCATION}
_PEOPLE = _NAMES | {Label.PERSON}
_ANY = _PEOPLE | {Label.WORD}


class _Head(NamedTuple):
    """A kind, the labels that it overrides, and the words before and after a phrase.

    `everyday` ones do not count in a text about business or politics. Those that say nothing of
    what follows need a phrase that describes no noun.
    """

    kind: str
    labels: frozenset[Label]
    before: str = ""
    after: str = ""
    everyday: bool = False
    fewest: int = 1  # words


_OWNERS = r"(?:[Mm]y|[Yy]our|[Hh]is|[Hh]er|[Oo]ur|[Tt]heir)"
_RELATIVES = (
    "(?:son|daughter|brother|sister|husband|wife|friend|boyfriend|girlfriend|roommate|boss|cousin|"
    "uncle|aunt|nephew|niece|grandson|granddaughter)"
)
_FALLING = r"(?:lower|higher|mixed|up|down|firmer|weaker|easier|stronger)\b"

_HEADS = (
    _Head(_GIVEN, _NAMES | {Label.WORD}, r"\b(?:dog|cat|puppy|kitten|horse|baby|guy|girl|boy|man|"
          rf"woman|kid|child|{_RELATIVES}) (?:named|called|whose name is) $"),
    _Head(_GIVEN, _NAMES, rf"\b{_OWNERS} {_RELATIVES},? $"),
    _Head("title", _ANY, r"\b(?:star(?:s|red|ring) in|(?:guy|girl|man|woman|actor|actress|who) "
          r"(?:that |who )?(?:plays?|played|was) in|episodes? of|re-?runs? of|remake of|sequel to|"
          r"(?:movie|film|show|sitcom|musical|opera|novel|book|song|video game) (?:called|titled)"
          r")(?:,? uh,?)? $"),
    _Head("title", _THINGS, r"\b(?:[Tt]he (?:movie|film|sitcom|musical|opera|novel)|characters? "
          r"(?:in|from|on)|seasons? \S+ of|soundtrack (?:of|to|from)|"
          r"(?:finished|started|binged?) (?:re)?(?:watching|reading)) $"),
    _Head("title", _THINGS, after=r" (?:soundtrack|theme song|trailers?|universe|fandom|sequels?|"
          r"prequels?|remakes?|reboots?|trilogy|saga|spin-?offs?|canon|lore|subreddit|cosplay|"
          r"fan ?fiction|box set)\b"),
    _Head("title", _THINGS, after=r" (?:movies?|films?|games?|books?|series|comics?|episodes?|"
          r"shows?|novels?|franchise|characters?)\b", fewest=2),
    _Head("act", _THINGS, r"\b(?:listen(?:s|ed|ing)? to|(?:albums?|songs?|tracks?|concerts?) "
          r"(?:by|from)|bands?(?:,| called| named| like)|(?:singer|drummer|guitarist) (?:for|of)|"
          r"opened for) $"),
    _Head("university", _ANY, r"\b(?:degrees?|graduat(?:ed|es?|ing)|diploma|doctorate|Ph\.?D\.?|"
          r"MBA|bachelor's|master's) (?:\w+ ){0,2}(?:from|at) $"),
    _Head("university_the", _ANY, r"\b(?:degrees?|graduat(?:ed|es?|ing)|diploma|doctorate|"
          r"Ph\.?D\.?|MBA|bachelor's|master's) (?:\w+ ){0,2}(?:from|at) the $"),
    _Head("university", _PEOPLE, r"\b(?:[Pp]rofessor|students?|scholar|dean|campus|"
          r"tuition|enrolled|scholarship) (?:of (?:\w+ ){1,3})?(?:at|to|of) $"),
    _Head("university_the", _PEOPLE, r"\b(?:[Pp]rofessor|students?|scholar|dean|campus|"
          r"tuition|enrolled|scholarship) (?:of (?:\w+ ){1,3})?(?:at|to|of) the $"),
    _Head("university", _PEOPLE, after=r" (?:graduates?|alumni|campus|professors?|emeritus|"
          r"law school|business school|medical school|sophomores?|freshm[ae]n|undergraduates?)\b"),
    _Head("university", _ANY, r"\b(?:attend(?:s|ed|ing)?|admitted (?:to|by)|accepted (?:at|by)|"
          r"(?:apply|applied|applying|transferred|transferring) to|teach(?:es|ing)? at|taught at|"
          r"(?:school|college) (?:at|called)) $"),
    _Head("awards", _THINGS, r"\b(?:w[io]n|wins|winning|nominated for|awarded|got) (?:\w+ ){0,2}"
          r"(?:those|these|some|several|many|two|three|four|five|six|seven) $"),
    _Head("output", _THINGS, after=r" (?:deflator|growth (?:rate|figures?))\b"),
    _Head("exchange", _NAMES, r"\b[Mm]ost[- ]active $", r" (?:issues?|stocks?|listings?)\b"),
    _Head("tournament_the", _THINGS, r"\b(?:play(?:s|ed|ing)? (?:\w+ )?(?:in|at)|w[io]n|wins|"
          r"winning|qualif\w+ for|finals? of|champions? of) the $"),
    _Head("team_the", _THINGS, r"\b(?:root(?:s|ed|ing)? for|cheer(?:s|ed|ing)? for|fans? of|"
          r"(?:quarterback|pitcher|coach|manager) (?:for|of)|(?:plays|played|pitched|coached) "
          r"for) the $", everyday=True),
    _Head("city_team", _THINGS, r"\b(?:root(?:s|ed|ing)? for|(?:quarterback|pitcher|coach) "
          r"(?:for|of)|(?:plays|played|pitched|coached) for) $", everyday=True),
    _Head("city_team", _NAMES, r"\btraded (?:him|her|them|\ufffc,?(?: \ufffc,?)?) to $"),
    _Head("body", _NAMES, r"\b[Aa]cts? of $"),
    _Head("city_team", frozenset((Label.ORGANIZATION,)), after=r" fans?\b", everyday=True),
    _Head("subject", frozenset((Label.MISC,)), r"\b(?:(?:major|minor)(?:s|ed|ing)? in|"
          r"degree in|class(?:es)? in|(?:teach(?:es|ing)?|taught)) $"),
    _Head("subject", frozenset((Label.MISC,)), after=r" (?:majors?|homework|teachers?)\b"),
    _Head("language", frozenset((Label.MISC,)), r"\b(?:speaks?|spoke|speaking|fluent in|"
          r"translated (?:in)?to|learn(?:s|ed|ing)?|(?:say|said|words?|written|subtitles|dubbed) "
          r"in) $"),
    _Head("language", frozenset((Label.MISC,)), after=r" (?:language|accent|dictionary|"
          r"translations?|dub|subtitles)\b"),
    _Head("restaurant", _NAMES, r"\b(?:eat(?:s|ing)?|ate|eaten|lunch|dinner|breakfast|brunch|"
          r"burgers?|fries|pizza|tacos|dined?|dining) (?:\w+ )?(?:at|from) $", everyday=True),
    _Head("store", _THINGS, r"\b(?:shop(?:ped|ping|s)?|(?:buy|bought|got|get|getting|found|"
          r"return(?:ed)?|purchased?) (?:it|them|that|this|one|mine|some|stuff|\w+s)|sales?|"
          r"clerk|cashier|work(?:ed|ing|s)) (?:at|from) $", everyday=True),
    _Head("media_the", frozenset((Label.ORGANIZATION,)), r"\b(?:reads?|reading|subscri\w+ to|"
          r"edit(?:or|ion)s? (?:of|at|in)|reporters? (?:for|at|of)|writ(?:es|ing|ten) (?:for|in)|"
          r"published (?:in|by)|(?:articles?|columns?|story|stories|pieces?|op-ed|ads?|"
          r"advertisements?) (?:in|for|by|from)|columnist (?:for|at)) (?:\w+'s )?[Tt]he $"),
    _Head("vehicle", _PEOPLE, r"\b(?:drives?|drove|driving) "
          rf"(?:an?|the|{_OWNERS}) (?:\w+ )?$"),
    _Head("city", _ANY - {Label.LOCATION}, r"\b(?:[Cc]ity|[Tt]own|[Vv]illage|[Ss]uburb) of $"),
    _Head("state", _PEOPLE - {Label.LOCATION}, r"\b[Ss]tate of $"),
    _Head("country", _PEOPLE - {Label.LOCATION}, r"\b(?:[Rr]epublic|[Kk]ingdom) of $"),
    _Head("stock_market", frozenset((Label.LOCATION,)), after=r" (?:(?:might|may|will|would|could) "
          r")?(?:open(?:ed|s)?|close[ds]?|end(?:ed|s)?|trad(?:ed|es)|shares|stocks) "
          rf"(?:\w+ly |the \w+ |were |was )?{_FALLING}"),
    _Head("security", frozenset((Label.ORGANIZATION,)), r"(?<![Tt]he )$",
          r" (?:bills|bonds?|notes|securities|(?:bill |bond )?auctions?)\b"),
    _Head("approver", _NAMES, r"\b(?:seek(?:s|ing)?|sought|w[io]n|winning|gain(?:s|ed)?|"
          r"receiv(?:e|ed|ing)|get|got|await(?:s|ing)?|subject to|needs?|requires?|for) $",
          r" (?:approval|clearance|permission|backing)\b"),
    _Head("nationality", _THINGS, after=r" (?:car |auto )?(?:car ?makers?|auto ?makers?|makers|"
          r"manufacturers|rivals|competitors)\b"),
    _Head("holiday_wish", _PEOPLE, r"\b[Hh]appy $"),
    _Head("winter_wish", _PEOPLE, r"\b[Mm]erry $"),
)  # fmt: skip
_COMPILED = tuple((head, re.compile(head.before), re.compile(head.after)) for head in _HEADS)
_STRONG = tuple(each for each in _COMPILED if Label.WORD in each[0].labels)


@lru_cache(_PLACES)
def _kinds(before: str, after: str, label: Label) -> tuple[_Head, ...]:
    """Return the heads that the words next to a phrase of a label match."""
    return tuple(
        head
        for head, left, right in (_STRONG if label is Label.WORD else _COMPILED)
        if label in head.labels and left.search(before) and right.match(after)
    )


def kind_by_head(place: PhrasePlace, label: Label) -> str | None:
    """Return the kind that a noun or verb next to a phrase decides; None if none does."""
    if any(gap != " " for gap in place.gaps):
        return None
    for head in _kinds(place.before[-_BEFORE:], place.after[:_AFTER], label):
        kind = _SPELLED.get(head.kind, head.kind) if place.spoken and place.size > 2 else head.kind
        describes = not head.after and noun_follows(place)
        if (
            describes
            or place.size < head.fewest
            or (head.everyday and not _BUSINESS.isdisjoint(place.topics))
        ):
            continue
        if (kind == _GIVEN and place.size == 1) or (kind != _GIVEN and pool_of(kind, place.size)):
            return kind
    return None


def named_by_head(place: PhrasePlace, label: Label, rng: KeyedRandom) -> Words | None:
    """Return a name of the kind that a noun or verb next to it decides; None if none does."""
    kind = kind_by_head(place, label)
    if kind == _GIVEN:
        return (name_pools().given.draw(rng),)
    return None if kind is None else draw_of_kind(kind, place.size, rng)


def is_headed_word(before: str, after: str) -> bool:
    """Return whether a word without a label is of a kind that its neighbors decide."""
    return bool(_kinds(before[-_BEFORE:], after[:_AFTER], Label.WORD))

"""Email and web addresses, user names, network addresses."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("label", "marked", "score"),
    [
        ("EMAIL", "write to «anna.smith+x@mail.example.co.uk», please", 1.0),
        ("EMAIL", "«ANNA@EXAMPLE.COM».", 1.0),
        ("EMAIL", "(«o'neil_7@example.travel»)", 0.9),
        ("EMAIL", "it is «anna @ example.com»", 1.0),
        ("EMAIL", "ａｎｎａ: «ａｎｎａ＠ｅｘａｍｐｌｅ．ｃｏｍ»", 1.0),
        ("EMAIL", "«joe@localhost» is enough", 0.7),
        ("EMAIL", "«anna dot smith at gmail dot com» is right", 0.9),
        ("EMAIL", "write to «silje at fjordpost dot no»", 0.9),
        ("EMAIL", "«anna at web dot pl»", 0.9),
        ("EMAIL", "mail «j o h n four two at example dot co dot uk»", 0.9),
        ("EMAIL", "«john [at] example [dot] com»", 0.9),
        ("EMAIL", "is «contact[at]obinna-eze[dot]com[dot]ng», he says", 0.9),
        ("EMAIL", "so «contact @ gmail . com» it is", 0.9),
        ("EMAIL", "is «mary underscore k, one word, at, um, snowpost dot com»", 0.9),
        ("EMAIL", "is «f dot cole at, give me a sec, it's new, nord dash haus dot de»", 0.9),
        ("EMAIL", "it is «achterberg, all one word, at postvak dot n l», yes", 0.9),
        ("EMAIL", "«ana dot m at vodamail dot co dot z a» please", 0.9),
        ("EMAIL", "then twenty-one, «at gee mail», and «kit at hot mail»", 0.7),
        ("URL", "see «nordhaus dot d e» for it, not dot a b c d", 0.5),
        ("URL", "I was at, well, «amazon dot com» all day", 0.5),
        (
            "EMAIL",
            "mail is «kseniya.m @ snowpost . ru» or «kseniya@snowpost . ru» (no spaces)",
            0.7,
        ),
        ("EMAIL", "an «r.ferrante (ät) chorhaus (Punkt) example», bis Sonntag", 0.9),
        ("EMAIL", "correo: «mireya guion bajo soto arroba buzonverde punto es» y", 0.9),
        ("URL", "see «https://example.com/a?b=c(d)#e», or not", 1.0),
        ("URL", "(see «http://x.example/foo_(bar)»).", 1.0),
        ("URL", "«ftp://example.org»!", 1.0),
        ("URL", "on «www.example.anything/x».", 1.0),
        ("URL", "try «shop.example.de» or «example.io:8080/a/b»", 0.9),
        ("URL", "at «example.it/maps» and no more", 0.9),
        ("URL", "go to «www dot example dot com»", 0.7),
        ("USERNAME", "hey «@anna_s», are you there", 0.9),
        ("USERNAME", "thanks «/u/throwaway_12»!", 0.9),
        ("USERNAME", "my username is «foobar99»", 0.7),
        ("USERNAME", "login: «annasmith»", 0.7),
        ("ID", "the password is «hunter2»", 0.7),
        ("IP", "from «192.168.0.1» to «10.0.0.0/8» and «1.2.3.4:8080».", 1.0),
        ("IP", "«2001:db8::8a2e:370:7334», «fe80::1ff:fe23:4567:890a%eth0».", 1.0),
        ("ID", "card «00:1a:2b:3c:4d:5e» or «00-1A-2B-3C-4D-5E» or «001a.2b3c.4d5e»", 0.9),
        ("ID", "«550e8400-e29b-41d4-a716-446655440000»", 1.0),
    ],
)
def test_found(expect, label, marked, score):
    expect(label, marked, score)


@pytest.mark.parametrize(
    "text",
    [
        "meet me @ five",
        "e.g. this, i.e. that, etc.",
        "the U.S.A. and the U.K.",
        "I saw it.It was fine",
        "and so...in the end",
        "end of work.today we rest",
        "version 1.2 or and/or 3.4",
        "std::vector and a::b",
        "the handle is broken",
        "@ home @",
    ],
)
def test_not_found(tag, text):
    assert tag(text) == []


def test_a_missing_space_scores_low(tag):
    text = "I saw it.It was fine"
    assert [(text[s.start : s.end], s.label) for s in tag(text, 0.0)] == [("it.It", "URL")]

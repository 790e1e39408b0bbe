"""Top-level domains that make a dotted word an internet name."""

from __future__ import annotations

from privtool.text.word_sets import word_set

_CLASSIC = """
com org net edu gov mil int info biz aero coop mobi xyz app dev wiki example invalid localhost onion
"""

_COUNTRY = """
ac ad ae af ag ai al ao ar au aw az ba bb bd bf bg bh bi bj bm bn bo br bs bt bw bz ca cc cd ch ci
ck cl cm cn co cr cu cv cw cx cy cz de dj dk dz ec ee eg er es et eu fi fj fk fm fr ga gd ge gf gg
gh gi gl gm gn gp gq gr gt gu gw gy hk hn hr ht hu id ie il im io iq ir je jm jo jp ke kg kh ki km
kn kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md mg mh mk ml mm mn mo mp mq mr ms mt mu mv
mw mx mz na nc ne nf ng ni nl np nr nu nz om pe pf pg ph pk pl pn pr ps pt pw py qa re ro rs ru rw
sa sb sc sd se sg sh si sk sl sm sn sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn tr tt tv
tw tz ua ug uk us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw
"""

# Endings that are also words: "I saw it.It was" lacks a space, it is not a host in Italy.
WORDS = word_set(
    """ad am as at be by do im in is it la ma me my no or pa pm ps so to us
    academy agency art asia blog business capital care cat center chat city click cloud club
    community company consulting design digital email events expert family fashion film finance
    fitness foundation fun fund games global green group guru health help home host house institute
    international jobs land law legal life live local internal london love market media mobile money
    museum name network news ninja one online page paris photos pizza plus post press pro rocks
    school services shop site social software solar solutions space store studio support systems
    tax team tech tel test today tools top town training travel tv university ventures video vip
    website work world zone"""
)

# All endings that make a dotted word an internet name.
KNOWN = word_set(_CLASSIC) | word_set(_COUNTRY) | WORDS
# Endings in speech: "at gmail dot com".
SPOKEN = KNOWN - WORDS | {"in", "it", "me", "tv", "us"}

"""Names of accounts and private text in disguise."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("label", "marked"),
    [
        ("USERNAME", "«#annakowalski» and «#kowalski_2», not #sunset or #throwback"),
        ("USERNAME", "cd ~/x, ~«kowalski»/docs or ~«siobhan»"),
        ("USERNAME", r"in C:\Users\«Anna Kowalski»\Desktop and /var/mail/«anna»"),
        ("USERNAME", "GET /?user_id=«anna»&next=home"),
        ("USERNAME", 'first_name: «Anna», last_name: «Kowalski», "user_id": "«ak»"'),
        ("PERSON", "«s!obhan» and «kowal$ki» met «ann@» today"),
        ("PERSON", "«k\u043ewalski» in two scripts, 5 \u03bcm, \u0441\u043b\u043e\u0432\u043e"),
        ("PERSON", "that is «dee ay vee ee», «em ay ar kay»"),
        (
            "ID",
            "«QW5uYSBLb3dhbHNraQ==», «w4lsb2RpZSBLb3dhbHNraSBuw6ll», «bHVpcyBi», "
            "«AAECAwQFBgcICQoL»",
        ),
        ("PERSON", "&lt;b&gt;«Ren&eacute;e»&lt;/b&gt; «&Ouml;zg&uuml;r», and «Bj&oslash;rn»"),
        ("PERSON", "From: «=?iso-8859-1?Q?Ma=EFt=E9_Gu=E9rin?=» and «Gu=E9rin», code=E9 if x==y"),
        ("PERSON", r'"Hola soy «Jos\u00e9» «Ib\\u00e1\\u00f1ez»" and a\nb'),
        ("PERSON", "it's «s / i / o / b / h / á / n», or «T 🌸 o 🌸 m 🌸 o 🌸 k»"),
        ("PERSON", "line one: «P<NZLTAUMATA<<HEMI<WIREMU<<<<<<<<<<<<<<<<<<<<»"),
        ("PERSON", r"by «Zden\v{e}k» «H\"ofl\'{\i}k», «Erd{\H o}s», «S{\o}ren», «{\'E}milie»"),
        ("PERSON", "«M*hm*ud» the landl*rd, «k*walski», d*mn, 2 words this*that, x*y"),
        ("ID", "«anna%20kowalski» and «R%c3%a9mi%20x»"),
    ],
)
def test_found(expect, label, marked):
    expect(label, marked)


@pytest.mark.parametrize(
    "text",
    [
        "wow! great, Anna! see c++ and a+b, AT&T, M$, or a|b|c",
        "#love #nofilter and ~sarcasm~ or ~ish",
        "the cue ball, the tee, and a bee hive",
        "jay and dee see a bee",
        "internationalization and misunderstanding",
        "if x == y: name=value",
        "cout<<first_value<<second_value<<endl",
        "a / b / c / d and a + b * c - d, yes / no / both",
        r"'she said \"hello\" and didn\'t, it\'s \textbf{bold} \emph{it}'",
    ],
)
def test_not_found(tag, text):
    assert tag(text) == []

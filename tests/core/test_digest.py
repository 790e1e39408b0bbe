import hashlib

from privtool.core.digest import short_digest


def test_a_digest_depends_on_the_bytes_alone():
    expected = hashlib.sha256("Anna \u00e9".encode()).hexdigest()[:16]
    assert short_digest("Anna \u00e9") == expected
    assert short_digest([b"Anna", b"", b" \xc3\xa9"]) == expected
    assert short_digest("") != short_digest("Anna")

"""Finds what is structured in a text: addresses, numbers, dates and codes of every kind.

`tagger.PatternTagger` needs no model. Numbers that follow a public rule are checked with the
libraries that keep those rules (`phonenumbers`, `python-stdnum`, `ipaddress`), which are imported
when the first candidate turns up. All work is linear in the length of the text.
"""

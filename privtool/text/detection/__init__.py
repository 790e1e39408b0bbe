"""Detection of structured private text: addresses, numbers, dates and codes of every kind.

`tagger.PatternTagger` needs no model. Numbers that follow a public standard are validated with the
libraries that maintain it (`phonenumbers`, `python-stdnum`, `ipaddress`), imported for the first
candidate. Run time is linear in the length of the text.
"""

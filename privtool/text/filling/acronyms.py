"""Acronyms that keep their capitals in a text that has both cases."""

from __future__ import annotations

from privtool.text.word_sets import word_set

# None of these is a word in lower case.
ACRONYMS = word_set(
    """abc aclu afl aids aig amex aol apec ap asean at&t atm bbc bbs bmw bp bsa cbs cd cds cdc ceo
    ceos cfo cia cnn cpa cpu dc dj dna doe dos dvd dvds ec eec efl epa espn eu faa faq fbi fcc fda
    fdic fha fm fomc ftc gatt gdp gm gmbh gnp gop gps gte hbo hiv hmo hp hsbc hud ibm imf ioc ipo
    iq ira irs itt jfk kgb klm la lbj llc lp ltd mba mca mci mit mlb mri msnbc mtv mvp nafta nasa
    nasd nasdaq nato nba nbc ncaa ncr nfl ngo nhl nhs nih nj npr nra nrc nsa nsf ntsb ny nyc nypd
    nyse nyu oecd opec oem pbs pc pcs pga phd pm pr pta rca sat sec sgml sony suv suvs swat twa tv
    tvs uaw ubs ucla ufo uk un unesco unicef unix usa usc usda usps vcr vcrs vip wwi wwii ymca ywca
    """
) - word_set("la pm pr sat sony sec at&t ap bp hp pc la llc ltd gmbh doe dos ira un")
# In the slot of a name, these too.
_OF_NAMES = word_set("ap bp hp pc la llc pr pm un us sec ira")


def is_acronym(word: str, named: bool) -> bool:
    """Return whether a word is written in capitals; `named` in the slot of a name."""
    key = word.lower()
    return key in ACRONYMS or (named and key in _OF_NAMES)

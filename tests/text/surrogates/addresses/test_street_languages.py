"""Streets with a word of another language."""

from __future__ import annotations

import pytest

from privtool.text.surrogates.addresses.addresses import read_abroad

STREETS = (
    "17 rue des Martyrs|12 bis, Rue Victor Hugo|3b boulevard Voltaire|calle Mayor 4|c/ Real 7|"
    "Av. de la Paz 31|Via Garibaldi 9|Rua das Flores, 20|HAUPTSTRASSE 12|Hauptstr. 5|"
    "Rosenweg 4|Am Markt 3|An der Mühle 8|Auf der Heide 1|Zur Linde 6|Kerkstraat 10|Kungsgatan 8|"
    "Björkvägen 3|Skolegade 5|Kirkkokatu 7|ulica Polna 4|ul. Polna 4|Ringtie 2|12rue Pasteur"
)


@pytest.mark.parametrize("street", STREETS.split("|"))
def test_streets_abroad_are_read(street):
    assert read_abroad((street, ", ", "Paris"))


@pytest.mark.parametrize("street", ["12 Maple Street", "4 Church Road", "7 Mill Hill Lane", "4471"])
def test_others_are_not(street):
    assert read_abroad((street, ", ", "Paris")) is None

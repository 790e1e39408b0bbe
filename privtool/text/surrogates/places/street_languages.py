"""Street words of other languages, with names of streets and the countries that they tell."""

from __future__ import annotations

import re
from typing import NamedTuple

from privtool.text.surrogates.name_groups import pool_of
from privtool.text.surrogates.pools import Pool


class Language(NamedTuple):
    """Street words before a name or at its end, other names, and countries."""

    before: str
    after: str
    names: Pool
    countries: Pool


LANGUAGES = (
    Language(
        "rue|boulevard(?=\\s+[^\\W\\d])|allée|chemin|quai|impasse|place|cours|avenue",
        "",
        pool_of(
            """Victor Hugo|de la République|de la Gare|du Moulin|Pasteur|Jean Jaurès|des Écoles
            |de l'Église|Voltaire|du Château|des Lilas|Molière|de la Fontaine|Gambetta"""
        ),
        pool_of("France|Belgium|Switzerland"),
    ),
    Language(
        "calle|avenida(?!\\s+(?:da|do|das|dos)\\b)|paseo|carrera|callejón|carretera|av\\.|c/",
        "",
        pool_of(
            """Mayor|de la Constitución|del Sol|de Cervantes|Real|de la Paz|San José|de Goya
            |del Carmen|de Colón|de la Luna|del Pilar"""
        ),
        pool_of("Spain|Mexico|Argentina|Chile|Colombia|Peru"),
    ),
    Language(
        "via|viale|piazza|corso|vicolo|largo",
        "",
        pool_of("Garibaldi|Mazzini|Dante|Verdi|Cavour|Roma|Marconi|Leopardi|Manzoni|Puccini"),
        pool_of("Italy"),
    ),
    Language(
        "rua|avenida|travessa|praça",
        "",
        pool_of("das Flores|da Liberdade|do Carmo|da Boavista|Augusta|do Ouro|de São Bento"),
        pool_of("Brazil|Portugal"),
    ),
    Language(
        "",
        "straße|strasse|str|weg|platz|gasse|allee|ring",
        pool_of(
            """Garten|Bahnhof|Schul|Berg|Kirch|Linden|Goethe|Schiller|Mozart|Wald|Rosen|Buchen
            |Eichen|Wiesen|Mühlen"""
        ),
        pool_of("Germany|Austria|Switzerland"),
    ),
    Language(
        "am|an der|auf der|im|zum|zur",
        "",
        pool_of("Markt|Bahnhof|Kirchplatz|Stadtpark|Mühlenbach|Weinberg|Rathaus|Sportplatz"),
        pool_of("Germany|Austria|Switzerland"),
    ),
    Language(
        "",
        "straat|laan|gracht|plein|kade",
        pool_of(
            """Kerk|Dorps|School|Molen|Stations|Beatrix|Linden|Wilhelmina|Nieuw|Haven|Juliana
            |Beuken"""
        ),
        pool_of("Netherlands|Belgium"),
    ),
    Language(
        "",
        "gatan|vägen|gränd|torget",
        pool_of("Kungs|Drottning|Stor|Skol|Kyrko|Park|Björk|Linné|Svea|Nygård"),
        pool_of("Sweden"),
    ),
    Language(
        "",
        "gade|vej|veien|vegen|gata",
        pool_of("Kirke|Skole|Skov|Sønder|Nørre|Øster|Vester|Strand|Møllen|Birke"),
        pool_of("Denmark|Norway"),
    ),
    Language(
        "",
        "katu|tie|kuja",
        pool_of("Kirkko|Koulu|Puisto|Asema|Rauhan|Mannerheimin|Satama|Kuusi"),
        pool_of("Finland"),
    ),
    Language(
        "ulica|ul\\.|aleja|al\\.|plac",
        "",
        pool_of("Mickiewicza|Słowackiego|Kościuszki|Długa|Ogrodowa|Polna|Leśna|Szkolna|Lipowa"),
        pool_of("Poland"),
    ),
)
# Of the words of a street, one is among the first ones or ends with one of the endings.
_LETTERS = re.compile(r"[^\W\d]+")
_FIRST_WORDS = frozenset(
    _LETTERS.findall(kind)[0]
    for each in LANGUAGES
    if each.before
    for kind in each.before.split("|")
)
_ENDINGS = tuple(
    kind.casefold() for each in LANGUAGES if each.after for kind in each.after.split("|")
)


def may_have_street_word(street: str) -> bool:
    """Return whether a street may have one of the words, at little cost."""
    words = _LETTERS.findall(street.casefold())
    return any(word in _FIRST_WORDS or word.endswith(_ENDINGS) for word in words)

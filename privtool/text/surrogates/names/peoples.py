"""Nationalities, languages, religions and parties: each becomes another one, in its number."""

from __future__ import annotations

import re
from functools import cache

from privtool.text.known_names import ordinary_words
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.letter_case import cased_like
from privtool.text.surrogates.name_groups import NameGroup, NameGroups, pool_of
from privtool.text.surrogates.places.countries import nationality_in_scope
from privtool.text.surrogates.pools import Pool, starts_with_vowel
from privtool.text.surrogates.prf import normalized

# Languages that are adjectives, too: "speaks French" and "is French" both read well.
_NOUNS_TOO = NameGroup(  # "a Norwegian"
    """Bulgarian|Croatian|Czech|German|Greek|Hungarian|Italian|Norwegian|Romanian|Russian
   |Serbian|Slovak|Thai|Ukrainian"""
)
_PLURALS_TOO = NameGroup(  # "the Dutch won"
    "Chinese|Dutch|French|Japanese|Portuguese|Spanish|Vietnamese|Welsh"
)
_LANGUAGES = NameGroup(
    """Chinese|Danish|Dutch|Finnish|French|Icelandic|Japanese|Korean|Polish
   |Portuguese|Spanish|Swedish|Turkish|Vietnamese""",
    """Arabic|English|British|Irish|Scottish|Welsh|Swiss|Hebrew|Hindi|Latin|Mandarin|Cantonese|Bengali
    |Tamil|Telugu|Urdu|Punjabi|Marathi|Gujarati|Swahili|Tagalog|Farsi|Persian|Catalan|Basque
    |Flemish|Gaelic|Caribbean|Balkan|Baltic|Lebanese|Taiwanese|Sudanese|Maltese|Kurdish|Jewish|Scandinavian
    |Afrikaans|Amharic|Yoruba|Igbo|Hausa|Zulu|Xhosa|Somali|Tigrinya|Yiddish|Ladino|Malay|Javanese
    |Malayalam|Kannada|Odia|Sinhala|Nepali|Pashto|Dari|Uyghur|Tibetan|Khmer|Lao|Burmese|Hmong
    |Cebuano|Ilocano|Samoan|Tongan|Hawaiian|Fijian|Quechua|Guarani|Nahuatl|Mayan|Galician|Breton
    |Frisian|Luxembourgish|Esperanto|Estonian|Latvian|Lithuanian|Slovene|Macedonian|Albanian
    |Belarusian|Armenian|Azerbaijani|Kazakh|Uzbek|Mongolian|Wolof|Twi|Shona|Kinyarwanda|Lingala
    |Haitian Creole|Patois|Mandarin Chinese|Brazilian Portuguese|Old English
    |Sanskrit|Pali|Aramaic|Akkadian|Coptic|Old Norse|Middle English|Ancient Greek|Old French""",
)
# Adjectives that take an "s" as nouns.
_NATIONS = NameGroup(
    """American|Australian|Austrian|Belgian|Brazilian|Canadian|Chilean|Colombian|Cuban|Egyptian
    |Ethiopian|Georgian|Ghanaian|Indian|Indonesian|Iranian|Jamaican|Jordanian|Kenyan|Libyan
    |Malaysian|Mexican|Moroccan|Nigerian|Peruvian|Syrian|Tunisian|Venezuelan|Zambian""",
    """Albanian|Algerian|Argentine|Argentinian|Armenian|Bolivian|Bosnian|Brit
    |Briton|Cambodian|Caucasian|Chechen|Croat|Cypriot|Dane|Ecuadorian|Estonian|Filipino
    |Filipina|Finn|Haitian|Hispanic|Iraqi|Israeli|Kurd|Kuwaiti|Latino|Latina|Latvian
    |Lithuanian|Macedonian|Nepali|New Zealander|Nicaraguan|Pakistani|Palestinian|Panamanian|Pole
    |Rwandan|Saudi|Scot|Serb|Singaporean|Slovene|Slovenian|Somali|South African|South Korean
    |North Korean|Spaniard|Sri Lankan|Swede|Tanzanian|Tibetan|Turk|Ugandan|Uruguayan
    |Yugoslav|Zimbabwean|African American|Native American|Texan|Californian|New Yorker|Londoner
    |Parisian|Berliner|Bavarian|Sicilian|Afghan|Bangladeshi|Icelander|Dutchman|Frenchman
    |Englishman|Irishman|Scotsman|Welshman|Burkinabe|Congolese|Senegalese|Burmese|Portuguese
    |Haitian Creole|Creole|Swiss German|Roma|Romany|Gypsy|Aboriginal|Maori|Inuit
    |Pacific Islander|Alaska Native|Hawaiian|Guatemalan|Honduran|Salvadoran|Dominican
    |Puerto Rican|Costa Rican|Trinidadian|Angolan|Mozambican|Malian|Chadian|Gambian|Liberian
    |Sierra Leonean|Rwandese|Burundian|Eritrean|Djiboutian|Namibian|Botswanan|Malagasy|Mauritian
    |Bhutanese|Laotian|Mongolian|Kazakh|Uzbek|Tajik|Kyrgyz|Turkmen|Azerbaijani|Azeri|Belarusian
    |Moldovan|Montenegrin|Kosovar|Luxembourger|Andorran|Fijian|Samoan|Tongan|Yemeni|Omani|Qatari
    |Emirati|Bahraini|Guinean|Gabonese|Cameroonian|Mauritanian|Nigerien|Zairean|Zairian|Ivorian
    |Malawian|Swazi|Comoran|Papuan|Barbadian|Bahamian|Belizean|Guyanan|Grenadian|Paraguayan|Aruban
    |Bermudan|Greenlander|Corsican|Sardinian|Catalonian|Kosovan|Ossetian|Abkhazian|Crimean|Siberian
    |Kashmiri|Soviet|Czechoslovak|Czechoslovakian|Yugoslavian|Prussian|Ottoman|Byzantine|Roman
    |Babylonian|Assyrian|Saxon|Norman|Viking|Celt|Slav|Cossack
    |Palauan|Tahitian|Polynesian|Melanesian|Micronesian|Floridian|Virginian|Georgian|Alaskan
    |Arizonan|Iowan|Ohioan|Oregonian|Pennsylvanian|Tennessean|Louisianan|Minnesotan|Nebraskan
    |Bostonian|Chicagoan|Sydneysider|Muscovite|Venetian|Neapolitan|Milanese|Viennese|Sudanese
    |Afrikaner|Boer|Basque|Catalan|Walloon|Fleming|Quebecer|Punjabi|Bengali
    |Aussie|Kiwi|Yank|Canuck|Germanic|Celtic|Slavic|Hellenic|Semitic|Turkic|Anglo-Saxon|Etruscan|Phoenician
    |Sumerian""",
)
_ETHNIC = NameGroup(  # within nations: "Rwandan Hutu refugees"
    "Akan|Berber|Dinka|Fulani|Hazara|Maasai|Pashtun|Tuareg",
    "Hutu|Tutsi|Rohingya|Uighur|Bedouin|Sinhalese|Kikuyu|Nuer|Oromo|Tigrayan",
)
_CONTINENTS = NameGroup(
    "African|Arab|Asian|Andean|Balkan|Caribbean|European|Mediterranean|Nordic",
    "Latin American|North American|South American",
)
# Those with priests, so that "Catholic priest" keeps one.
_PRIESTLY = NameGroup(
    "Anglican|Buddhist|Catholic|Episcopal|Hindu|Orthodox|Taoist",
    "Lutheran|Roman Catholic|Greek Orthodox|Russian Orthodox|Episcopalian",
)
_FAITHS = NameGroup(
    """Anglican|Baptist|Buddhist|Catholic|Christian|Hindu|Lutheran|Methodist|Mormon|Muslim
    |Protestant|Quaker|Sikh""",
    """Jew|Islamic|Presbyterian|Evangelical|Atheist|Agnostic|Pagan|Shiite
    |Shia|Sunni|Adventist|Jain|Amish|Mennonite|Zoroastrian|Pentecostal|Moslem|Hasidic
    |Jehovah's Witness|Southern Baptist|Seventh-day Adventist|Unitarian|Latter-day Saint
    |LDS|Rastafarian|Bahai|Wiccan|Nonreligious|Deist|Theist|Puritan|Huguenot|Calvinist|Jesuit""",
)
_PARTIES = NameGroup(
    "Conservative|Democrat|Liberal|Republican|Socialist|Libertarian|Nationalist",
    "Labour|Labor|Tory|Democratic|Green",
)
_IDEOLOGIES = NameGroup(
    "Maoist|Communist|Separatist|Royalist|Leftist|Trotskyist",
    """Marxist|Nazi|Fascist|Zionist|Anarchist|Leninist|Islamist|Stalinist|Loyalist|Monarchist
    |Unionist|Jihadist|Feminist|Populist|Sandinista|Secessionist""",
)
_RELIGIONS = NameGroup(
    """Buddhism|Catholicism|Christianity|Hinduism|Islam|Judaism|Sikhism|Taoism|Jainism
    |Protestantism|Shinto|Zoroastrianism"""
)
_ISMS = NameGroup(
    "Liberalism|Conservatism|Nationalism|Communism|Pacifism|Populism|Capitalism|Environmentalism",
    """Feminism|Socialism|Fascism|Nazism|Marxism|Anarchism|Zionism|Leninism|Maoism|Stalinism
    |Imperialism|Colonialism|Secularism|Libertarianism|Atheism|Humanism|Veganism|Globalism
    |Authoritarianism|Totalitarianism|Federalism|Republicanism|Islamism|Racism|Sexism""",
)
_IRREGULAR = {
    "tories": "tory", "frenchmen": "frenchman", "dutchmen": "dutchman", "irishmen": "irishman",
    "englishmen": "englishman", "scotsmen": "scotsman", "welshmen": "welshman",
}  # fmt: skip


# Other words in the form of one: "Queenslander", "Genoese".
_DEMONYM = re.compile(r"[A-Z][a-z]+(?:[a-z]{2}ian|ese|land?er|nite)(s?)")


def people(phrase: str, context: Context) -> str | None:
    """Return another nationality, language, religion or party; None for any other phrase."""
    key = normalized(phrase)
    pool = _singular().pool_with(key)
    if pool is not None:
        agreeing = nationality_in_scope(key, context)
        if agreeing is not None and _fits(agreeing, phrase, pool, context):
            return cased_like(phrase, agreeing)  # "Libyan", where "Libya" is in the scope
        alike = pool.starting_like(phrase)
        if "one" in context.cues and starts_with_vowel(phrase) and alike is pool:
            alike = nations().starting_like(phrase)  # "an Italian": no other language like it
        return cased_like(phrase, context.pick("people", key, alike))
    one = _IRREGULAR.get(key) or (key[:-1] if key[-1:] == "s" else "")
    plural = _countable().pool_with(one)
    if plural is None:
        demonym = _DEMONYM.fullmatch(phrase)
        if demonym is None or {key, one} & ordinary_words():
            return None  # "Electricians"
        return context.pick("people", key, nations().starting_like(phrase)) + demonym[1]
    agreeing = nationality_in_scope(one, context)
    if agreeing is not None and agreeing.endswith("an") and context.is_fresh(agreeing, one):
        return cased_like(phrase, f"{agreeing}s")
    return cased_like(phrase, context.pick("people", one, plural.starting_like(one)) + "s")


def _fits(nationality: str, old: str, pool: Pool, context: Context) -> bool:
    """Return whether a nationality may stand for another: in its uses, and after its article."""
    new, groups = _singular().pool_with(nationality), _singular()
    nouns, nations = groups.pool_with("German"), groups.pool_with("American")
    languages = groups.pool_with("Danish")  # never a noun for a person
    same = (
        new is pool
        or (pool is nations and new is nouns)
        or (pool is languages and new in (nouns, groups.pool_with("Dutch")))
    )
    article = "one" not in context.cues or starts_with_vowel(nationality) == starts_with_vowel(old)
    return same and article and context.is_fresh(nationality, normalized(old))


def is_people(phrase: str) -> bool:
    """Return whether a phrase names a people, a language, a religion or a party."""
    return _singular().pool_with(phrase) is not None


def party(phrase: str, context: Context) -> str | None:
    """Return another party for the name of one without a noun: "Labor", "Greens"; else None."""
    one = phrase[:-1] if phrase[-1:] == "s" else phrase
    known = _parties().pool_with(one) or _parties().pool_with(phrase)
    return people(phrase, context) if known else None


@cache
def _parties() -> NameGroups:
    return NameGroups([_PARTIES])


@cache
def _singular() -> NameGroups:
    return NameGroups(
        [
            _PLURALS_TOO,
            _NOUNS_TOO,
            _ETHNIC,
            _LANGUAGES,
            _NATIONS,
            _CONTINENTS,
            _PRIESTLY,
            _FAITHS,
            _PARTIES,
            _IDEOLOGIES,
            _RELIGIONS,
            _ISMS,
        ]
    )


@cache
def _countable() -> NameGroups:
    """Return the words with a plural in "s"; a language is a nation there: "Germans"."""
    languages = NameGroup(
        _NATIONS.drawn,
        f"{_NOUNS_TOO.drawn}|{_LANGUAGES.drawn}|{_NATIONS.others}|African|Asian|European",
    )
    return NameGroups([_ETHNIC, _NATIONS, languages, _FAITHS, _PARTIES, _IDEOLOGIES])


@cache
def faiths() -> Pool:
    """Return adjectives of religions."""
    return pool_of(_FAITHS.drawn)


@cache
def nations() -> Pool:
    """Return adjectives of nations."""
    return pool_of(_NATIONS.drawn)

"""The adjectives of countries, so that "Libya" and "Libyan" become one other country."""

from __future__ import annotations

from functools import cache

from privtool.text.surrogates.context import Context
from privtool.text.surrogates.geography.countries import world
from privtool.text.surrogates.prf import normalized

# Not those of the countries whose names need an article: they are drawn in another way.
_ADJECTIVES = """Argentina Argentine|Australia Australian|Austria Austrian|Bangladesh Bangladeshi
    |Belgium Belgian|Brazil Brazilian|Bulgaria Bulgarian|Canada Canadian|Chile Chilean|China Chinese
    |Colombia Colombian|Croatia Croatian|Cuba Cuban|Denmark Danish|Ecuador Ecuadorian
    |Egypt Egyptian|Estonia Estonian|Ethiopia Ethiopian|Finland Finnish|France French
    |Germany German|Ghana Ghanaian|Greece Greek|Hungary Hungarian|India Indian
    |Indonesia Indonesian|Iran Iranian|Iraq Iraqi|Ireland Irish|Israel Israeli|Italy Italian
    |Japan Japanese|Jordan Jordanian|Kenya Kenyan|Latvia Latvian|Lebanon Lebanese
    |Lithuania Lithuanian|Malaysia Malaysian|Mexico Mexican|Morocco Moroccan|Nepal Nepali
    |Nigeria Nigerian|Norway Norwegian|Pakistan Pakistani|Peru Peruvian|Poland Polish
    |Portugal Portuguese|Romania Romanian|Russia Russian|Senegal Senegalese|Serbia Serbian
    |Slovakia Slovak|Slovenia Slovenian|Spain Spanish|Sweden Swedish|Switzerland Swiss
    |Taiwan Taiwanese|Tanzania Tanzanian|Thailand Thai|Tunisia Tunisian|Turkey Turkish
    |Uganda Ugandan|Ukraine Ukrainian|Uruguay Uruguayan|Vietnam Vietnamese|Zambia Zambian
    |Zimbabwe Zimbabwean|Afghanistan Afghan|Albania Albanian|Algeria Algerian|Angola Angolan
    |Armenia Armenian|Azerbaijan Azerbaijani|Belarus Belarusian|Bolivia Bolivian
    |Cambodia Cambodian|Cameroon Cameroonian|Cyprus Cypriot|Guatemala Guatemalan|Haiti Haitian
    |Honduras Honduran|Jamaica Jamaican|Kazakhstan Kazakh|Libya Libyan|Mali Malian
    |Mongolia Mongolian|Mozambique Mozambican|Nicaragua Nicaraguan|Panama Panamanian
    |Paraguay Paraguayan|Rwanda Rwandan|Somalia Somali|Sudan Sudanese|Syria Syrian|Uzbekistan Uzbek
    |Venezuela Venezuelan|Yemen Yemeni"""


def nationality_in_scope(nationality: str, context: Context) -> str | None:
    """Return the adjective of the surrogate of a nationality's country; None if unknown."""
    country = _countries().get(normalized(nationality))
    if country is None:
        return None
    return adjectives().get(context.pick("country", country, world().countries, "COUNTRY"))


@cache
def adjectives() -> dict[str, str]:
    """Return the adjectives of countries."""
    return dict(pair.split() for pair in _ADJECTIVES.split("|"))


@cache
def _countries() -> dict[str, str]:
    return {normalized(adjective): country for country, adjective in adjectives().items()}

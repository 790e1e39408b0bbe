"""Events, works, products, laws, languages and jobs: each becomes another one of its kind."""

from __future__ import annotations

from privtool.text.surrogates.pools import Pool

_NAMES = {
    "EVENT": """Harvest Fair|Lantern Festival|Spring Regatta|River Games|Summer Open|Winter Classic
        |Book Fair|Flower Show|Jazz Festival|Film Festival|Science Fair|Trade Fair
        |Street Carnival|Charity Run|Harbor Festival|Autumn Cup""",
    "PRODUCT": """Novalux|Tervona|Plenora|Kestrel 5|Brightline|Aquaro|Velaris|Mondeco|Zentrix
        |Corvela
        |Solvano|Hexaline|Pavona|Lumetra|Orbita 3|Tandelo""",
    "WORK": """The Glass Orchard|A Winter Harbor|The Paper Lantern|Northern Lights|The Quiet River
        |Seven Bridges|The Last Ferry|A Garden in June|The Clockmaker|Salt and Silver
        |The Long Meadow|Blue Window|The Empty House|Songs of the Valley|Letters to Nobody
        |The Stone Bridge|A Map of Rain|The Silent Orchestra|Winter Light|The Second Door
        |House of Cards and Feathers|The Weaver|Night Train|Under the Linden|The Bell Tower
        |Falling Leaves|A Quiet Hour|The Red Kite|Open Water|The Winding Road|Paper Birds
        |The Hill Farm|Distant Thunder|The Fourth Season|Copper and Rust|The Island Year
        |Morning Song|The Long Goodnight|Wild Geese|The Painted Wall|Snow in April""",
    "LAW": """Open Records Act|Fair Housing Act|Clean Rivers Act|Safe Roads Act|Public Parks Act
        |Small Business Act|Food Labeling Act|Library Services Act""",
    "LANGUAGE": """Arabic|Bengali|Czech|Danish|Dutch|Finnish|French|German|Greek|Hebrew|Hindi
        |Hungarian
        |Italian|Japanese|Korean|Norwegian|Polish|Portuguese|Romanian|Russian|Spanish|Swahili
        |Swedish|Tamil|Thai|Turkish|Ukrainian|Urdu|Vietnamese""",
    "PREFIX": "Mr|Mrs|Ms|Dr|Prof",
    "EYECOLOR": "brown|blue|green|hazel|gray|amber",
    "ORDINALDIRECTION": "north|south|east|west|northeast|northwest|southeast|southwest",
    "CURRENCY": "dollar|euro|pound|yen|krona|franc|peso|rupee|real|zloty",
    "CURRENCYCODE": "USD|EUR|GBP|JPY|SEK|CHF|MXN|INR|BRL|PLN|CAD|AUD",
    "ACT": "FERPA|COPPA|FOIA|OSHA|ERISA|FISMA",
}
_LABELS = {
    "WORK_OF_ART": "WORK",
    "TITLE": "PREFIX",
    "CURRENCYNAME": "CURRENCY",
    "CREATIVE_WORK": "WORK",
}
_POOLS = {
    kind: Pool(" ".join(name.split()) for name in names.split("|"))
    for kind, names in _NAMES.items()
}
_THE = "The "
_WORKS = _POOLS["WORK"].phrases
_TITLES = (
    Pool(title for title in _WORKS if not title.startswith(_THE)),
    Pool(title.removeprefix(_THE) for title in _WORKS if title.startswith(_THE)),
)
_AFTER_A = (
    Pool(title for title in _TITLES[0].phrases if title[:1] not in "AEIOU"),
    Pool(
        """Autumn Letters|Amber Road|Early Snow|Empty Rooms|Evening Bells|Iron Garden|Island Songs
        |Old Harbors|Open Water|Under the Linden""".replace("\n        |", "|").split("|")
    ),
)


def pool_for(kind: str) -> Pool:
    """Return the names of a kind that is known to exist."""
    return _POOLS[kind]


def pool_of_kind(label: str) -> Pool | None:
    """Return the names of the kind that a bare label stands for; None for other labels."""
    return _POOLS.get(_LABELS.get(label, label))


def titles(article: str) -> Pool:
    """Return titles of works that follow an article, or those with no article in front."""
    return _TITLES[bool(article)]


def titles_after_a(vowel: bool) -> Pool:
    """Return titles that follow "an" or "a": "an Open Water poster"."""
    return _AFTER_A[vowel]


def works() -> Pool:
    """Return the pool that `pool_of_kind` gives for works."""
    return _POOLS["WORK"]

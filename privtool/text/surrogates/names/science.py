"""Species with Latin names, and things named after scientists: "E. coli", "Debye force"."""

from __future__ import annotations

import regex

from privtool.text.surrogates.common_words import unfamiliar_words
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.letter_case import cased_like
from privtool.text.surrogates.name_forms import NAMED_AFTER, SPECIES
from privtool.text.surrogates.name_groups import pool_of
from privtool.text.surrogates.name_lists import name_pools
from privtool.text.surrogates.pools import Pool
from privtool.text.surrogates.prf import normalized

_BACTERIA = pool_of(
    """Bacillus subtilis|Staphylococcus aureus|Vibrio cholerae|Clostridium botulinum
    |Salmonella enterica|Streptococcus pneumoniae|Helicobacter pylori|Listeria monocytogenes
    |Lactobacillus acidophilus|Pseudomonas aeruginosa|Mycobacterium tuberculosis|Yersinia pestis
    |Legionella pneumophila|Borrelia burgdorferi|Rhizobium leguminosarum|Klebsiella pneumoniae"""
)
_FUNGI = pool_of(
    """Aspergillus niger|Candida albicans|Penicillium chrysogenum|Saccharomyces cerevisiae
    |Amanita muscaria|Botrytis cinerea|Fusarium oxysporum|Agaricus bisporus|Trichoderma reesei
    |Cryptococcus neoformans|Ustilago maydis|Boletus edulis"""
)
_PLANTS = pool_of(
    """Arabidopsis thaliana|Quercus robur|Pinus sylvestris|Zea mays|Oryza sativa|Bellis perennis
    |Fagus sylvatica|Acer rubrum|Betula pendula|Solanum tuberosum|Helianthus annuus|Rosa canina
    |Picea abies|Taxus baccata|Digitalis purpurea|Papaver somniferum"""
)
_ANIMALS = pool_of(
    """Drosophila melanogaster|Mus musculus|Danio rerio|Canis lupus|Vulpes vulpes|Ursus arctos
    |Apis mellifera|Salmo salar|Rana temporaria|Turdus merula|Panthera leo|Lynx rufus|Corvus corax
    |Bufo bufo|Sturnus vulgaris|Aedes aegypti|Lumbricus terrestris|Xenopus laevis"""
)
_POOLS = {"bacterium": _BACTERIA, "fungus": _FUNGI, "plant": _PLANTS, "animal": _ANIMALS}
_ALL = Pool((*_BACTERIA.phrases, *_FUNGI.phrases, *_PLANTS.phrases, *_ANIMALS.phrases))
_BINOMIAL = regex.compile(
    r"(?P<genus>\p{Lu}\p{Ll}{2,})\s(?P<kind>\p{Ll}{2,}(?:[aei]|us|um|is|ii|ens|ans|es|ix|ex|or|on|ax))"
)
_SHORT = regex.compile(r"\p{Lu}\.\s\p{Ll}{3,}")
_SCIENTIST = regex.compile(
    r"(?:(?:van|von|de|der|den|du|la|le|[Vv]an|[Vv]on)\s){0,2}\p{Lu}\p{Ll}+(?:\p{Lu}\p{Ll}+)?"
    r"(?:[-\u2013]\p{Lu}\p{Ll}+){0,2}"
)
_HYPHEN = regex.compile(r"[-\u2013]")


def species(name: str, context: Context) -> str | None:
    """Return another species, in the same form; None for a name that is none."""
    short = _SHORT.fullmatch(name) is not None
    genus = not short and SPECIES in context.cues and name.istitle() and name.isalpha()
    if not (short or genus):
        match = _BINOMIAL.fullmatch(name)
        if match is None or not unfamiliar_words(match["kind"]):
            return None
    kind = next((_POOLS[cue] for cue in context.cues if cue in _POOLS), _ALL)
    first, _, second = name.partition(" ")
    drawn = context.pick("species", f"{first[0]}. {second}", kind, excluded=name)
    first, _, second = drawn.partition(" ")
    return f"{first[0]}. {second}" if short else first if genus else drawn


def after_a_scientist(name: str, context: Context) -> str | None:
    """Return surnames for those of scientists: "van der Waals" forces; None for other names."""
    if NAMED_AFTER not in context.cues or _SCIENTIST.fullmatch(name) is None:
        return None
    sign = _HYPHEN.search(name)
    parts = _HYPHEN.split(name)
    drawn = [
        cased_like(part, context.pick("scientist", normalized(part), name_pools().surnames))
        for part in parts
    ]
    return (sign[0] if sign else "").join(drawn)

"""How often `mini` finds the kind of a name by the words around it.

    python -m benchmarks.text.name_kinds

Names of known kinds in the sentences of `phrases/` are masked. A kind's score is the mean of its
two likeliest words at the mask, less a share of their likelihood without context.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from pathlib import Path

from benchmarks.text.surrogate_phrases import examples
from privtool.core.device import ModelSource, Runtime
from privtool.interfaces.filling import PhraseQuestion
from privtool.models.fillers.load import load_filler
from privtool.models.hub.resolve import resolve
from privtool.text.labels import Label, canonical_label

_PHRASES = Path(__file__).parent / "phrases"
_SETS = ("dev8", "dev9", *(f"heldout{number}" for number in range(7, 13)))
_PROBES = """
    car: car truck honda toyota ford jeep bmw
    device: phone laptop iphone ipad tablet watch computer
    console: xbox playstation console
    software: software excel photoshop word spreadsheet linux java
    app: facebook twitter youtube internet website ebay
    drug: medication aspirin insulin pills antibiotics morphine medicine
    disease: cancer diabetes asthma arthritis malaria tuberculosis pneumonia
    pet: dog puppy terrier cat retriever
    game: chess poker tennis football cards
    toy: toys dolls blocks
    dish: pizza pasta sandwich chicken soup curry burger
    drink: beer wine coffee whiskey vodka
    people: german french italian chinese mexican russian
    language: english spanish french german chinese
    faith: catholic jewish muslim christian buddhist
    fashion: leather nike designer silk gucci
    aircraft: plane helicopter jet airplane aircraft
    weapon: gun pistol rifle knife
    award: award prize oscar medal
    title: hamlet dracula macbeth titanic movie film novel
    music: mozart beethoven bach music
    appliance: dishwasher vacuum refrigerator oven
    activity: yoga karate judo ballet boxing
    motorcycle: motorcycle bike harley
    vaccine: flu vaccine smallpox
"""  # words that the model scores
_NAMES = """
    car: Corolla Mustang Tesla Camry Prius Jeep Honda Subaru Jaguar
    device: Samsung MacBook Fitbit iPad Kindle
    console: Xbox Nintendo PlayStation
    software: Excel Photoshop Android Windows Python Ubuntu
    app: TikTok Zoom Skype PayPal Venmo Slack
    drug: Tylenol Zoloft Lipitor Benadryl Zyrtec Metformin Synthroid metformin Advil Humira
    penicillin Adderall Neosporin Penicillin Lexapro Claritin Nyquil Novocain
    disease: Lupus Alzheimer's Asperger's Crohn's Tourette's
    pet: Labrador Rottweiler Schnauzer Dachshund Siamese
    game: Monopoly Zelda Minecraft Wordle Catan
    toy: Legos
    dish: pierogi
    drink: Merlot Guinness Corona Heineken Gatorade Chianti Coke
    people: Korean Australian Dutch Egyptian Irish Lebanese Peruvian Turkish Belgian
    Ethiopian Scottish
    language: Swahili Arabic Farsi Mandarin Tagalog
    faith: Catholic Lutheran Buddhism Jewish
    fashion: Prada
    aircraft: Apache Chinook Cessna Spitfire
    weapon: Glock
    award: Nobel Pulitzer Grammy Emmy
    title: Jaws Frozen Wicked Middlemarch Dune Hamlet Beloved Hamilton Moonlight Oppenheimer
    Succession Macbeth
    music: Mozart Chopin
    appliance: Roomba Dyson Whirlpool
    activity: Taekwondo CrossFit
    motorcycle: Harley Yamaha
    vaccine: Moderna Pfizer
"""
_CONTEXTS = (("", ""), ("The ", "."), ("I have a ", "."))  # that tell nothing
_SHARES = (0.0, 0.3, 0.6, 1.0)


def by_kind(table: str) -> dict[str, list[str]]:
    """Return the words of each kind of a table, where a kind ends in a colon."""
    kinds: dict[str, list[str]] = {}
    words: list[str] = []
    for word in table.split():
        if word.endswith(":"):
            words = kinds.setdefault(word[:-1], [])
        else:
            words.append(word)
    return kinds


def questions() -> Iterator[tuple[str, str, str]]:
    """Yield the kind of each name in a sentence, and the text before and after it."""
    kinds = {name: kind for kind, names in by_kind(_NAMES).items() for name in names}
    for name in _SETS:
        for example in examples(_PHRASES / f"{name}.txt"):
            if canonical_label(example.label) is Label.MISC:
                pieces = example.sentence.replace("]", "[").split("[")
                for at in range(1, len(pieces), 2):
                    if pieces[at] in kinds:
                        before, after = "".join(pieces[:at]), "".join(pieces[at + 1 :])
                        yield kinds[pieces[at]], before, after


def ranked(scores: dict[str, float], general: dict[str, float], share: float) -> list[str]:
    """Return the kinds, the likeliest first."""
    means: dict[str, float] = {}
    for kind, words in by_kind(_PROBES).items():
        best = sorted((scores[word] - share * general[word] for word in words), reverse=True)
        means[kind] = sum(best[:2]) / len(best[:2])
    return sorted(means, key=lambda kind: -means[kind])


def main() -> None:
    """Print the numbers as JSON."""
    source, runtime = ModelSource(offline=True), Runtime("cpu")
    scorer = load_filler(resolve("mini", source), runtime)
    words = list(dict.fromkeys(word for each in by_kind(_PROBES).values() for word in each))
    phrases = [(word,) for word in words]
    neutral = scorer.phrase_scores([PhraseQuestion(each, 0, phrases) for each in _CONTEXTS])
    general = {
        word: math.log(sum(map(math.exp, row)) / len(row))
        for word, row in zip(words, zip(*neutral, strict=True), strict=True)
    }
    asked = list(questions())
    rows = scorer.phrase_scores([PhraseQuestion((a, b), 0, phrases) for _, a, b in asked])
    for share in _SHARES:
        found = [ranked(dict(zip(words, row, strict=True)), general, share) for row in rows]
        pairs = list(zip((kind for kind, *_ in asked), found, strict=True))
        first, third = (sum(kind in best[:k] for kind, best in pairs) for k in (1, 3))
        print(json.dumps({"share": share, "names": len(asked), "first": first, "top 3": third}))


if __name__ == "__main__":
    main()

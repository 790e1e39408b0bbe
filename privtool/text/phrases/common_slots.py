"""Which common words can fill a slot, by the grammar of the words next to it."""

from __future__ import annotations

import re

from privtool.text.phrases.cues import NO_NOUNS
from privtool.text.word_sets import word_set

_NEAR = 64  # characters that are looked at
_DETERMINED = re.compile(
    r"\b(?:an?|the|my|your|his|her|our|their|its|this|that)\s+$", re.IGNORECASE
)
# What follows a noun, not an adjective: an end, or a word that nothing can describe.
_NOUN_ENDS = re.compile(
    r"(?:$|[.,;:?!)\"\u201d]|'s\b| (?:and|or|but|of|in|on|at|to|for|from|with|by|as|than|that|"
    r"which|who|before|after|because|when|while|about|into|during|until|is|was|are|were|has|have|"
    r"had|will|would|can|could|should|do|does|did|said|says)\b)"
)
_NO_ARTICLES = word_set(
    """a an the my your his her our their its this that these those some any every each both all
    i you he she it we they me him us them yes no not very so too mr mrs ms dr etc vs
    per via pre pro anti ex am be been being"""
)
_ADJECTIVES = word_set(
    """good great big bad small large little old new young long short high low late early real
    right wrong same different similar important possible able available likely certain sure
    clear true full free open strong special happy sorry nice fine ready glad easy hard
    difficult simple due own various several many much few most more less least such other
    another federal national international political economic social financial medical natural
    central beautiful interesting excited better best worse worst larger largest higher highest
    lower older bigger greater biggest greatest serious major popular entire whole usual recent
    current previous additional further necessary awesome amazing crazy cool funny stupid
    perfect huge safe sick dead alone alive responsible
    pretty enough longer local pure daily modern specific annual interested"""
)
_ADVERBS = word_set(
    """really actually probably usually exactly especially finally certainly definitely absolutely
    basically literally currently recently simply directly clearly quickly easily already always
    never ever often sometimes just even still almost maybe perhaps however therefore instead rather
    together forever everywhere somewhere anywhere ago away again"""
)
_VERBS = word_set(
    """used found feel please thought doing set having done looking making mean tell seen including
    based believe trying using thank means given coming started taking remember understand wanted
    taken asked gonna wanna gotta according heard meet bring across outside inside behind thinking
    hear happened happen died killed include provide added brought received tried worked giving
    follow eat felt led hate cannot looked send involved related met enjoy turned written seem
    considered continue lose began built changed published starting listen waiting created followed
    missing released seeing allowed included married speak write create except moving provided
    required spent watching despite throughout towards beyond"""
)
_NO_NOUN = (NO_NOUNS | _NO_ARTICLES | _ADJECTIVES | _ADVERBS | _VERBS) - word_set(
    "one way other same"
)
_BEFORE_NOUNS = word_set("a an the my your our their every")
_ENDS = re.compile(r"$|\s*[.,;:?!)]")  # a space alone is before another slot
_GREETED = re.compile(r"(?:^|[^\w'])(?:hey|hi|hello|dear),?\s+$", re.IGNORECASE)
_NOT_ADDRESSED = (NO_NOUNS | _NO_ARTICLES) - word_set(
    "there everyone everybody guys folks doctor sir ladies all again"
)
_IN_PHRASE = re.compile(
    r"\b(?:an?|the|my|your|his|her|our|their|its|some|any|no)\s+([\w-]+)\s+$", re.IGNORECASE
)
_PRONOUNS = word_set("i you he she it we they me him us them")
_SEVERAL = re.compile(r" (?:are|were|have|aren't|weren't|haven't)\b")
_SINGLE = re.compile(r" (?:is|was|has|does|isn't|wasn't|hasn't|doesn't)\b")
_OF_SEVERAL = re.compile(r"\bof (?:the|my|your|his|her|our|their|its)\s+$", re.IGNORECASE)
_PLURALS = re.compile(r"(?:.*[^su'i\W]s|people|men|women|children|mice|feet|teeth)")
_NO_PLURALS = word_set("news always perhaps sometimes besides nowadays towards")
_ONE = re.compile(r"\b(?:the|this|that|another)(?: \w+(?:est|er))? $", re.IGNORECASE)
_AFTER_ONE = re.compile(
    r" (?:works?|looks?|seems|sounds|goes|comes|now|today|when|while|if|so|you|i|we|he|she|they|"
    r"instead|too|well|right|just|really|there|here|again)\b"
)
_OBJECTS = word_set("me him her us them it you")
_OF_SPEAKERS = {"me": "i", "us": "we"}
_SENTENCES = str.maketrans("?!;,", "....")
_WORDS = re.compile(r"[a-z]+")
_FEW = 5
_NO_WORDS = frozenset(("etc", "dr", "mr", "mrs", "ms", "vs", "st", "jr"))  # but before a full stop
_IS, _DESCRIBED = re.compile(r"(?:n't|\b(?:is|was|are|were|not)) $"), re.compile(r" [a-z]")
_LED = re.compile(r"\b(?:an?|the|my|your|our|their|its|every)\s+$", re.IGNORECASE)
# No "there" and no subject follows these: "go to there", "in she's writing".
_PREPOSITION = re.compile(r"\b(?:to|of|at|by|about|with|for|on|in|into|from) $")
_NEVER_OBJECTS = word_set("i he she we they there")
_PREPOSITIONS_OF_PLACES = re.compile(r"\b(?:in|from|on) $")  # "in there", "from there on"
_ARTICLE_OF_ONE = re.compile(r"\ban?(?: \w+)? $")
_UNCOUNTED = word_set(
    """money water music information news food stuff traffic weather furniture equipment research
    evidence advice luck health blood rain snow homework software hardware everything nothing
    something anything someone anyone everyone somebody anybody everybody nobody"""
)
_OF_MANY = re.compile(
    r"\b(?:number|couple|dozens|hundreds|thousands|variety) of $|\b(?:many|several) $"
)
_PARTICLE = re.compile(r"\b(?:up|out|off|down|away) $")  # "break up it"


class CommonSlot:
    """The grammar of a slot between two texts.

    A noun follows an article that no other noun follows, somebody is greeted, no article is last,
    and nobody is the object of the clause whose subject they are. A noun agrees with "is" or "are"
    after it, and no pronoun continues a noun phrase ("your heart [MASK]"). `any_thing` is "one" or
    "ones" where it stands for any noun.
    """

    def __init__(self, before: str, after: str) -> None:
        left = before[-_NEAR:]
        self._excluded: frozenset[str] = frozenset() if after.startswith(".") else _NO_WORDS
        self._plural: bool | None = None
        inner = _IN_PHRASE.search(left)
        if inner and inner[1].lower() not in NO_NOUNS | _ADVERBS | _VERBS:
            self._excluded |= _PRONOUNS
        if _LED.search(left):
            self._excluded |= _PRONOUNS  # "The they definitely"
        if _DETERMINED.search(left) and _NOUN_ENDS.match(after):
            self._excluded |= _NO_NOUN
        if self._excluded - _NO_WORDS and not _OF_SEVERAL.search(left):
            several, single = _SEVERAL.match(after), _SINGLE.match(after)
            self._plural = several is not None if several or single else None
        one = _ONE.search(left) and (_NOUN_ENDS.match(after) or _AFTER_ONE.match(after))
        self.any_thing = "" if not one else "ones" if self._plural else "one"
        if not (one or _NOUN_ENDS.match(after)):
            self._excluded |= {"one", "ones"}
        if _GREETED.search(left):
            self._excluded |= _NOT_ADDRESSED
        if _ENDS.match(after):
            self._excluded |= _BEFORE_NOUNS
        if _PREPOSITION.search(left):
            places = _PREPOSITIONS_OF_PLACES.search(left)
            self._excluded |= _NEVER_OBJECTS - {"there"} if places else _NEVER_OBJECTS
        if _OF_MANY.search(left):
            self._excluded |= _NO_ARTICLES
            self._plural = True if _NOUN_ENDS.match(after) else self._plural
        elif _ARTICLE_OF_ONE.search(left) and _NOUN_ENDS.match(after):
            self._excluded |= _UNCOUNTED
        said = _WORDS.findall(left.lower().translate(_SENTENCES).rpartition(".")[2])
        if _PARTICLE.search(left) or (_IS.search(left) and _DESCRIBED.match(after)):
            self._excluded |= _OBJECTS
        self._excluded |= _OBJECTS.intersection(said[-_FEW:])
        self._excluded |= {word for word, subject in _OF_SPEAKERS.items() if subject in said}

    def fits(self, word: str) -> bool:
        """Return whether a common word can stand in the slot, by grammar alone."""
        key = word.lower()
        if self._plural is not None and _is_plural(key) is not self._plural:
            return False
        return key not in self._excluded


def _is_plural(word: str) -> bool:
    return word not in _NO_PLURALS and _PLURALS.fullmatch(word) is not None

import io

import pytest
import sentencepiece
from hypothesis import given, settings
from hypothesis import strategies as st

from privtool.core.errors import DataError, UnavailableError, UsageError
from privtool.models.asr import tokenizer as asr_tokens
from privtool.models.asr.roles import check_roles
from privtool.models.asr.tokenizer import AsrTokens, new_tokens, target_normalizer
from tests.support.tables import typed_cases
from tests.support.tiny_models import SENTENCES

KINDS = ("unigram", "char")

PUNCTUATED = [f"{s.capitalize()}, isn't it?" for s in SENTENCES]

UNKNOWN = 0


@pytest.fixture(scope="module", params=KINDS)
def kind(request):
    return request.param


@pytest.fixture(scope="module")
def tokens(kind):
    return new_tokens(SENTENCES, kind, 200, ("doctor", "patient"), True, seed=1)


class TestIds:
    def test_they_are_those_of_sentencepiece(self, tokens, kind, monkeypatch):
        found = asr_tokens._learn_pieces(SENTENCES, kind, 200, 1)
        assert tokens.pieces[:-2] == [
            found.id_to_piece(number) for number in range(found.get_piece_size())
        ]
        for text in [*SENTENCES, "completely other words there", "a  b", "Zebra x"]:
            theirs = found.encode(text)
            assert tokens.encode(text) == theirs, text
            if 0 not in theirs:
                assert tokens.decode(theirs) == found.decode(theirs)

    def test_decoding_inverts_encoding(self, tokens):
        for text in SENTENCES:
            assert tokens.decode(tokens.encode(text)) == text

    def test_roles_come_after_the_pieces_and_are_words(self, tokens):
        ids = tokens.encode("he bought a car", "patient")
        assert ids[0] == tokens.count - 1
        assert tokens.pieces[-2:] == ["<doctor>", "<patient>"]
        assert tokens.decode([*ids, tokens.count - 2]) == "<patient> he bought a car <doctor>"
        assert tokens.encode("he bought a car", "nurse") == ids[1:]
        assert tokens.roles == ("doctor", "patient")

    def test_a_role_that_is_typed_is_its_token_where_it_stands(self, tokens):
        typed = "<Doctor> he bought <patient> a car"
        ids = tokens.encode(typed)
        assert tokens.decode(ids) == typed.lower()
        assert tokens.encode(typed, "patient") == ids
        assert tokens.encode("<laughter> <doctor> he", "patient") == tokens.encode("he", "doctor")
        inside = tokens.encode("he bought <patient> a car", "doctor")
        assert inside == ids
        assert tokens.target("<PATIENT>  he <noise>  <doctor>") == "<patient> he"
        assert tokens.target("<doctor> <patient>") == ""
        assert tokens.encode("<nurse> he") == tokens.encode("he")
        # For `re`, a dotless i is an i in another case.
        assert tokens.encode("<pat\u0131ent> he") == tokens.encode("he", "patient")

    def test_pieces_are_not_found_in_roles(self, tokens, kind):
        tagged = [f"<doctor> {text} <patient> {text}" for text in SENTENCES]
        twice = [f"{text} {text}" for text in SENTENCES]
        one, other = (
            new_tokens(texts, kind, 200, ("doctor", "patient"), True, 1)
            for texts in (tagged, twice)
        )
        assert one.pieces == other.pieces

    def test_tags_are_removed(self, tokens):
        assert tokens.encode("<laughter> he bought <noise> a car") == tokens.encode(
            "he bought a car"
        )

    def test_words_know_their_tokens(self, tokens):
        ids = tokens.encode("she keeps her keys", "doctor")
        words = tokens.words(ids)
        assert [word.text for word in words] == ["<doctor>", "she", "keeps", "her", "keys"]
        places = [place for word in words for place in range(word.first, word.last + 1)]
        assert places == list(range(len(ids)))

    def test_any_tokens_can_be_decoded(self, tokens):
        @settings(deadline=None, max_examples=50)
        @given(st.lists(st.integers(0, tokens.count - 1)))
        def check(ids):
            words = tokens.words(ids)
            assert all(word.text and 0 <= word.first <= word.last < len(ids) for word in words)
            assert tokens.decode(ids) == " ".join(word.text for word in words)

        check()

    def test_characters_that_were_never_seen_are_unknown(self, tokens):
        assert tokens.encode("she \u0416 keeps").count(UNKNOWN) == 1

    def test_the_unknown_word_is_a_word_of_its_own(self, tokens):
        ids = tokens.encode("she <unk> keeps<UNK>")
        assert ids.count(UNKNOWN) == 2
        assert tokens.decode(ids) == "she <unk> keeps <unk>"

    def test_no_piece_is_made_of_it(self, kind):
        texts = [target_normalizer(False).normalize_str("she <unk> keeps <unk>"), *SENTENCES]
        assert new_tokens(["\ufffd", *texts], kind, 200, (), False, 1).pieces == (
            new_tokens(["she keeps", *SENTENCES], kind, 200, (), False, 1).pieces
        )


class TestFolder:
    def test_a_saved_model_is_loaded_unchanged(self, tokens, tmp_path):
        tokens.save(tmp_path)
        again = AsrTokens.load(tmp_path)
        assert (again.digest, again.roles, again.count) == (
            tokens.digest,
            tokens.roles,
            tokens.count,
        )
        for text in [*SENTENCES, "<doctor> Hello, you"]:
            assert again.encode(text, "doctor") == tokens.encode(text, "doctor")

    def test_other_files_are_refused(self, tmp_path):
        with pytest.raises(UnavailableError, match="no recognizer tokens"):
            AsrTokens.load(tmp_path)
        (tmp_path / "tokenizer.json").write_text("{}")
        with pytest.raises(UnavailableError, match="no recognizer tokens"):
            AsrTokens.load(tmp_path)

    def test_the_digest_distinguishes_tokens(self, tokens, kind):
        other = new_tokens(SENTENCES, kind, 200, ("patient", "doctor"), True, seed=1)
        same = new_tokens(SENTENCES, kind, 200, ("doctor", "patient"), True, seed=1)
        assert other.digest != tokens.digest == same.digest


class TestCounts:
    def test_of_little_text_there_are_fewer(self):
        assert new_tokens(SENTENCES, "unigram", 1024, (), True, 1).count < 400
        assert new_tokens(SENTENCES, "char", 1024, (), True, 1).count == 26

    @pytest.mark.parametrize("few", KINDS)
    def test_there_must_be_as_many_as_characters(self, few):
        with pytest.raises(UsageError, match="`tokens` 20 is fewer than the 26 characters"):
            new_tokens(SENTENCES, few, 20, (), True, 1)

    def test_messages_quote_no_text(self):
        with pytest.raises(DataError, match="too little"):
            new_tokens([], "unigram", 100, (), True, 1)

    def test_nothing_is_printed(self, capfd):
        new_tokens(SENTENCES, "unigram", 1024, (), True, 1)
        assert capfd.readouterr() == ("", "")


class TestTargets:
    @pytest.mark.parametrize(("text", "target"), typed_cases("models", "asr target"))
    def test_words_only(self, text, target):
        rule = target_normalizer(punctuation=False)
        if target is None:
            target = "twenty-one e-mails $5.50 1,200 at 10:30"
        assert rule.normalize_str(text) == target
        assert rule.normalize_str(target) == target

    def test_with_punctuation_it_stays_as_it_is(self):
        rule = target_normalizer(punctuation=True)
        assert rule.normalize_str(" Oh  my God,\tI've!\n") == "Oh my God, I've!"
        assert rule.normalize_str("a <noise> b") == "a b"

    def test_it_is_part_of_the_tokens(self):
        tokens = new_tokens(SENTENCES, "unigram", 100, (), False, 1)
        assert tokens.encode("HE, bought!") == tokens.encode("he bought")
        assert tokens.target("HE, bought!") == "he bought"
        marked = new_tokens(PUNCTUATED, "unigram", 100, (), True, 1)
        assert marked.decode(marked.encode(PUNCTUATED[0])) == PUNCTUATED[0]


@pytest.mark.parametrize("roles", [("a", "a"), ("a b",), ("<a>",), ("unk",), ("",), ("-",)])
def test_names_of_roles_are_checked(roles):
    with pytest.raises(UsageError, match="`roles`"):
        check_roles(roles)


def test_usual_names_of_roles_are_fine():
    check_roles(("doctor", "other-1", "\u00e4rztin", "speaker_2"))


def test_sentencepiece_itself_finds_the_same_each_time():
    first, second = (new_tokens(SENTENCES, "unigram", 150, (), True, 7).pieces for _ in range(2))
    assert first == second
    made = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(SENTENCES), model_writer=made, vocab_size=150, minloglevel=4,
        bos_id=-1, eos_id=-1, unk_id=0, normalization_rule_name="identity",
        character_coverage=1.0,
    )  # fmt: skip
    plain = sentencepiece.SentencePieceProcessor(model_proto=made.getvalue())
    assert {plain.id_to_piece(n) for n in range(150)} == set(first)

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from apps.geo.folding import fold, words_of


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("High Street", "high street"),
        ("St. Mary's", "st marys"),
        ("Käsityöläiskatu 7 B", "kasityolaiskatu 7 b"),
        ("Straße", "strasse"),
        ("Łódź, Æbeltoft & Ørsted", "lodz aebeltoft orsted"),
        ("Stratford-upon-Avon", "stratford upon avon"),
        ("شارع الملك", "شارع الملك"),
        ("  PO30\t1SS ", "po30 1ss"),
        ("⅔ ﬁn", "23 fin"),
        ("'&/", ""),
    ],
)
def test_folding_removes_case_accents_and_punctuation(text: str, folded: str) -> None:
    assert fold(text) == folded


def test_every_folded_character_has_its_origin() -> None:
    (strasse,) = words_of("Straße")
    assert strasse.text == "strasse"
    assert strasse.origins == (0, 1, 2, 3, 4, 4, 5)


@example("𝐀")
@given(st.text(max_size=60))
def test_folding_is_idempotent(text: str) -> None:
    folded = fold(text)
    assert fold(folded) == folded
    assert "  " not in folded


@given(st.text(max_size=60))
def test_origins_rise_within_the_text(text: str) -> None:
    for word in words_of(text):
        assert len(word.origins) == len(word.text)
        assert list(word.origins) == sorted(word.origins)
        assert word.origins[-1] < len(text)

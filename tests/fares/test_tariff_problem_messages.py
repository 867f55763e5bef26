"""The errors of a tariff's document are in the admin's language."""

import ast
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

from apps.accounts.models import User
from apps.fares.models import Tariff
from apps.fares.tariff_engine import rules
from apps.fares.tariff_engine.files import TariffFileError, tariff_of
from apps.fares.tariffs.problem_messages import problem_message
from tests.fares.tariffs import document
from tests.personas import client_of

RULE: dict[str, Any] = {"name": "Fee", "then": {"kind": "extra", "amount": "1"}}


def fixed_sentences() -> list[str]:
    tree = ast.parse(Path(rules.__file__).read_text())
    raised = [node.exc for node in ast.walk(tree) if isinstance(node, ast.Raise)]
    texts = [call.args[0] for call in raised if isinstance(call, ast.Call) and call.args]
    return [str(text.value) for text in texts if isinstance(text, ast.Constant)]


@pytest.mark.parametrize("sentence", fixed_sentences())
def test_every_fixed_sentence_of_the_format_is_translated(sentence: str) -> None:
    with translation.override("de"):
        assert problem_message(sentence) != sentence


@pytest.mark.parametrize(
    ("changed", "german"),
    [
        ({"name": ""}, "dieser Wert fehlt"),
        ({"name": "x" * 81}, "höchstens 80 Zeichen"),
        ({"name": 5}, "nicht die erwartete Art von Wert"),
        ({"colour": "red"}, "das Format kennt diesen Wert nicht"),
        ({"rules": []}, "mindestens 1 Einträge"),
        ({"rules": [RULE] * 1001}, "höchstens 1000 Einträge"),
        ({"time_zone": "here"}, "unbekannte Zeitzone „here“"),
        ({"time_zone": "?"}, "nicht so geschrieben, wie das Format es verlangt"),
        ({"format_version": 2}, "eines von: 1"),
        ({"rules": [RULE | {"then": {"kind": "extra"}}]}, "dieser Wert fehlt"),
        (
            {"rules": [RULE | {"then": {"kind": "extra", "amount": "1", "per": "day"}}]},
            "eines von: 'trip', 'passenger', 'luggage', 'stop', 'pickup_distance'",
        ),
        ({"rules": [RULE | {"when": {"pickup_zones": ["moon"]}}]}, "rules[0]: es gibt keine Zone „moon“"),
        ({"rules": [RULE | {"when": {"hours": "25:00-26:00"}}]}, "keine gültige Uhrzeit: „25:00-26:00“"),
        ({"rules": [RULE | {"when": {"hours": "soon"}}]}, "„soon“ ist nicht lesbar"),
        ({"rules": [RULE | {"when": {"passengers_from": -1}}]}, "0 oder mehr"),
    ],
)
def test_error_of_a_value_is_translated(changed: dict[str, Any], german: str) -> None:
    with pytest.raises(TariffFileError) as caught:
        tariff_of(document(RULE) | changed)
    with translation.override("de"):
        assert [problem_message(sentence) for sentence in caught.value.problems.values()] == [german]


def test_unknown_sentence_stays_as_it_is() -> None:
    with translation.override("de"):
        assert problem_message("something else") == "something else"


@pytest.mark.django_db
def test_refusal_of_a_zone_outside_the_world_is_in_the_admins_language(dora: User) -> None:
    zones = {"Port": {"rings": [[[181.0, 0.0], [1.0, 0.0], [1.0, 1.0]]]}}
    client = client_of(dora)
    for language, start in (("de", "ein Gebiet hat"), ("ar", "للمساحة"), ("zh-hans", "区域")):
        refused = client.post(
            "/api/v1/tariffs/",
            {"document": document(RULE, zones=zones)},
            format="json",
            headers={"accept-language": language},
        )
        assert refused.status_code == 400
        assert refused.json()["fields"]["zones.Port.rings"].startswith(start), refused.json()
    assert not Tariff.objects.exists()

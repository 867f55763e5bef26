"""Exports use the screens' texts in every language, for headers and values."""

from typing import Any

import pytest
from django.utils import translation

from apps.accounts.models import User
from apps.backoffice.audit.labels import ACTIONS, KINDS, SOURCES
from apps.bookings.state_machine.lifecycle import TRANSITIONS
from apps.bookings.state_machine.transitions import Actor
from apps.exports.registry import export_kind
from apps.fares.admin_api.lists import AMOUNT_TYPES
from apps.notifications.announcements.announcement_list import DEVICES, USERS
from apps.payments.attempt_list import CREDITED_TO, PURPOSES, STATES
from apps.payments.choices import Purpose, State
from tests.bookings.test_export_texts import LANGUAGES, locale_of, screen

pytestmark = pytest.mark.django_db

HEADS = {
    "riders": ("people", "people.col_{}", {}),
    "drivers": ("people", "people.col_{}", {}),
    "fleet_admins": ("people", "people.col_{}", {}),
    "admins": ("people", "people.col_{}", {"staff_role": "staff.role"}),
    "withdrawals": ("payouts", "payouts.col_{}", {"requested_at": "date"}),
    "earnings": ("reports", "reports.col_{}", {}),
    "driver_earnings": ("reports", "reports.col_{}", {}),
    "payments": (
        "transactions",
        "transactions.{}",
        {
            "created_at": "date",
            "ref": "our_reference",
            "reference": "for",
            "user_name": "payer",
            "provider": "gateway",
            "wallet_amount": "from_wallet",
            "refunded_amount": "refunded_amount",
            "paid_at": "paid",
            "payment_id": "gateway_number",
        },
    ),
    "audit": (
        "audit",
        "audit.{}",
        {"at": "when", "actor": "who", "target_id": "id", "label": "thing"},
    ),
    "notifications": (
        "announcements",
        "announcements.{}",
        {"device_type": "device", "user_type": "people", "title": "heading", "created_at": "created"},
    ),
    "cancel_reasons": ("reasons", "reasons.{}", {"value": "place"}),
    "car_types": ("cartypes", "cartypes.{}", {}),
    "promos": (
        "promos",
        "promos.{}",
        {
            "promo_name": "name",
            "promo_description": "description",
            "promo_discount_type": "type",
            "promo_discount_value": "value",
            "max_promo_discount_value": "max",
            "promo_validity": "validity",
            "promo_usage_limit": "limit",
            "user_avail": "used",
        },
    ),
}
"""Each export, the screen's texts, and columns with another name on the screen."""
NOT_ON_SCREEN = {
    ("withdrawals", "id"),
    ("withdrawals", "reference"),
    ("withdrawals", "reason"),
    ("payments", "live"),
    ("payments", "currency"),
    ("notifications", "sent"),
    ("notifications", "failed"),
    ("car_types", "created_at"),
}


def text_at(texts: Any, path: str) -> Any:
    for part in path.split("."):
        texts = texts.get(part, {})
    return texts


def full_path(path: str, name: str) -> str:
    """Return the path of a column's text; a name with a dot is a path of its own."""
    return name if "." in name else path.format(name)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", HEADS)
def test_headers_of_an_export_are_those_of_its_screen(kind: str, language: str, dora: User) -> None:
    file, path, otherwise = HEADS[kind]
    filters = {"group": "month"} if "earnings" in kind else {}
    with translation.override(locale_of(language)):
        columns = export_kind(kind).table(dora, filters).columns
        heads = {column.name: str(column.header) for column in columns}
    texts = screen(language, file)
    expected = {
        name: text_at(texts, full_path(path, otherwise.get(name, name)))
        for name in heads
        if (kind, name) not in NOT_ON_SCREEN
    }
    assert {name: heads[name] for name in expected} == expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_values_of_an_export_are_those_of_its_screen(language: str) -> None:
    payments, notes = screen(language, "transactions")["transactions"], screen(language, "announcements")
    audit, car_types = screen(language, "audit")["audit"], screen(language, "cartypes")["cartypes"]
    assert set(PURPOSES) == set(Purpose.values)
    assert set(STATES) == set(State.values)
    # The file contains no raw code that the screen translates.
    for words, shown in ((ACTIONS, audit["actions"]), (KINDS, audit["kinds"]), (SOURCES, audit["sources"])):
        assert set(words) == set(shown)
    with translation.override(locale_of(language)):
        for words, shown, prefix in (
            (PURPOSES, payments, "purpose_"),
            (STATES, payments, "state_"),
            (CREDITED_TO, payments, "credited_"),
            (DEVICES, notes["announcements"]["devices"], ""),
            (USERS, notes["announcements"]["users"], ""),
            (AMOUNT_TYPES, car_types, ""),
            (ACTIONS, audit["actions"], ""),
            (KINDS, audit["kinds"], ""),
            (SOURCES, audit["sources"], ""),
        ):
            assert {name: str(word) for name, word in words.items()} == {
                name: shown[f"{prefix}{name}"] for name in words
            }


def test_every_staff_action_on_a_booking_has_a_label() -> None:
    actions = {name for name, transition in TRANSITIONS.items() if Actor.ADMIN in transition.by}
    assert len(actions) > 15
    assert actions <= set(ACTIONS)

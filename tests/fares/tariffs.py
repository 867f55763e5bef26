"""Tariffs of the tests: documents, and their publication."""

from datetime import datetime
from typing import Any

from apps.accounts.models import User
from apps.fares.models import Tariff
from apps.fares.tariffs.edits import create_draft
from apps.fares.tariffs.publishing import publish_tariff


def rates(base: str, per_km: str, per_hour: str = "0", **more: Any) -> dict[str, Any]:
    return {
        "kind": "rates",
        "base": base,
        "distance": [{"rate": per_km}],
        "per_hour": per_hour,
        **more,
    }


def document(*rules: dict[str, Any], name: str = "Town", **head: Any) -> dict[str, Any]:
    """Return a tariff with these rules, by default a day and a night rate."""
    given = rules or (
        {"name": "Night rate", "when": {"hours": "23:00-06:00"}, "then": rates("4.00", "2.80")},
        {"name": "Day rate", "then": rates("3.00", "2.00")},
        {"name": "Fee", "then": {"kind": "fee", "amount": "10", "percentage": True}},
    )
    return {
        "format": "hansom-tariff",
        "name": name,
        "time_zone": "Europe/London",
        **head,
        "rules": list(given),
    }


def publish(by: User, *rules: dict[str, Any], valid_from: datetime | None = None, **head: Any) -> Tariff:
    draft = create_draft(by=by, document=document(*rules, **head))
    return publish_tariff(
        by=by, tariff_id=draft.pk, revision=draft.revision, valid_from=valid_from, accept_warnings=True
    )

"""Requirements: added, changed and deleted by admins."""

import pytest

from apps.accounts.models import User
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from tests.fleet.builders import assert_refused, call, require, snapshot

pytestmark = pytest.mark.django_db
PERMIT = {"subject": "driver", "kind": "permit", "grace_days": 7}


def test_requirement_is_added_changed_and_deleted(dora: User, economy: CarType) -> None:
    made = call(dora, "post", "requirements/", PERMIT).json()
    assert (made["effect"], made["grace_days"], made["car_type"]) == ("blocks", 7, None)
    path = f"requirements/{made['id']}/"
    changed = call(dora, "patch", path, {"effect": "warns", "car_type": economy.pk}).json()
    assert (changed["effect"], changed["car_type"]["name"]) == ("warns", "Economy")
    assert [row["id"] for row in call(dora, "get", "requirements/?effect=warns").json()["results"]] == [
        made["id"]
    ]
    assert call(dora, "delete", path).status_code == 204
    assert call(dora, "get", "requirements/").json()["results"] == []


def test_same_requirement_twice_is_refused(dora: User) -> None:
    require("permit")
    before = snapshot()
    assert_refused(call(dora, "post", "requirements/", PERMIT), 409, "requirement_exists", before)


def test_unknown_car_type_and_fleet_are_refused(dora: User, ada: User) -> None:
    before = snapshot()
    reply = call(dora, "post", "requirements/", PERMIT | {"car_type": 999, "fleet_admin": ada.pk})
    assert_refused(reply, 400, "invalid", before)
    assert set(reply.json()["fields"]) == {"car_type", "fleet_admin"}


def test_unknown_requirement_is_not_found(dora: User) -> None:
    before = snapshot()
    assert_refused(call(dora, "patch", "requirements/999/", {"grace_days": 1}), 404, "not_found", before)


def test_demo_mode_refuses_changes(dora: User) -> None:
    made = require("permit")
    update_platform_settings(allow_critical_edits_admin=False)
    before = snapshot()
    path = f"requirements/{made.pk}/"
    assert_refused(call(dora, "post", "requirements/", PERMIT), 403, "demo_mode", before)
    assert_refused(call(dora, "patch", path, {"grace_days": 1}), 403, "demo_mode", before)
    assert_refused(call(dora, "delete", path), 403, "demo_mode", before)

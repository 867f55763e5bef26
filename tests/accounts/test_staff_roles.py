"""Staff roles: who may edit and give them, what they change at once, and the owner who always remains."""

from functools import partial
from typing import Any

import pytest

from apps.accounts.choices import UserType
from apps.accounts.models import StaffRole, User
from apps.accounts.selectors import operators
from apps.accounts.staff_roles.areas import Area
from apps.backoffice.people.update import edit_person
from apps.core.models import AuditEntry
from apps.core.platform import platform_settings, update_platform_settings
from tests.backoffice.people.api import assert_refused, snapshot
from tests.backoffice.people.test_races import race
from tests.personas import client_of, make_user

URL = "/api/v1/staff-roles/"
DISPATCH = {"bookings": "change", "people": "view"}
MANAGE = DISPATCH | {"staff": "change"}


@pytest.fixture
def dispatch(db: None) -> StaffRole:
    platform_settings()
    return StaffRole.objects.create(name="Dispatch", permissions=DISPATCH)


@pytest.fixture
def manager(db: None) -> User:
    """An admin who may edit roles, but has no access to money."""
    role = StaffRole.objects.create(name="Shift leader", permissions=MANAGE)
    return make_user("Max", UserType.ADMIN, staff_role=role)


def roles() -> Any:
    return list(StaffRole.objects.order_by("pk").values()), snapshot()


def test_owner_adds_changes_and_deletes_a_role(dora: User) -> None:
    client = client_of(dora)
    added = client.post(URL, {"name": "Night desk", "permissions": DISPATCH, "two_factor": True}, "json")
    assert added.status_code == 201
    body = added.json()
    assert body["name"] == "Night desk"
    assert body["permissions"] == {area: DISPATCH.get(area, "none") for area in Area.values}
    assert (body["people"], body["editable"], body["givable"]) == (0, True, True)

    one = f"{URL}{body['id']}/"
    changed = client.patch(one, {"permissions": {"bookings": "view"}}, "json").json()
    assert (changed["name"], changed["permissions"]["bookings"], changed["permissions"]["people"]) == (
        "Night desk",
        "view",
        "none",
    )
    assert client.delete(one).status_code == 204
    assert not StaffRole.objects.filter(pk=body["id"]).exists()
    entries = AuditEntry.objects.filter(kind="staff_role").order_by("pk")
    assert [(entry.action, entry.label) for entry in entries] == [
        ("added", "Night desk"),
        ("changed", "Night desk"),
        ("deleted", "Night desk"),
    ]


@pytest.mark.parametrize(
    "permissions", [{"spaceships": "view"}, {"money": "all"}, {"audit": "change"}, {"reports": "change"}]
)
def test_unknown_areas_and_levels_are_refused(dora: User, permissions: dict[str, str]) -> None:
    before = roles()
    answer = client_of(dora).post(URL, {"name": "Wrong", "permissions": permissions}, "json")
    assert answer.status_code == 400
    assert roles()[0] == before[0]


def test_second_role_of_a_name_is_refused(dora: User, dispatch: StaffRole) -> None:
    before = roles()[0]
    answer = client_of(dora).post(URL, {"name": "dispatch ", "permissions": {}}, "json")
    assert_refused(answer, 400, "role_name_exists", "name")
    assert roles()[0] == before


def test_changed_role_counts_at_the_next_request(dora: User, dispatch: StaffRole) -> None:
    dan = client_of(make_user("Dan", UserType.ADMIN, staff_role=dispatch))
    assert dan.get("/api/v1/bookings/").status_code == 200
    client_of(dora).patch(f"{URL}{dispatch.pk}/", {"permissions": {"people": "view"}}, "json")
    assert_refused(dan.get("/api/v1/bookings/"), 403, "forbidden")
    assert dan.get("/api/v1/me/").json()["permissions"]["bookings"] == "none"


def test_file_of_a_list_is_closed_with_the_list(dora: User, dispatch: StaffRole) -> None:
    dan = client_of(make_user("Dan", UserType.ADMIN, staff_role=dispatch))
    export = dan.post("/api/v1/exports/", {"kind": "riders", "format": "csv"}, "json").json()["id"]
    assert dan.get(f"/api/v1/exports/{export}/").status_code == 200
    client_of(dora).patch(f"{URL}{dispatch.pk}/", {"permissions": {"bookings": "view"}}, "json")
    assert_refused(dan.get(f"/api/v1/exports/{export}/"), 403, "forbidden")


def test_given_role_counts_at_the_next_request(dora: User, dispatch: StaffRole) -> None:
    dan = make_user("Dan", UserType.ADMIN)
    client = client_of(dan)
    assert client.get("/api/v1/withdrawals/").status_code == 200
    answer = client_of(dora).patch(f"/api/v1/people/{dan.pk}/", {"staff_role": dispatch.pk}, "json")
    assert answer.json()["staff_role"] == {"id": dispatch.pk, "name": "Dispatch"}
    assert_refused(client.get("/api/v1/withdrawals/"), 403, "forbidden")
    entry = AuditEntry.objects.get(kind="user", action="role_given")
    assert entry.after == {"staff_role": dispatch.pk}


def test_new_admin_gets_the_chosen_role(dora: User, dispatch: StaffRole) -> None:
    given = {"first_name": "Dan", "last_name": "Desk", "email": "dan@example.org", "staff_role": dispatch.pk}
    answer = client_of(dora).post("/api/v1/admins/", given, "json")
    assert answer.status_code == 201
    assert answer.json()["staff_role"]["id"] == dispatch.pk
    assert User.objects.get(email="dan@example.org").staff_role_id == dispatch.pk


def test_no_one_gives_more_than_they_have(manager: User, dora: User, dispatch: StaffRole) -> None:
    dan = make_user("Dan", UserType.ADMIN, staff_role=dispatch)
    money = StaffRole.objects.create(name="Money", permissions={"money": "view"})
    client = client_of(manager)
    new = {"first_name": "Eve", "last_name": "Desk", "email": "eve@example.org"}
    before = roles()
    for answer in (
        client.post(URL, {"name": "More", "permissions": {"money": "view"}}, "json"),
        client.patch(f"{URL}{dispatch.pk}/", {"permissions": {"money": "view"}}, "json"),
        client.patch(f"{URL}{money.pk}/", {"name": "Mine"}, "json"),
        client.delete(f"{URL}{money.pk}/"),
        client.patch(f"/api/v1/people/{dan.pk}/", {"staff_role": money.pk}, "json"),
        client.patch(f"/api/v1/people/{dan.pk}/", {"staff_role": None}, "json"),
        client.post("/api/v1/admins/", new | {"staff_role": money.pk}, "json"),
        client.post("/api/v1/admins/", new, "json"),
        # Owners may do more, so their accounts cannot be taken over either.
        client.patch(f"/api/v1/people/{dora.pk}/", {"staff_role": dispatch.pk}, "json"),
        client.patch(f"/api/v1/people/{dora.pk}/", {"approved": False}, "json"),
        client.post(f"/api/v1/people/{dora.pk}/two-factor/reset/"),
        client.delete(f"/api/v1/people/{dora.pk}/"),
    ):
        assert_refused(answer, 403, "role_exceeds_own")
    assert roles() == before


def test_manager_gives_a_role_within_the_own_one(manager: User, dispatch: StaffRole) -> None:
    helper = StaffRole.objects.create(name="Helper", permissions={"bookings": "view"})
    dan = make_user("Dan", UserType.ADMIN, staff_role=helper)
    answer = client_of(manager).patch(f"/api/v1/people/{dan.pk}/", {"staff_role": dispatch.pk}, "json")
    assert answer.status_code == 200
    dan.refresh_from_db()
    assert dan.staff_role_id == dispatch.pk


def test_no_one_changes_their_own_role(manager: User, dispatch: StaffRole) -> None:
    client, own = client_of(manager), manager.staff_role_id
    before = roles()
    for answer in (
        client.patch(f"/api/v1/people/{manager.pk}/", {"staff_role": dispatch.pk}, "json"),
        client.patch(f"{URL}{own}/", {"permissions": DISPATCH}, "json"),
        client.delete(f"{URL}{own}/", QUERY_STRING=f"reassign_to={dispatch.pk}"),
    ):
        assert_refused(answer, 409, "own_role")
    assert roles() == before


def test_role_in_use_is_deleted_only_with_another_one_for_its_admins(dora: User, dispatch: StaffRole) -> None:
    dan = make_user("Dan", UserType.ADMIN, staff_role=dispatch)
    other = StaffRole.objects.create(name="Other", permissions={"cases": "view"})
    client, before = client_of(dora), roles()
    assert_refused(client.delete(f"{URL}{dispatch.pk}/"), 409, "role_in_use")
    assert_refused(
        client.delete(f"{URL}{dispatch.pk}/", QUERY_STRING=f"reassign_to={dispatch.pk}"), 409, "role_in_use"
    )
    assert roles() == before
    deleted = client.delete(f"{URL}{dispatch.pk}/", QUERY_STRING=f"reassign_to={other.pk}")
    assert deleted.status_code == 204
    dan.refresh_from_db()
    assert dan.staff_role_id == other.pk


def test_view_of_staff_does_not_change_roles(dispatch: StaffRole) -> None:
    viewer = StaffRole.objects.create(name="Viewer", permissions={"staff": "view"})
    client = client_of(make_user("Dan", UserType.ADMIN, staff_role=viewer))
    before = roles()
    assert client.get(URL).status_code == 200
    assert_refused(client.post(URL, {"name": "X", "permissions": {}}, "json"), 403, "forbidden")
    assert_refused(client.patch(f"{URL}{dispatch.pk}/", {"name": "X"}, "json"), 403, "forbidden")
    assert_refused(client.delete(f"{URL}{dispatch.pk}/"), 403, "forbidden")
    assert roles() == before


def test_admins_are_hidden_without_the_area_staff(dora: User, ada: User, dispatch: StaffRole) -> None:
    client = client_of(make_user("Dan", UserType.ADMIN, staff_role=dispatch))
    assert_refused(client.get(f"/api/v1/people/{dora.pk}/"), 404, "not_found")
    shown = client.get(f"/api/v1/people/{ada.pk}/").json()
    assert (shown["wallet_balance"], shown["bank_account"]) == (None, "")
    assert_refused(client.patch(f"/api/v1/people/{ada.pk}/", {"first_name": "A"}, "json"), 403, "forbidden")


def test_amounts_of_the_dashboard_need_the_area_money(dora: User, dispatch: StaffRole) -> None:
    dan = client_of(make_user("Dan", UserType.ADMIN, staff_role=dispatch))
    assert dan.get("/api/v1/dashboard/").json()["earnings"] is None
    row = dan.get("/api/v1/dashboard/chart/").json()["results"][0]
    assert (row["gross"], row["rides"]) == (None, 0)
    assert client_of(dora).get("/api/v1/dashboard/").json()["earnings"]["today"] == "0.0000"


def test_role_can_require_two_factor_login(dora: User, dispatch: StaffRole) -> None:
    dan = client_of(make_user("Dan", UserType.ADMIN, staff_role=dispatch))
    client_of(dora).patch(f"{URL}{dispatch.pk}/", {"two_factor": True}, "json")
    assert_refused(dan.get("/api/v1/desk/board/"), 403, "two_factor_setup_required")
    assert client_of(dora).get("/api/v1/desk/board/").status_code == 200


def test_demo_mode_refuses_changes_of_roles(dora: User, dispatch: StaffRole) -> None:
    dan = make_user("Dan", UserType.ADMIN)
    update_platform_settings(allow_critical_edits_admin=False)
    client, before = client_of(dora), roles()
    for answer in (
        client.post(URL, {"name": "New", "permissions": {}}, "json"),
        client.patch(f"{URL}{dispatch.pk}/", {"name": "New"}, "json"),
        client.delete(f"{URL}{dispatch.pk}/"),
        client.patch(f"/api/v1/people/{dan.pk}/", {"staff_role": dispatch.pk}, "json"),
    ):
        assert_refused(answer, 403, "demo_mode")
    assert roles() == before


def test_last_owner_cannot_get_a_role(dora: User, dispatch: StaffRole) -> None:
    # The acting admin has all permissions by a role, but is no owner.
    everything = StaffRole.objects.create(
        name="Deputy",
        permissions={area: "change" for area in Area.values if area not in ("audit", "reports")},
    )
    deputy = client_of(make_user("Dan", UserType.ADMIN, staff_role=everything))
    before = roles()
    answer = deputy.patch(f"/api/v1/people/{dora.pk}/", {"staff_role": dispatch.pk}, "json")
    assert_refused(answer, 403, "role_exceeds_own")
    assert roles() == before


def test_last_owner_cannot_delete_the_own_account(dora: User, dispatch: StaffRole) -> None:
    make_user("Dan", UserType.ADMIN, staff_role=dispatch)
    client = client_of(dora)
    before = snapshot()
    assert_refused(client.post("/api/v1/me/delete/", {"password": "x"}, "json"), 409, "last_owner")
    assert snapshot() == before


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("round_", range(3))
def test_two_owners_who_demote_each_other_leave_one(dora: User, dispatch: StaffRole, round_: int) -> None:
    dan = make_user("Dan", UserType.ADMIN)

    def demote(by: User, whom: User) -> None:
        edit_person(by=by, person_id=whom.pk, changes={"staff_role": dispatch.pk})

    assert race(partial(demote, dora, dan), partial(demote, dan, dora)) == ["done", "forbidden"]
    assert operators().filter(staff_role=None).count() == 1
    assert AuditEntry.objects.filter(action="role_given").count() == 1

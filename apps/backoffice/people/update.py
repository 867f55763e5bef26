"""Updates users (editUser) and their approval."""

from collections.abc import Mapping
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from apps.accounts.choices import UserType
from apps.accounts.models import DriverProfile, User
from apps.accounts.profile.bank import BANK_FIELDS
from apps.accounts.services.approval import send_approval
from apps.accounts.services.availability import set_driver_active, sync_driver_position
from apps.accounts.services.sessions import end_all_sessions
from apps.accounts.services.vehicle import REQUIRED, require_own_vehicle
from apps.accounts.staff_roles.access import require_staff
from apps.accounts.staff_roles.areas import Area, Level
from apps.accounts.staff_roles.rules import require_may_give, require_other_owner, role_by_id
from apps.backoffice.people.create import AUDITED_DRIVER_FIELDS, AUDITED_USER_FIELDS
from apps.backoffice.people.rules import (
    locked_person,
    require_approver,
    require_expendable,
    require_off_trip,
    require_still_allowed,
)
from apps.backoffice.people.validation import (
    VEHICLE_FIELDS,
    WITH_BANK,
    car_type_exists,
    fleet_admins_among,
    too_long,
)
from apps.core.audit import audited
from apps.core.demo_mode import require_critical_edits, without_hidden
from apps.core.errors import BadInput, Conflict, Sentence
from apps.core.languages import languages
from apps.core.outbox import events
from apps.core.platform import platform_settings

NAMES: Final = ("first_name", "last_name")
OF_THE_CAR: Final = (*VEHICLE_FIELDS, "car_type_id")
"""Details by which a rider recognises the car; fixed during a trip."""


@transaction.atomic
def edit_person(*, by: User, person_id: int, changes: Mapping[str, Any]) -> None:
    """Change names, the language, bank fields, the vehicle, its type and owner, or `approved`.

    Raises NotFound for a user whom `by` does not manage; BadInput proper_input_name, invalid; Conflict
    driver_on_trip, driver_online, vehicle_assigned, not_oneself, own_role, last_admin, last_owner; Forbidden
    approval_by_admin, role_exceeds_own, demo_mode.
    """
    user = locked_person(by, person_id)
    profile = DriverProfile.objects.select_for_update(no_key=True).filter(pk=person_id).first()
    given = without_hidden(platform_settings(), changes)
    approved = given.pop("approved", None)
    if set(BANK_FIELDS) & given.keys() and by.user_type == UserType.ADMIN:
        require_staff(by, Area.MONEY, Level.CHANGE)
    if "staff_role" in given:
        set_staff_role(by=by, admin=user, role_id=given.pop("staff_role"))
    of_user, of_driver = _split_by_profile(user, given)
    _check_user(user, of_user)
    if of_driver:
        _check_driver(by, profile, of_driver)
    label = str(user)
    with audited(user, by=by, kind="user", names=(*AUDITED_USER_FIELDS, "language"), label=label):
        for name, value in of_user.items():
            setattr(user, name, value)
        user.save(update_fields=list(of_user)) if of_user else None
    if profile is not None and of_driver:
        with audited(profile, by=by, kind="user", names=AUDITED_DRIVER_FIELDS, label=label):
            for name, value in of_driver.items():
                setattr(profile, name, value)
            profile.save(update_fields=list(of_driver))
        if {"car_type_id", "fleet_admin_id"} & of_driver.keys():
            sync_driver_position(driver_id=person_id)
    if approved is not None and approved != user.approved:
        _set_approved(by, user, profile, approved=approved)
    if of_user or of_driver:
        events.publish(f"user:{person_id}", "profile.changed", {})


def set_staff_role(*, by: User, admin: User, role_id: int | None) -> None:
    """Give an admin a role, or make them an owner; it counts from their next request on.

    Call it with a `locked_person`. Raises BadInput invalid; Conflict own_role, last_owner; Forbidden
    role_exceeds_own, demo_mode.
    """
    if admin.user_type != UserType.ADMIN:
        _refuse({"staff_role": _("This field isn't used here.")})
    if role_id == admin.staff_role_id:
        return
    require_critical_edits(platform_settings())
    if admin.pk == by.pk:
        raise Conflict("own_role", _("You can't change your own role."))
    giver = require_still_allowed(by, admin)
    role = role_by_id(role_id)
    require_may_give(giver, role)
    if role is not None:
        require_other_owner(admin)
    with audited(admin, by=by, kind="user", names=["staff_role"], action="role_given", label=str(admin)):
        admin.staff_role = role
        admin.save(update_fields=["staff_role"])
    events.publish(f"user:{admin.pk}", "profile.changed", {})


def _set_approved(by: User, user: User, profile: DriverProfile | None, *, approved: bool) -> None:
    """Approve a user and notify them, or end all their sessions; a disapproved driver leaves the map.

    Refused during a trip, because no one else could end it.
    """
    require_approver(by, platform_settings())
    if not approved:
        require_expendable(user, by=by)
        if user.user_type == UserType.ADMIN:
            require_critical_edits(platform_settings())
        if profile is not None:
            require_off_trip(profile)
            set_driver_active(driver_id=user.pk, active=False)
    with audited(
        user, by=by, kind="user", names=["approved"], action="approved" if approved else "disapproved"
    ):
        user.approved = approved
        user.save(update_fields=["approved"])
    if profile is not None:
        sync_driver_position(driver_id=user.pk)
    if approved:
        send_approval(user)
    else:
        end_all_sessions(user_id=user.pk)


def _split_by_profile(user: User, given: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Split the changes into user and driver fields. Raises BadInput for fields of other roles."""
    drives = user.user_type == UserType.DRIVER
    has = {*NAMES, "language", *(BANK_FIELDS if user.user_type in WITH_BANK else ())}
    of_driver = {*VEHICLE_FIELDS, "car_type", "fleet_admin"} if drives else set()
    wrong = given.keys() - has - of_driver
    if wrong:
        _refuse(dict.fromkeys(sorted(wrong), _("This field isn't used here.")))
    users = {name: value.strip() for name, value in given.items() if name in has}
    drivers = {
        f"{name}_id" if name in ("car_type", "fleet_admin") else name: value.strip()
        if isinstance(value, str)
        else value
        for name, value in given.items()
        if name in of_driver
    }
    return users, drivers


def _check_user(user: User, of_user: dict[str, Any]) -> None:
    for name, value in of_user.items():
        setattr(user, name, value)
    bad: list[str] = [name for name in NAMES if name in of_user and not of_user[name]]
    bad += too_long(user, [name for name in NAMES if name in of_user])
    if bad:
        sentence = _("Enter a name.")
        raise BadInput("proper_input_name", sentence, fields=dict.fromkeys(bad, sentence))
    long = too_long(user, [name for name in BANK_FIELDS if name in of_user])
    user.refresh_from_db(fields=list(of_user)) if of_user else None
    if long:
        _refuse(dict.fromkeys(long, _("This is too long.")))
    if "language" in of_user and of_user["language"] not in languages():
        _refuse({"language": _("Language not found.")})


def _check_driver(by: User, profile: DriverProfile | None, of_driver: dict[str, Any]) -> None:
    if profile is None:
        _refuse(dict.fromkeys(of_driver, _("This field isn't used here.")))
        return
    for name in [name for name, value in of_driver.items() if value == getattr(profile, name)]:
        del of_driver[name]
    wrong: dict[str, Sentence] = {
        name: _("This is too long.") for name in too_long(DriverProfile(**_texts(of_driver)), VEHICLE_FIELDS)
    }
    car_type, owner = of_driver.get("car_type_id"), of_driver.get("fleet_admin_id")
    if car_type is not None and not car_type_exists(car_type):
        wrong["car_type"] = _("Car type not found.")
    if "fleet_admin_id" in of_driver and by.user_type != UserType.ADMIN:
        wrong["fleet_admin"] = _("This can't be changed here.")
    elif owner is not None and not fleet_admins_among([owner]):
        wrong["fleet_admin"] = _("Fleet admin not found.")
    if wrong:
        _refuse(wrong)
    require_own_vehicle(profile, of_driver)
    if of_driver.keys() & set(OF_THE_CAR):
        require_off_trip(profile)
    blank = [n for n in (*REQUIRED, "car_type_id") if n in of_driver and not of_driver[n]]
    if profile.active and blank:
        sentence = _("The driver must be offline before you clear this.")
        fields = dict.fromkeys((name.removesuffix("_id") for name in blank), sentence)
        raise Conflict("driver_online", sentence, fields=fields)


def _texts(of_driver: Mapping[str, Any]) -> dict[str, str]:
    return {name: of_driver[name] for name in VEHICLE_FIELDS if name in of_driver}


def _refuse(fields: Mapping[str, Sentence]) -> None:
    raise BadInput("invalid", _("Some values aren't allowed."), fields=fields)

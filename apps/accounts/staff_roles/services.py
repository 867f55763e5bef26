"""Adds, changes and deletes staff roles."""

from collections.abc import Mapping
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.db.models import Case, Count, Q, QuerySet, When
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from apps.accounts.choices import UserType
from apps.accounts.models import StaffRole, User
from apps.accounts.staff_roles.access import permissions_of, require_staff, staff_may
from apps.accounts.staff_roles.areas import Area, Level, covers, stored
from apps.accounts.staff_roles.rules import require_may_give, require_within_own, role_by_id
from apps.core.audit import audited, record, values_of
from apps.core.demo_mode import require_critical_edits
from apps.core.errors import BadInput, Conflict, NotFound
from apps.core.outbox import events
from apps.core.platform import platform_settings

KIND: Final = "staff_role"
AUDITED: Final = ("name", "permissions", "two_factor")


def staff_roles() -> QuerySet[StaffRole]:
    """Return the roles with the number of their admins: the built-in ones first, the others by name."""
    people = Count("people", filter=Q(people__deleted_at__isnull=True))
    return StaffRole.objects.annotate(people_count=people).order_by(
        Case(When(built_in="", then=1), default=0), Lower("name"), "pk"
    )


def add_role(*, by: User, name: str, permissions: Mapping[str, str], two_factor: bool) -> StaffRole:
    """Add a role. Raises BadInput role_name_exists, Forbidden role_exceeds_own, demo_mode."""
    require_critical_edits(platform_settings())
    with transaction.atomic():
        require_within_own(_acting(by), permissions)
        role = StaffRole(name=name.strip(), permissions=stored(permissions), two_factor=two_factor)
        _save(role)
        record(
            by=by,
            action="added",
            kind=KIND,
            target_id=role.pk,
            label=str(role),
            after=values_of(role, AUDITED),
        )
    return role


def change_role(*, by: User, role_id: int, changes: Mapping[str, Any]) -> StaffRole:
    """Change the name, the permissions or the two-factor rule of a role; it counts at the next request.

    Raises NotFound, BadInput role_name_exists, Conflict own_role, Forbidden role_exceeds_own, demo_mode.
    """
    require_critical_edits(platform_settings())
    with transaction.atomic():
        role = _locked(by, role_id)
        with audited(role, by=by, kind=KIND, names=AUDITED):
            _set(role, changes)
            require_within_own(_acting(by), role.permissions)
            role.version += 1
            _save(role)
        _announce(role)
    return role


@transaction.atomic
def delete_role(*, by: User, role_id: int, reassign_to: int | None = None) -> None:
    """Delete a role; its admins get the other one.

    Raises NotFound, BadInput invalid, Conflict own_role and role_in_use without another role for its admins,
    Forbidden role_exceeds_own, demo_mode.
    """
    require_critical_edits(platform_settings())
    role = _locked(by, role_id)
    people = User.objects.select_for_update(no_key=True).filter(staff_role=role).order_by("pk")
    moved = list(people)
    if moved and reassign_to in (None, role.pk):
        raise Conflict("role_in_use", _("Admins have this role. Choose another role for them."))
    if moved:
        other = role_by_id(reassign_to)
        require_may_give(_acting(by), other)
        for person in moved:
            _move(person, other, by=by)
    # Before the row is gone: the name of a built-in role is looked up.
    label, before = str(role), values_of(role, AUDITED)
    role.delete()
    record(by=by, action="deleted", kind=KIND, target_id=role_id, label=label, before=before)


def may_edit_role(by: User, role: StaffRole) -> bool:
    """Return whether `by` may change or delete the role: not their own, and none that allows more."""
    return (
        staff_may(by, Area.STAFF, Level.CHANGE)
        and by.staff_role_id != role.pk
        and covers(permissions_of(by), role.permissions)
    )


def _acting(by: User) -> User:
    """Return `by` as stored now, because another admin may have changed the role a moment ago."""
    now = User.objects.select_related("staff_role").get(pk=by.pk)
    require_staff(now, Area.STAFF, Level.CHANGE)
    return now


def _locked(by: User, role_id: int) -> StaffRole:
    role = StaffRole.objects.select_for_update().filter(pk=role_id).first()
    if role is None:
        raise NotFound("not_found", _("Role not found."))
    acting = _acting(by)
    if acting.staff_role_id == role.pk:
        raise Conflict("own_role", _("You can't change your own role."))
    require_within_own(acting, role.permissions)
    return role


def _set(role: StaffRole, changes: Mapping[str, Any]) -> None:
    if "name" in changes:
        name = changes["name"].strip()
        # The shown name of a built-in role stays translated.
        if name != str(role):
            role.name = name
    if "permissions" in changes:
        role.permissions = stored(changes["permissions"])
    if "two_factor" in changes:
        role.two_factor = changes["two_factor"]


def _move(person: User, role: StaffRole | None, *, by: User) -> None:
    with audited(person, by=by, kind="user", names=["staff_role"], action="role_given", label=str(person)):
        person.staff_role = role
        person.save(update_fields=["staff_role"])
    events.publish(f"user:{person.pk}", "profile.changed", {})


def _announce(role: StaffRole) -> None:
    """Let open pages of the role's admins read their permissions again."""
    admins = User.objects.filter(staff_role=role, user_type=UserType.ADMIN, deleted_at__isnull=True)
    with events.batched():
        for user_id in admins.values_list("pk", flat=True):
            events.publish(f"user:{user_id}", "profile.changed", {})


def _save(role: StaffRole) -> None:
    try:
        with transaction.atomic():
            role.save()
    except IntegrityError as error:
        sentence = _("A role with this name exists.")
        raise BadInput("role_name_exists", sentence, fields={"name": sentence}) from error

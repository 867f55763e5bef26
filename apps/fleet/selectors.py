"""Vehicles, assignments and documents, and who may see them: fleet admins see those of their own fleet."""

from datetime import datetime
from typing import Any

from django.db.models import Model, Prefetch, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.accounts.choices import UserType
from apps.accounts.models import DriverDocument, User
from apps.accounts.profile.documents import in_fleet
from apps.core.errors import NotFound
from apps.fleet.models import Shift, Vehicle, VehicleAssignment


def vehicles_visible_to(user: User) -> QuerySet[Vehicle]:
    """Return the vehicles that the user manages, each with its assignment in force as `current`."""
    current = VehicleAssignment.objects.filter(in_force=True).select_related("driver")
    rows = Vehicle.objects.select_related("car_type", "fleet_admin").prefetch_related(
        Prefetch("assignments", queryset=current, to_attr="current")
    )
    return rows if user.user_type == UserType.ADMIN else rows.filter(fleet_admin=user)


def vehicle_for(user: User, vehicle_id: int) -> Vehicle:
    """Return a vehicle that the user manages. Raises NotFound."""
    found = vehicles_visible_to(user).filter(pk=vehicle_id).first()
    if found is None:
        raise NotFound("not_found", _("Vehicle not found."))
    return found


def driver_for(user: User, driver_id: int) -> User:
    """Return a driver whom the user manages. Raises NotFound."""
    rows = User.objects.filter(pk=driver_id, user_type=UserType.DRIVER, deleted_at__isnull=True)
    if user.user_type != UserType.ADMIN:
        rows = rows.filter(driver_profile__fleet_admin=user)
    found = rows.first()
    if found is None:
        raise NotFound("not_found", _("Driver not found."))
    return found


def open_assignments(at: datetime | None = None) -> QuerySet[VehicleAssignment]:
    """Return the current and planned assignments."""
    return VehicleAssignment.objects.filter(
        Q(in_force=True) | Q(ends_at__isnull=True) | Q(ends_at__gt=at or timezone.now())
    )


def documents_visible_to(user: User) -> QuerySet[DriverDocument]:
    """Return the documents of the drivers and vehicles that the user manages."""
    rows = DriverDocument.objects.filter(Q(vehicle__isnull=False) | Q(driver__deleted_at__isnull=True))
    if user.user_type != UserType.ADMIN:
        rows = rows.filter(in_fleet(user.pk))
    return rows.select_related("driver__driver_profile", "vehicle", "reviewed_by")


def document_for(user: User, document_id: int) -> DriverDocument:
    """Return a document of a driver or vehicle that the user manages. Raises NotFound."""
    found = documents_visible_to(user).filter(pk=document_id).first()
    if found is None:
        raise NotFound("not_found", _("Document not found."))
    return found


def shifts_visible_to(user: User) -> QuerySet[Shift]:
    """Return the shifts of the drivers whom the user manages."""
    rows = Shift.objects.select_related("driver").prefetch_related("breaks")
    if user.user_type != UserType.ADMIN:
        rows = rows.filter(driver__driver_profile__fleet_admin=user)
    return rows


def exists(model: type[Model], column: str, pk: Any) -> bool:
    """Return whether a row exists that the column may name; its model can be in a higher layer."""
    related: Any = model._meta.get_field(column).related_model
    return bool(related._default_manager.filter(pk=pk).exists())


def is_fleet_admin(pk: Any) -> bool:
    return User.objects.filter(pk=pk, user_type=UserType.FLEET_ADMIN, deleted_at__isnull=True).exists()

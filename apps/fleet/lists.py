"""The lists of vehicles, requirements, documents, shifts and taxi ranks."""

from datetime import timedelta
from typing import Any, ClassVar, Final

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from apps.accounts.models import DriverDocument
from apps.accounts.permissions import staff_may_use, staff_or_fleet_admins
from apps.accounts.profile.documents import EXPIRING_DAYS, expires_by, today
from apps.accounts.staff_roles.areas import Area
from apps.core.demo_mode import shown_in
from apps.core.fields import DayOrTimeField
from apps.core.paging.filters import BLANK, OPTIONAL, FilterSet
from apps.core.platform import platform_settings
from apps.exports.lists import ListSpec
from apps.exports.registry import Column
from apps.fleet.choices import Effect, Subject
from apps.fleet.models import Requirement, Shift, Vehicle
from apps.fleet.ranks.selectors import ranks_with_waiting
from apps.fleet.selectors import documents_visible_to, shifts_visible_to, vehicles_visible_to
from apps.fleet.serializers.documents import ReviewedDocumentSerializer, for_reviewer
from apps.fleet.serializers.ranks import RankSerializer
from apps.fleet.serializers.requirements import RequirementSerializer
from apps.fleet.serializers.shifts import StaffShiftSerializer
from apps.fleet.serializers.vehicles import VehicleSerializer
from apps.fleet.shifts.hours import total
from apps.fleet.shifts.limits import work_of


class VehicleFilters(FilterSet):
    search = serializers.CharField(max_length=80, help_text="Plate, licence number, make or model.", **BLANK)
    active = serializers.BooleanField(**OPTIONAL)
    assigned = serializers.BooleanField(help_text="With a driver now.", **OPTIONAL)
    car_type = serializers.IntegerField(min_value=1, **OPTIONAL)
    fleet_admin = serializers.IntegerField(min_value=1, **OPTIONAL)
    lookups: ClassVar = {"active": "active", "car_type": "car_type", "fleet_admin": "fleet_admin"}
    orderings = ("-id", "id", "plate", "-plate", "make", "-make")

    def filter_search(self, vehicles: QuerySet[Vehicle], search: str) -> QuerySet[Vehicle]:
        for word in search.split():
            vehicles = vehicles.filter(
                Q(plate__icontains=word)
                | Q(licence_number__icontains=word)
                | Q(make__icontains=word)
                | Q(model__icontains=word)
            )
        return vehicles

    def filter_assigned(self, vehicles: QuerySet[Vehicle], assigned: bool) -> QuerySet[Vehicle]:
        held = Vehicle.objects.filter(assignments__in_force=True)
        return vehicles.filter(pk__in=held) if assigned else vehicles.exclude(pk__in=held)


VEHICLES: Final[ListSpec[Any, VehicleFilters]] = ListSpec(
    name="vehicles",
    path="vehicles/",
    operation_id="vehicles_list",
    description="All vehicles with their drivers, the newest first; fleet admins get those of their fleet.",
    filters=VehicleFilters,
    permission=staff_or_fleet_admins(Area.FLEET),
    rows=lambda user, query: query.apply(vehicles_visible_to(user)),
    row=VehicleSerializer,
    columns=lambda user, query: [
        Column("plate", _("Plate"), lambda row: row.plate),
        Column("licence_number", _("Licence plate number"), lambda row: row.licence_number),
        Column("make", _("Make"), lambda row: row.make),
        Column("model", _("Model"), lambda row: row.model),
        Column("colour", _("Colour"), lambda row: row.colour),
        Column("year", _("Year"), lambda row: row.year),
        Column("seats", _("Seats"), lambda row: row.seats),
        Column("wheelchair", _("Wheelchair access"), lambda row: row.wheelchair),
        Column("child_seat", _("Child seat"), lambda row: row.child_seat),
        Column("pets", _("Pets allowed"), lambda row: row.pets),
        Column("luggage", _("Pieces of luggage"), lambda row: row.luggage),
        Column("car_type", _("Car type"), lambda row: row.car_type.name),
        Column(
            "fleet_admin", _("Fleet admin"), lambda row: row.fleet_admin.full_name if row.fleet_admin else ""
        ),
        Column("driver", _("Driver"), lambda row: row.current[0].driver.full_name if row.current else ""),
        Column("active", _("Active"), lambda row: row.active),
        Column("created_at", _("Created"), lambda row: row.created_at),
    ],
)


class RequirementFilters(FilterSet):
    subject = serializers.ChoiceField(choices=Subject.choices, **BLANK)
    kind = serializers.ChoiceField(choices=DriverDocument.Kind.choices, **BLANK)
    effect = serializers.ChoiceField(choices=Effect.choices, **BLANK)
    lookups: ClassVar = {"subject": "subject", "kind": "kind", "effect": "effect"}
    orderings = ("-id", "id")


REQUIREMENTS: Final[ListSpec[Any, RequirementFilters]] = ListSpec(
    name="requirements",
    path="requirements/",
    operation_id="requirements_list",
    description="All required documents, the newest first.",
    permission=staff_may_use(Area.FLEET),
    filters=RequirementFilters,
    rows=lambda user, query: query.apply(Requirement.objects.select_related("car_type", "fleet_admin")),
    row=RequirementSerializer,
    columns=lambda user, query: [
        Column("subject", _("Applies to"), lambda row: row.get_subject_display()),
        Column("kind", _("Document type"), lambda row: row.get_kind_display()),
        Column("effect", _("Effect"), lambda row: row.get_effect_display()),
        Column("grace_days", _("Grace days"), lambda row: row.grace_days),
        Column("car_type", _("Car type"), lambda row: row.car_type.name if row.car_type else ""),
        Column(
            "fleet_admin", _("Fleet admin"), lambda row: row.fleet_admin.full_name if row.fleet_admin else ""
        ),
    ],
)


class DocumentFilters(FilterSet):
    search = serializers.CharField(max_length=80, help_text="Start of a driver's name, or a plate.", **BLANK)
    state = serializers.ChoiceField(choices=DriverDocument.State.choices, **BLANK)
    subject = serializers.ChoiceField(choices=Subject.choices, **BLANK)
    kind = serializers.ChoiceField(choices=DriverDocument.Kind.choices, **BLANK)
    driver = serializers.IntegerField(min_value=1, **OPTIONAL)
    vehicle = serializers.IntegerField(min_value=1, **OPTIONAL)
    expiry = serializers.ChoiceField(
        choices=("expired", "expiring"), help_text="Expired, or within 30 days; not rejected ones.", **BLANK
    )
    lookups: ClassVar = {"state": "state", "kind": "kind", "driver": "driver", "vehicle": "vehicle"}
    orderings = ("-created_at", "created_at", "expires_on", "-expires_on")

    def filter_search(self, documents: QuerySet[DriverDocument], search: str) -> QuerySet[DriverDocument]:
        for word in search.split():
            documents = documents.filter(
                Q(driver__first_name__istartswith=word)
                | Q(driver__last_name__istartswith=word)
                | Q(vehicle__plate__icontains=word)
            )
        return documents

    def filter_subject(self, documents: QuerySet[DriverDocument], subject: str) -> QuerySet[DriverDocument]:
        return documents.filter(driver__isnull=subject == Subject.VEHICLE)

    def filter_expiry(self, documents: QuerySet[DriverDocument], expiry: str) -> QuerySet[DriverDocument]:
        if expiry == "expired":
            return documents.filter(expires_by(today() - timedelta(days=1)))
        return documents.filter(expires_by(today() + timedelta(days=EXPIRING_DAYS)), expires_on__gte=today())


def _number(document: DriverDocument) -> str:
    return shown_in(platform_settings(), document.number)


DOCUMENTS: Final[ListSpec[Any, DocumentFilters]] = ListSpec(
    name="documents",
    path="documents/",
    operation_id="documents_list",
    description="The documents of drivers and vehicles, the newest first; `state=pending` waits for review.",
    filters=DocumentFilters,
    permission=staff_or_fleet_admins(Area.FLEET),
    rows=lambda user, query: query.apply(documents_visible_to(user)),
    row=ReviewedDocumentSerializer,
    context=for_reviewer,
    columns=lambda user, query: [
        Column("driver", _("Driver"), lambda row: row.driver.full_name if row.driver else ""),
        Column("vehicle", _("Vehicle"), lambda row: row.vehicle.plate if row.vehicle else ""),
        Column("kind", _("Document type"), lambda row: row.get_kind_display()),
        Column("number", _("Document number"), _number),
        Column("expires_on", _("Expires on"), lambda row: str(row.expires_on or "")),
        Column("state", _("Status"), lambda row: row.get_state_display()),
        Column("note", _("Note"), lambda row: row.note),
        Column("created_at", _("Created"), lambda row: row.created_at),
        Column("reviewed_at", _("Reviewed"), lambda row: row.reviewed_at),
    ],
)


class ShiftFilters(FilterSet):
    search = serializers.CharField(max_length=80, help_text="Start of a driver's name.", **BLANK)
    driver = serializers.IntegerField(min_value=1, **OPTIONAL)
    open = serializers.BooleanField(help_text="Not ended.", **OPTIONAL)
    from_ = DayOrTimeField(help_text="Started on or after this day.", **OPTIONAL)
    to = DayOrTimeField(end=True, help_text="Started on or before this day.", **OPTIONAL)
    lookups: ClassVar = {
        "driver": "driver",
        "open": "ended_at__isnull",
        "from": "started_at__gte",
        "to": "started_at__lt",
    }
    orderings = ("-started_at", "started_at")

    def filter_search(self, shifts: QuerySet[Shift], search: str) -> QuerySet[Shift]:
        for word in search.split():
            shifts = shifts.filter(
                Q(driver__first_name__istartswith=word) | Q(driver__last_name__istartswith=word)
            )
        return shifts


def _hours(shift: Shift) -> str:
    return f"{total(work_of(shift, timezone.now())).total_seconds() / 3600:.2f}"


SHIFTS: Final[ListSpec[Any, ShiftFilters]] = ListSpec(
    name="shifts",
    path="shifts/",
    operation_id="shifts_list",
    description="The drivers' shifts with their breaks, the newest first; of a fleet for its admin.",
    filters=ShiftFilters,
    permission=staff_or_fleet_admins(Area.FLEET),
    rows=lambda user, query: query.apply(shifts_visible_to(user)),
    row=StaffShiftSerializer,
    context=lambda user: {"now": timezone.now()},
    columns=lambda user, query: [
        Column("driver", _("Driver"), lambda row: row.driver.full_name),
        Column("started_at", _("Starts"), lambda row: row.started_at),
        Column("ended_at", _("Ends"), lambda row: row.ended_at),
        Column("worked_hours", _("Hours worked"), _hours),
        Column("breaks", _("Breaks"), lambda row: len(row.breaks.all())),
    ],
)


class RankFilters(FilterSet):
    search = serializers.CharField(max_length=80, help_text="Part of the name.", **BLANK)
    active = serializers.BooleanField(**OPTIONAL)
    lookups: ClassVar = {"search": "name__icontains", "active": "active"}
    orderings = ("name", "-name", "-id", "id")


RANKS: Final[ListSpec[Any, RankFilters]] = ListSpec(
    name="ranks",
    path="ranks/",
    operation_id="ranks_list",
    description="All taxi ranks with the number of queued drivers, by name.",
    permission=staff_may_use(Area.FLEET),
    filters=RankFilters,
    rows=lambda user, query: query.apply(ranks_with_waiting()),
    row=RankSerializer,
    columns=lambda user, query: [
        Column("name", _("Name"), lambda row: row.name),
        Column("lat", _("Latitude"), lambda row: row.lat),
        Column("lng", _("Longitude"), lambda row: row.lng),
        Column("radius_m", _("Radius (metres)"), lambda row: row.radius_m),
        Column("max_drivers", _("Most drivers"), lambda row: row.max_drivers),
        Column("waiting", _("Waiting drivers"), lambda row: row.waiting),
        Column("active", _("Active"), lambda row: row.active),
        Column("created_at", _("Created"), lambda row: row.created_at),
    ],
)
LISTS: Final[tuple[ListSpec[Any, Any], ...]] = (VEHICLES, REQUIREMENTS, DOCUMENTS, SHIFTS, RANKS)

"""The list of the register, for admins and for inspectors."""

from dataclasses import replace
from typing import Any, ClassVar, Final

from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from rest_framework import serializers

from apps.accounts.models import User
from apps.accounts.permissions import staff_may_use
from apps.accounts.staff_roles.areas import Area
from apps.bookings.choices import Status
from apps.bookings.history.labels import STATUSES
from apps.bookings.models import BookingEvent, RegisterEntry
from apps.bookings.register.printing import write_pdf
from apps.bookings.state_machine.effects import clear_driver_details
from apps.bookings.state_machine.lifecycle import TRANSITIONS
from apps.core.fields import AmountField, DayOrTimeField
from apps.core.paging.filters import BLANK, OPTIONAL, FilterSet
from apps.exports.lists import ListSpec
from apps.exports.registry import Column, money_column

RELEASING_TRANSITIONS: Final = tuple(
    name for name, transition in TRANSITIONS.items() if clear_driver_details in transition.effects
)
"""The transitions that remove the driver from the booking."""
REPLACED: Final = "REPLACED"
"""The outcome of a dispatch whose driver left the booking."""
MAX_VERSION: Final = 2**31 - 1
MAX_SEARCH_TERMS: Final = 6


class RegisterFilters(FilterSet):
    search = serializers.CharField(
        max_length=80,
        help_text="A booking's reference, or parts of names, vehicle, licences or addresses.",
        **BLANK,
    )
    driver = serializers.IntegerField(min_value=1, **OPTIONAL)
    from_ = DayOrTimeField(help_text="The earliest time or day of the dispatch.", **OPTIONAL)
    to = DayOrTimeField(
        end=True, help_text="Dispatched before this time, or on this day at the latest.", **OPTIONAL
    )
    orderings = ("-accepted_at", "accepted_at")
    lookups: ClassVar = {"driver": "driver_id", "from": "accepted_at__gte", "to": "accepted_at__lt"}

    def filter_search(self, entries: QuerySet[RegisterEntry], search: str) -> QuerySet[RegisterEntry]:
        """Each term must occur in one of the fields, or be the reference."""
        for term in search.split()[:MAX_SEARCH_TERMS]:
            match = Q(booking__reference__iexact=term) | Q(booking__customer_name__icontains=term)
            for field in (
                *("driver_name", "driver_licence", "vehicle_number", "vehicle_licence"),
                *("pickup_add", "drop_add"),
            ):
                match |= Q(**{f"{field}__icontains": term})
            entries = entries.filter(match)
        return entries


def with_events(entries: QuerySet[RegisterEntry]) -> QuerySet[RegisterEntry]:
    """Return the entries with the booking, the staff, and the times at which the driver arrived or left."""
    events = BookingEvent.objects.filter(booking=OuterRef("booking"), version__gt=OuterRef("version"))
    left = events.filter(name__in=RELEASING_TRANSITIONS).order_by("version")
    arrived = events.filter(
        name="arrive", version__lt=Coalesce(OuterRef("left_version"), MAX_VERSION)
    ).order_by("-version")
    return (
        entries.select_related("booking", "booked_by", "dispatched_by")
        .annotate(left_version=Subquery(left.values("version")[:1]), left_at=Subquery(left.values("at")[:1]))
        .annotate(arrived_at=Subquery(arrived.values("at")[:1]))
    )


def outcome_of(entry: Any) -> str:
    """Return the booking's status, or REPLACED if the driver left."""
    return REPLACED if entry.left_at else entry.booking.status


def started_at(entry: Any) -> Any:
    return None if entry.left_at else entry.booking.trip_start_time


def ended_at(entry: Any) -> Any:
    """Return when the driver left, the trip ended or, without a trip, the booking ended."""
    return entry.left_at or entry.booking.trip_end_time or entry.booking.ended_at


class RegisterRowSerializer(serializers.Serializer[RegisterEntry]):
    id = serializers.IntegerField()
    booking = serializers.IntegerField(source="booking_id")
    reference = serializers.CharField(source="booking.reference")
    booked_at = serializers.DateTimeField(source="booking.created_at")
    booked_by = serializers.SerializerMethodField(
        help_text="The staff member who took the booking; empty if the rider booked."
    )
    street_trip = serializers.BooleanField(
        source="booking.street_trip", help_text="Started by the driver for a passenger who hailed the car."
    )
    passenger = serializers.CharField(source="booking.customer_name")
    passengers = serializers.IntegerField(
        allow_null=True, help_text="Null in entries from before it was recorded."
    )
    luggage = serializers.IntegerField(
        allow_null=True, help_text="Large pieces; null in entries from before it was recorded."
    )
    children = serializers.IntegerField(
        allow_null=True, help_text="Included in passengers; null in entries from before it was recorded."
    )
    child_seats = serializers.IntegerField(
        allow_null=True, help_text="Null in entries from before it was recorded."
    )
    trip_date = serializers.DateTimeField(source="booking.trip_date")
    pickup_add = serializers.CharField()
    drop_add = serializers.CharField(help_text="For a round trip, the turning point.")
    return_wait_minutes = serializers.IntegerField(allow_null=True, help_text="Only for round trips.")
    hire_minutes = serializers.IntegerField(allow_null=True, help_text="Only for bookings by the hour.")
    fare = AmountField(help_text="The fare agreed before the trip.")
    offered_at = serializers.DateTimeField()
    accepted_at = serializers.DateTimeField()
    arrived_at = serializers.DateTimeField(allow_null=True)
    started_at = serializers.SerializerMethodField()
    ended_at = serializers.SerializerMethodField(
        help_text="When the trip ended, or without a trip, when the booking ended or the driver left it."
    )
    dispatched_by = serializers.SerializerMethodField(
        help_text="The staff member who chose the driver; empty if dispatch did."
    )
    driver = serializers.IntegerField(source="driver_id")
    driver_name = serializers.CharField()
    driver_licence = serializers.CharField()
    vehicle_number = serializers.CharField()
    vehicle_licence = serializers.CharField()
    vehicle_make = serializers.CharField()
    vehicle_model = serializers.CharField()
    vehicle_colour = serializers.CharField()
    outcome = serializers.SerializerMethodField(
        help_text="The booking's status; REPLACED if the driver left the booking."
    )

    def get_booked_by(self, entry: RegisterEntry) -> str:
        return staff_name(entry.booked_by)

    def get_dispatched_by(self, entry: RegisterEntry) -> str:
        return staff_name(entry.dispatched_by)

    def get_started_at(self, entry: RegisterEntry) -> str | None:
        return _format_time(started_at(entry))

    def get_ended_at(self, entry: RegisterEntry) -> str | None:
        return _format_time(ended_at(entry))

    def get_outcome(self, entry: RegisterEntry) -> str:
        return outcome_of(entry)


def staff_name(person: User | None) -> str:
    return "" if person is None else person.full_name


def _format_time(value: Any) -> str | None:
    return None if value is None else serializers.DateTimeField().to_representation(value)


def outcome_label(entry: Any) -> str:
    outcome = outcome_of(entry)
    return str(pgettext_lazy("register", "Replaced") if outcome == REPLACED else STATUSES[Status(outcome)])


def columns() -> list[Column[RegisterEntry]]:
    return [
        Column("reference", _("Reference"), lambda row: row.booking.reference),
        Column("booked_at", _("Booked"), lambda row: row.booking.created_at),
        Column("booked_by", pgettext_lazy("register", "Booked by"), lambda row: staff_name(row.booked_by)),
        Column("street_trip", _("Street trip"), lambda row: row.booking.street_trip),
        Column("passenger", pgettext_lazy("register", "Passenger"), lambda row: row.booking.customer_name),
        Column("passengers", _("Passengers"), lambda row: row.passengers),
        Column("luggage", _("Pieces of luggage"), lambda row: row.luggage),
        Column("children", _("Children"), lambda row: row.children),
        Column("child_seats", _("Child seats"), lambda row: row.child_seats),
        Column("trip_date", _("Date"), lambda row: row.booking.trip_date),
        Column("pickup_add", _("Pickup"), lambda row: row.pickup_add),
        Column("drop_add", _("Drop-off"), lambda row: row.drop_add),
        Column(
            "return_wait_minutes", _("Wait of a round trip, minutes"), lambda row: row.return_wait_minutes
        ),
        Column("hire_minutes", _("By the hour, minutes"), lambda row: row.hire_minutes),
        money_column("fare", pgettext_lazy("register", "Agreed fare")),
        Column("driver_name", _("Driver"), lambda row: row.driver_name),
        Column("driver_licence", pgettext_lazy("register", "Driver licence"), lambda row: row.driver_licence),
        Column("vehicle_number", _("Vehicle number"), lambda row: row.vehicle_number),
        Column(
            "vehicle_licence", pgettext_lazy("register", "Vehicle licence"), lambda row: row.vehicle_licence
        ),
        Column("vehicle_make", pgettext_lazy("register", "Make"), lambda row: row.vehicle_make),
        Column("vehicle_model", pgettext_lazy("register", "Model"), lambda row: row.vehicle_model),
        Column("vehicle_colour", pgettext_lazy("register", "Colour"), lambda row: row.vehicle_colour),
        Column(
            "dispatched_by",
            pgettext_lazy("register", "Dispatched by"),
            lambda row: staff_name(row.dispatched_by),
        ),
        Column("offered_at", pgettext_lazy("register", "Offered"), lambda row: row.offered_at),
        Column("accepted_at", pgettext_lazy("register", "Accepted"), lambda row: row.accepted_at),
        Column("arrived_at", pgettext_lazy("register", "Arrived"), lambda row: row.arrived_at),
        Column("started_at", _("Start"), started_at),
        Column("ended_at", _("End"), ended_at),
        Column("outcome", _("Status"), outcome_label),
    ]


REGISTER: Final = ListSpec(
    name="register",
    path="register/",
    operation_id="register",
    description="Each dispatch with the details that licensing authorities require, the newest first.",
    permission=staff_may_use(Area.REGISTER),
    filters=RegisterFilters,
    routed=True,
    rows=lambda user, query: query.apply(with_events(RegisterEntry.objects.all())),
    row=RegisterRowSerializer,
    columns=lambda user, query: columns(),
    pdf=write_pdf,
)

INSPECTION: Final = replace(REGISTER, operation_id="inspection_register", path="", routed=False)
"""The same list behind an inspector's link."""

from datetime import datetime
from decimal import Decimal
from typing import Any, ClassVar, Literal

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.expressions import Combinable
from django.db.models.functions import Now

from apps.bookings.choices import (
    CHOSEN_MODES,
    ON_TRIP,
    SETTLED,
    WITHOUT_DRIVER,
    DistanceSource,
    PaymentMode,
    Role,
    Stage,
    Status,
)
from apps.bookings.models.booking_indexes import INDEXES
from apps.bookings.timing import LONGEST_LEAD, RELEASE
from apps.core.files.stored_files import booking_image_name
from apps.core.image_fields import DocumentField
from apps.core.media import private_storage
from apps.core.models import PlatformSettings
from apps.core.money import MONEY_DIGITS, MONEY_PLACES
from apps.fares.party import Party
from apps.fares.tariff_engine.rules import metres

OTP_TRIES = 5


Number = int | str | Decimal | Combinable


def _amount(**kwargs: Any) -> "models.DecimalField[Number, Decimal]":
    return models.DecimalField(max_digits=MONEY_DIGITS, decimal_places=MONEY_PLACES, **kwargs)


def pickup_image_path(booking: "Booking", filename: str) -> str:
    return booking_image_name(booking.pk or 0, "pickup")


def deliver_image_path(booking: "Booking", filename: str) -> str:
    return booking_image_name(booking.pk or 0, "deliver")


class Booking(models.Model):
    """One trip or delivery, with copies of the rider's, driver's and car type's details at the time.

    Only the state machine writes `status`.
    """

    reference = models.CharField(max_length=6, unique=True)
    status = models.CharField(max_length=15, choices=Status.choices)
    version = models.PositiveIntegerField(default=0)
    """The number of transitions; equals the version of the last booking event."""

    created_at = models.DateTimeField(db_default=Now(), editable=False)
    book_later = models.BooleanField(default=False)
    trip_date = models.DateTimeField()
    booking_type_admin = models.BooleanField(default=False)
    """Booked by an admin for the rider."""
    street_trip = models.BooleanField(default=False, db_default=False)
    """Started by the driver for a passenger who flagged the car down."""

    # People. The composite indexes below cover these three foreign keys.
    customer = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="bookings", db_index=False
    )
    customer_name = models.CharField(max_length=170)
    customer_email = models.EmailField(blank=True)
    customer_contact = models.CharField(max_length=20, blank=True)
    customer_image = models.CharField(max_length=200, blank=True)

    driver = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="trips",
        db_index=False,
    )
    driver_name = models.CharField(max_length=170, blank=True)
    driver_contact = models.CharField(max_length=20, blank=True)
    driver_image = models.CharField(max_length=200, blank=True)
    driver_rating = models.DecimalField(max_digits=2, decimal_places=1, null=True, blank=True)
    vehicle_number = models.CharField(max_length=30, blank=True)
    vehicle_make = models.CharField(max_length=80, blank=True)
    vehicle_model = models.CharField(max_length=80, blank=True)
    fleet_admin = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="fleet_bookings",
        db_index=False,
    )

    planned_driver = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="planned_trips",
        db_index=False,
        db_constraint=False,
    )
    """The driver whom staff planned for a scheduled trip; the first to get an offer of it.

    Without a constraint, which would lock the table while it is added.
    """
    plan_confirmed_at = models.DateTimeField(null=True, blank=True)
    backup_driver = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="backup_trips",
        db_index=False,
        db_constraint=False,
    )
    """The driver who is planned if the first one cannot drive; until the driver is at the pickup."""
    released_at = models.DateTimeField(null=True, blank=True, editable=False)
    """When the search of a scheduled trip started early, because the drive to its pickup is long."""

    held_until = models.DateTimeField(null=True, blank=True)
    """Until this time, staff hold the driver search; NULL if they do not."""
    hold_reason = models.CharField(max_length=250, blank=True, default="", db_default="")

    car_type = models.ForeignKey(
        "fares.CarType", on_delete=models.SET_NULL, null=True, related_name="+", db_index=False
    )
    car_type_name = models.CharField(max_length=60)
    car_type_icon = models.CharField(max_length=30)
    car_image = models.CharField(max_length=200, blank=True)

    # Places and estimate.
    pickup_lat = models.FloatField()
    pickup_lng = models.FloatField()
    pickup_add = models.CharField(max_length=300)
    drop_lat = models.FloatField()
    drop_lng = models.FloatField()
    drop_add = models.CharField(max_length=300)
    stop_count = models.PositiveSmallIntegerField(default=0, db_default=0)
    """The number of stops between pickup and drop-off; the rows are read only if there are any."""
    return_wait_minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    """A round trip: how long the driver waits at the last stop before the drive back; NULL for one way."""
    hire_minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    """A booking by the hour: how long it is for; NULL for a trip to a destination."""
    passengers = models.PositiveSmallIntegerField(default=1, db_default=1)
    luggage = models.PositiveSmallIntegerField(default=0, db_default=0)
    """Large pieces of luggage."""
    children = models.PositiveSmallIntegerField(default=0, db_default=0)
    """How many of the passengers are children."""
    child_seats = models.PositiveSmallIntegerField(default=0, db_default=0)
    """How many of the children need a child seat."""
    route_polyline = models.TextField(blank=True)
    estimate = _amount()
    estimate_distance_km = models.DecimalField(max_digits=10, decimal_places=3)
    estimate_duration_seconds = models.PositiveIntegerField()

    # Money. The payable and the paid amount are derived from these columns.
    rates = models.JSONField(default=dict)
    """The terms agreed at booking: rates, unit of distance, decimals."""
    breakdown = models.JSONField(default=list)
    trip_cost = _amount()
    convenience_fees = _amount()
    driver_share = _amount()
    discount = _amount(default=0)
    cash_payment_amount = _amount(default=0)
    card_payment_amount = _amount(default=0)
    used_wallet_money = _amount(default=0)
    other_payment_amount = _amount(default=0, db_default=0)
    """Paid in another way, as recorded by staff."""
    owed_amount = _amount(default=0, db_default=0)
    """Owed fees that were collected with this booking; not part of its own payment."""
    written_off_amount = _amount(default=0, db_default=0)
    """Written off by staff; the company bears it."""
    chosen_payment = models.CharField(
        max_length=10, choices=CHOSEN_MODES, default=PaymentMode.CASH, db_default=PaymentMode.CASH
    )
    """The method that the rider chose at booking; `payment_mode` is the one used."""
    chosen_gateway = models.CharField(max_length=30, blank=True, default="", db_default="")
    """The payment provider chosen for a card; empty if none was chosen."""
    payment_mode = models.CharField(max_length=15, choices=PaymentMode.choices, default=PaymentMode.CASH)
    gateway = models.CharField(max_length=30, blank=True)
    prepaid = models.BooleanField(default=False)
    prepaid_amount = _amount(default=0, db_default=0)
    """Paid before the driver search; a measured fare is compared with it."""

    promo = models.ForeignKey(
        "fares.Promo", on_delete=models.SET_NULL, null=True, blank=True, related_name="+", db_index=False
    )
    promo_details = models.JSONField(null=True, blank=True)
    """The promo at the time of use: name, type, value, cap, min_order."""
    cancellation_fee = _amount(default=0)
    """The part of the cancellation fee that the rider has paid, at once or later."""
    cancellation_fee_owed = _amount(default=0, db_default=0)
    """The part of the cancellation fee that the rider still owes."""
    cancellation_fee_written_off = _amount(default=0, db_default=0)
    cancellation_details = models.JSONField(null=True, blank=True)
    """What the fee depends on, and its lines if a rule of the tariff set it; NULL if there can be none."""
    refunded_amount = _amount(default=0)
    """Refunded to the rider's wallet, at the cancellation or by staff."""
    adjustment_amount = _amount(default=0, db_default=0)
    """The change of the fare by staff after the payment; a negative amount was refunded to the wallet."""
    adjustment_reason = models.CharField(max_length=250, blank=True, default="", db_default="")
    """The reason of the fare adjustment; empty if there was none."""

    tip_amount = _amount(default=0, db_default=0)
    """The rider's tip, in addition to the fare; all of it goes to the driver."""
    tipped_at = models.DateTimeField(null=True, blank=True)

    # Delivery.
    app_category = models.CharField(max_length=10, default="taxi")
    """The platform's category at booking: taxi or delivery."""
    delivery_person = models.CharField(max_length=120, blank=True)
    delivery_person_phone = models.CharField(max_length=40, blank=True)
    pickup_instructions = models.CharField(max_length=500, blank=True)
    delivery_instructions = models.CharField(max_length=500, blank=True)
    parcel_type_selected = models.JSONField(null=True, blank=True)
    """Description and amount of the parcel type, as agreed; null if none was chosen."""
    option_selected = models.JSONField(null=True, blank=True)
    pickup_image = DocumentField(upload_to=pickup_image_path, storage=private_storage, blank=True)
    deliver_image = DocumentField(upload_to=deliver_image_path, storage=private_storage, blank=True)
    payment_due_at = models.DateTimeField(null=True, blank=True)
    """The deadline for paying a PAYMENT_PENDING booking."""
    reminded_at = models.DateTimeField(null=True, blank=True)
    """When the rider and the driver were reminded of a scheduled trip."""

    # The trip as driven.
    distance_km = models.DecimalField(max_digits=10, decimal_places=3, null=True, blank=True)
    distance_source = models.CharField(max_length=20, choices=DistanceSource.choices, blank=True)
    total_trip_time = models.PositiveIntegerField(null=True, blank=True)
    """Seconds from the start to the end of the trip."""
    accepted_at = models.DateTimeField(null=True, blank=True)
    redispatched_at = models.DateTimeField(null=True, blank=True)
    """When the booking last lost its driver."""
    driver_arrive_time = models.DateTimeField(null=True, blank=True)
    trip_start_time = models.DateTimeField(null=True, blank=True)
    trip_end_time = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    """When the booking was completed or cancelled."""
    settled_at = models.DateTimeField(null=True, blank=True, editable=False)
    """When its money moved: paid, or cancelled with a fee. Written by a trigger (migration 0012)."""

    otp = models.CharField(max_length=5, blank=True)
    otp_wrong_tries = models.PositiveSmallIntegerField(default=0)

    # Driver search.
    dispatch_round = models.PositiveSmallIntegerField(default=0)
    search_until = models.DateTimeField(null=True, blank=True)
    """Until this time, the booking is offered again if no driver accepts."""
    dispatch_after = models.DateTimeField(null=True, blank=True)
    """When the search continues; NULL if there is none."""
    search_widened = models.PositiveSmallIntegerField(db_default=0, default=0)
    """How often the rider widened the search; each time adds one driver radius."""

    # Outcome.
    reason = models.CharField(max_length=250, blank=True)
    cancelled_by = models.CharField(max_length=10, choices=Role.choices, blank=True)
    rating = models.PositiveSmallIntegerField(null=True, blank=True)
    feedback = models.TextField(blank=True, max_length=1000)
    rider_rating = models.PositiveSmallIntegerField(null=True, blank=True)
    """The driver's rating of the rider; `rating` is the rider's rating of the driver."""

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(status__in=Status.values), name="booking_status_known"),
            models.CheckConstraint(
                condition=Q(status__in=WITHOUT_DRIVER, driver__isnull=True)
                | Q(status=Status.CANCELLED)
                | (~Q(status__in=WITHOUT_DRIVER) & Q(driver__isnull=False)),
                name="booking_driver_where_status_needs_one",
            ),
            models.UniqueConstraint(
                fields=["driver"], condition=Q(status__in=ON_TRIP), name="booking_one_trip_a_driver"
            ),
            models.CheckConstraint(
                condition=Q(estimate__gte=0)
                & Q(trip_cost__gte=0)
                & Q(convenience_fees__gte=0)
                & Q(driver_share__gte=0)
                & Q(discount__gte=0)
                & Q(cash_payment_amount__gte=0)
                & Q(card_payment_amount__gte=0)
                & Q(used_wallet_money__gte=0)
                & Q(other_payment_amount__gte=0)
                & Q(written_off_amount__gte=0)
                & Q(cancellation_fee__gte=0)
                & Q(cancellation_fee_owed__gte=0)
                & Q(cancellation_fee_written_off__gte=0),
                name="booking_amounts_not_negative",
            ),
            models.CheckConstraint(condition=Q(owed_amount__gte=0), name="booking_owed_amount_not_negative"),
            models.CheckConstraint(
                condition=Q(trip_cost=F("driver_share") + F("convenience_fees")),
                name="booking_trip_cost_is_shared_out",
            ),
            models.CheckConstraint(
                condition=~Q(status__in=SETTLED)
                | Q(
                    trip_cost=F("discount")
                    + F("cash_payment_amount")
                    + F("card_payment_amount")
                    + F("used_wallet_money")
                    + F("other_payment_amount")
                    + F("written_off_amount")
                    + F("adjustment_amount")
                ),
                name="booking_paid_in_full_when_paid",
            ),
            models.CheckConstraint(
                condition=Q(tip_amount=0, tipped_at__isnull=True)
                | Q(tip_amount__gt=0, tipped_at__isnull=False, status__in=SETTLED),
                name="booking_tip_of_a_paid_trip",
            ),
            models.CheckConstraint(
                condition=Q(rating__isnull=True) | Q(rating__range=(1, 5)), name="booking_rating_in_range"
            ),
            models.CheckConstraint(
                condition=Q(rider_rating__isnull=True) | Q(rider_rating__range=(1, 5)),
                name="booking_rider_rating_in_range",
            ),
            models.CheckConstraint(
                condition=Q(otp_wrong_tries__lte=OTP_TRIES), name="booking_otp_tries_bounded"
            ),
        ]
        indexes: ClassVar = INDEXES

    def __str__(self) -> str:
        return f"{self.reference} {self.status}"

    @property
    def payable_amount(self) -> Decimal:
        return self.trip_cost - self.discount

    @property
    def customer_paid(self) -> Decimal:
        in_app = self.cash_payment_amount + self.card_payment_amount + self.used_wallet_money
        return in_app + self.other_payment_amount

    @property
    def amount_due(self) -> Decimal:
        """Return the amount left to pay; negative if the measured fare is below the prepayment."""
        return self.payable_amount - self.customer_paid - self.written_off_amount - self.adjustment_amount

    @property
    def amount_left(self) -> Decimal:
        """Return the amount left to pay, at least zero."""
        return max(self.amount_due, Decimal(0))

    @property
    def fare_is_fixed(self) -> bool:
        """Return whether the quoted fare is final; the fare of a ride is measured at its end."""
        return self.is_delivery

    @property
    def cancellation_fee_charged(self) -> Decimal:
        """Return the whole fee: paid, owed and written off."""
        return self.cancellation_fee + self.cancellation_fee_owed + self.cancellation_fee_written_off

    @property
    def charged_amount(self) -> Decimal:
        """Return the fare, or the fee of a cancelled booking."""
        return self.cancellation_fee_charged if self.status == Status.CANCELLED else self.trip_cost

    @property
    def charged_discount(self) -> Decimal:
        """Return the discount; zero for a cancelled booking."""
        return Decimal(0) if self.status == Status.CANCELLED else self.discount

    @property
    def charged_payable_amount(self) -> Decimal:
        """Return the total for the rider: the fare less the discount, or the cancellation fee."""
        return self.charged_amount - self.charged_discount

    @property
    def charged_driver_share(self) -> Decimal:
        """Return the driver's share; of a cancellation fee the part that was paid."""
        if self.status != Status.CANCELLED:
            return self.driver_share
        return self.cancellation_fee if self.driver_id is not None else Decimal(0)

    @property
    def charged_convenience_fees(self) -> Decimal:
        """Return the company's share; zero for a cancelled booking."""
        return Decimal(0) if self.status == Status.CANCELLED else self.convenience_fees

    @property
    def release_at(self) -> datetime:
        """Return when the driver search starts."""
        if not self.book_later:
            return self.trip_date
        usual = self.trip_date - RELEASE
        # A search that has started early counts until the trip is moved.
        if self.released_at is not None and self.released_at >= self.trip_date - LONGEST_LEAD:
            return min(usual, self.released_at)
        return usual

    @property
    def source(self) -> Literal["app", "phone", "street"]:
        """Return how the trip came about: booked by the rider, by staff, or started in the street."""
        if self.street_trip:
            return "street"
        return "phone" if self.booking_type_admin else "app"

    @property
    def party(self) -> Party:
        return Party(self.passengers, self.luggage, self.children, self.child_seats)

    @property
    def is_round_trip(self) -> bool:
        """Return whether the driver waits at the last stop and drives back to the pickup."""
        return self.return_wait_minutes is not None

    @property
    def return_wait_seconds(self) -> int:
        return (self.return_wait_minutes or 0) * 60

    @property
    def is_hire(self) -> bool:
        """Return whether it is booked by the hour; then its drop-off is not known before its end."""
        return self.hire_minutes is not None

    @property
    def hire_included_km(self) -> Decimal | None:
        """Return the distance that the price of the booked hours includes; None of other trips."""
        if not self.is_hire:
            return None
        lines = (line for line in self.breakdown if line["key"] == "hire")
        return next((metres(line["params"]["included"]) / 1000 for line in lines), None)

    @property
    def has_drop(self) -> bool:
        """Return whether the drop-off is known; by the hour and in the street it can be open."""
        return bool(self.drop_add)

    @property
    def is_delivery(self) -> bool:
        return self.app_category == PlatformSettings.AppCategory.DELIVERY

    @property
    def charged_distance_km(self) -> Decimal:
        """Return the distance that the fare is based on: measured, or as booked for a delivery."""
        if self.is_delivery or self.distance_km is None:
            return self.estimate_distance_km
        return self.distance_km

    @property
    def otp_at(self) -> Stage | None:
        """Return the transition that requires the trip code, or None without a code."""
        if not self.otp:
            return None
        return Stage.REACH if self.is_delivery else Stage.START

    @property
    def is_otp_locked(self) -> bool:
        return self.otp_wrong_tries >= OTP_TRIES

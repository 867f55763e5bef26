from datetime import datetime
from decimal import Decimal
from typing import Any, ClassVar

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
from apps.bookings.image_paths import deliver_image_path, pickup_image_path
from apps.bookings.models.booking_indexes import INDEXES
from apps.bookings.timing import RELEASE
from apps.core.image_fields import DocumentField
from apps.core.media import private_storage
from apps.core.models import PlatformSettings
from apps.core.money import MONEY_DIGITS, MONEY_PLACES

OTP_TRIES = 5


Number = int | str | Decimal | Combinable


def _amount(**kwargs: Any) -> "models.DecimalField[Number, Decimal]":
    return models.DecimalField(max_digits=MONEY_DIGITS, decimal_places=MONEY_PLACES, **kwargs)


class Booking(models.Model):
    """One trip that a rider asked for; what others owned at the time is copied into it.

    `status` is written by apps.bookings.state_machine.lifecycle alone.
    """

    reference = models.CharField(max_length=6, unique=True)
    status = models.CharField(max_length=15, choices=Status.choices)
    version = models.PositiveIntegerField(default=0)
    """Counts the moves; the number of the last booking event."""

    created_at = models.DateTimeField(db_default=Now(), editable=False)
    book_later = models.BooleanField(default=False)
    trip_date = models.DateTimeField()
    booking_type_admin = models.BooleanField(default=False)
    """Made by an admin for the rider."""

    # Who.
    # The three are found along the composite indexes below, so they need none of their own.
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

    car_type = models.ForeignKey(
        "fares.CarType", on_delete=models.SET_NULL, null=True, related_name="+", db_index=False
    )
    car_type_name = models.CharField(max_length=60)
    car_type_icon = models.CharField(max_length=30)
    car_image = models.CharField(max_length=200, blank=True)

    # Where, and what was quoted.
    pickup_lat = models.FloatField()
    pickup_lng = models.FloatField()
    pickup_add = models.CharField(max_length=300)
    drop_lat = models.FloatField()
    drop_lng = models.FloatField()
    drop_add = models.CharField(max_length=300)
    route_polyline = models.TextField(blank=True)
    estimate = _amount()
    estimate_distance_km = models.DecimalField(max_digits=10, decimal_places=3)
    estimate_duration_seconds = models.PositiveIntegerField()

    # Money. Payable and paid follow from these columns, so they are not stored.
    rates = models.JSONField(default=dict)
    """What was agreed at booking: the rates, the unit of distance and the decimals that price the trip."""
    breakdown = models.JSONField(default=list)
    trip_cost = _amount()
    convenience_fees = _amount()
    driver_share = _amount()
    discount = _amount(default=0)
    cash_payment_amount = _amount(default=0)
    card_payment_amount = _amount(default=0)
    used_wallet_money = _amount(default=0)
    other_payment_amount = _amount(default=0, db_default=0)
    """What the rider paid in another way, as staff recorded it."""
    owed_amount = _amount(default=0, db_default=0)
    """What was collected with this booking for fees that were owed; no part of its own payment."""
    written_off_amount = _amount(default=0, db_default=0)
    """What staff wrote off: the company carries it."""
    chosen_payment = models.CharField(
        max_length=10, choices=CHOSEN_MODES, default=PaymentMode.CASH, db_default=PaymentMode.CASH
    )
    """How the rider chose to pay at booking; `payment_mode` is how it was paid."""
    chosen_gateway = models.CharField(max_length=30, blank=True, default="", db_default="")
    """The payment provider chosen with a card; empty where none was named."""
    payment_mode = models.CharField(max_length=15, choices=PaymentMode.choices, default=PaymentMode.CASH)
    gateway = models.CharField(max_length=30, blank=True)
    prepaid = models.BooleanField(default=False)
    prepaid_amount = _amount(default=0, db_default=0)
    """What was paid before a driver was searched for; what a measured fare differs from."""

    promo = models.ForeignKey(
        "fares.Promo", on_delete=models.SET_NULL, null=True, blank=True, related_name="+", db_index=False
    )
    promo_details = models.JSONField(null=True, blank=True)
    """The promo as it was when it was applied: name, type, value, cap, min_order."""
    cancellation_fee = _amount(default=0)
    """What the rider paid for a cancellation that came late, at once and later."""
    cancellation_fee_owed = _amount(default=0, db_default=0)
    """What the rider owes of that fee still."""
    cancellation_fee_written_off = _amount(default=0, db_default=0)
    refunded_amount = _amount(default=0)
    """What was refunded to the rider's wallet: at the cancellation, or by staff."""
    adjustment_amount = _amount(default=0, db_default=0)
    """By how much staff changed the fare once it was paid; below zero was refunded to the rider's wallet."""
    adjustment_reason = models.CharField(max_length=250, blank=True, default="", db_default="")
    """Why staff changed the fare; empty where they did not."""

    tip_amount = _amount(default=0, db_default=0)
    """What the rider gave the driver beside the fare; all of it is the driver's."""
    tipped_at = models.DateTimeField(null=True, blank=True)

    # A delivery.
    app_category = models.CharField(max_length=10, default="taxi")
    """What the platform was when it was booked: taxi or delivery."""
    delivery_person = models.CharField(max_length=120, blank=True)
    delivery_person_phone = models.CharField(max_length=40, blank=True)
    pickup_instructions = models.CharField(max_length=500, blank=True)
    delivery_instructions = models.CharField(max_length=500, blank=True)
    parcel_type_selected = models.JSONField(null=True, blank=True)
    """Description and amount of the parcel type, as agreed; null where none was chosen."""
    option_selected = models.JSONField(null=True, blank=True)
    pickup_image = DocumentField(upload_to=pickup_image_path, storage=private_storage, blank=True)
    deliver_image = DocumentField(upload_to=deliver_image_path, storage=private_storage, blank=True)
    payment_due_at = models.DateTimeField(null=True, blank=True)
    """Until when a PAYMENT_PENDING booking waits for its money."""
    reminded_at = models.DateTimeField(null=True, blank=True)
    """When both sides were reminded of a trip that was booked for later."""

    # The trip as driven.
    distance_km = models.DecimalField(max_digits=10, decimal_places=3, null=True, blank=True)
    distance_source = models.CharField(max_length=20, choices=DistanceSource.choices, blank=True)
    total_trip_time = models.PositiveIntegerField(null=True, blank=True)
    """Seconds from start to reach."""
    accepted_at = models.DateTimeField(null=True, blank=True)
    redispatched_at = models.DateTimeField(null=True, blank=True)
    """When it lost the driver it had, the last time."""
    driver_arrive_time = models.DateTimeField(null=True, blank=True)
    trip_start_time = models.DateTimeField(null=True, blank=True)
    trip_end_time = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    """When it was completed or cancelled."""
    settled_at = models.DateTimeField(null=True, blank=True, editable=False)
    """When its money moved: paid, or cancelled with a fee. Written by the database (migration 0012)."""

    otp = models.CharField(max_length=5, blank=True)
    otp_wrong_tries = models.PositiveSmallIntegerField(default=0)

    # The search for a driver.
    dispatch_round = models.PositiveSmallIntegerField(default=0)
    search_until = models.DateTimeField(null=True, blank=True)
    """While this lies ahead, a booking that nobody takes is offered again and again."""
    dispatch_after = models.DateTimeField(null=True, blank=True)
    """When to look at the search again; NULL while nobody is looked for."""
    search_widened = models.PositiveSmallIntegerField(db_default=0, default=0)
    """How often the rider had it widened: each adds one driver radius."""

    # How it ended.
    reason = models.CharField(max_length=250, blank=True)
    cancelled_by = models.CharField(max_length=10, choices=Role.choices, blank=True)
    rating = models.PositiveSmallIntegerField(null=True, blank=True)
    feedback = models.TextField(blank=True, max_length=1000)
    rider_rating = models.PositiveSmallIntegerField(null=True, blank=True)
    """What the driver rated the rider; `rating` is the rider's of the driver."""

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
        """What is left to pay; below zero where a measured fare came to less than was paid ahead."""
        return self.payable_amount - self.customer_paid - self.written_off_amount - self.adjustment_amount

    @property
    def amount_left(self) -> Decimal:
        """What is left to pay; zero where too much was paid ahead."""
        return max(self.amount_due, Decimal(0))

    @property
    def fare_is_fixed(self) -> bool:
        """The quoted fare stands; that of a ride is measured at its end."""
        return self.is_delivery

    @property
    def cancellation_fee_charged(self) -> Decimal:
        """The whole fee, whatever became of it."""
        return self.cancellation_fee + self.cancellation_fee_owed + self.cancellation_fee_written_off

    @property
    def charged_amount(self) -> Decimal:
        """What it costs: the fare as it stands, of a cancelled booking the fee alone."""
        return self.cancellation_fee_charged if self.status == Status.CANCELLED else self.trip_cost

    @property
    def charged_discount(self) -> Decimal:
        """Of the fare; a cancelled booking has none."""
        return Decimal(0) if self.status == Status.CANCELLED else self.discount

    @property
    def charged_payable_amount(self) -> Decimal:
        """What the rider is to pay in all: the fare less the discount, of a cancelled booking the fee."""
        return self.charged_amount - self.charged_discount

    @property
    def charged_driver_share(self) -> Decimal:
        """The driver's part of it; of a fee what was paid."""
        if self.status != Status.CANCELLED:
            return self.driver_share
        return self.cancellation_fee if self.driver_id is not None else Decimal(0)

    @property
    def charged_convenience_fees(self) -> Decimal:
        """The company's part of a fare; a cancelled booking has none."""
        return Decimal(0) if self.status == Status.CANCELLED else self.convenience_fees

    @property
    def release_at(self) -> datetime:
        """From when on drivers are looked for."""
        return self.trip_date - RELEASE if self.book_later else self.trip_date

    @property
    def is_delivery(self) -> bool:
        return self.app_category == PlatformSettings.AppCategory.DELIVERY

    @property
    def charged_distance_km(self) -> Decimal:
        """The distance that the fare names: as measured, as booked of a delivery, whose fare stands."""
        if self.is_delivery or self.distance_km is None:
            return self.estimate_distance_km
        return self.distance_km

    @property
    def otp_at(self) -> Stage | None:
        """The move that asks for the rider's code; None where there is no code."""
        if not self.otp:
            return None
        return Stage.REACH if self.is_delivery else Stage.START

    @property
    def is_otp_locked(self) -> bool:
        return self.otp_wrong_tries >= OTP_TRIES

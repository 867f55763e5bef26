"""Lists by cost go by what was charged: of a cancelled booking the fee."""

from typing import ClassVar

from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db import migrations, models
from django.db.models import Case, F, Q, When

CHARGED = Case(
    When(
        status="CANCELLED",
        then=F("cancellation_fee") + F("cancellation_fee_owed") + F("cancellation_fee_written_off"),
    ),
    default=F("trip_cost"),
)


class Migration(migrations.Migration):
    atomic = False
    dependencies: ClassVar = [("bookings", "0029_validate_constraints")]

    # The former ones go last: until then the release before this one sorts by them.
    operations: ClassVar = [
        AddIndexConcurrently(
            model_name="booking",
            index=models.Index(CHARGED, F("id"), name="booking_by_charge"),
        ),
        AddIndexConcurrently(
            model_name="booking",
            index=models.Index(
                CHARGED, F("id"), condition=Q(status="CANCELLED"), name="booking_cancelled_by_charge"
            ),
        ),
        AddIndexConcurrently(
            model_name="booking",
            index=models.Index(
                F("driver"),
                CHARGED,
                F("id"),
                condition=Q(driver__isnull=False),
                name="booking_driver_by_charge",
            ),
        ),
        AddIndexConcurrently(
            model_name="booking",
            index=models.Index(
                F("fleet_admin"),
                CHARGED,
                F("id"),
                condition=Q(fleet_admin__isnull=False),
                name="booking_fleet_by_charge",
            ),
        ),
        RemoveIndexConcurrently(model_name="booking", name="booking_by_cost"),
        RemoveIndexConcurrently(model_name="booking", name="booking_driver_by_cost"),
        RemoveIndexConcurrently(model_name="booking", name="booking_fleet_by_cost"),
    ]

"""Checks the rows of before against constraints that were added NOT VALID; writes go on meanwhile."""

from typing import ClassVar

from django.contrib.postgres.operations import ValidateConstraint
from django.db import migrations


class Migration(migrations.Migration):
    # Each on its own: a lock is held no longer than its table is read.
    atomic = False
    dependencies: ClassVar = [("bookings", "0028_owed_amount_not_negative")]

    operations: ClassVar = [
        ValidateConstraint("offer", name="offer_state_known"),
        ValidateConstraint("booking", name="booking_amounts_not_negative"),
        ValidateConstraint("booking", name="booking_paid_in_full_when_paid"),
        ValidateConstraint("booking", name="booking_rider_rating_in_range"),
        ValidateConstraint("booking", name="booking_tip_of_a_paid_trip"),
        ValidateConstraint("booking", name="booking_owed_amount_not_negative"),
    ]

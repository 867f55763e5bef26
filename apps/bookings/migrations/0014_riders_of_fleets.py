"""A fleet's riders are counted from the index of its bookings alone."""

from typing import ClassVar

from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies: ClassVar = [("bookings", "0013_words_within")]

    operations: ClassVar = [
        RemoveIndexConcurrently(model_name="booking", name="booking_of_fleet"),
        AddIndexConcurrently(
            model_name="booking",
            index=models.Index(fields=["fleet_admin", "-id"], include=("customer",), name="booking_of_fleet"),
        ),
    ]

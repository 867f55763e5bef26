"""A fleet's riders are counted from the index of its bookings alone."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("bookings", "0013_words_within")]

    operations: ClassVar = [
        migrations.RemoveIndex(model_name="booking", name="booking_of_fleet"),
        migrations.AddIndex(
            model_name="booking",
            index=models.Index(fields=["fleet_admin", "-id"], include=("customer",), name="booking_of_fleet"),
        ),
    ]

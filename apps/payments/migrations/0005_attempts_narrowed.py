"""The office's list of attempts along what it is narrowed by, also where that is seldom or long ago."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("payments", "0004_attempts_listed")]

    operations: ClassVar = [
        migrations.RemoveIndex(model_name="attempt", name="payment_attempt_by_time"),
        migrations.AddIndex(
            model_name="attempt",
            index=models.Index(fields=["created_at", "id"], name="payment_attempt_by_time"),
        ),
        migrations.AddIndex(
            model_name="attempt", index=models.Index(fields=["live", "-id"], name="payment_attempt_by_live")
        ),
        migrations.AddIndex(
            model_name="attempt",
            index=models.Index(fields=["purpose", "-id"], name="payment_attempt_by_purpose"),
        ),
    ]

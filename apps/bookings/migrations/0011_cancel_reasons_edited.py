from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("bookings", "0010_daily_earnings"),
    ]

    operations = [
        migrations.AlterField(
            model_name="cancelreason",
            name="value",
            field=models.PositiveSmallIntegerField(),
        ),
        migrations.AddConstraint(
            model_name="cancelreason",
            constraint=models.UniqueConstraint(
                deferrable=models.Deferrable.DEFERRED, fields=("value",), name="cancel_reason_one_a_place"
            ),
        ),
    ]

"""The slots of an outbox row's topics, by which several relays share the rows.

The relay of the release before ignores the column, and rows that it or its web processes write have all slots.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("core", "0020_round_trips")]

    operations = [
        migrations.AddField(
            model_name="outboxentry",
            name="slots",
            field=models.SmallIntegerField(db_default=255, editable=False),
        ),
    ]

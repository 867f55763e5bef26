"""One outbox row for the events of a transition, and the log of their numbers.

The relay of the release before does not see such rows; they wait for the next one. Rows that it wrote are
delivered as before.
"""

import django.db.models.deletion
from django.contrib.postgres.operations import AddConstraintNotValid
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("core", "0003_outbox_context")]

    operations = [
        migrations.AlterField(
            model_name="outboxentry",
            name="kind",
            field=models.CharField(
                choices=[("event", "Event"), ("events", "Events"), ("job", "Job")], max_length=8
            ),
        ),
        migrations.RemoveConstraint("outboxentry", "outbox_events_have_a_topic"),
        AddConstraintNotValid(
            "outboxentry",
            models.CheckConstraint(
                condition=Q(kind__in=("job", "events"), topic="") | (Q(kind="event") & ~Q(topic="")),
                name="outbox_events_have_a_topic",
            ),
        ),
        migrations.CreateModel(
            name="NumberedEvent",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "topic", "seq", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("topic", models.CharField(max_length=100)),
                ("seq", models.BigIntegerField()),
                ("place", models.PositiveSmallIntegerField()),
                (
                    "entry",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        to="core.outboxentry",
                    ),
                ),
            ],
        ),
    ]

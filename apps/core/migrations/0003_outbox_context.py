"""The request id of each outbox row. NULL for rows of before, so the table is not rewritten."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("core", "0002_triggers")]

    operations = [
        migrations.AddField(
            model_name="outboxentry",
            name="context",
            field=models.JSONField(editable=False, null=True),
        ),
    ]

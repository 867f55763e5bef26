from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("accounts", "0002_name_search_and_headcount")]

    operations: ClassVar = [
        migrations.AddField(
            model_name="devicesession",
            name="unconfirmed_token_id",
            field=models.CharField(blank=True, db_default="", default="", max_length=32),
        ),
    ]

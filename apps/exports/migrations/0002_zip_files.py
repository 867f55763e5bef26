from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("exports", "0001_initial")]

    operations: ClassVar = [
        migrations.AlterField(
            model_name="export",
            name="format",
            field=models.CharField(
                choices=[("csv", "Csv"), ("xlsx", "Xlsx"), ("zip", "Zip")], max_length=4
            ),
        ),
    ]

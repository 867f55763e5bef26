from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("exports", "0002_zip_files")]

    operations: ClassVar = [
        migrations.AlterField(
            model_name="export",
            name="format",
            field=models.CharField(
                choices=[("csv", "Csv"), ("xlsx", "Xlsx"), ("pdf", "Pdf"), ("zip", "Zip")], max_length=4
            ),
        ),
    ]

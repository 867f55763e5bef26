"""How a name begins is looked up by index, whatever the database's own order of letters.

SQL, for Django's OpClass wants django.contrib.postgres, which asks for types at each connection.
"""

from typing import ClassVar

from django.db import migrations

NAMES = ("first_name", "last_name")


class Migration(migrations.Migration):
    dependencies: ClassVar = [("accounts", "0006_clean_images")]

    operations: ClassVar = [
        migrations.RunSQL(
            f"CREATE INDEX user_{name}_begins ON accounts_user (lower({name}) text_pattern_ops)",
            f"DROP INDEX user_{name}_begins",
        )
        for name in NAMES
    ]

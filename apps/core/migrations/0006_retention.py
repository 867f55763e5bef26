"""Retention periods, and the two changes of the audit log that its trigger accepts."""

from typing import ClassVar

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import migrations, models

# Retention deletes old entries, the erasure of a user clears personal values. apps.core.audit names the reason for
# its own transaction only.
ALLOW_REASONS = """
CREATE OR REPLACE FUNCTION core_audit_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND current_setting('hansom.audit_change', true) = 'retention' THEN
        RETURN OLD;
    END IF;
    IF TG_OP = 'UPDATE' AND current_setting('hansom.audit_change', true) = 'erasure' THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION '% of % is refused: the audit trail is append-only', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
END $$;
"""
REFUSE_ALL = """
CREATE OR REPLACE FUNCTION core_audit_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% of % is refused: the audit trail is append-only', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
END $$;
"""

DAYS = {
    "trip_point_days": 180,
    "chat_days": 180,
    "photo_days": 180,
    "document_days": 365,
    "notification_days": 180,
    "delivery_log_days": 30,
    "audit_days": 1095,
    "webhook_days": 730,
    "forged_webhook_days": 7,
}


def _days(default: int, *validators: object) -> "models.PositiveSmallIntegerField[int, int]":
    return models.PositiveSmallIntegerField(default=default, db_default=default, validators=list(validators))


class Migration(migrations.Migration):
    dependencies: ClassVar = [("core", "0005_outbox_indexes_of_several_events")]

    operations: ClassVar = [
        *(
            migrations.AddField("platformsettings", name, _days(default, MaxValueValidator(3650)))
            for name, default in DAYS.items()
        ),
        migrations.AddField(
            "platformsettings", "export_days", _days(1, MinValueValidator(1), MaxValueValidator(30))
        ),
        migrations.RunSQL(ALLOW_REASONS, REFUSE_ALL),
    ]

"""The trigger of booking events accepts the erasure of a deleted rider's texts."""

from typing import ClassVar

from django.db import migrations

ALLOW_ERASURE = """
CREATE OR REPLACE FUNCTION bookings_bookingevent_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND current_setting('hansom.booking_event_change', true) = 'erasure' THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'booking events are append-only' USING ERRCODE = 'restrict_violation';
END $$;
"""
REFUSE_ALL = """
CREATE OR REPLACE FUNCTION bookings_bookingevent_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'booking events are append-only' USING ERRCODE = 'restrict_violation';
END $$;
"""


class Migration(migrations.Migration):
    dependencies: ClassVar = [("bookings", "0003_earnings")]

    operations: ClassVar = [migrations.RunSQL(ALLOW_ERASURE, REFUSE_ALL)]

"""Stored events and waiting jobs take the new names of transitions."""

from typing import ClassVar

from django.db import migrations

NAMES = {
    "find_nobody": "search_exhausted",
    "give_back": "driver_cancel",
    "lose_driver": "driver_timeout",
    "mistype_otp": "otp_failed",
    "refare": "recalculate_fare",
    "settle_for_nothing": "settle_nothing_due",
    "call_off": "auto_cancel",
}


def _rename(names: dict[str, str]) -> str:
    """Return the SQL that renames the events; the append-only trigger is off while it runs."""
    cases = " ".join(f"WHEN '{old}' THEN '{new}'" for old, new in names.items())
    listed = ", ".join(f"'{old}'" for old in names)
    return f"""
        ALTER TABLE bookings_bookingevent DISABLE TRIGGER bookings_bookingevent_append_only;
        UPDATE bookings_bookingevent SET name = CASE name {cases} END WHERE name IN ({listed});
        ALTER TABLE bookings_bookingevent ENABLE TRIGGER bookings_bookingevent_append_only;
    """


def _rename_job(old: str, new: str) -> str:
    return f"UPDATE core_outboxentry SET name = 'bookings.{new}' WHERE name = 'bookings.{old}';"


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ("bookings", "0030_charge_indexes"),
        ("core", "0001_initial"),
    ]

    operations: ClassVar = [
        migrations.RunSQL(_rename(NAMES), _rename({new: old for old, new in NAMES.items()})),
        migrations.RunSQL(
            _rename_job("refare", "recalculate_fare"), _rename_job("recalculate_fare", "refare")
        ),
    ]

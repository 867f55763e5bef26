"""Beside its words a booking's status and fleet: a word within one of these is found by the one index.

Adding the generated column writes the table and all its indexes anew under its lock: eight minutes for a
million bookings on two cores that were busy five times over.
"""

from typing import ClassVar

from django.db import migrations

WORDS = """
  bookings_lexemes(
    bookings_plain(
      reference || ' ' || customer_name || ' ' || driver_name || ' ' || delivery_person
      || ' ' || vehicle_number || ' ' || replace(vehicle_number, ' ', '')
      || ' ' || pickup_add || ' ' || drop_add
    ),
    ARRAY[customer_contact, driver_contact, delivery_person_phone]::text[]
  )
"""
# Nobody can type what begins with "=". An update of either writes all indexes of the row as it is.
WITHIN = "|| array_to_tsvector(ARRAY['=' || status, '=f' || coalesce(fleet_admin_id, 0)::text])"


def column(expression: str) -> str:
    # With the usual 64 MB the indexes are written in many more turns.
    return f"""
        SET LOCAL maintenance_work_mem = '256MB';
        ALTER TABLE bookings_booking DROP COLUMN search_words;
        ALTER TABLE bookings_booking ADD COLUMN search_words tsvector NOT NULL
            GENERATED ALWAYS AS ({expression}) STORED;
        CREATE INDEX booking_words ON bookings_booking USING gin (search_words)
            WITH (gin_pending_list_limit = 256);
        ANALYZE bookings_booking
    """


class Migration(migrations.Migration):
    dependencies: ClassVar = [("bookings", "0012_settled_days")]

    operations: ClassVar = [migrations.RunSQL(column(f"{WORDS} {WITHIN}"), column(WORDS))]

"""Indexes for every ordering and filter of the history, and the words that find a booking.

Adding the generated column writes the table anew under its lock: about a minute a million bookings.
"""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q

# No extension and no locale: plain PostgreSQL 15 and newer. Written with code points, so that what is a
# letter does not depend on how the cluster was made.
#   marks: combining accents, Arabic vowel signs (with what is left of a hamza or madda), tatweel
MARKS = r"[\u0300-\u036f\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed]"
#   what stands between words: all of ASCII but letters and digits, and the punctuation of Latin and Arabic
ASCII_BREAKS = "".join(chr(code) for code in range(1, 128) if not chr(code).isalnum() and chr(code) != " ")
BREAKS = (
    r"[\u0080-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7"
    r"\u060c\u061b-\u061f\u066a-\u066d\u06d4\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u3000-\u303f\ufd3e\ufd3f\ufeff]"
)
#   letters and digits that are one to whoever searches
SAME = {
    "ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ŧ": "t",
    "ٱ": "ا", "ى": "ي", "ی": "ي", "ک": "ك", "ة": "ه", "ھ": "ه", "ہ": "ه",
    **{chr(0x660 + digit): str(digit) for digit in range(10)},
    **{chr(0x6F0 + digit): str(digit) for digit in range(10)},
}  # fmt: skip

# Each stands by itself, so that a restored dump finds all it calls whatever the search_path.
PLAIN = rf"""
CREATE FUNCTION bookings_plain(source text) RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE plain text := source;
BEGIN
  -- Most addresses are plain ASCII, and quickly done.
  IF pg_catalog.octet_length(plain) > pg_catalog.char_length(plain) THEN
    plain := pg_catalog.regexp_replace(normalize(plain, NFKD), '{MARKS}', '', 'g');
    plain := pg_catalog.replace(pg_catalog.lower(plain), 'ß', 'ss');
    plain := pg_catalog.translate(plain, '{"".join(SAME)}', '{"".join(SAME.values())}');
    plain := pg_catalog.regexp_replace(plain, '{BREAKS}', ' ', 'g');
  END IF;
  RETURN pg_catalog.translate(pg_catalog.lower(plain), '{ASCII_BREAKS.replace("'", "''")}', '{" " * len(ASCII_BREAKS)}');
END $$
"""
LEXEMES = r"""
CREATE FUNCTION bookings_lexemes(plain text, phones text[]) RETURNS tsvector
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
  words text := plain;
  lexemes text[];
  phone text;
BEGIN
  -- Arabic words also without their article.
  IF pg_catalog.strpos(plain, 'ال') > 0 THEN
    words := plain || ' ' || pg_catalog.regexp_replace(plain, '(^| )ال(?=[^ ]{2})', '\1', 'g');
  END IF;
  lexemes := pg_catalog.array_remove(pg_catalog.string_to_array(words, ' '), '');
  FOREACH phone IN ARRAY phones LOOP
    CONTINUE WHEN phone = '';
    phone := pg_catalog.regexp_replace(phone, '[^0-9]', '', 'g');
    IF pg_catalog.length(phone) >= 4 THEN
      -- Whole, as it is dialled at home, and its last four.
      lexemes := lexemes || ARRAY['#' || phone, '#' || pg_catalog.right(phone, 10),
        '#' || pg_catalog.right(phone, 9), '#' || pg_catalog.right(phone, 8), '#' || pg_catalog.right(phone, 4)];
    END IF;
  END LOOP;
  RETURN pg_catalog.array_to_tsvector(lexemes);
END $$
"""
COLUMN = """
ALTER TABLE bookings_booking ADD COLUMN search_words tsvector NOT NULL GENERATED ALWAYS AS (
  bookings_lexemes(
    bookings_plain(
      reference || ' ' || customer_name || ' ' || driver_name || ' ' || delivery_person
      || ' ' || vehicle_number || ' ' || replace(vehicle_number, ' ', '')
      || ' ' || pickup_add || ' ' || drop_add
    ),
    ARRAY[customer_contact, driver_contact, delivery_person_phone]::text[]
  )
) STORED
"""
# What is written after the last vacuum waits in a list that each search reads: keep it short.
INDEX = """
CREATE INDEX booking_words ON bookings_booking USING gin (search_words) WITH (gin_pending_list_limit = 256)
"""


class Migration(migrations.Migration):

    dependencies = [
        ('bookings', '0006_search_widened'),
        ('fares', '0003_car_type_category'),
    ]

    operations = [
        migrations.RunSQL(PLAIN, "DROP FUNCTION bookings_plain(text)"),
        migrations.RunSQL(LEXEMES, "DROP FUNCTION bookings_lexemes(text, text[])"),
        # Django does not know the column: nothing but a search ever reads it, and nobody writes it.
        migrations.RunSQL(COLUMN, "ALTER TABLE bookings_booking DROP COLUMN search_words"),
        migrations.RunSQL(INDEX, "DROP INDEX booking_words"),
        migrations.AlterField(
            model_name='booking',
            name='car_type',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='fares.cartype'),
        ),
        migrations.AddIndex(
            model_name='booking',
            index=models.Index(fields=['car_type', '-id'], name='booking_of_car_type'),
        ),
        migrations.AddIndex(
            model_name='booking',
            index=models.Index(fields=['payment_mode', '-id'], name='booking_by_payment'),
        ),
        migrations.AddIndex(
            model_name='booking',
            index=models.Index(fields=['trip_date', 'id'], name='booking_by_date'),
        ),
        migrations.AddIndex(
            model_name='booking',
            index=models.Index(fields=['trip_cost', 'id'], name='booking_by_cost'),
        ),
        *(
            migrations.AddIndex(
                model_name='booking',
                index=models.Index(fields=[whose, by, 'id'], condition=Q((f'{whose}__isnull', False)), name=name),
            )
            for whose, by, name in (
                ('driver', 'trip_date', 'booking_driver_by_date'),
                ('driver', 'trip_cost', 'booking_driver_by_cost'),
                ('fleet_admin', 'trip_date', 'booking_fleet_by_date'),
                ('fleet_admin', 'trip_cost', 'booking_fleet_by_cost'),
            )
        ),
    ]

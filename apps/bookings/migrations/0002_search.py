"""The search index of bookings, with each booking's status and fleet beside its text.

A search within one status or fleet is thus answered by one index.
"""

from typing import ClassVar

from django.db import migrations

# No extension and no locale: plain PostgreSQL 15 and newer. Code points are listed, so that what counts as a letter does
# not depend on the cluster's locale.
# Combining accents, Arabic vowel signs (with the remains of a hamza or madda), tatweel.
MARKS = r"[\u0300-\u036f\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed]"
# What separates words: all of ASCII except letters and digits, and the punctuation of Latin and Arabic.
ASCII_BREAKS = "".join(chr(code) for code in range(1, 128) if not chr(code).isalnum() and chr(code) != " ")
BREAKS = (
    r"[\u0080-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7"
    r"\u060c\u061b-\u061f\u066a-\u066d\u06d4\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u3000-\u303f\ufd3e\ufd3f\ufeff]"
)
# Letters and digits that a search treats as the same.
SAME = {
    "ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ŧ": "t",
    "ٱ": "ا", "ى": "ي", "ی": "ي", "ک": "ك", "ة": "ه", "ھ": "ه", "ہ": "ه",
    **{chr(0x660 + digit): str(digit) for digit in range(10)},
    **{chr(0x6F0 + digit): str(digit) for digit in range(10)},
}  # fmt: skip

# Every name is qualified, so that a restored dump works with any search_path.
PLAIN = rf"""
CREATE FUNCTION bookings_plain(source text) RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE plain text := source;
BEGIN
  -- Most addresses are plain ASCII, which takes the short way.
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
      -- The whole number, its last ten, nine and eight digits (as dialled nationally), and the last four.
      lexemes := lexemes || ARRAY['#' || phone, '#' || pg_catalog.right(phone, 10),
        '#' || pg_catalog.right(phone, 9), '#' || pg_catalog.right(phone, 8), '#' || pg_catalog.right(phone, 4)];
    END IF;
  END LOOP;
  RETURN pg_catalog.array_to_tsvector(lexemes);
END $$
"""
# Users cannot type a term that begins with "=".
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
  || array_to_tsvector(ARRAY['=' || status, '=f' || coalesce(fleet_admin_id, 0)::text])
) STORED
"""
# Rows written since the last vacuum are in a list that each search reads: keep it short.
INDEX = """
CREATE INDEX booking_words ON bookings_booking USING gin (search_words) WITH (gin_pending_list_limit = 256)
"""


class Migration(migrations.Migration):
    dependencies: ClassVar = [("bookings", "0001_initial")]

    operations: ClassVar = [
        migrations.RunSQL(PLAIN, "DROP FUNCTION bookings_plain(text)"),
        migrations.RunSQL(LEXEMES, "DROP FUNCTION bookings_lexemes(text, text[])"),
        # Not a field of the model: only searches read it, and nothing writes it.
        migrations.RunSQL(COLUMN, "ALTER TABLE bookings_booking DROP COLUMN search_words"),
        migrations.RunSQL(INDEX, "DROP INDEX booking_words"),
    ]

"""A published tariff never changes, and neither does a period that has begun."""

from typing import ClassVar

from django.db import migrations

PUBLISHED = """
CREATE FUNCTION fares_tariff_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% of a published tariff is refused', TG_OP USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER fares_tariff_published BEFORE UPDATE OR DELETE ON fares_tariff
    FOR EACH ROW WHEN (OLD.published_at IS NOT NULL) EXECUTE FUNCTION fares_tariff_refuse_change();
"""
DROP_PUBLISHED = """
DROP TRIGGER fares_tariff_published ON fares_tariff;
DROP FUNCTION fares_tariff_refuse_change();
"""

PERIODS = """
CREATE FUNCTION fares_tariffperiod_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' OR OLD.valid_from <= clock_timestamp() THEN
        RAISE EXCEPTION '% of a tariff period is refused', TG_OP
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN OLD;
END $$;
CREATE TRIGGER fares_tariffperiod_begun BEFORE UPDATE OR DELETE ON fares_tariffperiod
    FOR EACH ROW EXECUTE FUNCTION fares_tariffperiod_refuse_change();

CREATE FUNCTION fares_tariffperiod_require_published() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.tariff_id IS NOT NULL
       AND NOT EXISTS (SELECT FROM fares_tariff WHERE id = NEW.tariff_id AND published_at IS NOT NULL) THEN
        RAISE EXCEPTION 'a period of a draft is refused' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER fares_tariffperiod_published BEFORE INSERT ON fares_tariffperiod
    FOR EACH ROW EXECUTE FUNCTION fares_tariffperiod_require_published();
"""
DROP_PERIODS = """
DROP TRIGGER fares_tariffperiod_published ON fares_tariffperiod;
DROP FUNCTION fares_tariffperiod_require_published();
DROP TRIGGER fares_tariffperiod_begun ON fares_tariffperiod;
DROP FUNCTION fares_tariffperiod_refuse_change();
"""


class Migration(migrations.Migration):
    dependencies: ClassVar = [("fares", "0003_tariffs")]

    operations: ClassVar = [
        migrations.RunSQL(PUBLISHED, DROP_PUBLISHED),
        migrations.RunSQL(PERIODS, DROP_PERIODS),
    ]

"""The name indexes of user lists, and the number of users per role.

- Counting a hundred thousand users is slow, so triggers update the counts. One row per role would make every sign-up
  wait for the same lock, so each role has up to 64 rows, of which a connection writes one. Deleted users are not
  counted.
- The name indexes find names by their first letters, whatever the database's collation. They are SQL because Django's
  OpClass requires django.contrib.postgres in INSTALLED_APPS, which queries types on every connection.
"""

from typing import ClassVar

from django.db import migrations

NAMES = ("first_name", "last_name")

HEADCOUNT = """
CREATE TABLE accounts_headcount (
    user_type varchar(10) NOT NULL,
    slot smallint NOT NULL,
    people bigint NOT NULL,
    PRIMARY KEY (user_type, slot)
);

CREATE FUNCTION accounts_count_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO accounts_headcount AS kept (user_type, slot, people)
    SELECT user_type, pg_backend_pid() % 64, count(*) FROM changed WHERE deleted_at IS NULL
    GROUP BY user_type ORDER BY user_type
    ON CONFLICT (user_type, slot) DO UPDATE SET people = kept.people + EXCLUDED.people;
    RETURN NULL;
END $$;

CREATE FUNCTION accounts_count_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO accounts_headcount AS kept (user_type, slot, people)
    SELECT user_type, pg_backend_pid() % 64, -count(*) FROM changed WHERE deleted_at IS NULL
    GROUP BY user_type ORDER BY user_type
    ON CONFLICT (user_type, slot) DO UPDATE SET people = kept.people + EXCLUDED.people;
    RETURN NULL;
END $$;

CREATE FUNCTION accounts_count_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO accounts_headcount AS kept (user_type, slot, people)
    SELECT moved.user_type, pg_backend_pid() % 64, sum(moved.people)
    FROM (VALUES
        (OLD.user_type, CASE WHEN OLD.deleted_at IS NULL THEN -1 ELSE 0 END),
        (NEW.user_type, CASE WHEN NEW.deleted_at IS NULL THEN 1 ELSE 0 END)
    ) AS moved (user_type, people)
    GROUP BY moved.user_type ORDER BY moved.user_type
    ON CONFLICT (user_type, slot) DO UPDATE SET people = kept.people + EXCLUDED.people;
    RETURN NULL;
END $$;

CREATE FUNCTION accounts_count_nobody() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM accounts_headcount;
    RETURN NULL;
END $$;

-- For rows that were written while triggers were disabled.
CREATE FUNCTION accounts_recount() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    LOCK TABLE accounts_user IN SHARE ROW EXCLUSIVE MODE;
    DELETE FROM accounts_headcount;
    INSERT INTO accounts_headcount (user_type, slot, people)
    SELECT user_type, 0, count(*) FROM accounts_user WHERE deleted_at IS NULL GROUP BY user_type;
END $$;

CREATE TRIGGER accounts_user_added AFTER INSERT ON accounts_user
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION accounts_count_added();
CREATE TRIGGER accounts_user_gone AFTER DELETE ON accounts_user
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION accounts_count_gone();
CREATE TRIGGER accounts_user_moved AFTER UPDATE OF user_type, deleted_at ON accounts_user FOR EACH ROW
    WHEN (OLD.user_type <> NEW.user_type OR (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL))
    EXECUTE FUNCTION accounts_count_moved();
CREATE TRIGGER accounts_user_emptied AFTER TRUNCATE ON accounts_user
    FOR EACH STATEMENT EXECUTE FUNCTION accounts_count_nobody();
"""

DROP_HEADCOUNT = """
DROP TRIGGER accounts_user_emptied ON accounts_user;
DROP TRIGGER accounts_user_moved ON accounts_user;
DROP TRIGGER accounts_user_gone ON accounts_user;
DROP TRIGGER accounts_user_added ON accounts_user;
DROP FUNCTION accounts_recount();
DROP FUNCTION accounts_count_nobody();
DROP FUNCTION accounts_count_moved();
DROP FUNCTION accounts_count_gone();
DROP FUNCTION accounts_count_added();
DROP TABLE accounts_headcount;
"""


class Migration(migrations.Migration):
    dependencies: ClassVar = [("accounts", "0001_initial")]

    operations: ClassVar = [
        *(
            migrations.RunSQL(
                f"CREATE INDEX user_{name}_begins ON accounts_user (lower({name}) text_pattern_ops)",
                f"DROP INDEX user_{name}_begins",
            )
            for name in NAMES
        ),
        migrations.RunSQL(HEADCOUNT, DROP_HEADCOUNT),
    ]

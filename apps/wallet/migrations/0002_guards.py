"""What the database itself promises about money, whoever writes to it and however.

- Postings and entries are append-only: no UPDATE, DELETE or TRUNCATE, by triggers and by grants (a
  superuser passes the grants, nobody passes the triggers but who disables them, which verify_ledger
  tells).
- An entry's postings come in its own transaction and sum to zero, two at least, at the commit.
- A wallet's balance moves with its postings and by nothing else, and every posting keeps the balance
  that it led to.
- A wallet does not fall below zero but by a driver's cash settlement (docs/decisions/0002).

Tests empty tables between them and may not do so here: tests/ledger.py takes the one trigger against
TRUNCATE off the test database. There is no setting that does it, so none can be left on.
"""

from django.db import migrations

GUARDS = """
CREATE FUNCTION wallet_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% of % is refused: the ledger is append-only', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation', HINT = 'Correct it by a reversing entry.';
END $$;

CREATE FUNCTION wallet_write_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- The one time of the whole transaction: postings know their entry's transaction by it.
    NEW.created_at := now();
    RETURN NEW;
END $$;

CREATE FUNCTION wallet_write_posting() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    entry record;
BEGIN
    SELECT kind, created_at INTO entry FROM wallet_journalentry WHERE id = NEW.entry_id;
    IF entry.created_at IS DISTINCT FROM now() THEN
        RAISE EXCEPTION 'entry % takes no more postings', NEW.entry_id
            USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'wallet_entry_closed';
    END IF;
    NEW.created_at := now();
    UPDATE wallet_account SET balance = balance + NEW.amount
        WHERE id = NEW.account_id AND kind = 'user' RETURNING balance INTO NEW.balance_after;
    IF NEW.amount < 0 AND NEW.balance_after < 0 AND entry.kind <> 'cash_settlement' THEN
        RAISE EXCEPTION 'account % would fall to %', NEW.account_id, NEW.balance_after
            USING ERRCODE = 'check_violation', CONSTRAINT = 'wallet_not_below_zero';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION wallet_check_entry(checked_id bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    found record;
BEGIN
    SELECT count(*) AS postings, coalesce(sum(amount), 0) AS total INTO found
        FROM wallet_posting WHERE entry_id = checked_id;
    IF found.postings < 2 OR found.total <> 0 THEN
        RAISE EXCEPTION 'entry % has % postings that sum to %', checked_id, found.postings, found.total
            USING ERRCODE = 'check_violation', CONSTRAINT = 'wallet_entry_sums_to_zero';
    END IF;
END $$;

CREATE FUNCTION wallet_check_entry_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM wallet_check_entry(NEW.id);
    RETURN NULL;
END $$;

CREATE FUNCTION wallet_check_posting_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM wallet_check_entry(NEW.entry_id);
    RETURN NULL;
END $$;

CREATE FUNCTION wallet_open_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'an account begins empty'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'wallet_account_begins_empty';
END $$;

CREATE TRIGGER wallet_entry_write BEFORE INSERT ON wallet_journalentry
    FOR EACH ROW EXECUTE FUNCTION wallet_write_entry();
CREATE TRIGGER wallet_entry_append_only BEFORE UPDATE OR DELETE ON wallet_journalentry
    FOR EACH STATEMENT EXECUTE FUNCTION wallet_refuse_change();
CREATE TRIGGER wallet_entry_no_truncate BEFORE TRUNCATE ON wallet_journalentry
    FOR EACH STATEMENT EXECUTE FUNCTION wallet_refuse_change();
CREATE CONSTRAINT TRIGGER wallet_entry_sums_to_zero AFTER INSERT ON wallet_journalentry
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wallet_check_entry_row();

CREATE TRIGGER wallet_posting_write BEFORE INSERT ON wallet_posting
    FOR EACH ROW EXECUTE FUNCTION wallet_write_posting();
CREATE TRIGGER wallet_posting_append_only BEFORE UPDATE OR DELETE ON wallet_posting
    FOR EACH STATEMENT EXECUTE FUNCTION wallet_refuse_change();
CREATE TRIGGER wallet_posting_no_truncate BEFORE TRUNCATE ON wallet_posting
    FOR EACH STATEMENT EXECUTE FUNCTION wallet_refuse_change();
CREATE CONSTRAINT TRIGGER wallet_posting_sums_to_zero AFTER INSERT ON wallet_posting
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wallet_check_posting_row();

CREATE TRIGGER wallet_account_opens_empty BEFORE INSERT ON wallet_account
    FOR EACH ROW WHEN (NEW.balance <> 0) EXECUTE FUNCTION wallet_open_account();
-- Depth 0 is a statement of somebody's own; the update that a posting makes comes from inside a trigger.
CREATE TRIGGER wallet_account_moves_by_postings BEFORE UPDATE ON wallet_account
    FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION wallet_refuse_change();

REVOKE UPDATE, DELETE, TRUNCATE ON wallet_posting FROM PUBLIC, CURRENT_USER;
-- UPDATE stays: PostgreSQL asks for it to lock the entry that a posting names.
REVOKE DELETE, TRUNCATE ON wallet_journalentry FROM PUBLIC, CURRENT_USER;
"""

UNGUARD = """
GRANT UPDATE, DELETE, TRUNCATE ON wallet_posting TO CURRENT_USER;
GRANT DELETE, TRUNCATE ON wallet_journalentry TO CURRENT_USER;
DROP TRIGGER wallet_account_moves_by_postings ON wallet_account;
DROP TRIGGER wallet_account_opens_empty ON wallet_account;
DROP TRIGGER wallet_posting_sums_to_zero ON wallet_posting;
DROP TRIGGER wallet_posting_no_truncate ON wallet_posting;
DROP TRIGGER wallet_posting_append_only ON wallet_posting;
DROP TRIGGER wallet_posting_write ON wallet_posting;
DROP TRIGGER wallet_entry_sums_to_zero ON wallet_journalentry;
DROP TRIGGER wallet_entry_no_truncate ON wallet_journalentry;
DROP TRIGGER wallet_entry_append_only ON wallet_journalentry;
DROP TRIGGER wallet_entry_write ON wallet_journalentry;
DROP FUNCTION wallet_open_account();
DROP FUNCTION wallet_check_posting_row();
DROP FUNCTION wallet_check_entry_row();
DROP FUNCTION wallet_check_entry(bigint);
DROP FUNCTION wallet_write_posting();
DROP FUNCTION wallet_write_entry();
DROP FUNCTION wallet_refuse_change();
"""


class Migration(migrations.Migration):

    dependencies = [
        ('wallet', '0001_initial'),
    ]

    operations = [migrations.RunSQL(GUARDS, UNGUARD)]

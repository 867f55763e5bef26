"""The database's guarantees about money, for every writer and every statement.

- Postings and entries are append-only: no UPDATE, DELETE or TRUNCATE, by triggers and by grants. A superuser bypasses
  the grants, but not the triggers unless they are disabled, which verify_ledger reports.
- An entry's postings are written in its own transaction. At the commit there are at least two, and they sum to zero.
- A wallet's balance changes only by its postings, and every posting stores the balance after it.
- A rider's receivable (docs/decisions/0032) has a balance like a wallet, zero or below by a constraint of its row.
- A wallet does not fall below zero, except by a driver's cash settlement (docs/decisions/0002).

Tests truncate tables: tests/ledger.py drops the triggers against TRUNCATE in the test database. There is no setting for
it, so none can be left on.
"""

from typing import ClassVar

from django.db import migrations

GUARDS = """
CREATE FUNCTION wallet_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% of % is refused: the ledger is append-only', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation', HINT = 'Correct it by a reversing entry.';
END $$;

CREATE FUNCTION wallet_write_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- The time of the transaction, by which a posting recognises an entry of its own transaction.
    NEW.created_at := now();
    RETURN NEW;
END $$;

CREATE FUNCTION wallet_write_posting() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    entry record;
    account_kind varchar;
BEGIN
    SELECT kind, created_at INTO entry FROM wallet_journalentry WHERE id = NEW.entry_id;
    IF entry.created_at IS DISTINCT FROM now() THEN
        RAISE EXCEPTION 'entry % takes no more postings', NEW.entry_id
            USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'wallet_entry_closed';
    END IF;
    NEW.created_at := now();
    UPDATE wallet_account SET balance = balance + NEW.amount
        WHERE id = NEW.account_id AND kind IN ('user', 'receivable') RETURNING balance, kind
        INTO NEW.balance_after, account_kind;
    IF NEW.amount < 0 AND NEW.balance_after < 0 AND entry.kind <> 'cash_settlement' AND account_kind = 'user' THEN
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
-- Depth 0 is a statement of a client; the update by a posting comes from inside a trigger.
CREATE TRIGGER wallet_account_moves_by_postings BEFORE UPDATE ON wallet_account
    FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION wallet_refuse_change();

REVOKE UPDATE, DELETE, TRUNCATE ON wallet_posting FROM PUBLIC, CURRENT_USER;
-- UPDATE stays: PostgreSQL requires it to lock the entry that a posting refers to.
REVOKE DELETE, TRUNCATE ON wallet_journalentry FROM PUBLIC, CURRENT_USER;
"""

DROP_GUARDS = """
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
    dependencies: ClassVar = [("wallet", "0001_initial")]

    operations: ClassVar = [migrations.RunSQL(GUARDS, DROP_GUARDS)]

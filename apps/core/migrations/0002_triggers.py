"""Triggers of the outbox and of the audit log."""

from typing import ClassVar

from django.db import migrations

# The relay is notified at the commit of new rows, without another query by the writer. PostgreSQL merges equal
# notifications of one transaction.
NOTIFY_RELAY = """
CREATE FUNCTION core_outbox_wake() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('hansom_outbox', '');
    RETURN NULL;
END $$;
CREATE TRIGGER core_outbox_wake AFTER INSERT ON core_outboxentry
    FOR EACH STATEMENT EXECUTE FUNCTION core_outbox_wake();
"""
DROP_NOTIFY_RELAY = """
DROP TRIGGER core_outbox_wake ON core_outboxentry;
DROP FUNCTION core_outbox_wake();
"""

APPEND_ONLY = """
CREATE FUNCTION core_audit_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% of % is refused: the audit trail is append-only', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER core_audit_append_only BEFORE UPDATE OR DELETE ON core_auditentry
    FOR EACH ROW EXECUTE FUNCTION core_audit_refuse_change();
"""
DROP_APPEND_ONLY = """
DROP TRIGGER core_audit_append_only ON core_auditentry;
DROP FUNCTION core_audit_refuse_change();
"""


class Migration(migrations.Migration):
    dependencies: ClassVar = [("core", "0001_initial")]

    operations: ClassVar = [
        migrations.RunSQL(NOTIFY_RELAY, DROP_NOTIFY_RELAY),
        migrations.RunSQL(APPEND_ONLY, DROP_APPEND_ONLY),
    ]

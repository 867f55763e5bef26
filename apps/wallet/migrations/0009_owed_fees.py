"""What riders owe: fees that their wallets did not hold (docs/decisions/0032).

A rider's receivable keeps a balance as a wallet does, moved by its postings alone; it is zero or below, by
the constraint of its row.
"""
import django.db.models.deletion
import django.db.models.expressions
import django.db.models.functions.datetime
from django.conf import settings
from django.contrib.postgres.operations import AddConstraintNotValid
from django.db import migrations, models


def _write_posting(*, kinds: str, wallet: str) -> str:
    return f"""
CREATE OR REPLACE FUNCTION wallet_write_posting() RETURNS trigger LANGUAGE plpgsql AS $$
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
        WHERE id = NEW.account_id AND kind IN ({kinds}) RETURNING balance, kind
        INTO NEW.balance_after, account_kind;
    IF NEW.amount < 0 AND NEW.balance_after < 0 AND entry.kind <> 'cash_settlement'{wallet} THEN
        RAISE EXCEPTION 'account % would fall to %', NEW.account_id, NEW.balance_after
            USING ERRCODE = 'check_violation', CONSTRAINT = 'wallet_not_below_zero';
    END IF;
    RETURN NEW;
END $$;
"""


GUARD = _write_posting(kinds="'user', 'receivable'", wallet=" AND account_kind = 'user'")
GUARD_BEFORE = _write_posting(kinds="'user'", wallet="")


class Migration(migrations.Migration):

    dependencies = [
        ('wallet', '0008_corrections'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='OwedFee',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('booking_id', models.BigIntegerField(unique=True)),
                ('reference', models.CharField(max_length=60)),
                ('amount', models.DecimalField(decimal_places=4, max_digits=18)),
                ('paid', models.DecimalField(decimal_places=4, default=0, max_digits=18)),
                ('written_off', models.DecimalField(decimal_places=4, default=0, max_digits=18)),
                ('created_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), editable=False)),
                ('settled_at', models.DateTimeField(blank=True, null=True)),
                ('written_off_at', models.DateTimeField(blank=True, null=True)),
                ('reason', models.CharField(blank=True, max_length=250)),
            ],
        ),
        migrations.RemoveConstraint(
            model_name='account',
            name='wallet_account_of_a_user_or_the_platform',
        ),
        migrations.RemoveConstraint(
            model_name='journalentry',
            name='journal_entry_kind_known',
        ),
        migrations.AddField(
            model_name='account',
            name='debtor',
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='receivable', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AlterField(
            model_name='account',
            name='kind',
            field=models.CharField(choices=[('user', 'User'), ('platform', 'Platform'), ('receivable', 'Receivable')], max_length=10),
        ),
        migrations.AlterField(
            model_name='journalentry',
            name='kind',
            field=models.CharField(choices=[('wallet_payment', 'Wallet Payment'), ('card_payment', 'Card Payment'), ('cash_payment', 'Cash Payment'), ('discount', 'Discount'), ('driver_share', 'Driver Share'), ('cash_settlement', 'Cash Settlement'), ('cancellation_fee', 'Cancellation Fee'), ('fee_owed', 'Fee Owed'), ('fee_settled', 'Fee Settled'), ('fee_written_off', 'Fee Written Off'), ('refund', 'Refund'), ('admin_credit', 'Admin Credit'), ('admin_debit', 'Admin Debit'), ('fare_adjustment', 'Fare Adjustment'), ('prepayment_change', 'Prepayment Change'), ('trip_refund', 'Trip Refund'), ('referral_bonus', 'Referral Bonus'), ('referral_reversal', 'Referral Reversal'), ('withdrawal', 'Withdrawal'), ('withdrawal_paid', 'Withdrawal Paid'), ('withdrawal_rejected', 'Withdrawal Rejected'), ('top_up', 'Top Up'), ('gateway_refund', 'Gateway Refund'), ('chargeback', 'Chargeback')], max_length=20),
        ),
        AddConstraintNotValid(
            model_name='account',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('balance__isnull', False), ('debtor__isnull', True), ('kind', 'user'), ('name', ''), ('user__isnull', False)), models.Q(('balance__isnull', False), ('balance__lte', 0), ('debtor__isnull', False), ('kind', 'receivable'), ('name', ''), ('user__isnull', True)), models.Q(('balance__isnull', True), ('debtor__isnull', True), ('kind', 'platform'), ('name__regex', '^(adjustments|bank|bonuses|cash_with_drivers|fees_owed|promotions|revenue|trips|withdrawals_pending|gateway:[a-z0-9_]+)$'), ('user__isnull', True)), _connector='OR'), name='wallet_account_of_a_user_or_the_platform'),
        ),
        AddConstraintNotValid(
            model_name='journalentry',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['wallet_payment', 'card_payment', 'cash_payment', 'discount', 'driver_share', 'cash_settlement', 'cancellation_fee', 'fee_owed', 'fee_settled', 'fee_written_off', 'refund', 'admin_credit', 'admin_debit', 'fare_adjustment', 'prepayment_change', 'trip_refund', 'referral_bonus', 'referral_reversal', 'withdrawal', 'withdrawal_paid', 'withdrawal_rejected', 'top_up', 'gateway_refund', 'chargeback'])), name='journal_entry_kind_known'),
        ),
        migrations.AddField(
            model_name='owedfee',
            name='payee',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='owedfee',
            name='user',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='owed_fees', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='owedfee',
            name='written_off_by',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddIndex(
            model_name='owedfee',
            index=models.Index(fields=['user', 'id'], name='owed_fee_of_user'),
        ),
        migrations.AddIndex(
            model_name='owedfee',
            index=models.Index(condition=models.Q(('settled_at__isnull', True)), fields=['user', 'id'], name='owed_fee_open_of_user'),
        ),
        migrations.AddConstraint(
            model_name='owedfee',
            constraint=models.CheckConstraint(condition=models.Q(('amount__gt', 0), ('paid__gte', 0), ('written_off__gte', 0), ('amount__gte', django.db.models.expressions.CombinedExpression(models.F('paid'), '+', models.F('written_off')))), name='owed_fee_amounts_fit'),
        ),
        migrations.AddConstraint(
            model_name='owedfee',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('amount__gt', django.db.models.expressions.CombinedExpression(models.F('paid'), '+', models.F('written_off'))), ('settled_at__isnull', True)), models.Q(('amount', django.db.models.expressions.CombinedExpression(models.F('paid'), '+', models.F('written_off'))), ('settled_at__isnull', False)), _connector='OR'), name='owed_fee_settled_when_nothing_is_left'),
        ),
        migrations.AddConstraint(
            model_name='owedfee',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('reason', ''), ('written_off', 0), ('written_off_at__isnull', True), ('written_off_by__isnull', True)), models.Q(('written_off__gt', 0), ('written_off_at__isnull', False), ('written_off_by__isnull', False), models.Q(('reason', ''), _negated=True)), _connector='OR'), name='owed_fee_written_off_by_someone'),
        ),
        migrations.RunSQL(GUARD, GUARD_BEFORE),
    ]

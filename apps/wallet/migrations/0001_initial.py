import django.db.models.deletion
import django.db.models.expressions
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Account',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('user', 'User'), ('platform', 'Platform'), ('receivable', 'Receivable')], max_length=10)),
                ('name', models.CharField(blank=True, max_length=60)),
                ('balance', models.DecimalField(decimal_places=4, editable=False, max_digits=18, null=True)),
                ('created_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), editable=False)),
                ('debtor', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='receivable', to=settings.AUTH_USER_MODEL)),
                ('user', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='wallet', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('kind', 'platform')), fields=('name',), name='wallet_account_name_once'), models.CheckConstraint(condition=models.Q(models.Q(('balance__isnull', False), ('debtor__isnull', True), ('kind', 'user'), ('name', ''), ('user__isnull', False)), models.Q(('balance__isnull', False), ('balance__lte', 0), ('debtor__isnull', False), ('kind', 'receivable'), ('name', ''), ('user__isnull', True)), models.Q(('balance__isnull', True), ('debtor__isnull', True), ('kind', 'platform'), ('name__regex', '^(adjustments|bank|bonuses|cash_with_drivers|fees_owed|other_payments|promotions|revenue|trips|withdrawals_pending|write_offs|gateway:[a-z0-9_]+)$'), ('user__isnull', True)), _connector='OR'), name='wallet_account_of_a_user_or_the_platform')],
            },
        ),
        migrations.CreateModel(
            name='JournalEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=160, unique=True)),
                ('kind', models.CharField(choices=[('wallet_payment', 'Wallet Payment'), ('card_payment', 'Card Payment'), ('cash_payment', 'Cash Payment'), ('other_payment', 'Other Payment'), ('write_off', 'Write Off'), ('discount', 'Discount'), ('driver_share', 'Driver Share'), ('cash_settlement', 'Cash Settlement'), ('tip', 'Tip'), ('cancellation_fee', 'Cancellation Fee'), ('fee_owed', 'Fee Owed'), ('fee_settled', 'Fee Settled'), ('fee_written_off', 'Fee Written Off'), ('refund', 'Refund'), ('admin_credit', 'Admin Credit'), ('admin_debit', 'Admin Debit'), ('fare_adjustment', 'Fare Adjustment'), ('prepayment_change', 'Prepayment Change'), ('trip_refund', 'Trip Refund'), ('referral_bonus', 'Referral Bonus'), ('referral_reversal', 'Referral Reversal'), ('withdrawal', 'Withdrawal'), ('withdrawal_paid', 'Withdrawal Paid'), ('withdrawal_rejected', 'Withdrawal Rejected'), ('top_up', 'Top Up'), ('gateway_refund', 'Gateway Refund'), ('chargeback', 'Chargeback')], max_length=20)),
                ('memo', models.CharField(blank=True, max_length=250)),
                ('booking_id', models.BigIntegerField(blank=True, null=True)),
                ('reference', models.CharField(blank=True, max_length=60)),
                ('created_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), editable=False)),
                ('created_by', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name_plural': 'journal entries',
                'indexes': [models.Index(condition=models.Q(('booking_id__isnull', False)), fields=['booking_id'], name='journal_entry_of_booking'), models.Index(condition=models.Q(('created_by__isnull', False)), fields=['created_by'], name='journal_entry_by_admin')],
                'constraints': [models.CheckConstraint(condition=models.Q(('kind__in', ['wallet_payment', 'card_payment', 'cash_payment', 'other_payment', 'write_off', 'discount', 'driver_share', 'cash_settlement', 'tip', 'cancellation_fee', 'fee_owed', 'fee_settled', 'fee_written_off', 'refund', 'admin_credit', 'admin_debit', 'fare_adjustment', 'prepayment_change', 'trip_refund', 'referral_bonus', 'referral_reversal', 'withdrawal', 'withdrawal_paid', 'withdrawal_rejected', 'top_up', 'gateway_refund', 'chargeback'])), name='journal_entry_kind_known')],
            },
        ),
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
                ('payee', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='owed_fees', to=settings.AUTH_USER_MODEL)),
                ('written_off_by', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['user', 'id'], name='owed_fee_of_user'), models.Index(condition=models.Q(('settled_at__isnull', True)), fields=['user', 'id'], name='owed_fee_open_of_user')],
                'constraints': [models.CheckConstraint(condition=models.Q(('amount__gt', 0), ('paid__gte', 0), ('written_off__gte', 0), ('amount__gte', django.db.models.expressions.CombinedExpression(models.F('paid'), '+', models.F('written_off')))), name='owed_fee_amounts_fit'), models.CheckConstraint(condition=models.Q(models.Q(('amount__gt', django.db.models.expressions.CombinedExpression(models.F('paid'), '+', models.F('written_off'))), ('settled_at__isnull', True)), models.Q(('amount', django.db.models.expressions.CombinedExpression(models.F('paid'), '+', models.F('written_off'))), ('settled_at__isnull', False)), _connector='OR'), name='owed_fee_settled_when_nothing_is_left'), models.CheckConstraint(condition=models.Q(models.Q(('reason', ''), ('written_off', 0), ('written_off_at__isnull', True), ('written_off_by__isnull', True)), models.Q(('written_off__gt', 0), ('written_off_at__isnull', False), ('written_off_by__isnull', False), models.Q(('reason', ''), _negated=True)), _connector='OR'), name='owed_fee_written_off_by_someone')],
            },
        ),
        migrations.CreateModel(
            name='PayoutBatch',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), editable=False)),
                ('created_by', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name_plural': 'payout batches',
            },
        ),
        migrations.CreateModel(
            name='Posting',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('amount', models.DecimalField(decimal_places=4, max_digits=18)),
                ('balance_after', models.DecimalField(decimal_places=4, editable=False, max_digits=18, null=True)),
                ('created_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), editable=False)),
                ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='postings', to='wallet.account')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='postings', to='wallet.journalentry')),
            ],
            options={
                'indexes': [models.Index(fields=['account', '-id'], name='posting_of_account')],
                'constraints': [models.CheckConstraint(condition=models.Q(('amount', 0), _negated=True), name='posting_moves_something')],
            },
        ),
        migrations.CreateModel(
            name='ReferralBonus',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('amount', models.DecimalField(decimal_places=4, max_digits=18)),
                ('state', models.CharField(choices=[('pending', 'Pending'), ('earned', 'Earned'), ('reversed', 'Reversed'), ('refused', 'Refused')], default='pending', max_length=10)),
                ('address_hash', models.CharField(blank=True, max_length=64)),
                ('created_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), editable=False)),
                ('decided_at', models.DateTimeField(blank=True, null=True)),
                ('guest', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='referral_bonus', to=settings.AUTH_USER_MODEL)),
                ('referrer', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='referral_bonuses', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name_plural': 'referral bonuses',
                'indexes': [models.Index(fields=['referrer', 'created_at'], name='referral_bonus_of_referrer'), models.Index(condition=models.Q(('state', 'pending')), fields=['created_at', 'id'], name='referral_bonus_pending'), models.Index(fields=['created_at'], name='referral_bonus_by_time')],
                'constraints': [models.CheckConstraint(condition=models.Q(('amount__gte', 0)), name='referral_bonus_not_negative'), models.CheckConstraint(condition=models.Q(('state__in', ['pending', 'earned', 'reversed', 'refused'])), name='referral_bonus_state_known')],
            },
        ),
        migrations.CreateModel(
            name='Withdrawal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('amount', models.DecimalField(decimal_places=4, max_digits=18)),
                ('reference', models.CharField(max_length=20, unique=True)),
                ('name', models.CharField(blank=True, max_length=161)),
                ('bank_name', models.CharField(blank=True, max_length=120)),
                ('bank_code', models.CharField(blank=True, max_length=40)),
                ('bank_account', models.CharField(blank=True, max_length=60)),
                ('state', models.CharField(choices=[('requested', 'Requested'), ('processed', 'Processed'), ('rejected', 'Rejected')], default='requested', max_length=10)),
                ('requested_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), editable=False)),
                ('process_date', models.DateField(blank=True, null=True)),
                ('decided_at', models.DateTimeField(blank=True, null=True)),
                ('reason', models.CharField(blank=True, max_length=250)),
                ('batch', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='withdrawals', to='wallet.payoutbatch')),
                ('decided_by', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='withdrawals', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['user', '-id'], name='withdrawal_of_user'), models.Index(fields=['state', 'requested_at', 'id'], name='withdrawal_by_state'), models.Index(fields=['requested_at', 'id'], name='withdrawal_by_time'), models.Index(fields=['amount', 'id'], name='withdrawal_by_amount')],
                'constraints': [models.CheckConstraint(condition=models.Q(('amount__gt', 0)), name='withdrawal_of_something'), models.CheckConstraint(condition=models.Q(models.Q(('decided_at__isnull', True), ('decided_by__isnull', True), ('process_date__isnull', True), ('reason', ''), ('state', 'requested')), models.Q(('decided_at__isnull', False), ('decided_by__isnull', False), ('process_date__isnull', False), ('reason', ''), ('state', 'processed')), models.Q(('decided_at__isnull', False), ('decided_by__isnull', False), ('process_date__isnull', True), ('state', 'rejected'), models.Q(('reason', ''), _negated=True)), _connector='OR'), name='withdrawal_decided_once'), models.CheckConstraint(condition=models.Q(('batch__isnull', True), models.Q(('bank_account', ''), _negated=True), _connector='OR'), name='withdrawal_batch_has_an_account')],
            },
        ),
    ]

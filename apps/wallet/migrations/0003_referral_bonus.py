from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('wallet', '0002_guards'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='journalentry',
            name='journal_entry_kind_known',
        ),
        migrations.AlterField(
            model_name='journalentry',
            name='kind',
            field=models.CharField(choices=[('wallet_payment', 'Wallet Payment'), ('card_payment', 'Card Payment'), ('cash_payment', 'Cash Payment'), ('discount', 'Discount'), ('driver_share', 'Driver Share'), ('cash_settlement', 'Cash Settlement'), ('cancellation_fee', 'Cancellation Fee'), ('admin_credit', 'Admin Credit'), ('referral_bonus', 'Referral Bonus'), ('withdrawal', 'Withdrawal')], max_length=20),
        ),
        migrations.AddConstraint(
            model_name='journalentry',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['wallet_payment', 'card_payment', 'cash_payment', 'discount', 'driver_share', 'cash_settlement', 'cancellation_fee', 'admin_credit', 'referral_bonus', 'withdrawal'])), name='journal_entry_kind_known'),
        ),
    ]

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PaymentsConfig(AppConfig):
    name = "apps.payments"
    verbose_name = _("Payments")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from apps.accounts.privacy.registry import register_personal_data
        from apps.bookings.payment.gateways import register_gateways
        from apps.core.diagnosis.registry import register_check as register_diagnosis
        from apps.core.monitoring.readings import register_reading
        from apps.core.privacy.retention import register_retentions
        from apps.core.security.key_rotation import register_encrypted_column
        from apps.exports.lists import register_list
        from apps.payments.attempt_list import PAYMENTS
        from apps.payments.diagnosis import ACCOUNTS
        from apps.payments.gateways.credentials import CREDENTIALS
        from apps.payments.gateways.registry import providers
        from apps.payments.personal_data import PERSONAL_DATA
        from apps.payments.readings import PENDING
        from apps.payments.retention import RETENTIONS
        from apps.payments.verification import PAYMENTS_ARE_BOOKED
        from apps.wallet.verification import register_check

        register_personal_data(*PERSONAL_DATA)
        register_check(PAYMENTS_ARE_BOOKED)
        register_reading(PENDING)
        register_diagnosis(ACCOUNTS)
        register_encrypted_column(CREDENTIALS)
        register_list(PAYMENTS)
        register_retentions(*RETENTIONS)
        register_gateways({name: provider.label for name, provider in providers().items()})

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class WalletConfig(AppConfig):
    name = "apps.wallet"
    verbose_name = _("Wallet")

    def ready(self) -> None:
        from apps.accounts.privacy.registry import register_personal_data
        from apps.accounts.profile.balance import register_balance_reader
        from apps.core.diagnosis.registry import register_check as register_diagnosis
        from apps.exports.lists import register_list
        from apps.wallet.diagnosis import LAST_CHECK, LEDGER
        from apps.wallet.history.entries import WALLET
        from apps.wallet.personal_data import PERSONAL_DATA
        from apps.wallet.selectors import balance_of
        from apps.wallet.verification import register_check
        from apps.wallet.withdrawals.withdrawal_list import WITHDRAWALS
        from apps.wallet.withdrawals.withdrawal_verification import PENDING_IS_REQUESTED

        register_personal_data(*PERSONAL_DATA)
        register_balance_reader(balance_of)
        register_check(PENDING_IS_REQUESTED)
        register_diagnosis(LEDGER)
        register_diagnosis(LAST_CHECK)
        register_list(WALLET)
        register_list(WITHDRAWALS)

from django.apps import AppConfig


class WalletConfig(AppConfig):
    name = "apps.wallet"

    def ready(self) -> None:
        from apps.accounts.balance import register_balance_reader
        from apps.wallet.selectors import balance_of

        register_balance_reader(balance_of)

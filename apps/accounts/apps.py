from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "apps.accounts"

    def ready(self) -> None:
        # Importing the module registers the extension.
        from apps.accounts import schema  # noqa: F401
        from apps.accounts.mfa_adapter import AUTHENTICATORS
        from apps.core.key_rotation import register_encrypted_column

        register_encrypted_column(AUTHENTICATORS)

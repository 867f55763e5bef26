from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "apps.accounts"

    def ready(self) -> None:
        # Importing the module registers the extension.
        from apps.accounts.allauth_adapters.mfa import AUTHENTICATORS
        from apps.accounts.login import schema  # noqa: F401
        from apps.core.security.key_rotation import register_encrypted_column

        register_encrypted_column(AUTHENTICATORS)

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "apps.accounts"
    verbose_name = _("Users")

    def ready(self) -> None:
        # Importing the module registers the extension.
        from apps.accounts.allauth_adapters.mfa import AUTHENTICATORS
        from apps.accounts.login import schema  # noqa: F401
        from apps.accounts.personal_data import PERSONAL_DATA
        from apps.accounts.privacy.registry import register_personal_data
        from apps.accounts.retention import RETENTIONS
        from apps.core.privacy.retention import register_retentions
        from apps.core.security.key_rotation import register_encrypted_column

        register_personal_data(*PERSONAL_DATA)
        register_retentions(*RETENTIONS)
        register_encrypted_column(AUTHENTICATORS)

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ChatConfig(AppConfig):
    name = "apps.chat"
    verbose_name = _("Chat")

    def ready(self) -> None:
        from apps.accounts.privacy.registry import register_personal_data
        from apps.chat.personal_data import PERSONAL_DATA
        from apps.chat.retention import RETENTIONS
        from apps.core.privacy.retention import register_retentions

        register_personal_data(*PERSONAL_DATA)
        register_retentions(*RETENTIONS)

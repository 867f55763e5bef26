from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CallsConfig(AppConfig):
    name = "apps.calls"
    verbose_name = _("Phone calls")

    def ready(self) -> None:
        from apps.accounts.privacy.registry import register_personal_data
        from apps.calls.diagnosis import ASTERISK
        from apps.calls.personal_data import PERSONAL_DATA
        from apps.calls.retention import RETENTIONS
        from apps.core.diagnosis.registry import register_check
        from apps.core.privacy.retention import register_retentions

        register_personal_data(*PERSONAL_DATA)
        register_retentions(*RETENTIONS)
        register_check(ASTERISK)

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RecordingConfig(AppConfig):
    name = "apps.recording"
    verbose_name = _("Recording")

    def ready(self) -> None:
        from apps.accounts.privacy.registry import register_personal_data
        from apps.core.privacy.retention import register_retentions
        from apps.exports.lists import register_list
        from apps.fares.estimates.shown import register_estimate_listener
        from apps.recording.personal_data import PERSONAL_DATA
        from apps.recording.quotes.buffer import BUFFER
        from apps.recording.quotes.quote_list import QUOTES
        from apps.recording.retention import RETENTIONS

        register_estimate_listener(BUFFER.add)
        register_list(QUOTES)
        register_personal_data(*PERSONAL_DATA)
        register_retentions(*RETENTIONS)

from django.apps import AppConfig
from django.conf import settings
from django.utils.translation import gettext_lazy as _


class NotificationsConfig(AppConfig):
    name = "apps.notifications"
    verbose_name = _("Notifications")

    def ready(self) -> None:
        from apps.accounts.privacy.registry import register_personal_data
        from apps.core.diagnosis.registry import register_check
        from apps.core.privacy.retention import register_retentions
        from apps.exports.lists import register_list
        from apps.notifications.announcements.announcement_list import NOTIFICATIONS
        from apps.notifications.diagnosis import SENDERS
        from apps.notifications.personal_data import PERSONAL_DATA
        from apps.notifications.retention import RETENTIONS

        register_personal_data(*PERSONAL_DATA)
        register_check(SENDERS)
        register_list(NOTIFICATIONS)
        register_retentions(*RETENTIONS)
        self.register_verifier()

    @staticmethod
    def register_verifier() -> None:
        """Let Twilio Verify send and check phone codes if the settings choose it."""
        if settings.SMS_SENDER == "twilio_verify":
            from apps.accounts.phone_numbers.phone_verifier import register_phone_verifier
            from apps.notifications.adapters.twilio.verify import TwilioVerify

            register_phone_verifier(TwilioVerify())

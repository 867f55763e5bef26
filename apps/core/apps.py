from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CoreConfig(AppConfig):
    name = "apps.core"
    verbose_name = _("Platform")

    def ready(self) -> None:
        # Importing these modules registers their handlers.
        from apps.core.diagnosis.core_checks import register_checks
        from apps.core.files import file_jobs  # noqa: F401
        from apps.core.monitoring import error_reports
        from apps.core.outbox import jobs
        from apps.core.privacy.retention import register_retentions
        from apps.core.retention import RETENTIONS
        from apps.core.validation.number_fields import install_number_grammar
        from apps.core.validation.validation_messages import install_validation_messages

        register_checks()
        register_retentions(*RETENTIONS)
        error_reports.start()
        install_validation_messages()
        install_number_grammar()
        jobs.load_handlers()

from django.apps import AppConfig


class CoreConfig(AppConfig):
    name = "apps.core"

    def ready(self) -> None:
        # Importing these modules registers their handlers.
        from apps.core import file_jobs, jobs  # noqa: F401
        from apps.core.number_fields import install_number_grammar
        from apps.core.validation_messages import install_validation_messages

        install_validation_messages()
        install_number_grammar()
        jobs.load_handlers()

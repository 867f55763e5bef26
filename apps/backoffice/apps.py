from django.apps import AppConfig


class BackofficeConfig(AppConfig):
    name = "apps.backoffice"

    def ready(self) -> None:
        from apps.backoffice.audit.audit_list import AUDIT
        from apps.backoffice.exporting import DRIVER_EARNINGS, EARNINGS
        from apps.backoffice.languages.selectors import offered
        from apps.backoffice.people.exporting import PEOPLE_EXPORTS
        from apps.core.languages import register_offered_languages
        from apps.exports.lists import register_list
        from apps.exports.registry import register_export

        register_offered_languages(offered)
        for spec in (EARNINGS, DRIVER_EARNINGS, AUDIT):
            register_list(spec)
        for kind in PEOPLE_EXPORTS:
            register_export(kind)

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class BackofficeConfig(AppConfig):
    name = "apps.backoffice"
    verbose_name = _("Back office")

    def ready(self) -> None:
        from apps.accounts.privacy.registry import register_personal_data
        from apps.backoffice.approvals.approval_list import APPROVALS
        from apps.backoffice.approvals.store import ApprovalStore
        from apps.backoffice.audit.audit_list import AUDIT
        from apps.backoffice.cases.case_list import CASES
        from apps.backoffice.exporting import DRIVER_EARNINGS, EARNINGS
        from apps.backoffice.languages.selectors import offered
        from apps.backoffice.people.list_specs import ADMINS, DRIVERS, FLEET_ADMINS, RIDERS
        from apps.backoffice.personal_data import PERSONAL_DATA
        from apps.backoffice.retention import RETENTIONS
        from apps.core.approvals import register_store
        from apps.core.languages import register_offered_languages
        from apps.core.privacy.retention import register_retentions
        from apps.exports.lists import register_list

        register_personal_data(*PERSONAL_DATA)
        register_retentions(*RETENTIONS)
        register_offered_languages(offered)
        register_store(ApprovalStore())
        for spec in (
            EARNINGS,
            DRIVER_EARNINGS,
            AUDIT,
            RIDERS,
            DRIVERS,
            FLEET_ADMINS,
            ADMINS,
            CASES,
            APPROVALS,
        ):
            register_list(spec)

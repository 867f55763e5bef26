from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class FleetConfig(AppConfig):
    name = "apps.fleet"
    verbose_name = _("Vehicles")

    def ready(self) -> None:
        from apps.accounts.privacy.registry import register_personal_data
        from apps.accounts.services.availability import register_availability_follower
        from apps.accounts.services.fitness import register_fit_until
        from apps.exports.lists import register_list
        from apps.fleet.fitness.limits import fit_until
        from apps.fleet.lists import LISTS
        from apps.fleet.personal_data import PERSONAL_DATA
        from apps.fleet.ranks.queue import follow_availability as follow_rank
        from apps.fleet.shifts.services import follow_availability

        register_personal_data(*PERSONAL_DATA)
        register_fit_until(fit_until)
        register_availability_follower(follow_availability)
        register_availability_follower(follow_rank)
        for spec in LISTS:
            register_list(spec)

"""The emergency switch: stops surge at once, until it is resumed."""

from django.db import transaction
from django.utils import timezone

from apps.accounts.models import User
from apps.core import audit
from apps.core.demo_mode import require_critical_edits
from apps.core.models import PlatformSettings
from apps.core.platform import platform_settings, update_platform_settings
from apps.fares.surge.recording import reset_factors


@transaction.atomic
def set_surge_stopped(*, by: User, stopped: bool) -> None:
    """Stop or resume surge; repeating it changes nothing. Raises Forbidden demo_mode."""
    require_critical_edits(platform_settings())
    row = PlatformSettings.objects.select_for_update().get(pk=1)
    if row.surge_stopped == stopped:
        return
    update_platform_settings(surge_stopped=stopped)
    audit.record(
        by=by,
        action="changed",
        kind="settings",
        target_id=row.pk,
        label=row.app_name,
        before={"surge_stopped": not stopped},
        after={"surge_stopped": stopped},
    )
    if stopped:
        reset_factors(now=timezone.now())

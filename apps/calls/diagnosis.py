"""The phone system on the status page: a process is connected to Asterisk."""

from collections.abc import Iterator
from typing import Final

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.calls.asterisk.state import reported_state
from apps.core.diagnosis.registry import Check, Finding, error, ok


def asterisk() -> Iterator[Finding]:
    if not settings.ASTERISK_HOST:
        yield ok(_("No Asterisk is configured."))
        return
    state = reported_state()
    if state is None:
        yield error(
            _("No process is connected to Asterisk: callers are not shown."),
            _("Start `manage.py asterisk_calls`."),
        )
    elif not state["connected"]:
        yield error(
            _("Asterisk %(server)s is not connected: %(problem)s") % state,
            _("Check ASTERISK_HOST, the user and its rights in manager.conf, and the network."),
        )
    else:
        yield ok(_("Asterisk %(server)s is connected.") % state)


ASTERISK: Final = Check("phone", asterisk, gettext_lazy("Phone system"), live=True)

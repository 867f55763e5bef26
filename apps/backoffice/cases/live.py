"""Events about cases, for the open pages of their readers."""

from typing import Final

from apps.backoffice.cases.selectors import fleet_of, is_of_driver
from apps.backoffice.models import Audience, Case
from apps.core.outbox import events

TOPIC: Final = "cases"
"""Of admins; with the id of a fleet admin, of that fleet."""


def publish_change(case: Case, *, audience: str = Audience.PERSON) -> None:
    """Notify the pages of everyone who may read the change; `audience` is that of a message."""
    topics = [TOPIC]
    fleet_id = fleet_of(case)
    to_rider = audience == Audience.OTHER and is_of_driver(case)
    if fleet_id is not None and audience != Audience.STAFF and not to_rider:
        topics.append(f"{TOPIC}:{fleet_id}")
    if audience == Audience.PERSON:
        topics.append(f"user:{case.person_id}")
    for topic in topics:
        events.publish(topic, "case.changed", {"id": case.pk, "state": str(case.state)})

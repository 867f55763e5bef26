"""The events in the outbox, of rows with one event and with several."""

from typing import Any, NamedTuple

from apps.core.models import OutboxEntry


class Published(NamedTuple):
    topic: str
    name: str
    data: dict[str, Any]


def published_events(
    name: str | None = None, *, topic: str | None = None, after_id: int = 0
) -> list[Published]:
    """Return the events in the order in which the relay numbers them, by name and topic if given."""
    return [
        event
        for entry in OutboxEntry.objects.exclude(kind="job").filter(pk__gt=after_id).order_by("pk")
        for event in events_of(entry)
        if name in (None, event.name) and topic in (None, event.topic)
    ]


def events_of(entry: OutboxEntry) -> list[Published]:
    if entry.kind == OutboxEntry.Kind.EVENT:
        return [Published(entry.topic, entry.name, entry.payload)]
    return [
        Published(topic, event["name"], event["data"]) for event in entry.payload for topic in event["topics"]
    ]


def topics_of(name: str) -> set[str]:
    """Return the topics to which an event went."""
    return {event.topic for event in published_events(name)}

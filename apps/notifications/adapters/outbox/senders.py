"""Senders of text and push messages that store them in the database."""

from apps.notifications.adapters.outbox.keep import store_message
from apps.notifications.choices import Channel
from apps.notifications.port import Push, TextMessage


class OutboxText:
    name = "outbox"

    def send(self, message: TextMessage) -> str:
        return store_message(Channel.SMS, to=message.to, text=message.text)


class OutboxPush:
    name = "outbox"

    def send(self, push: Push) -> str:
        data = {
            "screen": push.screen,
            "data": push.data,
            "topic": push.topic,
            "ttl_seconds": push.ttl_seconds,
            "urgency": "high" if push.urgent else "normal",
            "address": push.address,
        }
        return store_message(
            Channel.PUSH, to=push.owner or push.address, subject=push.title, text=push.msg, data=data
        )

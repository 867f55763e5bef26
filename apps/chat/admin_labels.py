"""The names of this app's tables and columns in the Django admin."""

from django.utils.translation import gettext_lazy as _

from apps.chat.models import ChatMessage
from apps.core.django_admin.labels import name_model

name_model(
    ChatMessage,
    _("chat message"),
    _("chat messages"),
    booking=_("Booking"),
    driver=_("Driver"),
    source=_("Sender"),
    message=_("Message"),
    client_id=_("Message ID of the app"),
    created_at=_("Created"),
    delivered_at=_("Delivered"),
    read_at=_("Read"),
)

"""The names of this app's tables and columns in the Django admin."""

from django.utils.translation import gettext_lazy as _

from apps.core.django_admin.labels import name_model
from apps.notifications.models import (
    Announcement,
    AnnouncementDelivery,
    Delivery,
    DeskMessage,
    InboxMessage,
    KeptMessage,
    PushDevice,
)

name_model(
    Announcement,
    _("announcement"),
    _("announcements"),
    device_type=_("Devices"),
    user_type=_("Recipients"),
    title=_("Title"),
    body=_("Message"),
    created_at=_("Created"),
    created_by=_("Created by"),
    state=_("Status"),
    round=_("Round"),
    total=_("Total"),
    sent=_("Sent"),
    failed=_("Failed"),
    started_at=_("Started"),
    finished_at=_("Completed"),
)

name_model(
    AnnouncementDelivery,
    _("announcement delivery"),
    _("announcement deliveries"),
    announcement=_("Announcement"),
    round=_("Round"),
    device=_("Device"),
    step=_("Status"),
    attempts=_("Attempts"),
    due_at=_("Due"),
    error=_("Error"),
)

name_model(
    Delivery,
    _("message"),
    _("messages"),
    job_id=_("Job ID"),
    user=_("User"),
    device=_("Device"),
    channel=_("Channel"),
    provider=_("Provider"),
    to=_("Sent to"),
    template=_("Template"),
    status=_("Status"),
    attempts=_("Attempts"),
    provider_id=_("Provider's message ID"),
    error=_("Error"),
    created_at=_("Created"),
    tried_at=_("Last attempt"),
    sent_at=_("Sent"),
)

name_model(
    InboxMessage,
    _("notification"),
    _("notifications"),
    user=_("User"),
    key=_("Key"),
    occasion=_("Occasion"),
    title=_("Title"),
    msg=_("Message"),
    screen=_("Screen"),
    data=_("Data"),
    created_at=_("Created"),
    delivered_at=_("Delivered"),
    read_at=_("Read"),
)

name_model(
    KeptMessage,
    _("demo message"),
    _("demo messages"),
    channel=_("Channel"),
    to=_("Sent to"),
    subject=_("Subject"),
    text=_("Text"),
    html=_("HTML"),
    data=_("Data"),
    code=_("Code"),
    link=_("Link"),
    created_at=_("Created"),
)

name_model(
    PushDevice,
    _("push device"),
    _("push devices"),
    user=_("User"),
    session=_("Device session"),
    kind=_("Push service"),
    platform=_("Platform"),
    address=_("Push address"),
    p256dh=_("Encryption key"),
    auth=_("Authentication secret"),
    created_at=_("Created"),
    last_used_at=_("Last used"),
    retired_at=_("Retired"),
)

name_model(
    DeskMessage,
    _("dispatch message"),
    _("dispatch messages"),
    key=_("Key"),
    text=_("Message"),
    recipients=_("Recipients"),
    sent_by=_("Sent by"),
    fleet_id=_("Fleet"),
    created_at=_("Created"),
)

"""Announcements: audience, delivery, progress, and that no device gets one twice."""

from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from apps.accounts.choices import UserType
from apps.accounts.models import DeviceSession, User
from apps.core.models import AuditEntry, OutboxEntry
from apps.core.outbox.jobs import Retry
from apps.core.platform import update_platform_settings
from apps.core.tasks import run_job
from apps.notifications.announcements import broadcast
from apps.notifications.announcements.broadcast import send_round
from apps.notifications.models import (
    Announcement,
    AnnouncementDelivery,
    InboxMessage,
    KeptMessage,
    PushDevice,
)
from embedded.loopback import Reply
from tests.fakes.webpush import FakePushService
from tests.notifications.posting import browser_of, phone_of, run_due_jobs
from tests.personas import client_of, family_of, make_user

pytestmark = pytest.mark.django_db
URL = "/api/v1/notifications/"


@pytest.fixture
def staff(dora: User, settings: Any) -> APIClient:
    settings.OUTBOX_PAGE = True
    return client_of(dora)


def form(**fields: str) -> dict[str, str]:
    return {
        "device_type": "All",
        "user_type": "All",
        "title": "Snow",
        "body": "Roads are slow today.",
    } | fields


def many_phones(number: int) -> list[PushDevice]:
    """Return phones of as many riders."""
    session = DeviceSession.objects.get(family=family_of(make_user("Zed")))
    riders = User.objects.bulk_create(
        User(email=f"rider{n}@example.org", user_type=UserType.RIDER, first_name="R") for n in range(number)
    )
    return PushDevice.objects.bulk_create(
        PushDevice(user=rider, session=session, kind="fcm", platform="ANDROID", address=f"token-{n}")
        for n, rider in enumerate(riders)
    )


def snapshot() -> Any:
    return (
        list(Announcement.objects.values()),
        AuditEntry.objects.count(),
        OutboxEntry.objects.count(),
        InboxMessage.objects.count(),
    )


@pytest.mark.parametrize(
    ("device_type", "user_type", "users", "devices"),
    [
        ("All", "All", 3, 4),
        ("ANDROID", "All", 2, 2),
        ("IOS", "All", 1, 1),
        ("All", "rider", 1, 2),
        ("All", "driver", 2, 2),
        ("IOS", "rider", 0, 0),
    ],
)
def test_audience_has_a_token_and_matches(
    staff: APIClient,
    push_service: FakePushService,
    ada: User,
    cleo: User,
    ben: User,
    bob: User,
    device_type: str,
    user_type: str,
    users: int,
    devices: int,
) -> None:
    browser_of(ada, push_service)
    phone_of(ada, "ada-phone")
    phone_of(ben, "ben-phone")
    phone_of(bob, "bob-phone")
    PushDevice.objects.filter(address="bob-phone").update(platform="IOS")
    retired = phone_of(cleo, "cleo-phone")
    PushDevice.objects.filter(pk=retired.pk).update(retired_at=timezone.now())
    audience = {"device_type": device_type, "user_type": user_type}
    assert staff.post(f"{URL}count/", audience).json() == {"users": users, "devices": devices}


def test_announcement_goes_to_devices_and_inboxes(staff: APIClient, dora: User, ada: User, ben: User) -> None:
    phone_of(ada, "ada-phone")
    phone_of(ada, "ada-tablet")
    phone_of(ben, "ben-phone")
    made = staff.post(URL, form(user_type="rider"))
    assert (made.status_code, made.json()["state"], made.json()["total"]) == (201, "sending", 2)
    run_due_jobs()
    row = staff.get(f"{URL}{made.json()['id']}/").json()
    assert (row["state"], row["total"], row["sent"], row["failed"]) == ("sent", 2, 2, 0)
    assert row["finished_at"]
    assert {message.data["address"] for message in KeptMessage.objects.all()} == {"ada-phone", "ada-tablet"}
    inbox = client_of(ada).get("/api/v1/me/inbox/").json()["results"]
    assert [(one["title"], one["msg"], one["screen"]) for one in inbox] == [
        ("Snow", "Roads are slow today.", "BookedCab")
    ]
    assert client_of(ben).get("/api/v1/me/inbox/").json()["results"] == []
    assert OutboxEntry.objects.filter(topic=f"user:{ada.pk}", name="inbox.new").count() == 1
    entry = AuditEntry.objects.get()
    assert (entry.actor_id, entry.action, entry.label) == (
        dora.pk,
        "sent",
        "Snow",
    )
    assert entry.kind == "notification"
    assert (entry.after["title"], entry.after["devices"]) == ("Snow", 2)


def test_without_a_match_nothing_is_stored(staff: APIClient, ada: User) -> None:
    phone_of(ada)
    before = snapshot()
    response = staff.post(URL, form(user_type="driver"))
    assert (response.status_code, response.json()["code"]) == (400, "no_user_match")
    assert snapshot() == before


def test_browsers_and_phones_get_it_and_a_dead_token_is_retired(
    staff: APIClient, push_service: FakePushService, ada: User, cleo: User
) -> None:
    browser, _device = browser_of(ada, push_service)
    dead, gone = browser_of(cleo, push_service)
    dead.gone = 410
    phone = phone_of(ada, "ada-phone")
    staff.post(URL, form())
    run_due_jobs()
    row = Announcement.objects.get()
    assert (row.state, row.total, row.sent, row.failed) == ("sent", 3, 2, 1)
    assert KeptMessage.objects.get().data["address"] == phone.address
    assert [one.payload["title"] for one in browser.received] == ["Snow"]
    gone.refresh_from_db()
    assert gone.retired_at


def test_busy_service_is_retried_later(staff: APIClient, push_service: FakePushService, ada: User) -> None:
    browser, _device = browser_of(ada, push_service)
    push_service.scripted = [Reply(503)]
    staff.post(URL, form())
    run_due_jobs()
    row = Announcement.objects.get()
    assert (row.state, row.sent, row.failed) == ("sending", 0, 0)
    AnnouncementDelivery.objects.update(due_at=timezone.now())
    OutboxEntry.objects.filter(done_at__isnull=True).update(due_at=timezone.now())
    run_due_jobs()
    row.refresh_from_db()
    assert (row.state, row.sent, len(browser.received)) == ("sent", 1, 1)


def test_announcement_is_sent_in_chunks_once_a_device(
    staff: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    many_phones(150)
    monkeypatch.setattr(broadcast, "CHUNK", 40)
    staff.post(URL, form())
    run_due_jobs()
    row = Announcement.objects.get()
    assert (row.state, row.total, row.sent) == ("sent", 150, 150)
    addresses = Counter(message.data["address"] for message in KeptMessage.objects.all())
    assert (len(addresses), set(addresses.values())) == (150, {1})


def test_next_round_continues_where_the_last_ended(staff: APIClient, monkeypatch: pytest.MonkeyPatch) -> None:
    many_phones(30)
    monkeypatch.setattr(broadcast, "CHUNK", 10)
    monkeypatch.setattr(broadcast, "TURN_SECONDS", 0.0)
    made = staff.post(URL, form()).json()
    with pytest.raises(Retry):
        send_round(announcement_id=made["id"], round=1)
    row = staff.get(f"{URL}{made['id']}/").json()
    assert (row["state"], row["sent"], row["total"]) == ("sending", 10, 30)
    run_due_jobs()
    assert staff.get(f"{URL}{made['id']}/").json()["sent"] == 30


class WorkerKilled(BaseException):
    """Not caught by any handler, like a killed worker."""


def test_after_a_killed_worker_the_rest_is_sent_and_nothing_twice(
    staff: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    many_phones(30)
    monkeypatch.setattr(broadcast, "CHUNK", 10)
    staff.post(URL, form())
    job = OutboxEntry.objects.get(name="notifications.send_announcement")
    real, calls = broadcast._send, [0]

    def dies(*args: Any) -> Any:
        calls[0] += 1
        if calls[0] == 15:
            raise WorkerKilled
        return real(*args)

    monkeypatch.setattr(broadcast, "_send", dies)
    with pytest.raises(WorkerKilled):
        run_job(job.pk)
    monkeypatch.setattr(broadcast, "_send", real)
    # What was sent of the interrupted chunk is unknown: it is given up after a while, the others go on.
    OutboxEntry.objects.filter(pk=job.pk).update(due_at=timezone.now())
    run_job(job.pk)
    row = Announcement.objects.get()
    assert (row.state, row.sent, row.failed) == ("sending", 20, 0)
    AnnouncementDelivery.objects.filter(step="sending").update(due_at=timezone.now() - timedelta(minutes=5))
    run_job(job.pk)
    row.refresh_from_db()
    assert (row.state, row.total, row.sent, row.failed) == ("sent", 30, 20, 10)
    addresses = Counter(message.data["address"] for message in KeptMessage.objects.all())
    assert set(addresses.values()) == {1}
    assert len(addresses) == 24


def test_same_job_twice_sends_nothing_twice(staff: APIClient) -> None:
    many_phones(5)
    made = staff.post(URL, form()).json()
    send_round(announcement_id=made["id"], round=1)
    send_round(announcement_id=made["id"], round=1)
    assert KeptMessage.objects.count() == 5
    assert Announcement.objects.get().sent == 5


def test_user_who_logs_out_before_the_sending_gets_nothing(staff: APIClient, ada: User, ben: User) -> None:
    phone, _other = phone_of(ada, "ada-phone"), phone_of(ben, "ben-phone")
    staff.post(URL, form())
    DeviceSession.objects.filter(pk=phone.session_id).update(ended_at=timezone.now())
    run_due_jobs()
    row = Announcement.objects.get()
    # The audience is determined when the job starts.
    assert (row.total, row.sent, row.failed) == (1, 1, 0)
    assert not InboxMessage.objects.filter(user=ada).exists()


def test_announcement_can_be_sent_again_after_a_minute(staff: APIClient, ada: User) -> None:
    phone_of(ada)
    made = staff.post(URL, form()).json()
    assert staff.post(f"{URL}{made['id']}/send/").json()["code"] == "announcement_sending"
    run_due_jobs()
    before = snapshot()
    response = staff.post(f"{URL}{made['id']}/send/")
    assert (response.status_code, response.json()["code"]) == (429, "announcement_too_soon")
    assert snapshot() == before
    Announcement.objects.update(started_at=timezone.now() - timedelta(minutes=2))
    assert staff.post(f"{URL}{made['id']}/send/").status_code == 200
    run_due_jobs()
    assert KeptMessage.objects.count() == InboxMessage.objects.filter(user=ada).count() == 2
    assert [entry.action for entry in AuditEntry.objects.order_by("pk")] == ["sent", "sent"]


def test_announcement_is_edited_and_deleted_with_audit_entries(staff: APIClient, ada: User) -> None:
    phone_of(ada)
    made = staff.post(URL, form()).json()
    url = f"{URL}{made['id']}/"
    assert staff.patch(url, {"title": "Ice"}).json()["code"] == "announcement_sending"
    run_due_jobs()
    assert staff.patch(url, {"title": "Ice"}).json()["title"] == "Ice"
    assert staff.delete(url).status_code == 204
    assert not Announcement.objects.exists()
    assert InboxMessage.objects.filter(user=ada).exists()
    changed, deleted = AuditEntry.objects.order_by("pk")[1:]
    assert (changed.before, changed.after) == ({"title": "Snow"}, {"title": "Ice"})
    assert (deleted.action, deleted.before["title"]) == ("deleted", "Ice")


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"title": ""}, "title"),
        ({"title": "x" * 101}, "title"),
        ({"body": "x" * 501}, "body"),
        ({"device_type": "WEB"}, "device_type"),
        ({"user_type": "admin"}, "user_type"),
    ],
)
def test_invalid_value_is_named_and_nothing_sent(
    staff: APIClient, ada: User, wrong: dict[str, str], field: str
) -> None:
    phone_of(ada)
    before = snapshot()
    response = staff.post(URL, form(**wrong))
    assert (response.status_code, list(response.json()["fields"])) == (400, [field])
    assert snapshot() == before


def test_demo_mode_stores_a_draft_without_sending(staff: APIClient, ada: User) -> None:
    phone_of(ada)
    update_platform_settings(allow_critical_edits_admin=False)
    made = staff.post(URL, form())
    assert (made.status_code, made.json()["state"]) == (201, "draft")
    run_due_jobs()
    assert not KeptMessage.objects.exists()
    before = snapshot()
    url = f"{URL}{made.json()['id']}/"
    for response in (staff.patch(url, {"title": "Ice"}), staff.delete(url), staff.post(f"{url}send/")):
        assert (response.status_code, response.json()["code"]) == (403, "demo_mode")
    assert snapshot() == before


def test_other_roles_cannot_send_announcements(ada: User, fay: User, ben: User) -> None:
    phone_of(ada)
    before = snapshot()
    for who in (ada, ben, fay):
        client = client_of(who)
        assert client.post(URL, form()).status_code == 403
        assert client.post(f"{URL}count/", {"device_type": "All", "user_type": "All"}).status_code == 403
        assert client.get(URL).status_code == 403
    assert snapshot() == before


def test_list_is_newest_first_searchable_and_has_constant_queries(
    staff: APIClient, ada: User, django_assert_num_queries: Any
) -> None:
    for n in range(6):
        Announcement.objects.create(title=f"Number {n}", body="Words", created_by=ada)
    rows = staff.get(f"{URL}?page_size=4").json()
    assert [row["title"] for row in rows["results"]] == ["Number 5", "Number 4", "Number 3", "Number 2"]
    assert len(staff.get(f"{URL}?page_size=4&cursor={rows['next']}").json()["results"]) == 2
    assert [row["title"] for row in staff.get(f"{URL}?search=ber 3").json()["results"]] == ["Number 3"]
    with django_assert_num_queries(2):
        staff.get(URL)

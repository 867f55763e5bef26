"""A delivery: claimed by one worker, tried at most five times, and sent once where that can be known."""

import threading
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone

from apps.accounts.models import User
from apps.accounts.outgoing import EmailTemplate, send_mail
from apps.core.models import OutboxEntry
from apps.core.tasks import run_job
from apps.notifications.delivery import mailing
from apps.notifications.delivery.sending import CLAIM_SECONDS, MAX_TRIES, PAUSES
from apps.notifications.models import Delivery
from apps.notifications.port import Mail
from tests.django_admin import enter_django_admin
from tests.fakes.smtp import FakeSmtpServer
from tests.notifications.posting import run_again, run_due_jobs, seconds_to_next_try
from tests.personas import client_of

pytestmark = pytest.mark.django_db(transaction=True)


def enqueued(user: User) -> OutboxEntry:
    with transaction.atomic():
        send_mail(
            template=EmailTemplate.PASSWORD_CHANGED, to=str(user.email), user_id=user.pk, params={}, key="k"
        )
    return OutboxEntry.objects.latest("id")


def test_job_that_runs_again_sends_nothing_more(ada: User, smtp: FakeSmtpServer) -> None:
    entry = enqueued(ada)
    run_job(entry.pk)
    # As when a worker ends after it has sent and before the outbox knows.
    OutboxEntry.objects.filter(pk=entry.pk).update(done_at=None)
    run_job(entry.pk)
    assert len(smtp.emails) == 1
    assert Delivery.objects.get().attempts == 1
    entry.refresh_from_db()
    assert entry.done_at is not None


class SlowSender:
    """A provider that takes its time; no transaction may be open while it does."""

    name = "slow"

    def __init__(self) -> None:
        self.started, self.finish = threading.Event(), threading.Event()
        self.sent: list[Mail] = []
        self.in_transaction: bool | None = None

    def send(self, mail: Mail) -> str:
        self.in_transaction = connection.in_atomic_block
        self.started.set()
        assert self.finish.wait(10)
        self.sent.append(mail)
        return "1"


def test_second_worker_leaves_it_alone_and_no_row_is_locked_meanwhile(
    ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = SlowSender()
    monkeypatch.setattr(mailing, "mail_sender", lambda: slow)
    entry = enqueued(ada)
    worker = threading.Thread(target=_in_thread, args=(entry.pk,))
    worker.start()
    assert slow.started.wait(10)
    with transaction.atomic():
        OutboxEntry.objects.select_for_update(nowait=True).get(pk=entry.pk)
        Delivery.objects.select_for_update(nowait=True).get()
    run_job(entry.pk)
    slow.finish.set()
    worker.join()
    assert slow.in_transaction is False
    assert len(slow.sent) == 1
    entry.refresh_from_db()
    assert entry.done_at is not None
    assert Delivery.objects.get().status == "sent"


def _in_thread(outbox_id: int) -> None:
    run_job(outbox_id)
    connection.close()


def test_claim_of_a_worker_that_died_is_taken_over(ada: User, smtp: FakeSmtpServer) -> None:
    entry = enqueued(ada)
    long_ago = timezone.now() - timedelta(seconds=CLAIM_SECONDS + 1)
    Delivery.objects.create(
        job_id=entry.pk, user=ada, channel="mail", to="a…", template="x", status="sending", attempts=1,
        tried_at=long_ago,
    )  # fmt: skip
    run_job(entry.pk)
    assert len(smtp.emails) == 1
    assert Delivery.objects.get().attempts == 2


def test_message_that_kills_its_workers_is_given_up(ada: User, smtp: FakeSmtpServer) -> None:
    entry = enqueued(ada)
    long_ago = timezone.now() - timedelta(seconds=CLAIM_SECONDS + 1)
    Delivery.objects.create(
        job_id=entry.pk, user=ada, channel="mail", to="a…", template="x", status="sending",
        attempts=MAX_TRIES, tried_at=long_ago,
    )  # fmt: skip
    run_job(entry.pk)
    assert smtp.emails == []
    assert Delivery.objects.get().status == "failed"
    entry.refresh_from_db()
    assert entry.done_at is not None


def test_five_tries_further_and_further_apart_and_then_it_has_failed(
    ada: User, smtp: FakeSmtpServer, settings: Any
) -> None:
    settings.EMAIL_PORT = 1
    enqueued(ada)
    run_due_jobs()
    delivery = Delivery.objects.get()
    for number, pause in enumerate(PAUSES, start=1):
        assert (delivery.status, delivery.attempts) == ("waiting", number)
        assert pause - 5 < seconds_to_next_try(delivery) <= pause
        run_again(delivery)
    assert (delivery.status, delivery.attempts) == ("failed", MAX_TRIES)
    assert delivery.sent_at is None
    assert OutboxEntry.objects.get().done_at is not None


def test_mistake_of_ours_is_logged_without_its_words_and_tried_again(
    ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Broken:
        name = "broken"

        def send(self, mail: Mail) -> str:
            raise ValueError(mail.text)

    monkeypatch.setattr(mailing, "mail_sender", Broken)
    enqueued(ada)
    run_due_jobs()
    delivery = Delivery.objects.get()
    assert (delivery.status, delivery.error) == ("waiting", "ValueError")
    assert OutboxEntry.objects.get().last_error == "Retry: broken: ValueError"


def test_rolled_back_operation_sends_no_email(ada: User, smtp: FakeSmtpServer) -> None:
    with transaction.atomic():
        send_mail(
            template=EmailTemplate.PASSWORD_CHANGED, to="a@b.example", user_id=ada.pk, params={}, key="k"
        )
        transaction.set_rollback(True)
    run_due_jobs()
    assert smtp.emails == []
    assert not Delivery.objects.exists()


def test_log_is_for_the_admins_to_read_and_not_to_change(dora: User, ada: User, smtp: FakeSmtpServer) -> None:
    from django.test import Client

    dora.is_superuser = True
    dora.save()
    enqueued(ada)
    run_due_jobs()
    delivery = Delivery.objects.get()
    client = enter_django_admin(Client(), dora)
    page = client.get("/django-admin/notifications/delivery/").content.decode()
    assert delivery.to in page
    assert client.get(f"/django-admin/notifications/delivery/{delivery.pk}/change/").status_code == 200
    assert client.get("/django-admin/notifications/delivery/add/").status_code == 403
    assert client.get("/django-admin/notifications/pushdevice/").status_code == 200
    assert client_of(ada).get("/django-admin/notifications/delivery/").status_code == 302

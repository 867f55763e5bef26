"""Deliveries: claimed by one worker, tried at most five times, and sent once where that can be known."""

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
    # As if the worker had ended between sending and recording it.
    OutboxEntry.objects.filter(pk=entry.pk).update(done_at=None)
    run_job(entry.pk)
    assert len(smtp.emails) == 1
    assert Delivery.objects.get().attempts == 1
    entry.refresh_from_db()
    assert entry.done_at is not None


class SlowSender:
    """A slow provider; no transaction may be open while it sends."""

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


def test_second_worker_skips_it_and_no_row_is_locked_while_sending(
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


def test_claim_of_a_dead_worker_is_taken_over(ada: User, smtp: FakeSmtpServer) -> None:
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


def test_five_attempts_with_growing_pauses_then_failed(
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


def test_unexpected_error_is_logged_without_the_text_and_retried(
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


def test_admins_read_the_log_but_cannot_change_it(dora: User, ada: User, smtp: FakeSmtpServer) -> None:
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

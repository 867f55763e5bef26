"""The Celery application: jobs of the outbox and beat's housekeeping."""

import os

from celery import Celery
from kombu.transport.redis import Channel

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

# The outbox sends again what a worker has not finished. Kombu's own way of putting messages back, when the
# broker goes away, talks to the connection that is gone and takes the worker down with it.
Channel.do_restore = False

app = Celery("hansom")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

"""Which Celery application sends a job."""

import subprocess
import sys

PROGRAM = """
import django
django.setup()
from apps.core.tasks import run_job
# Before config.celery is imported, Celery makes a default application with another broker.
run_job.app.main
from concurrent.futures import ThreadPoolExecutor
import config.celery
with ThreadPoolExecutor() as pool:
    print(pool.submit(lambda: run_job.app.main).result())
"""


def test_job_of_any_thread_is_sent_by_the_platforms_application() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=120)
    assert done.stdout == "hansom\n", done.stderr

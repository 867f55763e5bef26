"""`python -m tests.exports.one_job ID`: a worker with one job of the outbox, which tests watch and kill."""

import os
import sys

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

if __name__ == "__main__":
    import django

    django.setup()

    from apps.core.outbox.jobs import load_handlers
    from apps.core.tasks import run_job

    load_handlers()
    print("begins", flush=True)
    run_job(int(sys.argv[1]))

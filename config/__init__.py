from config.celery import app as celery_app
from config.memory import bound_heaps

__all__ = ["celery_app"]

# Bound the heap before threads start.
bound_heaps()

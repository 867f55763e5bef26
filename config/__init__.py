from config.celery import app as celery_app
from config.memory import bound_heaps

__all__ = ["celery_app"]

# Every process comes by here, before it has threads.
bound_heaps()

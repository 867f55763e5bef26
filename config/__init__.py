from config.memory import bound_heaps

# Celery is not imported here: `celery -A config` finds config.celery, and the relay imports it. Web processes
# put their jobs into the outbox, so they do without its hundred modules.

# Bound the heap before threads start.
bound_heaps()

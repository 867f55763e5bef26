from django.db import models


class ExportFormat(models.TextChoices):
    CSV = "csv"
    XLSX = "xlsx"


class ExportState(models.TextChoices):
    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"

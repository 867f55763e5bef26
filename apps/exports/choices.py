from django.db import models
from django.utils.translation import gettext_lazy as _


class ExportFormat(models.TextChoices):
    CSV = "csv", _("Csv")
    XLSX = "xlsx", _("Xlsx")


class ExportState(models.TextChoices):
    QUEUED = "queued", _("Queued")
    RUNNING = "running", _("Running")
    DONE = "done", _("Done")
    FAILED = "failed", _("Failed")

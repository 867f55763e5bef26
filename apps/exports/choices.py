from django.db import models
from django.utils.translation import gettext_lazy as _


class ExportFormat(models.TextChoices):
    CSV = "csv", _("Csv")
    XLSX = "xlsx", _("Xlsx")


class ListFormat(models.TextChoices):
    """The formats of a list's file that is written in the background; only some lists have a PDF."""

    CSV = "csv", _("Csv")
    XLSX = "xlsx", _("Xlsx")
    PDF = "pdf", _("Pdf")


class FileFormat(models.TextChoices):
    """The format of a stored file: of a list, or the ZIP of a person's data."""

    CSV = "csv", _("Csv")
    XLSX = "xlsx", _("Xlsx")
    PDF = "pdf", _("Pdf")
    ZIP = "zip", _("Zip")


class ExportState(models.TextChoices):
    QUEUED = "queued", _("Queued")
    RUNNING = "running", _("Running")
    DONE = "done", _("Done")
    FAILED = "failed", _("Failed")

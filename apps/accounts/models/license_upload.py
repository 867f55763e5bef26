from django.db import models
from django.utils import timezone


class LicenseUpload(models.Model):
    """A licence image that came before its driver signed up; forgotten when nobody claims it."""

    image = models.ImageField(upload_to="licences/")
    created_at = models.DateTimeField(default=timezone.now, editable=False, db_index=True)

    def __str__(self) -> str:
        return self.image.name

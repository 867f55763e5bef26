"""Image fields that re-encode every upload, including those from the Django admin."""

from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.db import models

from apps.core.errors import DomainError
from apps.core.files.uploads import DOCUMENT, PHOTO, PICTURE, SUFFIX, Fit, clean_image


class CleanImageFormField(forms.FileField):
    """Validates and re-encodes an uploaded image."""

    def __init__(self, *, fit: Fit, max_length: int | None = None, **kwargs: Any) -> None:
        super().__init__(max_length=max_length, **kwargs)
        self.fit = fit

    def to_python(self, data: Any) -> Any:
        file = super().to_python(data)
        if file is None:
            return None
        try:
            return ContentFile(clean_image(file, self.fit), name=f"image{SUFFIX}")
        except DomainError as error:
            raise ValidationError(str(error.detail), code=error.code) from error

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        return super().widget_attrs(widget) | {"accept": "image/jpeg,image/png,image/webp"}


class CleanImageField(models.ImageField):
    fit: ClassVar[Fit]

    def formfield(self, **kwargs: Any) -> Any:
        options: dict[str, Any] = {"form_class": CleanImageFormField, "fit": self.fit}
        return super().formfield(**(options | kwargs))


class PhotoField(CleanImageField):
    fit = PHOTO


class DocumentField(CleanImageField):
    fit = DOCUMENT


class PictureField(CleanImageField):
    fit = PICTURE

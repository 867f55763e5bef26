from typing import Any

from django.db import models


class LowerCaseEmailField(models.EmailField):  # type: ignore[type-arg]  # not subscriptable at run time
    """An email address stored and compared in lower case, so that a plain unique index is enough."""

    def to_python(self, value: Any) -> Any:
        value = super().to_python(value)
        return value.lower() if isinstance(value, str) else value

    def get_prep_value(self, value: Any) -> Any:
        value = super().get_prep_value(value)
        return value.lower() if isinstance(value, str) else value

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        value = self.to_python(super().pre_save(model_instance, add))
        setattr(model_instance, self.attname, value)
        return value

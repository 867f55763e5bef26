from typing import TYPE_CHECKING, Any, ClassVar, Final

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from apps.core import platform_settings as declared
from apps.core.brand import COLOR
from apps.core.money import round_money
from apps.core.platform_settings import SETTINGS, TIP_SUGGESTIONS
from apps.core.validation.numbers import parse_amount
from apps.core.validation.validation_messages import NUMBER

MAX_PERCENT: Final = 100

# Migrations import these from here.
validate_time_zone = declared.validate_time_zone
default_tip_suggestions = declared.default_tip_suggestions


class PlatformSettings(models.Model):
    """The single row of platform settings; apps.core.platform_settings declares its columns."""

    AppCategory = declared.AppCategory
    DispatchPolicy = declared.DispatchPolicy
    TipKind = declared.TipKind
    PasswordPolicy = declared.PasswordPolicy

    if TYPE_CHECKING:
        # The declared columns are added below the class.
        def __getattr__(self, name: str) -> Any: ...

    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name_plural = "platform settings"
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(pk=1), name="platform_settings_one_row"),
            models.CheckConstraint(condition=Q(bonus__gte=0), name="platform_settings_bonus_not_negative"),
            models.CheckConstraint(
                condition=Q(decimal__lte=4), name="platform_settings_decimal_fits_columns"
            ),
            models.CheckConstraint(
                condition=Q(driver_radius__isnull=True) | Q(driver_radius__gte=0),
                name="platform_settings_radius_not_negative",
            ),
            # Emails contain the colour in their styles.
            models.CheckConstraint(
                condition=Q(brand_color__regex=f"^{COLOR}$"), name="platform_settings_brand_color"
            ),
        ]

    def __str__(self) -> str:
        return str(self.app_name)

    def clean(self) -> None:
        """Validate settings that depend on each other, whichever of them was changed."""
        super().clean()
        if wrong := self._wrong_tips():
            raise ValidationError({"tip_suggestions": wrong})
        if not _are_amounts(self.quick_amounts):
            raise ValidationError({"quick_amounts": NUMBER})

    def _wrong_tips(self) -> str | Promise:
        try:
            values = [parse_amount(str(value)) for value in self.tip_suggestions]
        except (ValueError, TypeError):
            values = []
        sound = all(value > 0 for value in values)
        if len(set(values)) != TIP_SUGGESTIONS or len(values) != TIP_SUGGESTIONS or not sound:
            return _("Enter three different values above zero.")
        if self.tip_kind == self.TipKind.PERCENT:
            return _("Enter percentages up to 100.") if max(values) > MAX_PERCENT else ""
        too_fine = any(value != round_money(value, decimals=self.decimal) for value in values)
        return _("Enter amounts no finer than the currency.") if too_fine else ""


for setting in SETTINGS.values():
    PlatformSettings.add_to_class(setting.name, setting.column())


def _are_amounts(values: object) -> bool:
    if not values:
        return True
    try:
        return isinstance(values, list) and all(parse_amount(str(value)) > 0 for value in values)
    except ValueError:
        return False

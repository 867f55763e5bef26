from decimal import Decimal
from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils import timezone

from apps.accounts.choices import UserType
from apps.accounts.fields import LowerCaseEmailField
from apps.core.files.stored_files import photo_name
from apps.core.image_fields import PhotoField
from apps.core.money import round_money


def photo_path(user: "User", filename: str) -> str:
    return photo_name(user.pk or 0)


class UserManager(BaseUserManager["User"]):
    def create_user(self, *, email: str | None, password: str | None = None, **fields: Any) -> "User":
        user = self.model(email=email or None, **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        fields |= {"user_type": UserType.ADMIN, "is_staff": True, "is_superuser": True}
        return self.create_user(email=email, password=password, **fields)

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email=username)


class User(AbstractBaseUser, PermissionsMixin):
    """A user of the platform, in one of four roles."""

    email = LowerCaseEmailField(null=True, blank=True, unique=True)
    mobile = models.CharField(max_length=20, null=True, blank=True, unique=True)
    mobile_verified = models.BooleanField(default=False)
    """Verified by a code; django-allauth stores the same for email addresses."""
    first_name = models.CharField(max_length=80, blank=True)
    last_name = models.CharField(max_length=80, blank=True)
    user_type = models.CharField(max_length=10, choices=UserType.choices, default=UserType.RIDER)
    staff_role = models.ForeignKey(
        "accounts.StaffRole", on_delete=models.PROTECT, null=True, blank=True, related_name="people"
    )
    """What an admin may do; without a role everything, as an owner. Null for other users."""
    approved = models.BooleanField(default=True)
    login_type = models.CharField(max_length=20, default="email")
    profile_image = PhotoField(upload_to=photo_path, blank=True)
    language = models.CharField(max_length=10, blank=True)

    referral_id = models.CharField(max_length=90, null=True, blank=True, unique=True)
    signup_via_referral = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="referred"
    )
    sign_up_address_hash = models.CharField(max_length=64, blank=True, default="", editable=False)
    """A keyed hash of the network address at sign-up (apps.accounts.sign_up.sign_up_address)."""

    rider_rating_sum = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    rider_rating_count = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    """Sum and number of the ratings that drivers gave the user as a rider."""

    bank_name = models.CharField(max_length=120, blank=True)
    bank_code = models.CharField(max_length=40, blank=True)
    bank_account = models.CharField(max_length=60, blank=True)

    created_by_admin = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    is_active = models.BooleanField(default=True)
    deleted_at = models.DateTimeField(null=True, blank=True, editable=False)
    """When the account was deleted; its trips and payments remain."""
    is_staff = models.BooleanField(default=False)
    """Allowed to log in to the Django admin."""

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(email=Lower("email")), name="user_email_lower_case"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["user_type", "-id"], name="user_by_type"),
            # One index for each sortable column of the admins' lists.
            models.Index(fields=["user_type", "created_at", "id"], name="user_by_created"),
            models.Index(fields=["user_type", "first_name", "id"], name="user_by_first_name"),
            models.Index(fields=["user_type", "last_name", "id"], name="user_by_last_name"),
            models.Index(
                fields=["user_type", "created_at", "id"],
                condition=Q(approved=False),
                name="user_waits_for_approval",
            ),
        ]

    def __str__(self) -> str:
        return self.full_name or self.email or self.mobile or f"#{self.pk}"

    @property
    def rider_rating(self) -> Decimal | None:
        """Return the average of drivers' ratings, to one decimal; None without ratings."""
        if not self.rider_rating_count:
            return None
        return round_money(Decimal(self.rider_rating_sum) / self.rider_rating_count, decimals=1)

    @property
    def full_name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()

from django.contrib.admin.apps import AdminConfig


class RawAdminConfig(AdminConfig):
    """Django's admin with this platform's door before it."""

    default_site = "apps.accounts.raw_admin.site.RawAdminSite"

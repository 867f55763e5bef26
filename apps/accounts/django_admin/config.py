from django.contrib.admin.apps import AdminConfig


class DjangoAdminConfig(AdminConfig):
    """Django's admin behind this platform's login."""

    default_site = "apps.accounts.django_admin.site.DjangoAdminSite"

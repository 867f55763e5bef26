"""Base classes of every page of the Django admin; the login is in apps.accounts.django_admin."""

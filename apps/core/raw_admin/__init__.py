"""What every page of the raw Django admin stands on; the sign-in is in apps.accounts.raw_admin."""

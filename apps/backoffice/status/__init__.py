"""The status of the installation, for admins."""

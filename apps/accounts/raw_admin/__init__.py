"""The raw Django admin's own door: a password, then a code, in a session of its own."""

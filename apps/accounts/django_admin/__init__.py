"""The Django admin's login: a password, then a code, in a session of its own."""

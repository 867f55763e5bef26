"""Passkeys: WebAuthn credentials that log in without a password."""

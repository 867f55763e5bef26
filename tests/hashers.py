"""Password hashes of the tests."""

from apps.accounts.login.hashers import OwaspArgon2Hasher


class CheapHasher(OwaspArgon2Hasher):
    """Argon2id for 0.1 ms instead of 40: thousands of tests create users and log in."""

    time_cost = 1
    memory_cost = 8

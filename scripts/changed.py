"""`make changed`: runs the fast tests of what differs from main (or BASE), and of what imports it."""

from scripts import bootstrap

if __name__ == "__main__":
    bootstrap.enter_environment("scripts.changed", "requirements-dev.txt", node=True)

    from scripts.changes import main

    raise SystemExit(main())

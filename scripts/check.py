"""`make check`: all checks that need no tests, two at a time."""

from scripts import bootstrap

if __name__ == "__main__":
    bootstrap.enter_environment("scripts.check", "requirements-dev.txt", node=True)

    from scripts.checks import main

    raise SystemExit(main())

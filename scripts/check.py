"""`make check`: everything that can be judged without running a test, two at a time."""

from scripts import bootstrap

if __name__ == "__main__":
    bootstrap.enter_environment("scripts.check", "requirements-dev.txt", node=True)

    from scripts.checks import main

    raise SystemExit(main())

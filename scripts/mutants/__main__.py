"""`make mutants`: changes the code in small ways and counts the changes that no test notices."""

from scripts import bootstrap

if __name__ == "__main__":
    bootstrap.enter_environment("scripts.mutants", "requirements-dev.txt", node=True)

    from scripts.mutants.command import main

    raise SystemExit(main())

"""`make prove`: runs the proofs at full size, or one of them with --size and --seed."""

from scripts import bootstrap

if __name__ == "__main__":
    bootstrap.enter_environment("scripts.prove", "requirements-dev.txt", node=True)

    from scripts.proofs import main

    raise SystemExit(main())

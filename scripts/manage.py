"""`make manage ARGS="verify_ledger"`: runs a management command on the running platform."""

from scripts import bootstrap

if __name__ == "__main__":
    bootstrap.enter_environment("scripts.manage", "requirements-servers.txt", node=False)

    from scripts.running import manage

    raise SystemExit(manage())

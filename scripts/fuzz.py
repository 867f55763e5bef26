"""`make fuzz`: sends generated requests to every operation of the published schema, on separate servers."""

import runpy

from scripts import bootstrap

if __name__ == "__main__":
    bootstrap.enter_environment("scripts.fuzz", "requirements-dev.txt", node=False)
    runpy.run_module("tests.fuzz", run_name="__main__", alter_sys=True)

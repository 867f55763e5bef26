"""`make bench`: the benches of tests/bench, on servers of their own."""

import runpy

from scripts import bootstrap

if __name__ == "__main__":
    bootstrap.enter_environment("scripts.bench", "requirements-dev.txt", node=False)
    runpy.run_module("tests.bench", run_name="__main__", alter_sys=True)

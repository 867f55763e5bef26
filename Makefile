# `make` lists the targets. Everything runs from this checkout; nothing is installed outside it.
PYTHON ?= python3
VENV_PYTHON = .venv/bin/python

.DEFAULT_GOAL := help
.PHONY: help run demo manage shell test unit soak e2e check format schema import-map bench fuzz clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## Bring the whole platform up (PORT=8001 for another port); Ctrl-C stops it
	@$(PYTHON) -m scripts.run

demo: ## The same with a living city: 50 simulated drivers and 20 riders
	@$(PYTHON) -m scripts.run --simulate 50 20

manage: ## A management command on the platform that runs: make manage ARGS="verify_ledger"
	@$(PYTHON) -m scripts.manage $(ARGS)

shell: ## A Python shell on the platform that runs
	@$(PYTHON) -m scripts.manage shell

test: ## Backend, frontend and browser tests (ARGS="-k wallet" goes to pytest)
	@$(PYTHON) -m scripts.test $(ARGS)

unit: ## The quick backend tests only
	@$(PYTHON) -m scripts.test --only backend -m "not slow and not e2e" $(ARGS)

soak: ## The long random runs, crash runs and every page in axe, in about 40 minutes
	@$(PYTHON) -m scripts.test --soak $(ARGS)

e2e: ## The browser tests only
	@$(PYTHON) -m scripts.test --only browser $(ARGS)

check: ## Lint, types, layers, islands, migrations and schema, in under two minutes
	@$(PYTHON) -m scripts.check

format: ## Format and mend what can be mended by itself
	@$(VENV_PYTHON) -m ruff check --fix --quiet . ; $(VENV_PYTHON) -m ruff format .
	@cd frontend && npm run --silent format

schema: ## Write the OpenAPI schema, the API types, and the form and docs of the settings
	@$(PYTHON) -m scripts.schema

import-map: ## Bring your own city: make import-map EXTRACT=city.osm.pbf NAME="My City"
	@$(PYTHON) -m scripts.import_map "$(EXTRACT)" "$(NAME)"

bench: ## Measure trips a second and driver look-ups
	@$(PYTHON) -m scripts.bench $(ARGS)

fuzz: ## Hold 20,000 generated requests of all roles to the published schema, in about 20 minutes
	@$(PYTHON) -m scripts.fuzz $(ARGS)

clean: ## Remove builds and caches; data and maps stay
	@rm -rf frontend/dist .hansom/frontend.stamp .hansom/static .hansom/static.stamp
	@rm -rf .mypy_cache .ruff_cache .pytest_cache .import_linter_cache

# `make` lists the targets. Everything runs from this checkout; nothing is installed outside it.
PYTHON ?= python3
VENV_PYTHON = .venv/bin/python

.DEFAULT_GOAL := help
.PHONY: help run demo manage shell test unit changed soak prove e2e check format schema import-map bench fuzz mutants sbom clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## Start the platform with demo data (PORT=8001 for another port); Ctrl-C stops it
	@$(PYTHON) -m scripts.run

demo: ## The same with 50 simulated drivers and 20 simulated riders
	@$(PYTHON) -m scripts.run --simulate 50 20

manage: ## Run a management command on the running platform: make manage ARGS="verify_ledger"
	@$(PYTHON) -m scripts.manage $(ARGS)

shell: ## Open a Python shell on the running platform
	@$(PYTHON) -m scripts.manage shell

test: ## Run the backend, frontend and browser tests (ARGS="-k wallet" goes to pytest)
	@$(PYTHON) -m scripts.test $(ARGS)

unit: ## Run the fast backend tests, of some apps with APP="fares wallet"
	@$(PYTHON) -m scripts.test --only backend --unit $(addprefix tests/,$(APP)) $(ARGS)

changed: ## Run the fast tests of what differs from main, and of the apps that import it
	@$(PYTHON) -m scripts.changed $(BASE)

soak: ## Run the long tests: random runs, crash runs, axe on every page; about an hour
	@$(PYTHON) -m scripts.test --soak $(ARGS)

prove: ## Run the proofs at full size, or one: make prove ARGS="accepts --size 1000 --seed 7"
	@$(PYTHON) -m scripts.prove $(ARGS)

e2e: ## Run the browser tests
	@$(PYTHON) -m scripts.test --only browser $(ARGS)

check: ## Check lint, types, import layers, migrations and generated files; under two minutes
	@$(PYTHON) -m scripts.check

format: ## Format the code and apply automatic lint fixes
	@$(VENV_PYTHON) -m ruff check --fix --quiet . ; $(VENV_PYTHON) -m ruff format .
	@cd frontend && npm run --silent format

schema: ## Write the generated files: API schema and types, settings, roles of the pages
	@$(PYTHON) -m scripts.schema

import-map: ## Import your own city: make import-map EXTRACT=city.osm.pbf NAME="My City"
	@$(PYTHON) -m scripts.import_map "$(EXTRACT)" "$(NAME)"

bench: ## Run the benchmarks on separate servers
	@$(PYTHON) -m scripts.bench $(ARGS)

fuzz: ## Send 20,000 generated requests as every role, check the replies; about 20 minutes
	@$(PYTHON) -m scripts.fuzz $(ARGS)

mutants: ## Change the code in small ways and count what no test notices; hours, so at night
	@$(PYTHON) -m scripts.mutants $(ARGS)

sbom: ## List the components of a release (CycloneDX) and their licences
	@$(PYTHON) -m scripts.sbom

clean: ## Remove builds and caches; keeps data and maps
	@rm -rf frontend/dist .hansom/frontend.stamp .hansom/static .hansom/static.stamp
	@rm -rf .mypy_cache .ruff_cache .pytest_cache .import_linter_cache

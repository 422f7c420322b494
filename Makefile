# Every command a person needs. `make help` lists them.
#
#   PYTHON  an interpreter, 3.11 or newer     make test PYTHON=/opt/python/bin/python3
#   VENV    where the virtual environment is  make test VENV=../venv
#   ARGS    passed on by train and bench*     make train ARGS="total_steps=20000"
#   JOBS    tests that run side by side       make test JOBS=8

.DELETE_ON_ERROR:

VENV ?= .venv
JOBS ?= 2
ARGS ?=
PYTHON ?= $(shell for name in python3.11 python3.12 python3.13 python3.14 python3 python; do \
	  "$$name" -c 'import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))' 2> /dev/null && echo "$$name" && break; \
	done)

BIN := $(VENV)/bin
INSTALLED := $(VENV)/installed
BENCH_INSTALLED := $(VENV)/installed-bench
PYTEST := $(BIN)/python -m pytest
SIDE_BY_SIDE := -n $(JOBS) --dist worksteal
# Kernels are compiled before the tests start, or every worker would compile them.
WARM := $(BIN)/python tests/support/warm_kernels.py $(JOBS)

.PHONY: help train test test-long test-plain check fix bench bench-strength golden docs clean
.DEFAULT_GOAL := help

help: ## list the commands
	@echo "make COMMAND, where COMMAND is one of"
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/\1|\2/p' $(firstword $(MAKEFILE_LIST)) | \
	  while IFS='|' read -r name text; do printf '  %-16s%s\n' "$$name" "$$text"; done

train: $(INSTALLED) ## set everything up and train: ARGS="--config configs/NAME.yaml key=value ..."
	$(BIN)/python train.py $(ARGS)

test: $(INSTALLED) ## set everything up and run the tests
	$(WARM)
	$(PYTEST) $(SIDE_BY_SIDE)

test-long: $(INSTALLED) ## run the tests with all random comparisons in full size
	$(WARM)
	STICHWERK_TESTS=long $(PYTEST) $(SIDE_BY_SIDE)

test-plain: $(INSTALLED) ## run the tests of rules and contract with kernels as plain Python
	NUMBA_DISABLE_JIT=1 $(PYTEST) $(SIDE_BY_SIDE) tests/rules tests/contract

check: $(INSTALLED) ## before every commit: format, lint, types, imports, kernels with bounds checks and plain, README and pages
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	NUMBA_BOUNDSCHECK=1 $(WARM)
	NUMBA_BOUNDSCHECK=1 $(PYTEST) $(SIDE_BY_SIDE) tests/rules
	STICHWERK_TESTS=short NUMBA_DISABLE_JIT=1 $(PYTEST) $(SIDE_BY_SIDE) tests/rules -k "not oracle and not determinize"
	$(PYTEST) tests/scripts/test_readme.py tests/scripts/test_game_pages.py

fix: $(INSTALLED) ## format the code and repair what ruff can repair
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(BENCH_INSTALLED) ## measure steps per second and compile time
	$(BIN)/python tests/benchmarks/bench.py $(ARGS)

bench-strength: $(INSTALLED) ## play agents against one another and XSkat: ARGS="--seed 1 --xskat FILE --agents heuristic xskat"
	$(BIN)/python tests/benchmarks/strength.py $(ARGS)

golden: $(INSTALLED) ## record the golden deals anew; read the difference before you commit it
	$(BIN)/python tests/support/golden.py
	$(BIN)/python tests/support/golden_match.py

docs: $(INSTALLED) ## write the pages of the games anew from the sources
	$(BIN)/python -m envs pages

clean: ## remove the virtual environment and all that tools have left
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis build dist
	find envs agents tests configs -name __pycache__ -prune -exec rm -rf {} +

$(BIN)/python:
	@if [ -z "$(PYTHON)" ]; then \
	  echo "No Python 3.11 or newer with the modules venv and ensurepip was found." >&2; \
	  echo "Install one (Debian, Ubuntu: python3 and python3-venv), or name it: make PYTHON=/path/to/python3" >&2; \
	  exit 1; \
	fi
	"$(PYTHON)" -m venv $(VENV)

$(INSTALLED): pyproject.toml constraints.txt | $(BIN)/python
	@echo "Installing into $(VENV): the first time this takes some minutes ..."
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[train,dev]'
	@echo "Installed. Enter the environment with: . $(BIN)/activate"
	touch $@

$(BENCH_INSTALLED): $(INSTALLED)
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[bench]'
	touch $@

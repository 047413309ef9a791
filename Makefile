# dicedeck: `make help` lists the targets. PYTHON chooses the interpreter, PIP_ARGS is passed on to pip.

PYTHON ?= python3
PIP_ARGS ?=
EXTRAS ?= dev
JOBS ?= 2
PYTEST_ARGS ?=

VENV := .venv
ifeq ($(OS),Windows_NT)
BIN := $(VENV)/Scripts
else
BIN := $(VENV)/bin
endif
STAMP := $(VENV)/.installed-$(EXTRAS)

# The tests use small matrices in several processes: one thread each is faster.
TEST_ENV := OMP_NUM_THREADS=1 MPLBACKEND=Agg
PYTEST := $(BIN)/python -m pytest

.PHONY: help setup demo test test-compiled test-checked test-nojit coverage lint format bench warm clean
.DEFAULT_GOAL := setup

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' Makefile
	@echo
	@echo "Variables: PYTHON=python3.12 (3.11 or newer), PIP_ARGS='...' (for pip install), EXTRAS=dev,openspiel,"
	@echo "           JOBS=2 (test processes), PYTEST_ARGS='-k name -x'."
	@echo "On Linux pip's default torch brings CUDA, some gigabytes. Without a GPU, use the small one:"
	@echo "  make setup PIP_ARGS='--extra-index-url https://download.pytorch.org/whl/cpu'"

setup: $(STAMP) ## make .venv and install the package, editable, with the pinned versions

$(VENV)/pyvenv.cfg:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "dicedeck needs Python 3.11 or newer, but '$(PYTHON)' is: $$(command -v $(PYTHON) >/dev/null && $(PYTHON) --version 2>&1 || echo not found)." >&2; \
	  echo "Name another one: make setup PYTHON=python3.12" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

$(STAMP): $(VENV)/pyvenv.cfg pyproject.toml constraints.txt hatch_build.py
	@echo "Installing into $(VENV): a few minutes the first time."
	$(BIN)/python -m pip install --quiet $(PIP_ARGS) -c constraints.txt hatchling
	$(BIN)/python -m pip install --quiet $(PIP_ARGS) -c constraints.txt --no-build-isolation -e '.[$(EXTRAS)]'
	@touch $@
	@echo "dicedeck is installed: $(BIN)/dicedeck"

demo: setup ## a short tour: games, a match, a short training
	$(BIN)/dicedeck demo

test: test-compiled test-checked test-nojit ## the test suite in the three modes that CI runs

test-compiled: setup ## all tests but the slow ones, rules compiled
	@echo "== tests: compiled"
	$(TEST_ENV) $(BIN)/dicedeck warm --workers $(JOBS)
	$(TEST_ENV) $(PYTEST) -q -m "not slow" -n $(JOBS) --dist worksteal $(PYTEST_ARGS)

test-checked: setup ## with bounds checks: the contract, and tests of rules that plain Python does not run
	@echo "== tests: compiled with bounds checks"
	$(TEST_ENV) DICEDECK_CHECKED=1 $(PYTEST) -q -m "(contract or (rule and not nojit)) and not slow" -n $(JOBS) --dist worksteal $(PYTEST_ARGS)

test-nojit: setup ## a smaller selection in plain Python
	@echo "== tests: plain Python"
	$(TEST_ENV) NUMBA_DISABLE_JIT=1 $(PYTEST) -q -m "nojit and not slow" -n $(JOBS) --dist worksteal $(PYTEST_ARGS)

coverage: setup ## line and branch coverage of the tests that run in plain Python
	$(TEST_ENV) NUMBA_DISABLE_JIT=1 $(PYTEST) -q -m "nojit and not slow" --cov --cov-report=term-missing $(PYTEST_ARGS)

lint: setup ## ruff and mypy --strict
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: setup ## sort imports and format the code
	$(BIN)/ruff check --select I --fix .
	$(BIN)/ruff format .

bench: setup ## speed of every game in every mode
	$(BIN)/dicedeck bench

warm: setup ## compile the rules of all games into the cache
	$(BIN)/dicedeck warm

clean: ## remove .venv and everything built or cached here
	rm -rf $(VENV) .links build dist htmlcov .coverage .coverage.* .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

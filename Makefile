# Needs only make and Python 3.11 or newer. `make demo` and `make test` are all a newcomer types.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet --no-input

# The engine: pure modules whose every branch is tested.
ENGINE := cards evaluate naturals compare outcome score settlement rules rounds
ENGINE_FILES := $(foreach name,$(ENGINE),$(wildcard settle/$(name).py))
EMPTY :=
COMMA := ,
SPACE := $(EMPTY) $(EMPTY)

.DEFAULT_GOAL := help
.PHONY: help demo test check format lint types cover wheel slow bench mutate lock clean .venv

help:  ## list the commands
	@sed -n 's/^\([a-z]*\):.*  ## \(.*\)/make \1\t\2/p' Makefile | expand -t 16

# --- installing --------------------------------------------------------------------------------
# One virtual environment, three layers, each with a stamp, so that nothing is installed twice:
# run (enough for `make demo`), dev (tests and checks), bench (the evaluators compared with).
# Every layer is locked by hash; the package itself is installed editable, without a network.

RUN := $(VENV)/run.stamp
DEV := $(VENV)/dev.stamp
BENCH := $(VENV)/bench.stamp
MUTATE := $(VENV)/mutate.stamp

$(VENV)/python.stamp:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Settle needs Python 3.11 or newer, and $(PYTHON) is not that." \
	       "Name another one: make PYTHON=/path/to/python3.12 ..." >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { \
	  echo "The virtual environment could not be made. On Debian and Ubuntu:" \
	       "apt-get install python3-venv" >&2; rm -rf $(VENV); exit 1; }
	@touch $@

$(RUN): $(VENV)/python.stamp requirements/build.txt requirements/run.txt pyproject.toml
	@echo "Installing what Settle runs on into $(VENV) ..."
	@$(PIP) install --require-hashes -r requirements/build.txt
	@$(PIP) install --require-hashes -r requirements/run.txt
	@$(PIP) install --no-build-isolation --no-deps -e .
	@touch $@

$(DEV): $(RUN) requirements/dev.txt
	@echo "Installing what the tests need into $(VENV) ..."
	@$(PIP) install --require-hashes -r requirements/dev.txt
	@touch $@

$(BENCH): $(DEV) requirements/bench.txt
	@echo "Installing the evaluators to compare with into $(VENV) ..."
	@$(PIP) install --require-hashes -r requirements/bench.txt
	@touch $@

.venv: $(BENCH)  ## install everything, benchmarks included

# --- the two commands of a newcomer ----------------------------------------------------------
demo: $(RUN)  ## score the recorded evening and show who pays whom
	@$(BIN)/settle demo

test: $(DEV)  ## run the tests
	@$(BIN)/python -m pytest

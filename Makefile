# Needs only make and Python 3.11 or newer. `make demo` and `make test` are all a newcomer types.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input --quiet --quiet

.DEFAULT_GOAL := help
.PHONY: help demo test check format lint types cover others tidy slow bench fuzz mutate lock lock-rulesets clean .venv

help:  ## list the commands
	@sed -n 's/^\([a-z.-]*\):.*  ## \(.*\)/make \1\t\2/p' Makefile | expand -t 20

# --- installing --------------------------------------------------------------------------------
# One virtual environment, three layers, each with a stamp, so that nothing is installed twice:
# run (enough for `make demo`), dev (tests and checks), bench (the evaluators compared with).
# Every layer is locked by hash; the package itself is installed editable, without a network.

LIBRARIES := $(VENV)/libraries.stamp
RUN := $(VENV)/run.stamp
DEV := $(VENV)/dev.stamp
BENCH := $(VENV)/bench.stamp
FUZZ := $(VENV)/fuzz.stamp
MUTATE := $(VENV)/mutate.stamp

$(VENV)/python.stamp:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Settle needs Python 3.11 or newer, and $(PYTHON) is not that." \
	       "Name another one: make PYTHON=/path/to/python3.12 ..." >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { \
	  echo "The virtual environment could not be made. On Debian and Ubuntu:" \
	       "apt-get install python3-venv" >&2; rm -rf $(VENV); exit 1; }
	@touch $@

$(LIBRARIES): $(VENV)/python.stamp requirements/build.txt requirements/run.txt
	@echo "Installing what Settle runs on into $(VENV) ..."
	@$(PIP) install --require-hashes -r requirements/build.txt
	@$(PIP) install --require-hashes -r requirements/run.txt
	@touch $@

$(RUN): $(LIBRARIES) pyproject.toml
	@$(PIP) install --no-build-isolation --no-deps -e .
	@touch $@

$(DEV): requirements/dev.txt $(LIBRARIES) | $(RUN)
	@echo "Installing what the tests need into $(VENV) ..."
	@$(PIP) install --require-hashes -r requirements/dev.txt
	@touch $@

$(BENCH): requirements/bench.txt $(DEV)
	@echo "Installing the evaluators to compare with into $(VENV) ..."
	@$(PIP) install --require-hashes -r requirements/bench.txt
	@touch $@

$(FUZZ): requirements/fuzz.txt $(DEV)
	@echo "Installing what makes odd inputs into $(VENV) ..."
	@$(PIP) install --require-hashes -r requirements/fuzz.txt
	@touch $@

$(MUTATE): requirements/mutate.txt $(DEV)
	@echo "Installing what changes the code into $(VENV) ..."
	@$(PIP) install --require-hashes -r requirements/mutate.txt
	@touch $@

.venv: $(BENCH)  ## install everything into .venv, benchmarks included

# --- the two commands of a newcomer ------------------------------------------------------------
# PYTEST_ARGS goes to pytest: make test PYTEST_ARGS="tests/code_health -x"

WORKERS ?= auto
PYTEST := $(BIN)/python -m pytest --numprocesses=$(WORKERS) --dist=worksteal

# What a machine without a person wants: make demo DEMO_ARGS=--no-serve
demo: $(RUN)  ## record an evening through the service, show who pays whom, go on serving
	@$(BIN)/settle demo $(DEMO_ARGS)

# Without, all of them: the engine's own under a watch that every branch is taken, then the others.
ifdef PYTEST_ARGS
test: $(DEV)  ## run the tests
	@$(PYTEST) $(PYTEST_ARGS)
else
test: cover others
endif

# --- checks ------------------------------------------------------------------------------------
# The wheel smoke test, the lock files and the import borders are tests, in tests/code_health.

check: format lint types test  ## everything that must be clean: format, lint, types, coverage, tests

format: $(DEV)  ## fail if a file is not formatted (make tidy formats)
	@$(BIN)/ruff format --check --quiet .

lint: $(DEV)  ## ruff
	@$(BIN)/ruff check --quiet .

types: $(DEV)  ## mypy, strict
	@$(BIN)/mypy

# Watching every line makes tests half as slow again, so only the engine's own are watched.
# The outcomes derived from generated rounds take minutes under such a watch, and no new branch.
ENGINE := cards compare evaluate faults naturals outcome score settlement strength
ENGINE_TESTS := $(filter-out tests/outcome/test_derived.py, \
  $(wildcard $(patsubst %,tests/%/test_*.py,$(ENGINE))))

cover: $(DEV)  ## run the engine's tests; every branch of the engine must be taken
	@$(PYTEST) --cov --cov-report=term $(ENGINE_TESTS)

others: $(DEV)  ## run the tests that make cover does not run
	@$(PYTEST) $(addprefix --ignore=,$(ENGINE_TESTS))

tidy: $(DEV)  ## format the files and mend what ruff can mend
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

# --- now and then ------------------------------------------------------------------------------
slow: $(DEV)  ## run the tests that take minutes
	@$(PYTEST) -m slow $(PYTEST_ARGS)

# Some of them, to another page: make bench BENCH_ARGS="bulk cluster -o some.md"
bench: $(BENCH)  ## run every benchmark, and write a page of results
	@$(BIN)/python tests/benchmarks/run_all.py $(BENCH_ARGS)

# What is new goes to build/fuzz; what breaks something stays there too.
RUNS ?= 2000000
fuzz: $(FUZZ)  ## give what reads odd inputs: make fuzz RUNS=100000
	@mkdir -p build/fuzz
	@PATH="$(BIN):$$PATH" tests/fuzz/fuzz.py -runs=$(RUNS) -max_len=8192 -dict=tests/fuzz/words.dict \
	  -artifact_prefix=build/fuzz/ $(FUZZ_ARGS) build/fuzz tests/fuzz/corpus

mutate: $(MUTATE)  ## change the engine line by line and see that a test notices
	@$(BIN)/mutmut run $(MUTATE_ARGS)
	@PATH="$(BIN):$$PATH" $(BIN)/python tests/mutation/unexplained.py

# Locked on the oldest Python supported, so that the pins suit the newer ones as well.
# Pins stay as they are unless asked for: make lock UPGRADE=--upgrade
COMPILE = CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/pip-compile --quiet --generate-hashes \
  --no-emit-index-url --no-emit-trusted-host --no-emit-find-links --strip-extras --allow-unsafe \
  --annotation-style=line $(UPGRADE)

lock: $(DEV)  ## renew requirements/ from pyproject.toml
	@$(BIN)/python -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' || { \
	  echo "The lock files are made on Python 3.11: make clean; make PYTHON=python3.11 lock" >&2; \
	  exit 1; }
	@$(COMPILE) --only-build-deps --build-deps-for=wheel --build-deps-for=editable \
	  -o requirements/build.txt pyproject.toml
	@$(COMPILE) -o requirements/run.txt pyproject.toml
	@$(COMPILE) --extra=dev -c requirements/run.txt -c requirements/build.txt \
	  -o requirements/dev.txt pyproject.toml
	@$(COMPILE) --extra=sign -c requirements/dev.txt -o requirements/sign.txt pyproject.toml
	@$(COMPILE) --extra=postgres -c requirements/dev.txt -o requirements/postgres.txt pyproject.toml
	@$(COMPILE) --extra=parquet -c requirements/dev.txt -o requirements/parquet.txt pyproject.toml
	@$(COMPILE) --extra=cluster -c requirements/dev.txt -o requirements/cluster.txt pyproject.toml
	@$(COMPILE) --extra=bench -c requirements/dev.txt -o requirements/bench.txt pyproject.toml
	@$(COMPILE) --extra=fuzz -c requirements/dev.txt -o requirements/fuzz.txt pyproject.toml
	@$(COMPILE) --extra=mutate -c requirements/dev.txt -o requirements/mutate.txt pyproject.toml

# A released version is frozen. Of what was never released: make lock-rulesets REPLACE="tw-scoop@2"
lock-rulesets: $(DEV)  ## add new ruleset versions to rulesets/digests.lock
	@$(BIN)/python tests/rulebook/lock_rulesets.py $(if $(REPLACE),--replace $(REPLACE))

clean:  ## throw away .venv and everything else that was made
	@rm -rf $(VENV) build dist htmlcov mutants .coverage .hypothesis \
	  .mypy_cache .pytest_cache .ruff_cache

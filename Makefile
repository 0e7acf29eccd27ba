# `make score` and `make test` are all a newcomer needs; both make .venv on first use.
PYTHON ?= python3
PHOTO ?= samples/classic-en/photo.jpg
LANGUAGE ?= en
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

# Two at a time; the tests of one file stay together, as they share services and browsers.
PYTEST := $(BIN)/python -m pytest --numprocesses 2 --dist loadfile

.PHONY: score serve test test-fast coverage release-check check bench audit lexicons lock docs clean

score: .venv/run ## score a photo and print the itemized result; PHOTO=… LANGUAGE=… for another
	@$(BIN)/qwords score "$(PHOTO)" --lang $(LANGUAGE) || [ $$? -eq 3 ]

serve: .venv/run ## start the service and the phone page
	$(BIN)/qwords serve

# Each test once: the quick ones with their coverage, then the others. tests/conftest.py says which are which.
test: .venv/dev ## run all tests; installs the system packages they use where it may; ARGS="tests/scoring -q" for some
	@sh scripts/system-packages.sh
ifeq ($(strip $(ARGS)),)
	@$(MAKE) --no-print-directory coverage
	$(PYTEST) --tier rest
else
	$(PYTEST) $(ARGS)
endif

test-fast: .venv/dev ## the tests that need no photo, browser, database or training set: under a minute
	$(PYTEST) -q --tier fast $(ARGS)

coverage: .venv/dev ## the same tests, which must reach nearly every line of the rooms that judge; pyproject.toml has the share
	$(BIN)/python -m coverage erase
	$(BIN)/python -m coverage run -m pytest --numprocesses 2 --dist loadfile -q --tier fast $(ARGS)
	$(BIN)/python -m coverage combine --quiet
	$(BIN)/python -m coverage report

release-check: .venv/dev ## what takes long, before a release: bare Debians, wheels, browser engines, commands of the docs
	@sh scripts/release-check.sh

check: .venv/dev ## lint and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	@sh scripts/check-page.sh

bench: .venv/dev ## measure accuracy and speed; compares with benchmarks/baseline.json
	$(BIN)/python -m benchmarks

audit: .venv/made ## look the locked packages up among known weaknesses; skips where there is no network
	@sh scripts/audit.sh $(BIN)/python

lexicons: .venv/dev ## rebuild the compiled word lists from their packages and hand lists
	$(BIN)/python -m lexicons.build

docs: .venv/dev ## write the generated pages of docs/, and the page's types
	$(BIN)/python -m scripts.docs
	$(BIN)/python -m scripts.page_types

lock: ## renew the two lock files (needs uv)
	uv pip compile pyproject.toml --extra api --extra tournament --extra cluster --extra heic --universal --python-version 3.11 --generate-hashes --no-header \
	  --no-emit-index-url --no-annotate --quiet --output-file requirements.lock
	uv pip compile pyproject.toml --all-extras --group dev --universal --python-version 3.11 --generate-hashes --no-header \
	  --no-emit-index-url --no-annotate --quiet --constraint requirements.lock --output-file requirements-dev.lock

clean: ## remove the virtual environment and caches
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis

.venv/made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or later is needed; set PYTHON=/path/to/python3.11" >&2; exit 1; }
	@$(PYTHON) -m venv .venv || { echo "Install the venv module (Debian, Ubuntu: apt install python3-venv)" >&2; exit 1; }
	@touch $@

.venv/run: .venv/made requirements.lock pyproject.toml
	@echo "Installing into .venv (once, a minute or two) …" >&2
	@$(PIP) install --require-hashes -r requirements.lock
	@$(PIP) install --no-deps --editable .
	@touch $@

.venv/dev: .venv/run requirements-dev.lock
	@echo "Installing the development tools into .venv (once) …" >&2
	@$(PIP) install --require-hashes -r requirements-dev.lock
	@touch $@

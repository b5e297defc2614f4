# Boxcars. `make play` and `make test` work from a clean clone with Python 3.11 and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= 2

.PHONY: help play test slow full check format bench compiled plain wheels catalogues docs gallery lock clean

help:  ## what there is to make
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "make %-12s %s\n", $$1, $$2}'

$(BIN)/boxcars: requirements.lock pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps -e .
	@touch $@

$(VENV)/dev: requirements-dev.lock $(BIN)/boxcars
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements-dev.lock
	@touch $@

play: $(BIN)/boxcars  ## start the server on this machine and open the page
	$(BIN)/boxcars

test: $(VENV)/dev  ## the default tests (under five minutes on two cores)
	$(BIN)/pytest -n $(JOBS) --dist worksteal -m "not slow"

slow: $(VENV)/dev  ## the longer ones: playouts, chaos, browsers, PostgreSQL, Ray, the compiled build
	$(BIN)/pytest -n $(JOBS) --dist worksteal -m slow --durations 20

full: $(VENV)/dev  ## the long ones at full length: thousands of games (more than an hour on two cores)
	BOXCARS_FULL=1 $(BIN)/pytest -n $(JOBS) --dist worksteal -m slow

check: $(VENV)/dev  ## ruff, format, mypy --strict
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(VENV)/dev  ## let ruff mend what it can
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/dev  ## how fast the engine is here
	$(BIN)/boxcars bench

compiled: $(VENV)/dev  ## compile the rules with mypyc, in place (needs a C compiler)
	$(BIN)/python tools/compile.py build

plain: $(VENV)/dev  ## back to plain Python
	$(BIN)/python tools/compile.py clean

wheels: $(VENV)/dev  ## build the wheels into dist/: the pure one, and one for this platform with compiled rules
	$(BIN)/python tools/wheels.py

catalogues: $(VENV)/dev  ## list messages that lack a translation
	$(BIN)/python tools/catalogues.py

docs: $(VENV)/dev  ## make the documentation site in build/site (a warning is an error)
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

gallery: $(VENV)/dev  ## photograph every screen and map (needs Chromium)
	$(BIN)/python docs/gallery/make_gallery.py

lock:  ## pin the dependencies anew (needs uv)
	uv pip compile pyproject.toml --extra server --generate-hashes --no-emit-index-url --no-header --no-annotate --python-version 3.11 -q -o requirements.lock
	uv pip compile pyproject.toml --extra server --extra postgres --extra fast --generate-hashes --no-emit-index-url --no-header --no-annotate --python-version 3.11 -q -o requirements-server.lock
	echo hatchling | uv pip compile - --generate-hashes --no-emit-index-url --no-header --no-annotate --python-version 3.11 -q -o requirements-build.lock
	uv pip compile pyproject.toml --all-extras --generate-hashes --no-emit-index-url --no-header --no-annotate --python-version 3.11 -q -o requirements-dev.lock

clean:  ## remove the environment and everything built
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .hypothesis

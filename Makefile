# Boxcars. `make play` works from a clean clone with Python 3.11 and make; what tests and checks the page also needs Node.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
TAB := src/boxcars/tab/locks
# More workers than processors (on two): servers are waited for, and in the slow suite browsers and databases, too (tests/order.py).
JOBS ?= 3
SLOW_JOBS ?= 4
NPM := node_modules/.bin

# Bytecode is written for what is imported, not for two gigabytes of packages: that is a minute less. But for that it is written,
# whatever the surroundings say (images of containers forbid it): hundreds of processes start in the tests.
unexport PYTHONDONTWRITEBYTECODE
PIP := $(BIN)/pip install --quiet --disable-pip-version-check --no-compile
# uv unpacks in ten seconds what keeps pip busy for a minute. Where uv is not to be had, or knows no way past a mirror that pip
# was told of, pip does it.
INSTALL := sh -c '$(BIN)/uv pip install --quiet --python $(BIN)/python "$$@" || { echo "uv could not, for the reason above: pip does it"; $(PIP) "$$@"; }' install

.PHONY: help play test client slow again full check ruff mypy page format types static site bench compiled ahead plain wheels release messages docscheck catalogues docs gallery lock clean

help:  ## what there is to make
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "make %-12s %s\n", $$1, $$2}'

$(BIN)/boxcars: requirements.lock pyproject.toml
	$(PYTHON) -m venv $(VENV)
	-$(PIP) --no-deps -r requirements-uv.lock
	$(INSTALL) --no-deps -r requirements.lock
	$(INSTALL) --no-deps -e .
	@touch $@

$(VENV)/dev: requirements-dev.lock $(BIN)/boxcars
	$(INSTALL) --no-deps -r requirements-dev.lock
	@touch $@

$(NPM)/stamp: package.json package-lock.json .npmrc
	@command -v npm >/dev/null || { echo "Formatter, linter and type checker of the page come by npm: install Node 18 or newer."; exit 1; }
	npm ci --silent
	@touch $@

HOST ?= 127.0.0.1
play: $(BIN)/boxcars  ## start the server and open the page; HOST=0.0.0.0 lets other computers connect
	BOXCARS_HOST=$(HOST) $(BIN)/boxcars

test: $(VENV)/dev client  ## the default tests (four minutes on two cores)
	$(BIN)/pytest -n $(JOBS) --dist worksteal -m "not slow"

client:  ## the page's own tests (seconds; needs Node)
	@command -v node >/dev/null || { echo "The page's tests run under Node: install Node 18 or newer."; exit 1; }
	node --test tests/client/*.test.js

slow: $(VENV)/dev  ## the longer ones: playouts, chaos, browsers, PostgreSQL, Ray, the compiled build
	$(BIN)/pytest -n $(SLOW_JOBS) --dist worksteal -m slow --durations 20

again: $(VENV)/dev  ## the tests that failed last once more, alone: what fails twice is broken
	$(BIN)/pytest -x -v --lf --lfnf none

full: $(VENV)/dev  ## the long ones at full length: thousands of games (more than an hour on two cores)
	BOXCARS_FULL=1 $(BIN)/pytest -n $(JOBS) --dist worksteal -m slow

check: ruff mypy page messages docscheck  ## ruff, mypy --strict, Biome, tsc --strict; words of messages; the documentation

ruff: $(VENV)/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

mypy: $(VENV)/dev
	$(BIN)/mypy

page: $(NPM)/stamp
	$(NPM)/biome check --error-on-warnings
	$(NPM)/tsc

messages: $(VENV)/dev  ## words that messages avoid, long sentences, file names and ids in them
	$(BIN)/python tools/message_lint.py

docscheck: $(VENV)/dev  ## paragraphs, line width, links, words and commands of the documentation; size of files in git
	$(BIN)/python tools/docs_check.py

format: $(VENV)/dev $(NPM)/stamp  ## let ruff and Biome mend what they can
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(NPM)/biome check --write

types: $(VENV)/dev  ## write the page's types from what the server declares to send
	$(BIN)/python tools/client_types.py

static: $(BIN)/boxcars  ## write the edition without a server into build/static (needs Node, npm)
	$(BIN)/boxcars static --out build/static

site: $(VENV)/dev  ## the documentation with the program in its front page, into build/static: / plays, /docs/ is the documentation
	BOXCARS_PLAY=/ NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	$(BIN)/boxcars static --out build/static --docs build/site

bench: $(VENV)/dev  ## how fast the engine is here
	$(BIN)/boxcars bench

compiled: $(VENV)/dev  ## compile the rules with mypyc, in place (needs a C compiler)
	$(BIN)/python tools/compile.py build

ahead: $(VENV)/dev  ## compile them in a copy: `make compiled` takes it, and until then the sources stay plain
	$(BIN)/python tools/compile.py ahead

plain: $(VENV)/dev  ## back to plain Python
	$(BIN)/python tools/compile.py clean

wheels: $(VENV)/dev  ## build the wheels into dist/: the pure one, and one for this platform with compiled rules
	$(BIN)/python tools/wheels.py

release: $(VENV)/dev  ## build what is published into dist/ and check it: install each file into an empty environment, play games
	$(BIN)/python tools/release.py

catalogues: $(VENV)/dev  ## list messages that lack a translation
	$(BIN)/python tools/catalogues.py

DOCS_VERSION ?=
docs: $(VENV)/dev  ## make the documentation site in build/site (a warning is an error); DOCS_VERSION=1.2: beside other versions
	NO_MKDOCS_2_WARNING=1 $(BIN)/$(if $(DOCS_VERSION),python tools/docs_versions.py $(DOCS_VERSION),mkdocs build --strict --quiet)

gallery: $(VENV)/dev  ## photograph every screen and map into build/gallery (needs Chromium)
	$(BIN)/python tools/gallery/make_gallery.py

# A lock names everything there is to install, so that it is installed without looking for dependencies: [tool.uv] in pyproject.toml
# leaves out what is named by a library but never used.
lock:  ## pin the dependencies anew (needs uv)
	uv pip compile pyproject.toml --extra server --generate-hashes --no-emit-index-url --no-header --no-annotate --python-version 3.11 -q -o requirements.lock
	uv pip compile pyproject.toml --extra server --extra postgres --extra fast --extra passkeys --extra push --extra pictures --generate-hashes --no-emit-index-url --no-header --no-annotate --python-version 3.11 -q -o requirements-server.lock
	echo uv | uv pip compile - --generate-hashes --no-emit-index-url --no-header --no-annotate --python-version 3.11 -q -o requirements-uv.lock
	echo hatchling | uv pip compile - --generate-hashes --no-emit-index-url --no-header --no-annotate --python-version 3.11 -q -o requirements-build.lock
	sed -n 's/^\([a-z][a-z_-]*\)==.*/\1/p' $(TAB)/wheels.lock | uv pip compile - -c requirements.lock --no-deps --generate-hashes --no-emit-index-url --no-header --no-annotate --python-version 3.14 -q -o $(TAB)/wheels.lock
	echo pyyaml | uv pip compile - -c requirements.lock --no-deps --generate-hashes --no-emit-index-url --no-header --no-annotate --python-version 3.14 -q -o $(TAB)/without_compiled.lock
	uv pip compile pyproject.toml --all-extras --generate-hashes --no-emit-index-url --no-header --no-annotate --python-version 3.11 -q -o requirements-dev.lock

clean:  ## remove the environment and everything built
	rm -rf $(VENV) node_modules build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis

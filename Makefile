# Everything is set up in .venv on first use: Python 3.11+, a C compiler and make are all it needs.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile
SOURCES := setup.py pyproject.toml $(shell find engine_c -name '*.pyx' -o -name '*.pxd')
SECONDS ?= 60
LONG ?= long
LOCKSTEP ?= 600
CORES := $(shell nproc 2>/dev/null || echo 2)
# Half as many again as cores: a worker waits for browsers, servers and clocks a quarter of its time.
WORKERS ?= $(shell expr $(CORES) \* 3 / 2)

# Tests start Python hundreds of times. Bytecode is kept in build/, also where the environment forbids Python to write
# it beside the sources, as many containers do: else every start compiles every module again.
export PYTHONDONTWRITEBYTECODE :=
export PYTHONPYCACHEPREFIX := $(CURDIR)/build/bytecode

# What an installation needs; a line for each instead of pages of pip and compiler output.
define NEEDED
import shutil, sys, os, sysconfig
version = "%s.%s" % tuple(sys.version_info[:2])
if sys.version_info < (3, 11):
    sys.exit("hansa needs Python 3.11 or newer, this is %s: make PYTHON=python3.12 ..." % version)
if not any(map(shutil.which, ("cc", "gcc", "clang"))):
    sys.exit("hansa needs a C compiler: apt-get install gcc, or xcode-select --install")
if not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")):
    sys.exit("the headers of Python %s are missing: apt-get install python3-dev" % version)
endef
export NEEDED

.PHONY: demo test test-times check-all lint lint-page sanitize threads fuzz faults long mutants install docs bench golden screenshots clean help

help:            ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 14

demo: .venv/built  ## a tournament of about a minute that ends in the Elo table
	$(BIN)/hansa tournament mcts:simulations=200 markers prestige greedy random --blocks 60 --log build/demo-$$(date +%Y%m%d-%H%M%S).jsonl

# A module's tests stay together, since they share servers and browsers; a worker that is done takes half of another's.
TESTS := $(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal

test: install    ## all quick tests (minutes)
	$(TESTS) -m "not long"

test-times: install  ## the same, and the processor time of the most expensive tests, fixtures and files
	rm -rf build/times
	$(TESTS) -m "not long" -p tests.times; $(BIN)/python -m tests.times

check-all: lint sanitize threads long  ## lint, types, sanitizers, long lockstep and fuzz, packaging; then the tests
	$(TESTS)

install: .venv/tools  ## everything into .venv: the engine, the commands, the page, all tools

$(BIN)/python:
	@$(PYTHON) -c "$$NEEDED"
	$(PYTHON) -m venv .venv

# What `make demo` needs: a few small packages and the engine, which is compiled on all cores. Its build
# requirements are installed here, not once more into an environment that pip makes for the build.
# Without --no-compile pip would write bytecode for every module of every package, used or not.
.venv/built: $(SOURCES) | $(BIN)/python
	$(PIP) $$($(BIN)/python -c "import tomllib; print(*tomllib.load(open('pyproject.toml', 'rb'))['build-system']['requires'])")
	$(PIP) --no-build-isolation --editable ".[web]"
	touch $@

# What tests, types, lint and documentation need besides: a gigabyte of packages, and nothing to compile.
.venv/tools: pyproject.toml | .venv/built
	$(PIP) "hansa[dev]"
	touch $@

.venv/fuzzer: pyproject.toml | .venv/tools
	$(PIP) "hansa[fuzz]"
	touch $@

engine_c/%/packing.pxd: engine_c/%/move_kinds.py engine_c/move_kinds.py | $(BIN)/python
	$(PYTHON) -m engine_c.move_kinds $*

lint: install lint-page  ## ruff, mypy --strict, the English of documents and messages; biome and tsc on the page
	$(BIN)/ruff check .
	$(BIN)/python -m tests.prose
	$(BIN)/mypy -p hansa -p engine_c -p bots -p tournaments -p tests

lint-page: node_modules/.package-lock.json  ## formats, lints and types of the page's JavaScript (needs node and npm)
	npm run --silent lint

node_modules/.package-lock.json: package.json package-lock.json .npmrc
	@command -v npm >/dev/null || { echo "make lint: node and npm are missing: apt-get install nodejs npm" >&2; exit 1; }
	npm install --no-save --silent
	touch $@

sanitize: install  ## the tests in the address and undefined behaviour build, shortened
	tests/sanitize.sh

threads: install ## searches, batches and games in several threads, in the build with the thread sanitizer
	tests/threads.sh

fuzz: .venv/fuzzer  ## fuzzing: looks for inputs that crash a parser; SECONDS for each
	$(BIN)/python -m tests.fuzz --seconds $(SECONDS)

faults: install  ## makes disks, clocks, processes and networks fail: a table of what was lost and seen (minutes)
	$(BIN)/python -m tests.faults

long: install    ## engine against twin for LOCKSTEP seconds (600), and the tests marked long: perft, packaging
	$(BIN)/python -m pytest -q -n $(WORKERS) --dist loadfile -m "$(LONG)"
	$(BIN)/python -m tests.lockstep --games 20 --plies 1500 --seed 77 --seconds $(LOCKSTEP)

docs: install    ## the documentation as a web site, in docs/_build/html
	$(BIN)/sphinx-build -q -W --keep-going -b html docs docs/_build/html

mutants: install ## puts small faults into a copy of the sources, one at a time: which of them does no test notice?
	nice $(BIN)/python -m tests.mutants --seed $(or $(SEED),1) $(if $(ROOMS),--rooms $(ROOMS)) $(if $(COUNT),--count $(COUNT)) \
		$(if $(SAMPLES),--samples $(SAMPLES)) --json build/mutants.json

bench: install   ## speed and signature
	$(BIN)/hansa bench

golden: install  ## rewrites the golden playthroughs and perft files; review the diff
	$(BIN)/python -m tests.golden

screenshots: install  ## pictures of the page, every board, in build/screenshots: look at them
	$(BIN)/python -m tests.screenshots

clean:           ## removes builds and .venv
	rm -rf .venv node_modules build dist docs/_build docs/built *.egg-info
	find engine_c -name '*.so' -delete

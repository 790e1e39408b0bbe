# privtool. `make demo` and `make test` set up what is missing.

PYTHON ?= python3
# Where the virtual environments live: one for each lock, outside the checkout when asked, so that
# a fresh clone with the same lock starts at once.
VENV_CACHE ?=
LOCK_KEY := $(shell cat pyproject.toml requirements.lock | sha256sum | cut -c1-16)
BIN := .venv/bin

# For `make fuzz` and `make chaos`: where to begin, and for how long.
SEED ?= 1
SECONDS ?= 300

.PHONY: help setup demo safe-corpus test test-fast check fuzz chaos bench lock clean
.DEFAULT_GOAL := help

help:
	@echo 'make setup      make the virtual environment .venv with what requirements.lock names'
	@echo 'make demo       mask and fill data/sample, show before and after, make a report'
	@echo 'make safe-corpus DATA=manifest.jsonl OUT=folder   put stand-ins into recordings, audit them'
	@echo 'make test       run all tests'
	@echo 'make test-fast  run the tests of core, text and stages, in seconds'
	@echo 'make check      lint and types'
	@echo 'make fuzz       feed commands broken lines and audio; SEED=1 SECONDS=300'
	@echo 'make chaos      kill commands at random moments and run them again; SEED=1 SECONDS=300'
	@echo 'make bench      measure speed side by side with other tools (minutes)'
	@echo 'make lock       choose the newest versions that pyproject.toml allows'
	@echo 'make clean      remove what was built'

setup: .venv/$(LOCK_KEY)

.venv/$(LOCK_KEY):
	@PYTHON='$(PYTHON)' VENV_CACHE='$(VENV_CACHE)' LOCK_KEY='$(LOCK_KEY)' sh tools/setup.sh

demo: setup
	@PATH="$(CURDIR)/$(BIN):$$PATH" sh tools/demo.sh

safe-corpus: setup
	@$(MAKE) --no-print-directory -C recipes/safe_corpus DATA='$(abspath $(DATA))' \
		OUT='$(abspath $(or $(OUT),build/safe-corpus))'

test: setup
	$(BIN)/python -m pytest

test-fast: setup
	$(BIN)/python -m pytest tests/core tests/text tests/stages tests/test_layers.py \
		--ignore tests/core/test_device.py

check: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

fuzz: setup
	$(BIN)/python -m tests.chaos.fuzz --seed $(SEED) --seconds $(SECONDS)

chaos: setup
	$(BIN)/python -m tests.chaos.kills --seed $(SEED) --seconds $(SECONDS)

bench: setup
	$(BIN)/python -m benchmarks

lock: setup
	$(BIN)/pip install -q uv
	$(BIN)/uv pip compile -q --upgrade --universal --python-version 3.10 --extra dev pyproject.toml -o requirements.lock

clean:
	rm -rf .venv build dist runs .pytest_cache .ruff_cache .mypy_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# privtool. `make demo` and `make test` set up what is missing.

PYTHON ?= python3
# Where the virtual environments live: one for each lock, outside the checkout when asked, so that
# a fresh clone with the same lock starts at once.
VENV_CACHE ?=
LOCK_KEY := $(shell cat pyproject.toml requirements.lock | sha256sum | cut -c1-16)
BIN := .venv/bin

.PHONY: help setup demo test check bench lock clean
.DEFAULT_GOAL := help

help:
	@echo 'make setup   make the virtual environment .venv with what requirements.lock names'
	@echo 'make demo    mask and fill data/sample, show before and after, make a report'
	@echo 'make test    run all tests'
	@echo 'make check   lint and types'
	@echo 'make bench   measure speed side by side with other tools (minutes)'
	@echo 'make lock    choose the newest versions that pyproject.toml allows'
	@echo 'make clean   remove what was built'

setup: .venv/$(LOCK_KEY)

.venv/$(LOCK_KEY):
	@PYTHON='$(PYTHON)' VENV_CACHE='$(VENV_CACHE)' LOCK_KEY='$(LOCK_KEY)' sh tools/setup.sh

demo: setup
	@PATH="$(CURDIR)/$(BIN):$$PATH" sh tools/demo.sh

test: setup
	$(BIN)/python -m pytest

check: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: setup
	$(BIN)/python -m benchmarks

lock: setup
	$(BIN)/pip install -q uv
	$(BIN)/uv pip compile -q --upgrade --universal --python-version 3.10 --extra dev pyproject.toml -o requirements.lock

clean:
	rm -rf .venv build dist runs .pytest_cache .ruff_cache .mypy_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

"""Benchmarks: each module is one command that prints one JSON line.

python -m benchmarks            all of them
python -m benchmarks.text.masking    one of them; --help lists its options
"""

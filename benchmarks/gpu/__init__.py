"""Tests and benchmarks of everything that runs on a GPU, in one command.

python -m benchmarks.gpu                             on CUDA, in less than 9 minutes
python -m benchmarks.gpu --device cpu --size tiny    the same on any machine, in a minute
"""

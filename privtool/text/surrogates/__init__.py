"""Surrogates for private phrases: replacements of the same kind, one small file per kind."""

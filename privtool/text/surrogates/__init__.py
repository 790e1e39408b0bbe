"""Surrogates for private phrases: replacements of the same kind."""

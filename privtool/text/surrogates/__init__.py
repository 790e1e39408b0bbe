"""Surrogates for private phrases: one small file for each kind of thing."""

"""Audits: attacks on safe data, counted over units, with intervals, baselines and controls."""

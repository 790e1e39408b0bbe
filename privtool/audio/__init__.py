"""Clips: where they are, what they hold, how they are cut, joined and written."""

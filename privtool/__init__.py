"""privtool: turn private text and speech into data that models can still learn from."""

__version__ = "0.1.0"

"""Recognisers of transformers with random weights, small enough to be made in a test."""

from __future__ import annotations

SIGNS = ["<pad>", "<s>", "</s>", "<unk>", "|", *"ABCDEFGHIJKLMNOPQRSTUVWXYZ'"]

"""The formats of other tools: each module reads one into records; two also write it."""

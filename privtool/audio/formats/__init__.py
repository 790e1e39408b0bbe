"""File formats of other tools: readers into records, and writers."""

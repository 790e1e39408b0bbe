"""File formats of other speech tools: readers into records, and two writers."""

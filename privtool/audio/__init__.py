"""Audio: reading and writing clips, signal processing, editing, and formats of other tools."""

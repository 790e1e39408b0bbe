"""What the figures of each audit mean."""

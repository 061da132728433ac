"""The command `review`."""

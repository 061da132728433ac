"""`p4tui arena` and its commands."""

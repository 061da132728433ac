"""Saved games: one SQLite database of the user's, shared by as many programs as run at once. The only layer with SQL."""

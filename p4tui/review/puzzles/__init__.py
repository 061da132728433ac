"""Puzzles: positions with one answer, proven by the solver."""

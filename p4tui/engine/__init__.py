"""The search. Imports the core only."""

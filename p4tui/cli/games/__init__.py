"""The commands on saved games."""

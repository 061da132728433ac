"""The command that solves positions."""

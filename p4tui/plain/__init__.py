"""The plain-text front end: a line in, lines out, never an escape sequence."""

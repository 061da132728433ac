"""A match being played, without a front end."""

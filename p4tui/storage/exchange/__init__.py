"""Saved games as they come and go: text, JSON, links of a solver's page, and the databases of other machines."""

"""Import and export of saved games: text, JSON, links to a solver's page, databases of other machines."""

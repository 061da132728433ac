"""Who plays: the computers. Imports the core and the engine only."""

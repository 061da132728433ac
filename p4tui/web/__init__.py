"""The game in a browser: a web server that runs p4tui in pseudo-terminals. It knows nothing of the game itself."""

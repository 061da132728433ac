"""The commands of games between two terminals."""

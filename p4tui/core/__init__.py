"""The rules of the game. Standard library only; no input, no output."""

"""What a game teaches: facts that the solver has proven. No input or output."""

"""What a game teaches: every move compared with perfect play."""

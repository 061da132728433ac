"""The look: themes, the layout grid, the pictures of board and discs."""

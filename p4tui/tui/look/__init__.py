"""How the board looks: themes, the layout grid, the drawings of board and discs."""

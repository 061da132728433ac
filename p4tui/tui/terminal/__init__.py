"""What Textual 8.2 lacks at the terminal. Detection is asked before Textual is loaded."""

"""The game: a thin screen, its controller and presenter, searches, clock face, loss and ending."""

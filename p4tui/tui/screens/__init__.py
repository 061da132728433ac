"""The screens but the game: the menu, results, saved games, settings, statistics, help, palette and dialogs."""

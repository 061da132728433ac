"""The screens: menu, game, results, settings, help and the small dialogs."""

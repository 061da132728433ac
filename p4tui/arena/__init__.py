"""Programs as players: child processes that are not trusted, their protocols, ratings and tournaments."""

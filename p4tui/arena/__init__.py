"""Computer players against each other: schedules, records, ratings and tables."""

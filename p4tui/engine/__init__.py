"""The search: scores, opening books and the solver."""

"""Two people, two terminals, one game: the protocol, and what carries it. The host's program decides."""

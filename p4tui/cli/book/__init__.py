"""The commands on opening books."""

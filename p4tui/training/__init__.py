"""Training: what review finds and storage remembers, for both front ends."""

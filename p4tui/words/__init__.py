"""The sentences that both front ends and the command line share, one place for each."""

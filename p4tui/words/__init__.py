"""The sentences that both front ends and the command line share, each in one place."""

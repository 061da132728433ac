"""Making opening books, above the solver.

* `building`: computes a book.
* `state`: keeps what a build has found, so that it can be resumed.
* `verifying`: searches some scores of a book again.
"""

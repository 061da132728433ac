"""Opening books: the exact scores of all positions of a board's first plies, so that a search needs not find them.

A book of a depth holds every position of 0 to `depth` discs that play can reach, but for those that show their score at
a glance (see `positions.Positions.at_a_glance`); of two mirror images it holds one.

* `positions`: which positions a book holds, and by what keys.
* `retrieval`: scores without their keys, in little more than their own bits.
* `format`: the file, how it is written and read.
* `shelf`: where books are found.
"""

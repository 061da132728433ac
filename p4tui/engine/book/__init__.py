"""Opening books: the exact scores of the positions of a board's first plies.

A book of a depth holds every reachable position of 0 to `depth` discs, except those that show their score at a glance
(see `positions.Positions.at_a_glance`). Of two mirror images it holds one.

* `positions`: the positions of a book and their keys.
* `retrieval`: a table of scores without their keys.
* `format`: the file.
* `shelf`: finding books.
"""

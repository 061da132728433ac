"""The levels as opponents in the libraries of people who train networks; each module has one function, `level`.

No module needs its library before `level` is called.
"""

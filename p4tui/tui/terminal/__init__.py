"""What Textual 8.2 lacks at the terminal; each module says which test fails once Textual has it.

`detection` is asked before Textual is loaded.
"""

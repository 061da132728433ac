"""The search kernels.

* `contract`: what every kernel offers.
* `reference`: plain Python, every board; specifies what the compiled one finds.
* `compiled`: there if a C compiler was when p4tui was installed.
* `choice`: which of them searches.
"""

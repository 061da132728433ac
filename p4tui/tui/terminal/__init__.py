"""Workarounds for Textual 8.2. Each module names the test that fails once Textual needs it no longer.

`detection` is asked before Textual is loaded.
"""

"""The manual: one page a topic, in every language, and how a page is printed."""

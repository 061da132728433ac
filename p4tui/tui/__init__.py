"""The Textual app; the only layer that imports Textual."""

import os

# Textual paints at most so often a second, and a key pressed just after a picture waits for the next one. At its default of
# 60 that is most of the time from a key to its answer; nothing is painted more often for it where nothing changes.
os.environ.setdefault("TEXTUAL_FPS", "250")

"""The Textual app; the only layer that imports Textual."""

import os

# The frame limit: a key pressed just after a frame waits for the next one. At Textual's default of 60 this wait is most of a
# key's latency. Without changes no frames are painted.
os.environ.setdefault("TEXTUAL_FPS", "250")

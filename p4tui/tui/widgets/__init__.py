"""The widgets: all of them draw whole lines (Textual's line API) and send only what changed."""

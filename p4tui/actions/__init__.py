"""The screens of the app and what can be done on them, as data: actions, their keys and words. It needs no Textual."""

"""The screens of the app and their actions, keys and words, as data. It needs no Textual."""

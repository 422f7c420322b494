"""Tables as text, as pictures and in a window, all made from a `Scene`. Nothing here knows a game."""

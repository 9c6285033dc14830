"""Ways to see a level. A view draws a `Scene` and knows no game."""

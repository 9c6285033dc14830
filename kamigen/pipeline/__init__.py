"""The middle: makes and verifies levels of any game, in files and in parallel; names no game."""

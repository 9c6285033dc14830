"""Flood-It: flood the board from its top-left cell, in as few actions as possible."""

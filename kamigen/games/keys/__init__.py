"""Keys: maps of rock and free cells, where keys open the doors of their letter."""

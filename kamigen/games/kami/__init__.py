"""KAMI: paint regions until the board has one colour, in as few actions as possible."""

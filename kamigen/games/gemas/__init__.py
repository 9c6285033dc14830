"""Gemas: swap neighbouring gems into chains of three, and collect enough of them."""

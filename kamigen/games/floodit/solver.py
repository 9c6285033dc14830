"""Which search proves: the native kernel where it was built, else the Python one.

The two are twins: they explore in the same order and count the same nodes, so a
generated level does not depend on which is active. What the kernel returns is
replayed in Python before it is claimed.
"""

from __future__ import annotations

from kamigen.games.floodit.search import PondProof, solve

__all__ = ["PondProof", "solve"]

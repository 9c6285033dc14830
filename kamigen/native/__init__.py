"""The native kernel of the exact searches, where it was built.

The kernel is compiled twice on x86-64, for every machine and for those with
AVX2; this module takes the one that fits. Where nothing was compiled there is
no kernel, and the Python searches serve. The environment may force either.
"""

from __future__ import annotations

import os
from functools import cache
from types import ModuleType

from kamigen.errors import KamigenError

# The environment variable that forces the native or the Python searches.
CHOICE = "KAMIGEN_SOLVER"


@cache
def load() -> ModuleType | None:
    """Return the fastest kernel that runs on this machine, or None if none was built."""
    try:
        from kamigen.native import _kernel
    except ImportError:
        return None
    if _kernel.has_avx2():
        try:
            from kamigen.native import _kernel_avx2
        except ImportError:
            return _kernel
        return _kernel_avx2
    return _kernel


def chosen() -> ModuleType | None:
    """Return the kernel that shall search, or None where the Python searches shall."""
    choice = os.environ.get(CHOICE, "")
    if choice not in ("", "native", "python"):
        raise KamigenError(f'{CHOICE} is "{choice}", but only native and python are known')
    if choice == "native" and load() is None:
        raise KamigenError(f"{CHOICE} asks for the native kernel, which was not built here")
    return None if choice == "python" else load()


def active() -> str:
    """Return which searches serve: "native" or "python"."""
    return "python" if chosen() is None else "native"

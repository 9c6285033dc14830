"""The native kernel of the exact searches, where it was built.

The kernel is compiled twice on x86-64, for every machine and for those with
AVX2; this module takes the one that fits. Where nothing was compiled there is
no kernel, and the Python searches serve.
"""

from __future__ import annotations

from types import ModuleType


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

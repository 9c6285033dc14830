"""What is needed only by some: an import that fails says what to install."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from kamigen.errors import KamigenError


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Import in here what an extra of kamigen brings."""
    try:
        yield
    except ImportError as error:
        raise KamigenError(
            f"this needs {error.name}, which is not there: pip install 'kamigen[{name}]'"
        ) from error

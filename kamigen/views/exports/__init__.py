"""Levels for other programs: written in their formats, and read back.

| format | file | holds | version | read back |
| --- | --- | --- | --- | --- |
| json | `.json` | a level, or a pack of them | `"version": 1` | yes |
| tiled | `.tmj` | a level; Tiled 1.10 | property `kamigen_version` 1 | yes |
| ldtk | `.ldtk` | all levels; LDtk 1.5.3 | level field `kamigen_version` 1 | no |
| csv | `.csv` | all levels, one a line | column `version`, 1 | no |

Every one has the header and the cells in flat row-major order, and the par
with its actions if they are known. A version rises when a reader of the old
one would misread the new one; added keys do not raise it.
"""

from __future__ import annotations

from enum import StrEnum


class Format(StrEnum):
    """The formats that levels are exported to."""

    JSON = "json"
    TILED = "tiled"
    LDTK = "ldtk"
    CSV = "csv"

    @property
    def suffix(self) -> str:
        """How the names of such files end."""
        return ".tmj" if self is Format.TILED else f".{self}"

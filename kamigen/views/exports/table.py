"""CSV: a table with a line a level, for spreadsheets and data frames."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from kamigen.views.exports.entry import Entry

VERSION = 1

COLUMNS = (
    "version",
    "name",
    "game",
    "difficulty",
    "limit",
    "par",
    "rows",
    "cols",
    "colours",
    "cells",
    "actions",
)


def table(entries: Sequence[Entry]) -> str:
    """Return levels as a table; cells are numbers with a blank between, actions have a ;."""
    text = io.StringIO()
    # With the line ends of the standard the writer also quotes a lone \r in a name.
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\r\n")
    writer.writeheader()
    for entry in entries:
        writer.writerow(
            {
                "version": VERSION,
                "name": entry.name,
                "game": entry.game,
                **entry.header,
                "par": entry.par,
                "rows": entry.rows,
                "cols": entry.cols,
                "colours": entry.mosaic.colours,
                "cells": " ".join(map(str, entry.flat)),
                "actions": "; ".join(entry.actions or ()),
            }
        )
    return text.getvalue()

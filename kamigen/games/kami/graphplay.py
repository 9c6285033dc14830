"""A graph level being played: moves such as `7 2` paint the region of vertex 7."""

from __future__ import annotations

import re
from dataclasses import replace

from kamigen.game import Scene, Tile
from kamigen.games.kami.graph import RegionGraph
from kamigen.games.kami.graphlevel import GraphLevel
from kamigen.games.kami.play import KamiPlay
from kamigen.grid import Cell, inner_cells

_VERTEX = re.compile(r"[0-9]{1,9}")


class GraphPlay(KamiPlay):
    """KAMI where the edges of a graph say what touches; the vertices lie in a row."""

    def __init__(self, level: GraphLevel) -> None:
        super().__init__(level)
        self._start = level

    def scene(self) -> Scene:
        """The vertices in a row, each with its number and colour."""
        board = super().scene()
        return graph_scene(self._now(), f"{self.actions_left} actions left", board.marks)

    def _now(self) -> GraphLevel:
        return replace(self._start, cells=inner_cells(self._board))

    def _graph(self) -> RegionGraph:
        return self._now().graph

    def _paint(self, cell: Cell, colour: int) -> list[Cell]:
        painted = [(1, vertex + 1) for vertex in self._now().region_of(cell[1] - 1)]
        for vertex in painted:
            self._board[vertex] = colour
        return painted

    def _cell(self, word: str) -> Cell | None:
        return (1, int(word) + 1) if _VERTEX.fullmatch(word) else None


def graph_scene(level: GraphLevel, actions: str, marks: frozenset[Cell] = frozenset()) -> Scene:
    """Return the vertices of a level as a row of tiles, `number:colour` upon each."""
    tiles = tuple(
        Tile(colour, f"{vertex}:{colour}") for vertex, colour in enumerate(level.vertices)
    )
    caption = (
        f"{len(level.vertices)} vertices, {len(level.edges)} edges, "
        f"colours 1 to {level.colours}, {actions}"
    )
    return Scene((tiles,), caption, tuple(range(1, level.colours + 1)), marks=marks)

"""Yardsticks for KAMI that share no code with the solvers: plain breadth-first search.

Everything here is meant to be right at a glance rather than fast. `par` tries
all regions × all colours of the palette, layer by layer; `par_by_cells` does
the same on the cells themselves, without any notion of a region graph; and
`par_by_busca` asks the assignment's own backtracking. The makers of random
boards and graphs prefer what hides mistakes least: non-square boards, colours
with gaps between them, palettes narrower and wider than the board.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from hypothesis import strategies as st

from kamigen.ep.kami import FALHA, busca
from kamigen.games.boards.rules import is_monochrome, paint
from kamigen.grid import framed, parse_cell

Cells = tuple[tuple[int, ...], ...]
Move = tuple[tuple[int, int], int]

SHAPES = ((1, 7), (2, 3), (3, 2), (2, 4), (4, 2), (1, 9), (2, 5), (5, 2), (3, 4), (4, 3), (3, 3))


class Board(NamedTuple):
    """Cells, and the palette 1..palette they are painted with."""

    cells: Cells
    palette: int


class ColouredGraph(NamedTuple):
    """Bit u of near[v] says that u and v touch; colours are by vertex."""

    near: tuple[int, ...]
    colours: tuple[int, ...]

    @property
    def size(self) -> int:
        return len(self.near)

    @property
    def everything(self) -> int:
        return (1 << self.size) - 1


def members(mask: int) -> list[int]:
    """Return the vertices of a mask."""
    return [vertex for vertex in range(mask.bit_length()) if mask >> vertex & 1]


def mask_of(vertices: Sequence[int] | set[int]) -> int:
    """Return the mask of these vertices."""
    return sum(1 << vertex for vertex in set(vertices))


def around(graph: ColouredGraph, mask: int) -> int:
    """Return the set together with all that touches it."""
    for vertex in members(mask):
        mask |= graph.near[vertex]
    return mask


def component(graph: ColouredGraph, within: int, start: int) -> int:
    """Return what hangs together with the set `start` inside the set `within`."""
    reached = start
    while (wider := around(graph, reached) & within) != reached:
        reached = wider
    return reached


def ball(graph: ColouredGraph, centre: int, radius: int) -> int:
    """Return the set within `radius` steps of a vertex."""
    reached = 1 << centre
    for _ in range(radius):
        reached = around(graph, reached)
    return reached


def graph_of(cells: Cells) -> ColouredGraph:
    """Return the region graph, labelled by spreading the least number of each region."""
    label = {
        (row, column): row * len(line) + column
        for row, line in enumerate(cells)
        for column in range(len(line))
    }
    pairs = [
        ((row, column), beside)
        for row, column in label
        for beside in ((row + 1, column), (row, column + 1))
        if beside in label
    ]
    changed = True
    while changed:
        changed = False
        for (row, column), (row2, column2) in pairs:
            one, other = label[row, column], label[row2, column2]
            if one != other and cells[row][column] == cells[row2][column2]:
                label[row, column] = label[row2, column2] = min(one, other)
                changed = True
    number = {name: vertex for vertex, name in enumerate(sorted(set(label.values())))}
    near = [0] * len(number)
    colours = [0] * len(number)
    for one, other in pairs:
        u, v = number[label[one]], number[label[other]]
        if u != v:
            near[u] |= 1 << v
            near[v] |= 1 << u
    for (row, column), name in label.items():
        colours[number[name]] = cells[row][column]
    return ColouredGraph(tuple(near), tuple(colours))


def par(graph: ColouredGraph, palette: int) -> int:
    """Return the least number of actions: all components × all colours, layer by layer.

    A state is one integer: for every colour in play the set of its vertices,
    side by side. Equal boards are equal integers.
    """
    size, everything = graph.size, graph.everything
    foreign = sorted(set(graph.colours) - set(range(1, palette + 1)))
    slot = {colour: place for place, colour in enumerate([*range(1, palette + 1), *foreign])}
    if len(set(graph.colours)) == 1:
        return 0
    parts: dict[int, list[int]] = {}

    def components(mask: int) -> list[int]:
        if mask not in parts:
            parts[mask] = []
            rest = mask
            while rest:
                part = component(graph, rest, rest & -rest)
                parts[mask].append(part)
                rest ^= part
        return parts[mask]

    start = sum(1 << size * slot[colour] + v for v, colour in enumerate(graph.colours))
    layer, seen, actions = {start}, {start}, 0
    while layer:
        actions += 1
        following = set()
        for state in layer:
            classes = [state >> size * place & everything for place in range(len(slot))]
            for place, mask in enumerate(classes):
                for part in components(mask):
                    for target in range(palette):
                        if target == place:
                            continue
                        if classes[target] | part == everything:
                            return actions
                        following.add(state - (part << size * place) + (part << size * target))
        layer = following - seen
        seen |= layer
    raise AssertionError("the graph does not hang together")


def board_par(board: Board) -> int:
    """Return the par of a board by `par` on its graph."""
    return par(graph_of(board.cells), board.palette)


def par_by_cells(board: Board) -> int:
    """Return the par by painting cells, one flood after the other."""
    rows, cols = len(board.cells), len(board.cells[0])
    layer = {tuple(colour for row in board.cells for colour in row)}
    seen = set(layer)
    actions = 0
    while not any(len(set(cells)) == 1 for cells in layer):
        actions += 1
        layer = {
            painted
            for cells in layer
            for start in range(rows * cols)
            for painted in _floods(cells, start, cols, board.palette)
        } - seen
        seen |= layer
    return actions


def _floods(cells: tuple[int, ...], start: int, cols: int, palette: int) -> Iterator[tuple]:
    burnt, stack = {start}, [start]
    while stack:
        row, column = divmod(stack.pop(), cols)
        for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            beside = r * cols + c
            if not (0 <= c < cols and 0 <= beside < len(cells)) or beside in burnt:
                continue
            if cells[beside] == cells[start]:
                burnt.add(beside)
                stack.append(beside)
    for colour in range(1, palette + 1):
        yield tuple(colour if place in burnt else old for place, old in enumerate(cells))


def par_by_busca(graph: ColouredGraph) -> int:
    """Return the par by the assignment's backtracking, which paints with the board's colours."""
    actions = 0
    while busca(adjacency(graph), dict(enumerate(graph.colours)), actions) == FALHA:
        actions += 1
    return actions


def adjacency(graph: ColouredGraph) -> dict[int, set[int]]:
    """Return the neighbours by vertex."""
    return {vertex: set(members(near)) for vertex, near in enumerate(graph.near)}


def contracted(graph: ColouredGraph, core: int, colour: int) -> tuple[ColouredGraph, list[int]]:
    """Draw a set together to one vertex of one colour.

    Return the new graph and, for each old vertex, its new number.
    """
    outside = [vertex for vertex in range(graph.size) if not core >> vertex & 1]
    number = [0] * graph.size
    for place, vertex in enumerate(outside, start=1):
        number[vertex] = place
    near: list[set[int]] = [set() for _ in range(len(outside) + 1)]
    for vertex, beside in enumerate(graph.near):
        near[number[vertex]] |= {number[other] for other in members(beside)}
    masks = [mask_of(beside - {vertex}) for vertex, beside in enumerate(near)]
    colours = (colour, *(graph.colours[vertex] for vertex in outside))
    return ColouredGraph(tuple(masks), colours), number


def painted(graph: ColouredGraph, vertex: int, colour: int) -> ColouredGraph:
    """Paint a vertex of a graph without equal neighbours; what then is equal is drawn together."""
    joined = [other for other in members(graph.near[vertex]) if graph.colours[other] == colour]
    return contracted(graph, mask_of([vertex, *joined]), colour)[0]


def named_moves(actions: Sequence[str]) -> list[Move]:
    """Read move strings such as "E1 3"."""
    moves = []
    for action in actions:
        name, colour = action.split()
        cell = parse_cell(name)
        assert cell is not None, action
        moves.append((cell, int(colour)))
    return moves


def coded_moves(actions: Sequence[tuple[int, int]], cells: Cells) -> list[Move]:
    """Read moves whose cells are coded (row−1)·cols + (column−1)."""
    cols = len(cells[0])
    return [((code // cols + 1, code % cols + 1), colour) for code, colour in actions]


def wins(board: Board, moves: Sequence[Move]) -> bool:
    """Replay on the real board: every move legal and of effect, one colour only at the end."""
    grid = framed(board.cells)
    for cell, colour in moves:
        if is_monochrome(grid) or not 1 <= colour <= board.palette or not paint(grid, cell, colour):
            return False
    return is_monochrome(grid)


def random_board(rng: Random, most_regions: int = 8) -> Board:
    """Draw a small board of up to 5 colours with any palette around them."""
    while True:
        rows, cols = rng.choice(SHAPES)
        colours = rng.sample(range(1, 7), rng.randint(2, 5))
        if rng.random() < 0.5:  # without gaps
            colours = list(range(1, len(colours) + 1))
        cells = tuple(tuple(rng.choice(colours) for _ in range(cols)) for _ in range(rows))
        if graph_of(cells).size <= most_regions:
            return Board(cells, random_palette(rng, colours))


def random_palette(rng: Random, colours: Sequence[int]) -> int:
    """Draw a palette: just the colours, one or two more, or one that lacks some."""
    highest = max(colours)
    widths = (highest, min(highest + rng.randint(1, 2), 7), rng.randint(1, highest))
    return rng.choices(widths, (2, 1, 2))[0]


def random_graph(rng: Random, most: int = 8) -> ColouredGraph:
    """Draw a small connected graph of 2 to 5 colours, no two equal ones touching.

    A third are trees, which reach far; unlike a board's, some are not planar.
    """
    size = rng.randint(2, most)
    most_links = rng.randint(1, 3)
    palette = rng.randint(2, 5)
    colours = [rng.randint(1, palette)]
    near = [0]
    while len(colours) < size:
        vertex = len(colours)
        colour = rng.randint(1, palette)
        others = [other for other in range(vertex) if colours[other] != colour]
        if not others:
            continue
        links = rng.sample(others, min(len(others), rng.randint(1, most_links)))
        colours.append(colour)
        near.append(mask_of(links))
        for other in links:
            near[other] |= 1 << vertex
    return ColouredGraph(tuple(near), tuple(colours))


def patches(seed: int, rows: int, cols: int, colours: int, centres: int) -> Cells:
    """Draw a structured board: every cell takes the colour of the nearest of some centres."""
    rng = Random(seed)
    places = [
        (rng.random() * rows, rng.random() * cols, rng.randint(1, colours)) for _ in range(centres)
    ]
    return tuple(
        tuple(
            min(places, key=lambda place: (place[0] - row) ** 2 + (place[1] - column) ** 2)[2]
            for column in range(cols)
        )
        for row in range(rows)
    )


@st.composite
def boards(draw: st.DrawFn, most_cells: int = 10) -> Board:
    """Small boards for hypothesis, which shrinks them."""
    rows = draw(st.integers(1, 4))
    cols = draw(st.integers(1, most_cells // rows))
    line = st.tuples(*[st.integers(1, 5)] * cols)
    cells = draw(st.tuples(*[line] * rows))
    return Board(cells, draw(st.integers(1, 6)))

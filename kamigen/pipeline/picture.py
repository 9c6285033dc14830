"""Pictures read as boards: few colours, one a cell, no specks.

Pixels are averaged as light (linear, transparent ones on white) into samples
that are smaller than a cell, and grouped in OKLab, where distance is what an
eye sees. A cell takes the colour that most of its samples have: an average
would invent colours along every edge. Regions too small to be meant are given
to the neighbour they share most border with. The same bytes give the same
board: the grouping draws its random starts from a fixed seed.
"""

from __future__ import annotations

import io
import struct
import warnings
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kamigen.errors import KamigenError
from kamigen.extras import extra
from kamigen.game import Mosaic
from kamigen.grid import Cell, Grid, framed, inner_cells, neighbours, regions
from kamigen.rng import Rng

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_BYTES = 64 * 1024 * 1024
MOST_PIXELS = 50_000_000

# Formats that are read by Pillow itself; some others would start another program.
_FORMATS = ("PNG", "JPEG", "GIF", "WEBP", "BMP", "TIFF", "PPM")

_SAMPLES_A_SIDE = 8
_MOST_SAMPLES = 1_000_000

# What the grouping looks at: enough that more made no other boards of test pictures.
_MOST_GROUPED = 20_000
_MOST_DISTANCES = 2_000_000
_STARTS = 8
_ROUNDS = 40

_DEFAULT_LONGER_SIDE = 16
_MOST_CELLS = 250_000

Colours = NDArray[np.float64]
"""A row a colour: its three coordinates."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How a picture is to be read.

    Of rows and columns one may be left to the shape of the picture, or both.
    Regions of fewer cells than `least_region` are merged into a neighbour.
    """

    rows: int | None = None
    cols: int | None = None
    colours: int = 4
    least_region: int = 2


def read_picture(raw: bytes, reading: Reading) -> Mosaic:
    """Return the board of a picture, or raise an error of one sentence."""
    with extra("pictures"):
        from PIL import Image as Images
        from PIL import ImageOps, UnidentifiedImageError
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Images.DecompressionBombWarning)
            image: Image = Images.open(io.BytesIO(raw), formats=_FORMATS)
        width, height = image.size
        if width * height > MOST_PIXELS:
            raise KamigenError(f"{width}×{height} pixels are more than {MOST_PIXELS:,}")
        image = ImageOps.exif_transpose(image)
        rows, cols = _size(image.width, image.height, reading)
        samples, side = _samples(image, rows, cols)
    except UnidentifiedImageError as error:
        raise KamigenError("this is neither JSON nor a picture in a known format") from error
    except (Images.DecompressionBombError, Images.DecompressionBombWarning) as error:
        raise KamigenError(f"the picture has more than {MOST_PIXELS:,} pixels") from error
    except (OSError, SyntaxError, ValueError, EOFError, struct.error) as error:
        raise KamigenError(f"the picture is damaged: {error}") from error
    colours = _oklab(samples.reshape(-1, 3))
    centres = _centres(colours, reading.colours)
    board = _majority(_nearest(colours, centres), len(centres), rows, cols, side)
    merged = _without_specks(framed(board.tolist()), centres, reading.least_region)
    return _by_frequency(inner_cells(merged))


def _size(width: int, height: int, reading: Reading) -> tuple[int, int]:
    """Rows and columns; what is not given follows the shape of the picture."""
    if reading.cols is not None:
        cell = width / reading.cols
    elif reading.rows is not None:
        cell = height / reading.rows
    else:
        cell = max(width, height) / _DEFAULT_LONGER_SIDE
    rows = reading.rows or max(1, round(height / cell))
    cols = reading.cols or max(1, round(width / cell))
    if rows * cols > _MOST_CELLS:
        raise KamigenError(f"{rows}×{cols} cells are more than {_MOST_CELLS:,}")
    return rows, cols


def _samples(image: Image, rows: int, cols: int) -> tuple[NDArray[np.float64], int]:
    """Average the light of the picture into a number of samples a cell, along each side."""
    from PIL import Image as Images

    if image.mode.startswith("I"):
        # Sixteen bits a pixel, which Pillow would cut off instead of scaling.
        image = image.convert("I").point(lambda value: value * (1 / 257)).convert("L")
    width, height = max(image.width, cols), max(image.height, rows)
    if (width, height) != image.size:
        image = image.resize((width, height), Images.Resampling.NEAREST)
    side = min(_SAMPLES_A_SIDE, height // rows, width // cols)
    while side > 1 and rows * cols * side * side > _MOST_SAMPLES:
        side -= 1
    lines = np.arange(rows * side + 1) * height // (rows * side)
    columns = np.arange(cols * side + 1) * width // (cols * side)
    averaged = np.empty((rows * side, cols * side, 3))
    for row in range(rows):
        # A row of cells at a time: a large picture as numbers would fill the memory.
        own = lines[row * side : (row + 1) * side + 1]
        band = image.crop((0, int(own[0]), width, int(own[-1]))).convert("RGBA")
        light = _light(np.asarray(band))
        summed = np.add.reduceat(light, own[:-1] - own[0], axis=0)
        summed = np.add.reduceat(summed, columns[:-1], axis=1)
        areas = np.diff(own)[:, None] * np.diff(columns)[None, :]
        averaged[row * side : (row + 1) * side] = summed / areas[..., None]
    return averaged, side


def _light(pixels: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Linear light of pixels that lie on white."""
    shares = np.arange(256) / 255
    linear = np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)
    alpha = shares[pixels[..., 3:]]
    return np.asarray(linear[pixels[..., :3]] * alpha + (1 - alpha))


def _oklab(light: Colours) -> Colours:
    """Linear light as the perceptual coordinates of Ottosson's OKLab."""
    red, green, blue = light.T
    long = np.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    middle = np.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    short = np.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    return np.stack(
        (
            0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
            1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
            0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
        ),
        axis=1,
    )


def _centres(colours: Colours, count: int) -> Colours:
    """Group colours by k-means and return the middle of each group: the best of some starts."""
    most = min(_MOST_GROUPED, max(count, _MOST_DISTANCES // count))
    colours = colours[:: -(-len(colours) // most)]
    few = np.unique(colours.round(4), axis=0)
    if len(few) <= count:
        return few
    rng = Rng("picture", count)
    found = [_settled(colours, _start(colours, count, rng)) for _ in range(_STARTS)]
    return min(found, key=lambda one: one[0])[1]


def _start(colours: Colours, count: int, rng: Rng) -> Colours:
    """Choose colours far from those chosen before, at random (k-means++)."""
    chosen = [colours[rng.below(len(colours))]]
    distances = _distances(colours, np.array(chosen))[:, 0]
    while len(chosen) < count:
        total = np.cumsum(distances)
        ticket = rng.below(1 << 53) / (1 << 53) * total[-1]
        chosen.append(colours[min(int(np.searchsorted(total, ticket, "right")), len(colours) - 1)])
        distances = np.minimum(distances, _distances(colours, np.array(chosen[-1:]))[:, 0])
    return np.array(chosen)


def _settled(colours: Colours, centres: Colours) -> tuple[float, Colours]:
    """Move centres to the middle of what is nearest to them until they rest."""
    spread = 0.0
    for _ in range(_ROUNDS):
        distances = _distances(colours, centres)
        nearest = distances.argmin(axis=1)
        spread = float(distances.min(axis=1).sum())
        moved = centres.copy()
        for group in range(len(centres)):
            own = colours[nearest == group]
            if len(own):
                moved[group] = own.mean(axis=0)
        if np.array_equal(moved, centres):
            break
        centres = moved
    return spread, centres


def _nearest(colours: Colours, centres: Colours) -> NDArray[np.intp]:
    """The number of the nearest centre for every colour."""
    step = max(1, _MOST_DISTANCES // len(centres))
    parts = [
        _distances(colours[first : first + step], centres).argmin(axis=1)
        for first in range(0, len(colours), step)
    ]
    return np.concatenate(parts)


def _distances(colours: Colours, centres: Colours) -> NDArray[np.float64]:
    """Squared distances: a row a colour, a column a centre."""
    return np.asarray(
        sum((colours[:, axis, None] - centres[None, :, axis]) ** 2 for axis in range(3))
    )


def _majority(
    nearest: NDArray[np.intp], count: int, rows: int, cols: int, side: int
) -> NDArray[np.intp]:
    """Let the samples of every cell vote; colours come out numbered from 1."""
    samples = nearest.reshape(rows, side, cols, side).swapaxes(1, 2).reshape(rows * cols, -1)
    votes = np.zeros((rows * cols, count), dtype=np.intp)
    cells = np.repeat(np.arange(rows * cols), side * side)
    np.add.at(votes, (cells, samples.ravel()), 1)
    return np.asarray(votes.argmax(axis=1).reshape(rows, cols) + 1)


def _without_specks(board: Grid, centres: Colours, least: int) -> Grid:
    """Merge regions of fewer cells than `least`, the smallest first, until there are none."""
    while True:
        specks = sorted((region for region in regions(board) if len(region) < least), key=len)
        changed: set[Cell] = set()
        for speck in specks:
            around = [cell for own in speck for cell in neighbours(own)]
            if not changed.isdisjoint(around) or not changed.isdisjoint(speck):
                # Its surroundings are new: it is looked at again in the next round.
                continue
            colour = _closest_neighbour(board, int(board[speck[0]]), around, centres)
            if colour is None:
                return board
            for cell in speck:
                board[cell] = colour
            changed.update(speck)
        if not changed:
            return board


def _closest_neighbour(board: Grid, own: int, around: list[Cell], centres: Colours) -> int | None:
    """The colour with the longest border; of several, the one that looks most alike."""
    borders = Counter(int(board[cell]) for cell in around)
    del borders[0], borders[own]
    if not borders:
        return None
    alike = _distances(centres[own - 1 : own], centres)[0]
    return min(borders, key=lambda colour: (-borders[colour], alike[colour - 1], colour))


def _by_frequency(cells: tuple[tuple[int, ...], ...]) -> Mosaic:
    """Number the colours anew: the most frequent is 1, and none is missing."""
    counted = Counter(colour for row in cells for colour in row)
    number = {colour: place for place, (colour, _) in enumerate(counted.most_common(), start=1)}
    return Mosaic(tuple(tuple(number[colour] for colour in row) for row in cells), len(number))

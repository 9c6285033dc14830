/* What games on boards of colours share on the page: numbers in rows, and how fire spreads. */
(() => {
  "use strict";

  /** The numbers of a text, line by line; blank lines are skipped. */
  const numbers = (text) =>
    text
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => line.trim().split(/\s+/).map(Number));

  /** The cells above, below, left and right that are on the board. */
  function neighbours(level, cell) {
    const column = cell % level.cols;
    const around = [];
    if (cell >= level.cols) around.push(cell - level.cols);
    if (cell + level.cols < level.cells.length) around.push(cell + level.cols);
    if (column > 0) around.push(cell - 1);
    if (column < level.cols - 1) around.push(cell + 1);
    return around;
  }

  /** The fire: the cells of a region, wave by wave from where it starts. */
  function fire(level, cells, start) {
    const colour = cells[start];
    const seen = new Set([start]);
    const waves = [];
    for (let wave = [start]; wave.length > 0; ) {
      waves.push(wave);
      const next = [];
      for (const cell of wave) {
        for (const other of neighbours(level, cell)) {
          if (cells[other] === colour && !seen.has(other)) {
            seen.add(other);
            next.push(other);
          }
        }
      }
      wave = next;
    }
    return waves;
  }

  /** One vertex a region, named by its first cell. */
  function regionGraph(level, cells) {
    const owner = new Int32Array(cells.length).fill(-1);
    const codes = [];
    for (let cell = 0; cell < cells.length; cell++) {
      if (owner[cell] >= 0) continue;
      for (const member of fire(level, cells, cell).flat()) owner[member] = codes.length;
      codes.push(cell);
    }
    const adjacency = codes.map(() => new Set());
    for (let cell = 0; cell < cells.length; cell++) {
      for (const other of neighbours(level, cell)) {
        if (owner[other] !== owner[cell]) adjacency[owner[cell]].add(owner[other]);
      }
    }
    return { codes, colours: codes.map((cell) => cells[cell]), adjacency: adjacency.map((set) => [...set]) };
  }

  kamigen.boards = { numbers, fire, regionGraph };
})();

/* The rules of Gemas for the page: boards, valid swaps, the refill, and how a swap settles.
 *
 * A board is a Uint8Array of colours counted from 0, row by row, and stays as it
 * is: every change makes another one. The refill is that of refill.py, bit for
 * bit; its words have 64 bits and so are BigInts, made once for each gem. As in
 * planes.py a swap is settled in rounds, and the last of them is the one that
 * reaches the target, so that not even a refill that forms chains for ever can
 * keep anybody waiting.
 */
(() => {
  "use strict";

  const STEP = 0x9e3779b97f4a7c15n;
  const word = (value) => BigInt.asUintN(64, value);

  /** Output `number`, counted from 0, of SplitMix64 started with `seed`. */
  function mix(seed, number) {
    let z = word(BigInt(seed) + BigInt(number + 1) * STEP);
    z = word((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
    z = word((z ^ (z >> 27n)) * 0x94d049bb133111ebn);
    return z ^ (z >> 31n);
  }

  /** The gems that fall in, kept once they are known. */
  class Refill {
    constructor(seed, colours) {
      this.seed = seed;
      this.colours = colours;
      this.gems = [];
    }

    gem(number) {
      while (this.gems.length <= number) {
        const z = mix(this.seed, this.gems.length);
        this.gems.push(Number((z * BigInt(this.colours)) >> 64n));
      }
      return this.gems[number];
    }
  }

  /** Mark the cells of all runs of three or more in a line of cells `step` apart. */
  function markRuns(cells, first, step, length, doomed) {
    let marked = false;
    for (let from = 0, to = 1; from < length; from = to, to += 1) {
      const gem = cells[first + from * step];
      while (to < length && cells[first + to * step] === gem) to += 1;
      if (to - from < 3) continue;
      marked = true;
      for (let place = from; place < to; place++) doomed[first + place * step] = 1;
    }
    return marked;
  }

  /** Which cells belong to a chain: a 1 for each; null if there is none. */
  function chains({ rows, cols }, cells) {
    const doomed = new Uint8Array(cells.length);
    let some = false;
    for (let row = 0; row < rows; row++) some = markRuns(cells, row * cols, 1, cols, doomed) || some;
    for (let col = 0; col < cols; col++) some = markRuns(cells, col, cols, rows, doomed) || some;
    return some ? doomed : null;
  }

  /** Whether the gem of `from`, put into the neighbouring `cell`, completes a chain there. */
  function completes({ rows, cols }, cells, from, cell) {
    const gem = cells[from];
    const col = cell % cols;
    const start = cell - col;
    const alike = (other) => other !== from && cells[other] === gem;
    let left = cell;
    while (left > start && alike(left - 1)) left -= 1;
    let right = cell;
    while (right < start + cols - 1 && alike(right + 1)) right += 1;
    if (right - left >= 2) return true;
    let length = 1;
    for (let up = cell - cols; up >= 0 && alike(up); up -= cols) length += 1;
    for (let down = cell + cols; down < rows * cols && alike(down); down += cols) length += 1;
    return length >= 3;
  }

  const isValid = (level, cells, first, second) =>
    cells[first] !== cells[second] &&
    (completes(level, cells, first, second) || completes(level, cells, second, first));

  /** The valid swaps of a board without chains, the upper or left cell first. */
  function swaps(level, cells) {
    const { cols } = level;
    const found = [];
    for (let cell = 0; cell < cells.length; cell++) {
      const right = cell + 1;
      if (right % cols !== 0 && isValid(level, cells, cell, right)) found.push([cell, right]);
      const below = cell + cols;
      if (below < cells.length && isValid(level, cells, cell, below)) found.push([cell, below]);
    }
    return found;
  }

  function exchanged(cells, [first, second]) {
    const after = cells.slice();
    after[first] = cells[second];
    after[second] = cells[first];
    return after;
  }

  /** Let the gems above the doomed ones fall, and fill the blanks row by row. */
  function refilled({ rows, cols, refill }, cells, doomed, drawn) {
    const after = new Uint8Array(cells.length);
    const blanks = new Uint8Array(cols);
    for (let col = 0; col < cols; col++) {
      let to = (rows - 1) * cols + col;
      for (let from = to; from >= 0; from -= cols) {
        if (doomed[from]) {
          blanks[col] += 1;
        } else {
          after[to] = cells[from];
          to -= cols;
        }
      }
    }
    for (let row = 0, some = true; some; row++) {
      some = false;
      for (let col = 0; col < cols; col++) {
        if (blanks[col] <= row) continue;
        some = true;
        after[row * cols + col] = refill.gem(drawn);
        drawn += 1;
      }
    }
    return { cells: after, gems: drawn };
  }

  /** The rounds in which a swap settles: what is doomed, and the board and gems after it. */
  function* rounds(level, cells, gems) {
    let doomed;
    while (gems < level.target && (doomed = chains(level, cells)) !== null) {
      ({ cells, gems } = refilled(level, cells, doomed, gems));
      yield { doomed, cells, gems };
    }
  }

  /** The position, { cells, gems }, that a valid swap leads to. */
  function after(level, { cells, gems }, swap) {
    let position = { cells: exchanged(cells, swap), gems };
    for (const round of rounds(level, position.cells, gems)) position = round;
    return { cells: position.cells, gems: position.gems };
  }

  kamigen.gemasRules = { Refill, mix, isValid, swaps, exchanged, rounds, after };
})();

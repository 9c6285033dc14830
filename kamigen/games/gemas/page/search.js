/* Gemas's exact search for the page: can the target be reached with so many swaps, and how?
 *
 * It is the search of search.py: a dive that follows the richest positions, then
 * layer by layer all of them, no position twice. What it may leave out is told
 * and shown there. The clock is read at every swap, as a single one may go on for
 * hundreds of rounds; and the work is cut into slices (a generator), so that a
 * page without a worker stays responsive.
 */
(() => {
  "use strict";

  const { swaps, after } = kamigen.gemasRules;

  const DIVE_WIDTH = 16;
  const DIVE_NODES = 4000;
  const MOST_POSITIONS = 100000; // this may run on a phone
  const NODES_PER_SLICE = 32;

  class BudgetSpent extends Error {}

  class Meter {
    constructor(milliseconds) {
      this.nodes = 0;
      this.deadline = Date.now() + milliseconds;
    }

    tick() {
      this.nodes += 1;
      if (Date.now() > this.deadline) throw new BudgetSpent();
    }
  }

  const key = ({ cells, gems }) => String.fromCharCode(gems, ...cells);

  const richestFirst = (layer) => [...layer].sort((a, b) => b.gems - a.gems);

  /** The swaps that lead to a position, in order; `tail` is a list from the last to the first. */
  function line(tail) {
    const found = [];
    for (; tail !== null; tail = tail.before) found.push(tail.swap);
    return found.reverse();
  }

  /** Make every swap out of a layer: { win }, or { following, some }: was there any swap? */
  function* nextLayer(level, layer, meter, keep) {
    const following = new Map();
    let some = false;
    for (const position of richestFirst(layer)) {
      for (const swap of swaps(level, position.cells)) {
        meter.tick();
        if (meter.nodes % NODES_PER_SLICE === 0) yield;
        some = true;
        const reached = after(level, position, swap);
        reached.tail = { swap, before: position.tail };
        if (reached.gems >= level.target) return { win: line(reached.tail) };
        if (!keep) continue;
        const name = key(reached);
        if (!following.has(name)) following.set(name, reached);
      }
      if (following.size > MOST_POSITIONS) throw new BudgetSpent();
    }
    return { win: null, following: [...following.values()], some };
  }

  /** Follow the richest positions only, for at most so many swaps. */
  function* dive(level, start, most, meter) {
    let layer = [start];
    for (let depth = 0; depth < most && layer.length > 0; depth++) {
      const { win, following } = yield* nextLayer(level, layer, meter, true);
      if (win !== null) return win;
      layer = richestFirst(following).slice(0, meter.nodes < DIVE_NODES ? DIVE_WIDTH : 1);
    }
    return null;
  }

  /** All positions, layer by layer; null if no sequence of at most so many swaps wins. */
  function* everything(level, start, most, meter) {
    let layer = [start];
    for (let depth = 1; depth <= most; depth++) {
      const { win, following, some } = yield* nextLayer(level, layer, meter, depth < most);
      if (win !== null) return win;
      if (!some) return null;
      layer = following;
    }
    return null;
  }

  /** { swaps, proven }: swaps that win; or null and whether it is proven that none do. */
  function* search(level, { cells, gems }, most, milliseconds) {
    const meter = new Meter(milliseconds);
    const start = { cells, gems, tail: null };
    try {
      const found = yield* dive(level, start, most, meter);
      if (found !== null) return { swaps: found, proven: true };
      return { swaps: yield* everything(level, start, most, meter), proven: true };
    } catch (error) {
      if (!(error instanceof BudgetSpent)) throw error;
      return { swaps: null, proven: false };
    }
  }

  kamigen.gemasSearch = { search };
})();

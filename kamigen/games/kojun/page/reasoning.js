/* Kojun's solver and its explained hints for the page: twins of the Python ones.
 *
 * board.py, search.py, ladder.py and hints.py hold the arguments why each step is
 * sound; here are the same steps in the same order, so that page and terminal
 * give the same hint for the same reason. A test compares them. Masks are BigInts,
 * as a region may have more cells than a number has bits: value v is bit v − 1.
 */
(() => {
  "use strict";

  const NONE = -1;
  const CLOCK_NODES = 64; // the clock is looked at once in so many nodes

  // How many suppositions one explanation may try; as in hints.py.
  const MOST_TRIALS = 2000;

  // --- masks ------------------------------------------------------------------------

  const bitOf = (value) => 1n << BigInt(value - 1);
  const fullMask = (size) => (1n << BigInt(size)) - 1n;
  const isSingle = (mask) => (mask & (mask - 1n)) === 0n;
  const valueOf = (mask) => (mask === 0n ? 0 : mask.toString(2).length);

  function bitsOf(mask) {
    const bits = [];
    for (let rest = mask; rest !== 0n; rest &= rest - 1n) bits.push(rest & -rest);
    return bits;
  }

  function countOf(mask) {
    let count = 0;
    for (let rest = mask; rest !== 0n; rest &= rest - 1n) count += 1;
    return count;
  }

  const valuesOf = (mask) => bitsOf(mask).map(valueOf);
  const greater = (mask) => -((mask & -mask) << 1n);
  const smaller = (mask) => (1n << BigInt(valueOf(mask) - 1)) - 1n;

  // --- the board ----------------------------------------------------------------------

  function makeBoard(rows, cols, names) {
    const numbers = new Map();
    const regionOf = names.map((name) => {
      if (!numbers.has(name)) numbers.set(name, numbers.size);
      return numbers.get(name);
    });
    const members = Array.from(numbers, () => []);
    regionOf.forEach((region, cell) => members[region].push(cell));
    const touching = [];
    const peers = [];
    const above = [];
    const below = [];
    regionOf.forEach((region, cell) => {
      const column = cell % cols;
      const up = cell >= cols ? cell - cols : NONE;
      const down = cell + cols < names.length ? cell + cols : NONE;
      const left = column > 0 ? cell - 1 : NONE;
      const right = column < cols - 1 ? cell + 1 : NONE;
      const near = [up, down, left, right].filter((other) => other !== NONE);
      touching.push(near);
      peers.push([
        ...members[region].filter((other) => other !== cell),
        ...near.filter((other) => regionOf[other] !== region),
      ]);
      above.push(up !== NONE && regionOf[up] === region ? up : NONE);
      below.push(down !== NONE && regionOf[down] === region ? down : NONE);
    });
    const run = (following, cell) => {
      let count = 0;
      for (let next = following[cell]; next !== NONE; next = following[next]) count += 1;
      return count;
    };
    const size = (cell) => members[regionOf[cell]].length;
    const start = names.map(
      (_, cell) => fullMask(size(cell) - run(above, cell)) & -(1n << BigInt(run(below, cell))),
    );
    const name = (cell) => kamigen.cellName(cell, cols);
    return { rows, cols, regionOf, members, touching, peers, above, below, start, size, name };
  }

  /** The cell whose value forbids `value` in `cell`, and by which rule; null if none does. */
  function clash(board, values, cell, value) {
    for (const other of board.peers[cell]) {
      const found = values[other];
      if (found === 0) continue;
      if (found === value) {
        return { rule: board.regionOf[other] === board.regionOf[cell] ? "region" : "neighbour", other };
      }
      if (other === board.above[cell] && found < value) return { rule: "above", other };
      if (other === board.below[cell] && found > value) return { rule: "below", other };
    }
    return null;
  }

  // --- search ---------------------------------------------------------------------------

  /** Take away what the rules exclude; false at a dead end. */
  function propagate(board, masks, changed, dirty) {
    const { peers, above, below, regionOf, members } = board;
    const narrow = (other, kept) => {
      if (kept === masks[other]) return true;
      masks[other] = kept;
      changed.push(other);
      return kept !== 0n;
    };
    for (;;) {
      while (changed.length > 0) {
        const cell = changed.pop();
        const mask = masks[cell];
        dirty.add(regionOf[cell]);
        if (isSingle(mask)) {
          for (const other of peers[cell]) if (!narrow(other, masks[other] & ~mask)) return false;
        }
        const up = above[cell];
        if (up !== NONE && !narrow(up, masks[up] & greater(mask))) return false;
        const down = below[cell];
        if (down !== NONE && !narrow(down, masks[down] & smaller(mask))) return false;
      }
      if (dirty.size === 0) return true;
      const [region] = dirty;
      dirty.delete(region);
      let once = 0n;
      let twice = 0n;
      for (const cell of members[region]) {
        twice |= once & masks[cell];
        once |= masks[cell];
      }
      if (once !== fullMask(members[region].length)) return false;
      const only = once & ~twice;
      if (only === 0n) continue;
      for (const cell of members[region]) {
        const hit = masks[cell] & only;
        if (hit === 0n || hit === masks[cell]) continue;
        if (!isSingle(hit)) return false; // two values, one place
        narrow(cell, hit);
      }
    }
  }

  function fewest(masks) {
    let least = Infinity;
    let chosen = null;
    for (let cell = 0; cell < masks.length; cell++) {
      if (isSingle(masks[cell])) continue;
      const count = countOf(masks[cell]);
      if (count === 2) return cell;
      if (count < least) [least, chosen] = [count, cell];
    }
    return chosen;
  }

  /** Yields at pauses; returns up to two solutions, `complete` if there are no others or two. */
  function* decide(board, values, until) {
    const solutions = [];
    const masks_ = values.map((value, cell) => (value ? bitOf(value) : board.start[cell]));
    const decided = masks_.flatMap((mask, cell) => (isSingle(mask) ? [cell] : []));
    let masks = masks_;
    if (masks.includes(0n) || !propagate(board, masks, decided, new Set(board.members.keys()))) {
      return { solutions, complete: true };
    }
    const untried = [];
    for (let nodes = 1; ; ) {
      const open = fewest(masks);
      if (open === null) {
        solutions.push(masks.map(valueOf));
        if (solutions.length === 2) return { solutions, complete: true };
      } else {
        for (const choice of bitsOf(masks[open])) untried.push([masks, open, choice]);
      }
      for (;;) {
        if (untried.length === 0) return { solutions, complete: true };
        const [former, cell, choice] = untried.pop();
        nodes += 1;
        if (nodes % CLOCK_NODES === 0) {
          if (Date.now() > until) return { solutions, complete: false };
          yield;
        }
        masks = former.slice();
        masks[cell] = choice;
        if (propagate(board, masks, [cell], new Set())) break;
      }
    }
  }

  // --- the ladder -----------------------------------------------------------------------

  /** A board being solved: its values so far, and what each cell can still be. */
  class Marks {
    constructor(board, values, solution) {
      this.board = board;
      this.solution = solution;
      this.values = values.map(() => 0);
      this.masks = board.start.slice();
      this.trials = { left: MOST_TRIALS };
      values.forEach((value, cell) => value && this.place(cell, value));
    }

    copy() {
      const other = Object.assign(Object.create(Marks.prototype), this);
      other.values = this.values.slice();
      other.masks = this.masks.slice();
      return other;
    }

    get blank() {
      return this.values.flatMap((value, cell) => (value ? [] : [cell]));
    }

    place(cell, value) {
      const { board, masks } = this;
      const bit = bitOf(value);
      masks[cell] = bit;
      this.values[cell] = value;
      for (const other of board.peers[cell]) masks[other] &= ~bit;
      let distance = 1n;
      for (let up = board.above[cell]; up !== NONE; up = board.above[up]) masks[up] &= -(bit << distance++);
      distance = 0n;
      for (let down = board.below[cell]; down !== NONE; down = board.below[down]) {
        const least = bit >> distance++;
        masks[down] &= least ? least - 1n : 0n;
      }
    }

    take({ placed, struck = [] }) {
      if (placed) this.place(...placed);
      for (const [cell, mask] of struck) this.masks[cell] &= ~mask;
    }

    nextStep(techniques) {
      for (const find of techniques) {
        const step = find(this);
        if (step) return step;
      }
      return null;
    }
  }

  function onlyValue({ blank, masks }) {
    for (const cell of blank) {
      const mask = masks[cell];
      if (mask && isSingle(mask)) {
        return { technique: "only-value", cells: [cell], values: mask, placed: [cell, valueOf(mask)] };
      }
    }
    return null;
  }

  function onlyPlace({ board, values, masks }) {
    for (const members of board.members) {
      let once = 0n;
      let twice = 0n;
      for (const cell of members) {
        twice |= once & masks[cell];
        once |= masks[cell];
      }
      const only = once & ~twice;
      if (!only) continue;
      for (const cell of members) {
        const hit = masks[cell] & only;
        if (hit && !values[cell]) {
          const bit = hit & -hit;
          return { technique: "only-place", cells: [cell], values: bit, placed: [cell, valueOf(bit)] };
        }
      }
    }
    return null;
  }

  function order({ board, blank, values, masks }) {
    for (const cell of blank) {
      const up = board.above[cell];
      if (up === NONE || values[up]) continue;
      let struck = masks[up] & ~greater(masks[cell]);
      if (struck) {
        return { technique: "order", cells: [cell], values: masks[cell] & -masks[cell], struck: [[up, struck]] };
      }
      struck = masks[cell] & ~smaller(masks[up]);
      if (struck) {
        return { technique: "order", cells: [up], values: bitOf(valueOf(masks[up])), struck: [[cell, struck]] };
      }
    }
    return null;
  }

  function touchingStep({ board, masks }) {
    for (const members of board.members) {
      for (const bit of bitsOf(fullMask(members.length))) {
        const places = members.filter((cell) => masks[cell] & bit);
        if (places.length < 2 || places.length > 4) continue;
        for (const cell of board.touching[places[0]]) {
          const all = places.slice(1).every((place) => board.touching[place].includes(cell));
          if (masks[cell] & bit && !places.includes(cell) && all) {
            return { technique: "touching", cells: places, values: bit, struck: [[cell, bit]] };
          }
        }
      }
    }
    return null;
  }

  function nakedPair({ board, blank, masks }) {
    for (const first of blank) {
      const mask = masks[first];
      if (countOf(mask) !== 2) continue;
      for (const second of board.peers[first]) {
        if (second <= first || masks[second] !== mask) continue;
        const struck = board.peers[first]
          .filter((cell) => cell !== second && masks[cell] & mask && board.peers[second].includes(cell))
          .map((cell) => [cell, masks[cell] & mask]);
        if (struck.length > 0) return { technique: "naked-pair", cells: [first, second], values: mask, struck };
      }
    }
    return null;
  }

  /** All ways to choose so many of the items, in their order. */
  function* combinations(items, size, from = 0) {
    if (size === 0) yield [];
    for (let place = from; size > 0 && place <= items.length - size; place++) {
      for (const rest of combinations(items, size - 1, place + 1)) yield [items[place], ...rest];
    }
  }

  const joined = (masks) => masks.reduce((all, mask) => all | mask, 0n);

  const hidden = (size, technique) => ({ board, values, masks }) => {
    for (const members of board.members) {
      const blank = members.filter((cell) => !values[cell]);
      if (blank.length <= size) continue;
      // A value with more places than that is in no such group.
      const missing = bitsOf(fullMask(members.length)).filter((bit) => {
        const places = blank.filter((cell) => masks[cell] & bit).length;
        return places > 0 && places <= size;
      });
      for (const chosen of combinations(missing, size)) {
        const wanted = joined(chosen);
        const places = blank.filter((cell) => masks[cell] & wanted);
        if (places.length !== size) continue;
        const struck = places.filter((cell) => masks[cell] & ~wanted).map((cell) => [cell, masks[cell] & ~wanted]);
        if (struck.length > 0) return { technique, cells: places, values: wanted, struck };
      }
    }
    return null;
  };

  function nakedTriple({ board, values, masks }) {
    for (const members of board.members) {
      const blank = members.filter((cell) => !values[cell]);
      if (blank.length <= 3) continue;
      for (const chosen of combinations(blank.filter((cell) => countOf(masks[cell]) <= 3), 3)) {
        const used = joined(chosen.map((cell) => masks[cell]));
        if (countOf(used) !== 3) continue;
        const struck = blank
          .filter((cell) => !chosen.includes(cell) && masks[cell] & used)
          .map((cell) => [cell, masks[cell] & used]);
        if (struck.length > 0) return { technique: "naked-triple", cells: chosen, values: used, struck };
      }
    }
    return null;
  }

  const byChoice = ({ blank, masks }) => {
    const counts = new Map(blank.map((cell) => [cell, countOf(masks[cell])]));
    return blank.sort((a, b) => counts.get(a) - counts.get(b));
  };

  function trial(marks) {
    const { board, masks, trials } = marks;
    for (const cell of byChoice(marks)) {
      for (const bit of bitsOf(masks[cell])) {
        if (trials.left === 0) return null;
        trials.left -= 1;
        const supposed = masks.slice();
        supposed[cell] = bit;
        if (!propagate(board, supposed, [cell], new Set())) {
          return { technique: "trial", cells: [cell], values: bit, struck: [[cell, bit]] };
        }
      }
    }
    return null;
  }

  function search(marks) {
    const [cell] = byChoice(marks);
    return { technique: "search", cells: [cell], values: marks.masks[cell], placed: [cell, marks.solution[cell]] };
  }

  const ORDERED = [onlyValue, onlyPlace, order];
  const TECHNIQUES = [
    ...ORDERED,
    touchingStep,
    nakedPair,
    hidden(2, "hidden-pair"),
    nakedTriple,
    hidden(3, "hidden-triple"),
    trial,
    search,
  ];

  // --- explanations -----------------------------------------------------------------------

  const reason = (phrase, values = {}) => ({ phrase, values });
  const listed = (items) => items.join(", ");

  /** A blank cell, its value and why; the board must have this one solution. */
  function* explain(board, values, solution, until) {
    const marks = new Marks(board, values, solution);
    const plain = marks.masks.slice();
    const taken = [];
    let step;
    for (;;) {
      step = marks.nextStep(TECHNIQUES);
      if (step.placed) break;
      taken.push([step, marks.copy()]);
      marks.take(step);
      yield;
      if (Date.now() > until) marks.trials.left = 0;
    }
    const needed = reliedUpon(step, marks);
    const told = [];
    for (const [earlier, before] of taken.reverse()) {
      if (!earlier.struck.some(([cell, mask]) => needed[cell] & mask)) continue;
      reliedUpon(earlier, before).forEach((mask, cell) => {
        needed[cell] |= mask;
      });
      told.unshift(struckBecause(earlier, before));
    }
    told.push(...placedBecause(step, marks, plain));
    const [cell, value] = step.placed;
    return { cell, value, reason: reason("explained", { cell: board.name(cell), value, reasons: told }) };
  }

  /** For every cell the values that must be gone from it for the step to be right. */
  function reliedUpon({ technique, cells, values, struck }, { board, masks }) {
    const gone = masks.map(() => 0n);
    switch (technique) {
      case "only-value":
      case "naked-pair":
      case "naked-triple":
        for (const cell of cells) gone[cell] = ~values;
        return gone;
      case "only-place":
      case "touching":
      case "hidden-pair":
      case "hidden-triple":
        for (const cell of board.members[board.regionOf[cells[0]]]) gone[cell] = cells.includes(cell) ? 0n : values;
        return gone;
      case "order":
        gone[cells[0]] = struck[0][0] === board.above[cells[0]] ? values - 1n : -(values << 1n);
        return gone;
      default:
        return gone.map(() => -1n);
    }
  }

  /** Things in groups by a name that each has, the groups in a given order. */
  function* grouped(names, items, nameOf) {
    for (const name of names) {
      const found = items.filter((item) => nameOf(item) === name);
      if (found.length > 0) yield [name, found];
    }
  }

  function* placedBecause(step, marks, plain) {
    const { board, values } = marks;
    const [cell] = step.cells;
    if (step.technique === "only-value") {
      yield reason(board.size(cell) > 1 ? "only-value" : "region-of-one");
      const others = valuesOf(fullMask(board.size(cell)) & ~step.values);
      const kinds = ["in-region", "beside", "out-of-order", "struck"];
      for (const [kind, found] of grouped(kinds, others, (value) => whyNot(marks, plain, cell, value))) {
        yield reason(`value-${kind}`, { values: listed(found) });
      }
    } else if (step.technique === "only-place") {
      const value = valueOf(step.values);
      yield reason("only-place", { value });
      const others = board.members[board.regionOf[cell]].filter((other) => other !== cell && !values[other]);
      const kinds = ["beside", "out-of-order", "struck"];
      for (const [kind, found] of grouped(kinds, others, (other) => whyNot(marks, plain, other, value))) {
        yield reason(`place-${kind}`, { value, cells: listed(found.map(board.name)) });
      }
    } else {
      yield reason("search");
    }
  }

  /** What kind of thing excludes a value from a cell. */
  function whyNot({ board, values }, plain, cell, value) {
    if (board.members[board.regionOf[cell]].some((other) => values[other] === value)) return "in-region";
    if (board.touching[cell].some((other) => values[other] === value)) return "beside";
    return plain[cell] & bitOf(value) ? "struck" : "out-of-order";
  }

  function struckBecause(step, marks) {
    const { board } = marks;
    if (step.technique === "trial") return deadEnd(marks, step.cells[0], step.values);
    if (step.technique === "order") {
      const [[cell, mask]] = step.struck;
      const [other] = step.cells;
      return reason(cell === board.above[other] ? "order-up" : "order-down", {
        cell: board.name(cell),
        other: board.name(other),
        bound: valueOf(step.values),
        values: listed(valuesOf(mask)),
      });
    }
    return reason(step.technique, {
      cells: listed(step.cells.map(board.name)),
      values: listed(valuesOf(step.values)),
      struck: listed(step.struck.map(([cell]) => board.name(cell))),
    });
  }

  /** What goes wrong if a cell has this value, told number by number. */
  function deadEnd(marks, cell, bit) {
    const { board } = marks;
    const supposed = marks.copy();
    supposed.place(cell, valueOf(bit));
    const chain = [];
    let end;
    while ((end = endOf(supposed)) === null) {
      const step = supposed.nextStep(ORDERED);
      supposed.take(step);
      if (step.placed) chain.push(`${board.name(step.placed[0])} = ${step.placed[1]}`);
    }
    const values = { cell: board.name(cell), value: valueOf(bit), end };
    return chain.length === 0 ? reason("trial-at-once", values) : reason("trial", { ...values, chain: listed(chain) });
  }

  /** The cell without a value, or the value without a cell, if there is one. */
  function endOf({ board, blank, masks }) {
    const cell = blank.find((one) => masks[one] === 0n);
    if (cell !== undefined) return reason("no-value-left", { cell: board.name(cell) });
    for (const members of board.members) {
      const left = fullMask(members.length) & ~joined(members.map((one) => masks[one]));
      if (left) return reason("no-place-left", { cell: board.name(members[0]), value: valueOf(left & -left) });
    }
    return null;
  }

  kamigen.kojunReasoning = { makeBoard, clash, decide, explain, Marks, TECHNIQUES };
})();

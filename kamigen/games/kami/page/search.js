/* KAMI's exact search for the page: can this board be finished with so many
 * actions, and how?
 *
 * It is the search of search.py under the bound of bounds.py, step for step; the
 * proofs stand there and are not repeated. Two things differ: sets of regions are
 * arrays of 32-bit words, as BigInt is slow, and the work is cut into slices (a
 * generator), so that a page without a worker stays responsive.
 *
 * An answer is never a guess. `lower` comes from the bound or an exhausted
 * search; `actions` are a sequence that the page replays before it shows it.
 */
(() => {
  "use strict";

  // As in search.py, but with less memory: this may run on a phone.
  const BEAM_WIDTH = 40;
  const DOMINATORS = 64;
  const MOST_REGIONS = 1500;
  const MOST_BLOBS = 300000;
  const COVER_NODES = 50;
  const NODES_PER_CLOCK_READING = 64;

  class BudgetSpent extends Error {}

  class Meter {
    constructor(milliseconds) {
      this.nodes = 0;
      this.deadline = Date.now() + milliseconds;
    }

    tick() {
      this.nodes += 1;
      if (this.nodes % NODES_PER_CLOCK_READING === 0) this.check();
    }

    check() {
      if (Date.now() > this.deadline) throw new BudgetSpent();
    }
  }

  // --- sets of vertices: Int32Arrays, bit v % 32 of word v / 32 -----------------

  const lowest = (word) => 31 - Math.clz32(word & -word);

  function bits(word) {
    word -= (word >>> 1) & 0x55555555;
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
    return (((word + (word >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
  }

  function count(set) {
    let total = 0;
    for (let w = 0; w < set.length; w++) total += bits(set[w]);
    return total;
  }

  function isEmpty(set) {
    for (let w = 0; w < set.length; w++) if (set[w]) return false;
    return true;
  }

  function meet(a, b) {
    for (let w = 0; w < a.length; w++) if (a[w] & b[w]) return true;
    return false;
  }

  function contains(a, b) {
    for (let w = 0; w < a.length; w++) if (b[w] & ~a[w]) return false;
    return true;
  }

  const equal = (a, b) => a.every((word, w) => word === b[w]);

  function union(a, b) {
    const result = a.slice();
    for (let w = 0; w < a.length; w++) result[w] |= b[w];
    return result;
  }

  function add(into, set) {
    for (let w = 0; w < into.length; w++) into[w] |= set[w];
  }

  function minus(a, b) {
    const result = a.slice();
    for (let w = 0; w < a.length; w++) result[w] &= ~b[w];
    return result;
  }

  function vertices(set) {
    const list = [];
    for (let w = 0; w < set.length; w++) {
      for (let word = set[w]; word; word &= word - 1) list.push(w * 32 + lowest(word));
    }
    return list;
  }

  function keyOf(set, colour) {
    let key = String.fromCharCode(colour);
    for (let w = 0; w < set.length; w++) {
      key += String.fromCharCode(set[w] & 0xffff, set[w] >>> 16);
    }
    return key;
  }

  // --- the graph ------------------------------------------------------------------

  /** A region graph: `colours[v]` and `adjacency[v]`, a list of vertices, for every v. */
  class Terrain {
    constructor(graph) {
      this.size = graph.colours.length;
      this.words = Math.ceil(this.size / 32);
      this.colours = graph.colours;
      this.everything = this.set(graph.colours.keys());
      this.near = graph.adjacency.map((others) => this.set(others));
      this.classes = new Map();
      graph.colours.forEach((colour, v) => {
        if (!this.classes.has(colour)) this.classes.set(colour, this.set());
        this.classes.get(colour)[v >> 5] |= 1 << (v & 31);
      });
      this.nothing = this.set();
      this.discs = [graph.colours.map((_, v) => this.set([v]))];
    }

    set(members = []) {
      const set = new Int32Array(this.words);
      for (const v of members) set[v >> 5] |= 1 << (v & 31);
      return set;
    }

    classOf(colour) {
      return this.classes.get(colour) || this.nothing;
    }

    touching(set) {
      const result = new Int32Array(this.words);
      for (let w = 0; w < set.length; w++) {
        for (let word = set[w]; word; word &= word - 1) add(result, this.near[w * 32 + lowest(word)]);
      }
      return result;
    }

    /** For every vertex, the set within `radius` of it. */
    balls(radius) {
      while (this.discs.length <= radius) {
        const last = this.discs[this.discs.length - 1];
        this.discs.push(
          last.map((ball, v) => {
            const grown = ball.slice();
            for (const other of vertices(this.near[v])) add(grown, last[other]);
            return grown;
          }),
        );
      }
      return this.discs[radius];
    }
  }

  /** The graph in which the set X, `core`, is one vertex. */
  class Contraction {
    constructor(terrain, core, reach) {
      this.terrain = terrain;
      this.core = core;
      this.discs = [core];
      let inside = core;
      let next = reach;
      while (!equal(next, inside)) {
        this.discs.push(next);
        const grown = union(next, terrain.touching(minus(next, inside)));
        inside = next;
        next = grown;
      }
      this.known = null;
    }

    /** The distance of every vertex from X; −1 where there is no X. */
    get distances() {
      if (this.known === null) {
        this.known = new Int16Array(this.terrain.size).fill(-1);
        for (let d = this.discs.length - 1; d >= 0; d--) {
          const disc = this.discs[d];
          for (let w = 0; w < disc.length; w++) {
            for (let word = disc[w]; word; word &= word - 1) this.known[w * 32 + lowest(word)] = d;
          }
        }
      }
      return this.known;
    }

    disc(radius) {
      return this.discs[Math.min(radius, this.discs.length - 1)];
    }

    /** What the ball of this radius around v gains by the way through X. */
    through(v, radius) {
      const distance = this.distances[v];
      return distance < 0 || distance > radius ? this.terrain.nothing : this.disc(radius - distance);
    }

    ball(v, radius) {
      return union(this.terrain.balls(radius)[v], this.through(v, radius));
    }
  }

  // --- the bound ------------------------------------------------------------------

  /** False is a proof that so many actions do not finish the board. */
  function allows(contraction, colour, actions) {
    const { terrain, core } = contraction;
    const waiting = [];
    for (const [other, all] of terrain.classes) {
      const members = minus(all, core);
      if (other === colour || !isEmpty(members)) {
        waiting.push(new ColourClass(contraction, members, other === colour));
      }
    }
    if (colour !== null && !terrain.classes.has(colour)) {
      waiting.push(new ColourClass(contraction, terrain.nothing, true));
    }
    waiting.sort((a, b) => a.count - b.count);
    const toGo = waiting.length - 1;
    for (let h = actions - toGo + 1; h <= actions; h++) {
      const gone = waiting.findIndex((members) => members.goneWithin(h));
      if (gone < 0) return false;
      waiting.splice(gone, 1);
    }
    return true;
  }

  function* lowerBound(terrain, meter) {
    const board = new Contraction(terrain, terrain.nothing, terrain.nothing);
    let tooFew = -1;
    let enough = 1;
    while (!allows(board, null, enough)) {
      tooFew = enough;
      enough *= 2;
      meter.check();
      yield;
    }
    while (enough - tooFew > 1) {
      meter.check();
      yield;
      const middle = (tooFew + enough) >> 1;
      if (allows(board, null, middle)) enough = middle;
      else tooFew = middle;
    }
    return enough;
  }

  /** The vertices of one colour, and what it takes to cover them by balls. */
  class ColourClass {
    constructor(contraction, members, holdsCore) {
      this.contraction = contraction;
      this.members = members;
      this.holdsCore = holdsCore;
      this.count = count(members) + (holdsCore ? 1 : 0);
      this.most = [1];
    }

    goneWithin(h) {
      if (h >= this.count) return true;
      if (h <= 0) return false;
      const { contraction, members } = this;
      if (contains(contraction.disc(h - 1), members) || this.oneBall(h - 1)) return true;
      const held = [0];
      for (let price = 1; price <= h; price++) {
        let best = 0;
        for (let radius = 0; radius < price; radius++) {
          best = Math.max(best, held[price - 1 - radius] + this.mostInBall(radius));
        }
        held.push(best);
      }
      if (held[h] < this.count) return false;
      return new Cover(contraction, held).exists(members, this.holdsCore, h);
    }

    /** Whether some centre has all members within this radius. */
    oneBall(radius) {
      const { contraction, members } = this;
      const centres = contraction.terrain.everything.slice();
      if (this.holdsCore) intersect(centres, contraction.disc(radius), contraction.terrain.nothing);
      const balls = contraction.terrain.balls(radius);
      for (const v of vertices(members)) {
        if (!intersect(centres, balls[v], contraction.through(v, radius))) return false;
      }
      return !isEmpty(centres);
    }

    mostInBall(radius) {
      while (this.most.length <= radius) this.most.push(this.countInBalls(this.most.length));
      return this.most[radius];
    }

    // A ripple-carry adder counts for 32 centres at once: bit v of planes[i] is
    // bit i of the number of members within reach of v.
    countInBalls(radius) {
      const { contraction, members } = this;
      const balls = contraction.terrain.balls(radius);
      const list = vertices(members);
      const ways = list.map((v) => contraction.through(v, radius));
      const planes = new Int32Array(16);
      let most = 0;
      for (let w = 0; w < contraction.terrain.words; w++) {
        planes.fill(0);
        for (let i = this.holdsCore ? -1 : 0; i < list.length; i++) {
          let carry = i < 0 ? contraction.disc(radius)[w] : balls[list[i]][w] | ways[i][w];
          for (let place = 0; carry; place++) {
            const plane = planes[place];
            planes[place] = plane ^ carry;
            carry &= plane;
          }
        }
        let centres = contraction.terrain.everything[w];
        let here = 0;
        for (let place = 15; place >= 0; place--) {
          if (centres & planes[place]) {
            centres &= planes[place];
            here |= 1 << place;
          }
        }
        most = Math.max(most, here);
      }
      return most;
    }
  }

  /** Keep in `into` what lies in a or b; tell whether anything is left. */
  function intersect(into, a, b) {
    let left = 0;
    for (let w = 0; w < into.length; w++) left |= into[w] &= a[w] | b[w];
    return left !== 0;
  }

  /** The exact search for balls that cover a class, within a node limit. */
  class Cover {
    constructor(contraction, held) {
      this.contraction = contraction;
      this.held = held;
      this.left = COVER_NODES;
    }

    exists(members, core, h) {
      const wanted = count(members) + (core ? 1 : 0);
      if (wanted <= h) return true;
      if (wanted > this.held[h]) return false;
      this.left -= 1;
      if (this.left < 0) return true;
      const { contraction } = this;
      const distances = contraction.distances;
      let far = -1;
      for (const v of vertices(members)) if (far < 0 || distances[v] > distances[far]) far = v;
      for (let radius = h - 1; radius >= 0; radius--) {
        const centres = far < 0 ? contraction.disc(radius) : contraction.ball(far, radius);
        const options = new Map();
        for (const centre of vertices(centres)) {
          const rest = minus(members, contraction.ball(centre, radius));
          const coreRest = core && !(distances[centre] >= 0 && distances[centre] <= radius);
          options.set(keyOf(rest, coreRest ? 1 : 0), { rest, coreRest, size: count(rest) + (coreRest ? 1 : 0) });
        }
        for (const { rest, coreRest } of [...options.values()].sort((a, b) => a.size - b.size)) {
          if (this.exists(rest, coreRest, h - 1 - radius)) return true;
        }
      }
      return false;
    }
  }

  // --- blobs ----------------------------------------------------------------------

  /** A set of vertices made one colour; `children` are what was painted so, main first. */
  const blob = (set, colour, reach, cost, children) => ({ set, colour, reach, cost, children });

  class Joiner {
    constructor(terrain, palette) {
      this.terrain = terrain;
      this.foreign = terrain.set();
      this.colours = [];
      for (const [colour, members] of terrain.classes) {
        if (colour > palette) add(this.foreign, members);
        else this.colours.push(colour);
      }
      this.anyForeign = !isEmpty(this.foreign);
      let absent = 1;
      while (terrain.classes.has(absent)) absent += 1;
      if (this.anyForeign && absent <= palette) this.colours.push(absent);
    }

    singles() {
      return this.terrain.colours.map((colour, v) => {
        const single = this.terrain.set([v]);
        return blob(single, colour, union(single, this.terrain.near[v]), 0, []);
      });
    }

    isForeign(one) {
      return one.children.length === 0 && meet(one.set, this.foreign);
    }

    leaves(colour, reach, set) {
      const members = this.terrain.classOf(colour);
      const result = new Int32Array(this.terrain.words);
      for (let w = 0; w < result.length; w++) result[w] = members[w] & reach[w] & ~set[w];
      return result;
    }

    painted(main) {
      const nodes = [];
      for (const colour of this.colours) {
        if (colour === main.colour) continue;
        const leaves = this.leaves(colour, main.reach, main.set);
        if (!isEmpty(leaves) || this.isForeign(main)) {
          const reach = union(main.reach, this.terrain.touching(leaves));
          nodes.push(blob(union(main.set, leaves), colour, reach, main.cost + 1, [main]));
        }
      }
      return nodes;
    }

    joined(node, side) {
      const leaves = this.leaves(node.colour, side.reach, side.set);
      const set = union(node.set, side.set);
      add(set, leaves);
      const reach = union(node.reach, side.reach);
      add(reach, this.terrain.touching(leaves));
      return blob(set, node.colour, reach, node.cost + side.cost + 1, [...node.children, side]);
    }

    /** Where a side joins a node: it touches a handle and holds nothing that is blocked. */
    dock(node, foreign = false) {
      const cores = this.terrain.set();
      const blocked = this.terrain.set();
      const pairs = this.terrain.set();
      for (const child of node.children) {
        add(cores, child.set);
        if (foreign && this.isForeign(child)) add(pairs, child.set);
        else add(blocked, child.reach);
      }
      const handles = this.leaves(node.colour, node.set, cores);
      add(handles, pairs);
      add(blocked, pairs);
      return { handles, blocked };
    }

    singleSides(node) {
      let dock = this.dock(node);
      let sides = minus(minus(this.terrain.touching(dock.handles), dock.blocked), this.foreign);
      if (this.anyForeign) {
        dock = this.dock(node, true);
        const more = minus(this.terrain.touching(dock.handles), dock.blocked);
        for (let w = 0; w < more.length; w++) sides[w] |= more[w] & this.foreign[w];
      }
      return minus(sides, node.set);
    }
  }

  /** Play the tree: build all children of a node, then paint each. */
  function actionsOf(root) {
    if (root.children.length === 0) return [];
    const actions = actionsOf(root.children[0]);
    for (const side of root.children.slice(1)) actions.push(...actionsOf(side));
    for (const child of root.children) actions.push([vertices(child.set)[0], root.colour]);
    return actions;
  }

  /** Finds a good sequence fast; proves nothing. */
  function* beam(terrain, palette, meter, most, width) {
    const joiner = new Joiner(terrain, palette);
    const singles = joiner.singles();
    const layers = Array.from({ length: most + 1 }, () => new Map());
    for (const single of singles) layers[0].set(keyOf(single.set, single.colour), single);

    function score(one) {
      meter.tick();
      const { discs } = new Contraction(terrain, one.set, one.reach);
      let far = 0;
      for (const disc of discs) far += terrain.size - count(disc);
      let left = 0;
      for (const members of terrain.classes.values()) if (!contains(one.set, members)) left += 1;
      return far + 3 * (discs.length - 1) + 4 * left;
    }

    function enter(node) {
      const key = keyOf(node.set, node.colour);
      if (node.cost <= most && !layers[node.cost].has(key)) layers[node.cost].set(key, node);
    }

    for (const layer of layers) {
      const ranked = [...layer.values()].map((one) => ({ one, rank: score(one) }));
      ranked.sort((a, b) => a.rank - b.rank);
      for (const { one } of ranked.slice(0, width)) {
        if (equal(one.set, terrain.everything)) return one;
        for (const node of joiner.painted(one)) {
          enter(node);
          if (node.cost >= most) continue;
          for (const v of vertices(joiner.singleSides(node))) enter(joiner.joined(node, singles[v]));
        }
        yield;
      }
    }
    return null;
  }

  /** Decides whether some blob of cost ≤ k holds the whole board. */
  class Decision {
    constructor(terrain, palette, meter, k) {
      this.terrain = terrain;
      this.joiner = new Joiner(terrain, palette);
      this.meter = meter;
      this.k = k;
      this.layers = Array.from({ length: k + 1 }, () => []);
      // The least cost at which a blob was met, and whether the bound let it through.
      this.met = new Map();
      this.found = null;
      this.singles = this.joiner.singles();
      this.usable = terrain.set();
    }

    *run() {
      for (const single of this.singles) {
        if (this.allows(single.set, single.reach, single.colour, single.cost)) {
          this.layers[0].push(single);
          add(this.usable, single.set);
        }
      }
      for (let cost = 0; cost < this.k; cost++) {
        this.layers[cost] = undominated(this.layers[cost]);
        for (const main of this.layers[cost]) {
          for (const node of this.joiner.painted(main)) {
            if (this.enter(node)) this.extend(node, this.sides(node));
            if (this.found !== null) return this.found;
          }
          yield;
        }
      }
      return null;
    }

    allows(set, reach, colour, cost) {
      this.meter.tick();
      return allows(new Contraction(this.terrain, set, reach), colour, this.k - cost);
    }

    enter(node) {
      const key = keyOf(node.set, node.colour);
      const before = this.met.get(key) || { cost: this.k + 1, allowed: true };
      if (before.cost < node.cost || (before.cost === node.cost && !before.allowed)) return false;
      let { allowed } = before;
      if (before.cost > node.cost) {
        allowed = this.allows(node.set, node.reach, node.colour, node.cost);
        this.met.set(key, { cost: node.cost, allowed });
        if (allowed) {
          this.layers[node.cost].push(node);
          if (equal(node.set, this.terrain.everything)) this.found = node;
        }
        if (this.met.size > MOST_BLOBS) throw new BudgetSpent();
      }
      return allowed && node.cost < this.k;
    }

    sides(node, before = null) {
      const singles = this.joiner.singleSides(node);
      const old = before === null ? this.terrain.nothing : this.joiner.singleSides(before);
      for (let w = 0; w < singles.length; w++) singles[w] &= this.usable[w] & ~old[w];
      let sides = this.passing(node, vertices(singles).map((v) => this.singles[v]));
      const { handles, blocked } = this.joiner.dock(node);
      const oldHandles = before === null ? this.terrain.nothing : this.joiner.dock(before).handles;
      if (equal(handles, oldHandles)) return sides;
      const most = Math.min(node.children[0].cost, this.k - node.cost - 1);
      for (let cost = 1; cost <= most; cost++) {
        if (!this.allowsAny(node, blocked, cost)) continue;
        const fitting = this.layers[cost].filter(
          (side) =>
            side.colour !== node.colour &&
            !meet(side.set, blocked) &&
            meet(side.reach, handles) &&
            !meet(side.reach, oldHandles),
        );
        sides = sides.concat(this.passing(node, fitting));
      }
      return sides;
    }

    allowsAny(node, blocked, cost) {
      const { terrain } = this;
      const whole = new Contraction(terrain, node.set, node.reach);
      const near = minus(whole.disc(2 * cost + 1), blocked);
      const hull = union(node.set, near);
      const leaves = terrain.touching(near);
      const members = terrain.classOf(node.colour);
      for (let w = 0; w < hull.length; w++) hull[w] |= leaves[w] & members[w];
      return this.allows(hull, union(hull, terrain.touching(hull)), node.colour, node.cost + cost + 1);
    }

    passing(node, sides) {
      if (sides.length === 0) return sides;
      let whole = node;
      for (const side of sides) whole = this.joiner.joined(whole, side);
      if (!this.allows(whole.set, whole.reach, node.colour, node.cost + sides[0].cost + 1)) return [];
      if (sides.length === 1) return sides;
      const half = sides.length >> 1;
      return this.passing(node, sides.slice(0, half)).concat(this.passing(node, sides.slice(half)));
    }

    extend(node, sides) {
      for (let place = 0; place < sides.length; place++) {
        const joined = this.joiner.joined(node, sides[place]);
        if (this.enter(joined)) {
          const later = sides.slice(place + 1).filter((other) => this.fits(joined, other));
          this.extend(joined, later.concat(this.sides(joined, node)));
        }
        if (this.found !== null) return;
      }
    }

    fits(node, side) {
      if (node.cost + side.cost >= this.k) return false;
      return !meet(side.set, this.joiner.dock(node, this.joiner.isForeign(side)).blocked);
    }
  }

  function undominated(layer) {
    const largest = new Map();
    const kept = [];
    const sized = layer.map((one) => ({ one, size: count(one.set) }));
    sized.sort((a, b) => b.size - a.size);
    for (const { one } of sized) {
      if (!largest.has(one.colour)) largest.set(one.colour, []);
      const rivals = largest.get(one.colour);
      if (rivals.some((rival) => contains(rival, one.set))) continue;
      if (rivals.length < DOMINATORS) rivals.push(one.set);
      kept.push(one);
    }
    return kept;
  }

  // --- the answer -----------------------------------------------------------------

  function repaintAll(graph, palette) {
    if (graph.colours.length === 1) return [];
    const counts = new Array(palette + 1).fill(0);
    for (const colour of graph.colours) if (colour <= palette) counts[colour] += 1;
    let chosen = 1;
    for (let c = 2; c <= palette; c++) if (counts[c] > counts[chosen]) chosen = c;
    const others = [...graph.colours.keys()].filter((v) => graph.colours[v] !== chosen);
    return others.map((v) => [v, chosen]);
  }

  /** Is par ≤ most? Returns { lower, actions }: par ≥ lower, and a sequence that wins.
   *
   * `most < lower` refutes; `actions.length ≤ most` affirms; neither means that
   * the time ended first. Each `yield` is a place to pause.
   */
  function* solve(graph, palette, most, milliseconds) {
    const meter = new Meter(milliseconds);
    const known = {
      lower: new Set(graph.colours).size - 1,
      actions: repaintAll(graph, palette),
    };
    const settled = () =>
      known.lower > most || known.actions.length <= most || known.lower >= known.actions.length;
    if (settled() || graph.colours.length > MOST_REGIONS) return known;
    try {
      const terrain = new Terrain(graph);
      known.lower = Math.max(known.lower, yield* lowerBound(terrain, meter));
      for (const width of [1, BEAM_WIDTH]) {
        if (settled()) return known;
        // Nothing longer than asked for is of use here.
        const found = yield* beam(terrain, palette, meter, Math.min(most, known.actions.length - 1), width);
        if (found !== null) known.actions = actionsOf(found);
      }
      if (settled()) return known;
      const found = yield* new Decision(terrain, palette, meter, most).run();
      if (found === null) known.lower = most + 1;
      else known.actions = actionsOf(found);
    } catch (error) {
      if (!(error instanceof BudgetSpent)) throw error;
    }
    return known;
  }

  kamigen.kamiSearch = { solve };
})();

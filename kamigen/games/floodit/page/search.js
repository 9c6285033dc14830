/* Flood-It's search in the page: does the flood win with so many plays?
 *
 * It is the layered search of kamigen/games/floodit/search.py, on the closure game
 * of pond.py; the proofs stand there. Here each question is first asked of narrow
 * layers, of which only the most promising floods are kept: that finds most
 * sequences at once, and refutes only if nothing was left out. The last time all
 * floods are kept, so the answer is exact unless the time ends.
 *
 * A set of regions is an Int32Array, one bit a region. A shore is a flood and its
 * reach: the flood and all that touches it.
 */
(() => {
  "use strict";

  const WIDTHS = [40, 400, Infinity];
  const TAIL = 3; // so many of the last plays the bound answers exactly
  const MOST_ANSWERS = 200_000;
  const MOST_RIVALS = 2_000; // floods of a layer with which the others are compared
  const STEPS_BETWEEN_LOOKS = 16;

  class Late extends Error {}

  class Pond {
    /** `adjacency[0]` is the region that is flooded first. */
    constructor(colours, adjacency) {
      this.words = Math.ceil(colours.length / 32);
      this.palette = [...new Set(colours)].sort((a, b) => a - b);
      this.near = adjacency.map((others) => this.set(others));
      this.classes = this.palette.map((colour) =>
        this.set([...colours.keys()].filter((region) => colours[region] === colour)),
      );
      this.everything = this.set([...colours.keys()]);
      this.lastPlays = new Set(colours.slice(1)).size;
    }

    set(members) {
      const made = new Int32Array(this.words);
      for (const member of members) made[member >> 5] |= 1 << (member & 31);
      return made;
    }

    /** The shore of the first flood, not closed yet. */
    start() {
      const shore = { flood: this.set([0]), reach: this.set([0]) };
      this.grow(shore.reach, shore.flood);
      return shore;
    }

    grow(reach, added) {
      for (let word = 0; word < this.words; word++) {
        for (let rest = added[word]; rest !== 0; rest &= rest - 1) {
          const beside = this.near[word * 32 + 31 - Math.clz32(rest & -rest)];
          for (let other = 0; other < this.words; other++) reach[other] |= beside[other];
        }
      }
    }

    isEverything({ reach }) {
      for (let word = 0; word < this.words; word++) if (reach[word] !== this.everything[word]) return false;
      return true;
    }

    /** What a play adds: the exposed regions of a colour, or null if there are none. */
    taken({ flood, reach }, colour) {
      const members = this.classes[colour];
      let taken = null;
      for (let word = 0; word < this.words; word++) {
        const here = members[word] & reach[word] & ~flood[word];
        if (here !== 0) (taken ??= new Int32Array(this.words))[word] = here;
      }
      return taken;
    }

    /** The colours that are left, and of which every region is exposed. */
    finishable({ flood, reach }) {
      const found = [];
      this.classes.forEach((members, colour) => {
        let left = 0;
        for (let word = 0; word < this.words; word++) {
          if (members[word] & ~reach[word]) return;
          left |= members[word] & ~flood[word];
        }
        if (left !== 0) found.push(colour);
      });
      return found;
    }

    /** The shore after regions were added. */
    with({ flood, reach }, added) {
      const after = { flood: flood.slice(), reach: reach.slice() };
      for (let word = 0; word < this.words; word++) after.flood[word] |= added[word];
      this.grow(after.reach, added);
      return after;
    }

    /** Finish all that can be finished, in place; true if that is everything. */
    close(shore) {
      const { flood, reach } = shore;
      const added = new Int32Array(this.words);
      for (;;) {
        if (this.isEverything(shore)) return true;
        added.fill(0);
        let some = 0;
        for (const members of this.classes) {
          let hidden = 0;
          for (let word = 0; word < this.words; word++) hidden |= members[word] & ~reach[word];
          if (hidden !== 0) continue;
          for (let word = 0; word < this.words; word++) added[word] |= members[word];
        }
        for (let word = 0; word < this.words; word++) some |= added[word] &= ~flood[word];
        if (some === 0) return false;
        for (let word = 0; word < this.words; word++) flood[word] |= added[word];
        this.grow(reach, added);
      }
    }

    /** Take all that is exposed, and close, in place; true if that is everything. */
    blindLayer(shore) {
      const { flood, reach } = shore;
      const added = new Int32Array(this.words);
      for (let word = 0; word < this.words; word++) added[word] = reach[word] & ~flood[word];
      flood.set(reach);
      this.grow(reach, added);
      return this.close(shore);
    }

    /** How many regions are not flooded. */
    dry({ flood }) {
      let count = 0;
      for (let word = 0; word < this.words; word++) {
        for (let rest = this.everything[word] & ~flood[word]; rest !== 0; rest &= rest - 1) count++;
      }
      return count;
    }

    /** The whole sequence: free plays, and what is finished between them; null asks greed. */
    spelled(freePlays) {
      const plays = [];
      let shore = this.start();
      const play = (colour) => {
        plays.push(colour);
        shore = this.with(shore, this.taken(shore, colour));
      };
      for (let made = 0; ; made++) {
        for (let last = this.finishable(shore); last.length > 0; last = this.finishable(shore)) last.forEach(play);
        if (freePlays === null ? this.dry(shore) === 0 : made === freePlays.length) return plays;
        play(freePlays === null ? this.greediest(shore) : freePlays[made]);
      }
    }

    greediest(shore) {
      let best = -1;
      let least = Infinity;
      this.palette.forEach((_, colour) => {
        const taken = this.taken(shore, colour);
        const dry = taken === null ? Infinity : this.dry(this.with(shore, taken));
        if (dry < least) [best, least] = [colour, dry];
      });
      return best;
    }

    /** A lower bound on all plays: the last ones, and the blind layers. */
    leastPlays() {
      const shore = this.start();
      let layers = 0;
      if (!this.close(shore)) for (layers = 1; !this.blindLayer(shore); ) layers++;
      return this.lastPlays + layers;
    }
  }

  const copy = ({ flood, reach }) => ({ flood: flood.slice(), reach: reach.slice() });

  function isWithin(set, other) {
    for (let word = 0; word < set.length; word++) if (set[word] & ~other[word]) return false;
    return true;
  }

  const nameOf = (set) => String.fromCharCode(...new Uint16Array(set.buffer));

  class Decision {
    constructor(pond, until) {
      this.pond = pond;
      this.until = until;
      this.answers = new Map();
      this.steps = 0;
    }

    /** Free plays that win, at most k; null: there are none; undefined: some floods were left out. */
    *plays(k, width) {
      const start = this.pond.start();
      if (this.pond.close(start)) return [];
      let layer = [{ shore: start, before: null, last: -1 }];
      let whole = true;
      for (let left = k - 1; left >= 0 && layer.length > 0; left--) {
        const met = new Map();
        for (const kept of layer) {
          const won = this.expand(kept, left, met);
          if (won !== null) return won;
          if (this.look()) yield;
        }
        layer = yield* this.selected([...met.values()], left);
        if (layer.length > width) {
          layer.sort((a, b) => a.far - b.far).length = width;
          whole = false;
        }
      }
      return whole ? null : undefined;
    }

    /** Whether it is time for a pause; past the end of the time there is no more. */
    look() {
      if (++this.steps % STEPS_BETWEEN_LOOKS !== 0) return false;
      if (Date.now() > this.until) throw new Late();
      return true;
    }

    /** Play all colours; return the plays if one of them wins. */
    expand(kept, left, met) {
      const { pond } = this;
      for (let colour = 0; colour < pond.palette.length; colour++) {
        const taken = pond.taken(kept.shore, colour);
        if (taken === null) continue;
        const shore = pond.with(kept.shore, taken);
        if (pond.close(shore)) return [...history(kept), colour];
        const name = nameOf(shore.flood);
        if (left > 0 && !met.has(name)) met.set(name, { shore, before: kept, last: colour });
      }
      return null;
    }

    /** The floods that lie within no other and that the bound lets through. */
    *selected(met, left) {
      for (const one of met) one.dry = this.pond.dry(one.shore);
      met.sort((a, b) => a.dry - b.dry);
      const rivals = [];
      const selected = [];
      for (const one of met) {
        if (this.look()) yield;
        const { flood } = one.shore;
        if (rivals.some((rival) => isWithin(flood, rival))) continue;
        if (rivals.length < MOST_RIVALS) rivals.push(flood);
        one.far = this.far(one.shore, left);
        if (one.far !== null) selected.push(one);
      }
      return selected;
    }

    /** How far the regions are in all, or null if the bound shows that `left` plays do not win. */
    far(shore, left) {
      const blind = copy(shore);
      const tails = [];
      let far = 0;
      for (; ; left--) {
        if (left === 0) return null;
        far += this.pond.dry(blind);
        if (left <= TAIL) tails.unshift([copy(blind), left]);
        if (this.pond.blindLayer(blind)) break;
      }
      return tails.every(([tail, plays]) => this.canFinish(tail, plays)) ? far : null;
    }

    canFinish(shore, plays) {
      if (plays === 0) return false;
      const name = plays + nameOf(shore.flood);
      let answer = this.answers.get(name);
      if (answer === undefined) {
        answer = this.canFinishNow(shore, plays);
        if (this.answers.size >= MOST_ANSWERS) this.answers.clear();
        this.answers.set(name, answer);
      }
      return answer;
    }

    canFinishNow(shore, plays) {
      const { pond } = this;
      const blind = copy(shore);
      for (let layers = 1; !pond.blindLayer(blind); ) if (++layers > plays) return false;
      const open = [];
      for (let colour = 0; colour < pond.palette.length; colour++) {
        const taken = pond.taken(shore, colour);
        if (taken === null) continue;
        const child = pond.with(shore, taken);
        if (pond.close(child)) return true;
        open.push(child);
      }
      return plays > 1 && open.some((child) => this.canFinish(child, plays - 1));
    }
  }

  function history(kept) {
    const plays = [];
    for (; kept.before !== null; kept = kept.before) plays.unshift(kept.last);
    return plays;
  }

  /** The fewest plays found in time to win, and the most that were refuted.
   *
   * With `most` the question is only whether so many suffice. */
  function* solve(colours, adjacency, most, milliseconds) {
    const pond = new Pond(colours, adjacency);
    const decision = new Decision(pond, Date.now() + milliseconds);
    const lower = pond.leastPlays();
    let plays = pond.spelled(null);
    let refuted = lower - 1; // so many do not suffice
    const goal = () => (most === null ? plays.length - 1 : most);
    const open = () => (most === null || plays.length > most) && refuted < goal();
    try {
      for (let place = 0; open() && place < WIDTHS.length; ) {
        const asked = goal();
        const found = yield* decision.plays(asked - pond.lastPlays, WIDTHS[place]);
        if (found === undefined) place++;
        else if (found === null) refuted = asked;
        else plays = pond.spelled(found);
      }
    } catch (error) {
      if (!(error instanceof Late)) throw error;
    }
    return { refuted, plays: plays.map((play) => pond.palette[play]) };
  }

  kamigen.flooditSearch = { solve };
})();

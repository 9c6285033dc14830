/* Keys on the page: walking the map, what it shows and says, and its hints.
 *
 * One walks with the arrow keys or by tapping a cell, which goes there the
 * shortest way that the keys held open. The moves are those of the terminal game
 * (`d 3`), and so are its rules: a goal ends a longer walk, and on a map without
 * one the aim is to visit every cell that can be reached. Of a large map a window
 * is shown that moves along with the player.
 *
 * As in ground.py a place is a number on a flat map with a frame of rock, and the
 * searches are those of tour.py and walks.py, in the same order.
 */
(() => {
  "use strict";

  const PHRASES = {
    rules: {
      en: "Walk to the star; without one, visit every cell you can reach. A key opens every door of its letter. Tap a cell, or use the arrow keys.",
      pt: "Ande até a estrela; se não houver, visite todas as casas que der. Uma chave abre todas as portas da sua letra. Toque em uma casa ou use as setas.",
    },
    proposal: { en: "Walk to {0}.", pt: "Ande até {0}." },
    done: { en: "You walk to {0}.", pt: "Você anda até {0}." },
    "you-are": { en: "You are at {cell}.", pt: "Você está em {cell}." },
    "shortest-leg": {
      en: "Hint: walk {steps} {direction} to {cell}. That begins a shortest way to the goal, {left} in all.",
      pt: "Dica: ande {steps} {direction} até {cell}. Assim começa um caminho mais curto até o objetivo, {left} ao todo.",
    },
    "new-leg": {
      en: "Hint: walk {steps} {direction} to {cell}, towards the nearest cell that you have not seen.",
      pt: "Dica: ande {steps} {direction} até {cell}, rumo à casa mais próxima que você ainda não viu.",
    },
    step: { en: "1 step", pt: "1 passo" },
    steps: { en: "{count} steps", pt: "{count} passos" },
    "direction-w": { en: "up", pt: "para cima" },
    "direction-a": { en: "left", pt: "para a esquerda" },
    "direction-s": { en: "down", pt: "para baixo" },
    "direction-d": { en: "right", pt: "para a direita" },
    "into-rock": { en: "{cell} is rock.", pt: "{cell} é rochedo." },
    "already-there": { en: "You are there already.", pt: "Você já está aí." },
    "no-way": {
      en: "With the keys you hold there is no way to {cell}.",
      pt: "Com as chaves que você tem não há caminho até {cell}.",
    },
    "cell-rock": { en: "rock", pt: "rochedo" },
    "cell-free": { en: "free", pt: "livre" },
    "cell-seen": { en: "visited", pt: "visitada" },
    "cell-key": { en: "key {letter}", pt: "chave {letter}" },
    "cell-locked": { en: "door {letter}, locked", pt: "porta {letter}, fechada" },
    "cell-open": { en: "door {letter}, which you can open", pt: "porta {letter}, que você pode abrir" },
    "cell-player": { en: "player {player}", pt: "jogador {player}" },
    "cell-you": { en: "you, player {player}", pt: "você, jogador {player}" },
    "cell-goal": { en: "{there}, the goal", pt: "{there}, o objetivo" },
    held: { en: "Keys held: {keys}", pt: "Chaves na mão: {keys}" },
    "none-held": { en: "Keys held: none", pt: "Chaves na mão: nenhuma" },
    both: { en: "{parts}", pt: "{parts}" },
    // What the page says of actions and colours.
    "par-proven": { en: "par {par} steps, proven", pt: "par {par} passos, provado" },
    "solved-in": { en: "solved in {best} steps", pt: "resolvido em {best} passos" },
    "actions-left": { en: "steps left", pt: "passos restantes" },
    "action-left": { en: "step left", pt: "passo restante" },
    "won-at-par": {
      en: "{used} steps: that is par, and no one can do it in fewer.",
      pt: "{used} passos: é o par, e ninguém consegue com menos.",
    },
    "won-above-par": { en: "{used} steps. Par is {par}.", pt: "{used} passos. O par é {par}." },
    "won-plain": { en: "Done with {used} steps.", pt: "Feito com {used} passos." },
    lost: { en: "No steps left", pt: "Acabaram os passos" },
    stuck: {
      en: "Proven: from here no way to the goal fits in the steps left. Undo, or restart.",
      pt: "Provado: daqui nenhum caminho até o objetivo cabe nos passos restantes. Desfaça ou recomece.",
    },
    watching: {
      en: "A shortest tour, walked {count} times straight on. Your own game waits.",
      pt: "Um caminho mais curto, em {count} trechos retos. Seu jogo espera.",
    },
    apply: { en: "Walk it", pt: "Andar" },
    "key-arrows": { en: "walk; so do W A S D", pt: "andar; W A S D também" },
    "key-enter": { en: "walk as the hint says", pt: "andar como diz a dica" },
    "key-hint": { en: "hint", pt: "dica" },
  };

  const WHOLE_CELLS = 2500; // maps up to this size are shown whole
  const WINDOW_ROWS = 35;
  const WINDOW_COLS = 61;
  const CLOCK_STATES = 4096; // the clock is looked at once in so many states

  const LETTERS = ["w", "a", "s", "d"]; // in the order in which searches step
  const SPELLINGS = {
    w: "w", up: "w", u: "w", cima: "w", c: "w",
    a: "a", left: "a", l: "a", esquerda: "a", e: "a",
    s: "s", down: "s", baixo: "s", b: "s",
    d: "d", right: "d", r: "d", direita: "d",
  };

  const code = (mark) => mark.charCodeAt(0);
  const ROCK = code("#");
  const isPlayer = (byte) => byte >= code("1") && byte <= code("9");
  const isDoor = (byte) => byte >= code("A") && byte <= code("Z");
  const isKey = (byte) => byte >= code("a");
  const letterBit = (byte) => 1 << (byte & 31);
  const lettersOf = (held) => [..."abcdefghijklmnopqrstuvwxyz"].filter((letter) => held & letterBit(code(letter)));
  const mayEnter = (byte, held) => (isDoor(byte) ? (held & letterBit(byte)) !== 0 : byte !== ROCK);

  // --- the map ------------------------------------------------------------------------

  function parse(text) {
    const lines = text.trim().split("\n").map((line) => line.trimEnd());
    const header = lines[0].startsWith("@") ? lines.shift().split(/\s+/) : [];
    const field = (name) => (header.includes(name) ? header[header.indexOf(name) + 1] : null);
    const mapRows = lines.length;
    const mapCols = lines[0].length;
    const stride = mapCols + 1;
    const edge = "#".repeat(stride);
    const ground = Uint8Array.from(`${edge}#${lines.join("#")}#${edge}`, code);
    const place = (row, column) => (row + 1) * stride + column + 1;
    const players = new Map();
    lines.forEach((line, row) => {
      for (const match of line.matchAll(/[1-9]/g)) players.set(Number(match[0]), place(row, match.index));
    });
    const [walker, name] = field("goal") ? field("goal").split(":") : [Math.min(...players.keys()), null];
    let goal = null;
    if (name !== null) {
      const cell = kamigen.cellNumber(name, mapRows, mapCols);
      goal = place(Math.floor(cell / mapCols), cell % mapCols);
    }
    const whole = mapRows * mapCols <= WHOLE_CELLS;
    const level = {
      rows: whole ? mapRows : Math.min(mapRows, WINDOW_ROWS),
      cols: whole ? mapCols : Math.min(mapCols, WINDOW_COLS),
      mapRows,
      mapCols,
      stride,
      ground,
      steps: [-stride, -1, stride, 1],
      walker: Number(walker),
      home: players.get(Number(walker)),
      goal,
      limit: field("limit") === null ? null : Number(field("limit")),
    };
    level.reachable = goal === null ? reachable(level) : null;
    return level;
  }

  /** How many cells the walker reaches, whatever keys that takes. */
  function reachable(level) {
    let held = 0;
    for (;;) {
      const places = flood(level, level.home, held, () => false).reached;
      const found = pickedUp(level, held, places);
      if (found === held) return places.length;
      held = found;
    }
  }

  const pickedUp = ({ ground }, held, places) =>
    places.reduce((keys, place) => (isKey(ground[place]) ? keys | letterBit(ground[place]) : keys), held);

  /** Walk in all directions with the keys held, nearest places first, up to the first aim. */
  function flood({ ground, steps }, start_, held, isAim) {
    const cameFrom = new Map([[start_, start_]]);
    const reached = [start_];
    for (const place of reached) { // grows while it is walked
      if (isAim(place)) return { reached, way: traced(cameFrom, place) };
      for (const step of steps) {
        const near = place + step;
        if (!cameFrom.has(near) && mayEnter(ground[near], held)) {
          cameFrom.set(near, place);
          reached.push(near);
        }
      }
    }
    return { reached, way: null };
  }

  function traced(cameFrom, place) {
    const way = [];
    for (let at = place; cameFrom.get(at) !== at; at = cameFrom.get(at)) way.push(at);
    return way.reverse();
  }

  /** A walk as moves, each as long as it stays straight. */
  function spelled({ steps }, start_, places) {
    const runs = [];
    let at = start_;
    for (const place of places) {
      const letter = LETTERS[steps.indexOf(place - at)];
      if (runs.length > 0 && runs[runs.length - 1][0] === letter) runs[runs.length - 1][1] += 1;
      else runs.push([letter, 1]);
      at = place;
    }
    return runs.map((run) => run.join(" "));
  }

  // --- the window ---------------------------------------------------------------------

  const rowOf = (level, place) => Math.floor(place / level.stride) - 1;
  const columnOf = (level, place) => (place % level.stride) - 1;
  const placeName = (level, place) => kamigen.columnName(columnOf(level, place)) + (rowOf(level, place) + 1);

  function origin(level, { at }) {
    const from = (middle, size, length) => Math.max(0, Math.min(middle - (size >> 1), length - size));
    return [from(rowOf(level, at), level.rows, level.mapRows), from(columnOf(level, at), level.cols, level.mapCols)];
  }

  function placeOf(level, state, cell) {
    const [top, left] = origin(level, state);
    return (top + Math.floor(cell / level.cols) + 1) * level.stride + left + (cell % level.cols) + 1;
  }

  /** The cell of the window where a place is, or null. */
  function cellOf(level, state, place) {
    const [top, left] = origin(level, state);
    const row = rowOf(level, place) - top;
    const column = columnOf(level, place) - left;
    return row >= 0 && row < level.rows && column >= 0 && column < level.cols ? row * level.cols + column : null;
  }

  // --- moves --------------------------------------------------------------------------

  // `seen` are the places visited, where that is the aim.
  const start = (level) => ({ at: level.home, held: 0, used: 0, seen: level.goal === null ? new Set([level.home]) : null });

  const actionsLeft = (level, { used }) => (level.limit === null ? null : level.limit - used);

  function outcome(level, state) {
    const won = level.goal === null ? state.seen.size === level.reachable : state.at === level.goal;
    if (won) return "won";
    return level.limit !== null && actionsLeft(level, state) <= 0 ? "out-of-actions" : "playing";
  }

  function readMove(text) {
    const match = /^([a-z]+)\s*([0-9]{1,6})?$/.exec(text.trim().toLowerCase());
    const letter = match && Object.hasOwn(SPELLINGS, match[1]) ? SPELLINGS[match[1]] : null;
    const count = match && match[2] !== undefined ? Number(match[2]) : 1;
    if (letter === null || count < 1) throw new kamigen.Refusal("not-a-move");
    return [letter, count];
  }

  /** The places that a move leads over, up to the goal; or a Refusal. */
  function walk(level, state, text) {
    const [letter, count] = readMove(text);
    const left = actionsLeft(level, state);
    const places = [];
    let { at, held } = state;
    while (places.length < count) {
      at += level.steps[LETTERS.indexOf(letter)];
      const byte = level.ground[at];
      if (byte === ROCK) throw new kamigen.Refusal("rock", { steps: places.length });
      if (!mayEnter(byte, held)) {
        const door = String.fromCharCode(byte);
        throw new kamigen.Refusal("locked", { door, key: door.toLowerCase() });
      }
      if (left !== null && places.length === left) throw new kamigen.Refusal("too-far", { left });
      if (isKey(byte)) held |= letterBit(byte);
      places.push(at);
      if (at === level.goal) break;
    }
    return places;
  }

  function move(level, state, text) {
    if (outcome(level, state) !== "playing") throw new kamigen.Refusal("game-over");
    const places = walk(level, state, text);
    return {
      at: places[places.length - 1],
      held: pickedUp(level, state.held, places),
      used: state.used + places.length,
      seen: state.seen === null ? null : new Set([...state.seen, ...places]),
    };
  }

  /** The moves that lead to a tapped cell. */
  function spell(level, [cell], state) {
    const aim = placeOf(level, state, cell);
    const byte = level.ground[aim];
    const name = placeName(level, aim);
    if (aim === state.at) throw new kamigen.Refusal("already-there");
    if (byte === ROCK) throw new kamigen.Refusal("into-rock", { cell: name });
    if (!mayEnter(byte, state.held)) {
      const door = String.fromCharCode(byte);
      throw new kamigen.Refusal("locked", { door, key: door.toLowerCase() });
    }
    const { way } = flood(level, state.at, state.held, (place) => place === aim);
    if (way === null) throw new kamigen.Refusal("no-way", { cell: name });
    const places = way.includes(level.goal) ? way.slice(0, way.indexOf(level.goal) + 1) : way;
    const left = actionsLeft(level, state);
    if (left !== null && places.length > left) throw new kamigen.Refusal("too-far", { left });
    return spelled(level, state.at, places);
  }

  /** Where a move ends, as far as that is in sight. */
  function read(level, text, state) {
    const seen = walk(level, state, text).filter((place) => cellOf(level, state, place) !== null);
    return [cellOf(level, state, seen.length > 0 ? seen[seen.length - 1] : state.at)];
  }

  // --- what is shown ------------------------------------------------------------------

  const LOOKS = {
    rock: { fill: "#4a423b", ink: "#4a423b", text: "" },
    free: { fill: "#f6efe1", ink: "#2a2420", text: "" },
    seen: { fill: "#d9e4c8", ink: "#2a2420", text: "" },
    key: { fill: "#f6efe1", ink: "#2b1d00", badge: "#f5c51f", strong: true },
    locked: { fill: "#a93503", ink: "#ffffff", strong: true },
    open: { fill: "#bfe3cf", ink: "#0f4a33", strong: true },
    player: { fill: "#f6efe1", ink: "#ffffff", badge: "#6b7480" },
    you: { fill: "#f6efe1", ink: "#ffffff", badge: "#0a42c8", strong: true },
  };
  const GOAL = { fill: "#e6d3fb", ink: "#7318c2", text: "★" };

  /** What is to be seen at a place: a kind of LOOKS, and its letter or number. */
  function sight(level, state, place) {
    const byte = level.ground[place];
    const mark = String.fromCharCode(byte);
    if (place === state.at) return ["you", String(level.walker)];
    if (byte === ROCK) return ["rock", ""];
    if (isKey(byte) && !(state.held & letterBit(byte))) return ["key", mark];
    if (isDoor(byte)) return [state.held & letterBit(byte) ? "open" : "locked", mark];
    if (isPlayer(byte) && place !== level.home) return ["player", mark];
    return [state.seen !== null && state.seen.has(place) ? "seen" : "free", ""];
  }

  function tiles(level, state) {
    return Array.from({ length: level.rows * level.cols }, (_, cell) => {
      const place = placeOf(level, state, cell);
      const [kind, text] = sight(level, state, place);
      const look = { ...LOOKS[kind], text };
      if (place !== level.goal || kind === "you") return look;
      // What lies on the goal is still to be seen.
      if (kind === "key") return { ...look, fill: GOAL.fill };
      return kind === "locked" || kind === "open" ? { ...look, fill: GOAL.fill, ink: GOAL.ink } : GOAL;
    });
  }

  function describe(level, state, cell) {
    const place = placeOf(level, state, cell);
    const [kind, text] = sight(level, state, place);
    const there = { phrase: `cell-${kind}`, values: { letter: text, player: text } };
    return place === level.goal ? { phrase: "cell-goal", values: { there } } : there;
  }

  /** The way that a hint proposes. */
  function outlines(level, state, text) {
    if (text === null) return [];
    const cells = walk(level, state, text).map((place) => cellOf(level, state, place));
    return [{ cells: cells.filter((cell) => cell !== null), kind: "proposed" }];
  }

  function standing(level, { held, seen }) {
    const keys = lettersOf(held).join(" ");
    const said = keys ? { phrase: "held", values: { keys } } : { phrase: "none-held" };
    if (seen === null) return said;
    const explored = { phrase: "explored", values: { seen: seen.size, cells: level.reachable } };
    return { phrase: "both", values: { parts: [explored, said] } };
  }

  function tell(level, before, after) {
    const said = [{ phrase: "you-are", values: { cell: placeName(level, after.at) } }];
    const found = lettersOf(after.held & ~before.held).join(" ");
    return found ? [...said, { phrase: "found", values: { keys: found } }] : said;
  }

  // --- hints --------------------------------------------------------------------------

  /** A shortest tour to the goal: states are a place and the keys held that open something.
   *
   * A state is dropped if its place was entered before with the same keys or more.
   * Returns the places, null if there is no tour, or undefined if the time ended.
   */
  function* shortestTour({ ground, steps, goal }, { at, held }, until) {
    let keys = 0;
    let doors = 0;
    for (const byte of ground) {
      if (isKey(byte)) keys |= letterBit(byte);
      else if (isDoor(byte)) doors |= letterBit(byte);
    }
    const useful = keys & doors & ~held;
    const places = [at];
    const bags = [held];
    const cameFrom = [-1];
    const bagsAt = new Map([[at, [held]]]);
    for (let number = 0; number < places.length; number++) {
      if (number % CLOCK_STATES === CLOCK_STATES - 1) {
        if (Date.now() > until) return undefined;
        yield;
      }
      for (const step of steps) {
        const near = places[number] + step;
        const byte = ground[near];
        if (!mayEnter(byte, bags[number])) continue;
        const bag = isKey(byte) ? bags[number] | (letterBit(byte) & useful) : bags[number];
        const here = bagsAt.get(near);
        if (here === undefined) bagsAt.set(near, [bag]);
        else if (here.some((other) => (bag & other) === bag)) continue;
        else here.push(bag);
        places.push(near);
        bags.push(bag);
        cameFrom.push(number);
        if (near !== goal) continue;
        const tour = [];
        for (let back = places.length - 1; back > 0; back = cameFrom[back]) tour.push(places[back]);
        return tour.reverse();
      }
    }
    return null;
  }

  /** The walk of somebody who fetches the nearest new key until the goal can be reached. */
  function fetchAndGo(level, state) {
    const walked = [];
    let { at, held } = state;
    for (;;) {
      let { way } = flood(level, at, held, (place) => place === level.goal);
      if (way !== null) return [...walked, ...way];
      const isNew = (place) => isKey(level.ground[place]) && !(held & letterBit(level.ground[place]));
      ({ way } = flood(level, at, held, isNew));
      if (way === null) return null;
      walked.push(...way);
      held = pickedUp(level, held, way);
      at = way[way.length - 1];
    }
  }

  /** Where the first of some moves leads, in words. */
  function leg(level, state, phrase, line, left) {
    const [letter, count] = readMove(line[0]);
    const places = walk(level, state, line[0]);
    const steps = (number) => (number === 1 ? { phrase: "step" } : { phrase: "steps", values: { count: number } });
    const cell = placeName(level, places[places.length - 1]);
    return { phrase, values: { steps: steps(count), direction: { phrase: `direction-${letter}` }, cell, left: steps(left) } };
  }

  function* hint(level, state, milliseconds) {
    const until = Date.now() + milliseconds;
    if (level.goal === null) return yield* tourOfAll(level, state, until);
    const left = actionsLeft(level, state) ?? Infinity;
    const tour = yield* shortestTour(level, state, until);
    if (tour === null || (tour !== undefined && tour.length > left)) return { line: null, proven: true };
    if (tour === undefined) {
      const known = fetchAndGo(level, state);
      const fits = known !== null && known.length <= left;
      return { line: fits ? spelled(level, state.at, known) : null, proven: known === null || fits };
    }
    const line = spelled(level, state.at, tour);
    return { line, proven: true, reason: leg(level, state, "shortest-leg", line, tour.length) };
  }

  /** Always to the nearest new cell, until all are visited. */
  function* tourOfAll(level, state, until) {
    const line = [];
    const seen = new Set(state.seen);
    let { at, held } = state;
    while (seen.size < level.reachable) {
      if (Date.now() > until) return { line: null, proven: false };
      yield;
      const { way } = flood(level, at, held, (place) => !seen.has(place));
      line.push(...spelled(level, at, way));
      held = pickedUp(level, held, way);
      for (const place of way) seen.add(place);
      at = way[way.length - 1];
    }
    return { line, proven: true, reason: leg(level, state, "new-leg", line, 0) };
  }

  const KEYS = { ArrowUp: "w 1", ArrowLeft: "a 1", ArrowDown: "s 1", ArrowRight: "d 1" };
  for (const letter of LETTERS) KEYS[letter] = KEYS[letter.toUpperCase()] = `${letter} 1`;

  kamigen.register("keys", {
    asks: ["cell"],
    phrases: PHRASES,
    parse,
    start,
    move,
    outcome,
    actionsLeft,
    tiles,
    choices: () => [],
    spell,
    read,
    hint,
    used: (level, moves, state) => state.used,
    describe,
    outlines,
    standing,
    tell,
    at: (level, state) => cellOf(level, state, state.at),
    origin,
    keys: KEYS,
    explains: true,
    symbols: false,
    leastCell: 18,
  });
})();

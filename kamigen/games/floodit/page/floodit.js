/* Flood-It on the page: its rules, what it shows and says, and its hints.
 *
 * A move is a colour. It is picked from the palette, or by tapping a cell that has
 * it. Playing the flood's own colour is refused and costs nothing; a win with the
 * last action is a win. A board under the short header has no limit.
 */
(() => {
  "use strict";

  const { numbers, fire, regionGraph } = kamigen.boards;
  const CORNER = 0;

  const PHRASES = {
    rules: {
      en: "Flood the whole board from its top-left cell. Pick a colour, or tap a cell that has it: the flood takes that colour, and what it touches joins it.",
      pt: "Inunde o tabuleiro inteiro a partir do canto superior esquerdo. Escolha uma cor ou toque em uma célula que a tenha: a inundação toma essa cor e junta o que ela toca.",
    },
    proposal: {
      en: "Paint the flood with {0}.",
      pt: "Pinte a inundação com {0}.",
    },
    done: {
      en: "Flood painted with {0}.",
      pt: "Inundação pintada com {0}.",
    },
    "not-a-move": {
      en: "That is not a move.",
      pt: "Essa jogada não existe.",
    },
    "no-such-colour": {
      en: "There is no colour {colour}: choose one from 1 to {colours}.",
      pt: "A cor {colour} não está disponível: escolha uma de 1 a {colours}.",
    },
    "same-colour": {
      en: "The flood has that colour already. No action was spent.",
      pt: "A inundação já tem essa cor. Nenhuma ação foi gasta.",
    },
    "game-over": {
      en: "The game is over.",
      pt: "O jogo já terminou.",
    },
  };

  function parse(text) {
    const [header, ...rows] = numbers(text);
    const [height, cols, colours] = header.slice(-3);
    const [difficulty, limit] = header.length === 5 ? header : [0, null];
    return { difficulty, limit, rows: height, cols, colours, cells: Uint8Array.from(rows.flat()) };
  }

  const start = (level) => ({ cells: level.cells, used: 0 });

  function read(level, text) {
    if (!/^\s*[0-9]{1,9}\s*$/.test(text)) throw new kamigen.Refusal("not-a-move");
    return [String(Number(text))];
  }

  const actionsLeft = (level, state) => (level.limit === null ? null : level.limit - state.used);

  function outcome(level, state) {
    if (state.cells.every((colour) => colour === state.cells[CORNER])) return "won";
    const left = actionsLeft(level, state);
    return left === null || left > 0 ? "playing" : "out-of-actions";
  }

  function move(level, state, text) {
    if (outcome(level, state) !== "playing") throw new kamigen.Refusal("game-over");
    const colour = Number(read(level, text)[0]);
    if (colour < 1 || colour > level.colours) {
      throw new kamigen.Refusal("no-such-colour", { colour, colours: level.colours });
    }
    if (state.cells[CORNER] === colour) throw new kamigen.Refusal("same-colour");
    const cells = state.cells.slice();
    for (const wet of fire(level, state.cells, CORNER).flat()) cells[wet] = colour;
    return { cells, used: state.used + 1 };
  }

  function choices(level, state) {
    return Array.from({ length: level.colours }, (_, place) => ({
      value: String(place + 1),
      colour: place + 1,
      text: "",
      legal: state.cells[CORNER] !== place + 1,
    }));
  }

  function* hint(level, state, milliseconds) {
    const { colours, adjacency } = regionGraph(level, state.cells);
    const left = actionsLeft(level, state);
    const known = yield* kamigen.flooditSearch.solve(colours, adjacency, left, milliseconds);
    if (left === null || known.plays.length <= left) return { line: known.plays.map(String), proven: true };
    return { line: null, proven: known.refuted >= left };
  }

  /** The flood, and what joins it if a colour is played. */
  function outlines(level, state, proposal) {
    const flood = fire(level, state.cells, CORNER).flat();
    if (proposal === null) return [{ cells: flood, kind: "picked" }];
    const after = move(level, state, proposal);
    const before = new Set(flood);
    const joining = fire(level, after.cells, CORNER).flat().filter((cell) => !before.has(cell));
    return [{ cells: flood, kind: "picked" }, { cells: joining, kind: "proposed" }];
  }

  kamigen.register("floodit", {
    asks: ["choice"],
    phrases: PHRASES,
    parse,
    start,
    move,
    outcome,
    actionsLeft,
    tiles: (level, state) => Array.from(state.cells, (colour) => ({ colour, text: "" })),
    choices,
    spell: (level, [colour]) => colour,
    read,
    hint,
    region: (level, state, cell) => fire(level, state.cells, cell).flat(),
    waves: (level, state) => fire(level, state.cells, CORNER),
    choiceAt: (level, state, cell) => String(state.cells[cell]),
    outlines,
  });
})();

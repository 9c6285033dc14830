/* KAMI on the page: its rules, what it shows and says, and its hints.
 *
 * The palette is 1..colours. Colours of the board outside it can be painted
 * over, never painted with; painting a region with its own colour is refused
 * and costs nothing; a win with the last action is a win.
 */
(() => {
  "use strict";

  const { numbers, fire, regionGraph } = kamigen.boards;

  const PHRASES = {
    rules: {
      en: "Paint regions until the whole board has one colour. Tap a region, then pick a colour.",
      pt: "Pinte as regiões até que o tabuleiro inteiro fique de uma só cor. Toque em uma região e escolha uma cor.",
    },
    proposal: {
      en: "Paint the region of {0} with {1}.",
      pt: "Pinte a região de {0} com {1}.",
    },
    done: {
      en: "{0} painted with {1}.",
      pt: "{0} pintada com {1}.",
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
      en: "The region of {cell} has that colour already. No action was spent.",
      pt: "A região de {cell} já tem essa cor. Nenhuma ação foi gasta.",
    },
    "game-over": {
      en: "The game is over.",
      pt: "O jogo já terminou.",
    },
  };

  function parse(text) {
    const [header, ...rows] = numbers(text);
    const [difficulty, limit, height, cols, colours] = header;
    return { difficulty, limit, rows: height, cols, colours, cells: Uint8Array.from(rows.flat()) };
  }

  const start = (level) => ({ cells: level.cells, used: 0 });

  function read(level, text) {
    const words = text.trim().split(/\s+/);
    const cell = words.length === 2 ? kamigen.cellNumber(words[0], level.rows, level.cols) : null;
    if (cell === null || !/^[0-9]{1,9}$/.test(words[1])) throw new kamigen.Refusal("not-a-move");
    return [cell, String(Number(words[1]))];
  }

  const spell = (level, [cell, colour]) => `${kamigen.cellName(cell, level.cols)} ${colour}`;

  function outcome(level, state) {
    if (state.cells.every((colour) => colour === state.cells[0])) return "won";
    return state.used < level.limit ? "playing" : "out-of-actions";
  }

  function move(level, state, text) {
    if (outcome(level, state) !== "playing") throw new kamigen.Refusal("game-over");
    const [cell, choice] = read(level, text);
    const colour = Number(choice);
    if (colour < 1 || colour > level.colours) {
      throw new kamigen.Refusal("no-such-colour", { colour, colours: level.colours });
    }
    if (state.cells[cell] === colour) {
      throw new kamigen.Refusal("same-colour", { cell: kamigen.cellName(cell, level.cols) });
    }
    const cells = state.cells.slice();
    for (const burning of fire(level, state.cells, cell).flat()) cells[burning] = colour;
    return { cells, used: state.used + 1 };
  }

  function choices(level, state, cell) {
    return Array.from({ length: level.colours }, (_, place) => ({
      value: String(place + 1),
      colour: place + 1,
      text: "",
      legal: cell === null || state.cells[cell] !== place + 1,
    }));
  }

  function* hint(level, state, milliseconds) {
    const graph = regionGraph(level, state.cells);
    const most = level.limit - state.used;
    const known = yield* kamigen.kamiSearch.solve(graph, level.colours, most, milliseconds);
    if (known.lower > most) return { line: null, proven: true };
    if (known.actions.length > most) return { line: null, proven: false };
    const line = known.actions.map(([v, colour]) => spell(level, [graph.codes[v], colour]));
    return { line, proven: true };
  }

  kamigen.register("kami", {
    asks: ["cell", "choice"],
    phrases: PHRASES,
    parse,
    start,
    move,
    outcome,
    actionsLeft: (level, state) => level.limit - state.used,
    tiles: (level, state) => Array.from(state.cells, (colour) => ({ colour, text: "" })),
    choices,
    spell,
    read,
    hint,
    region: (level, state, cell) => fire(level, state.cells, cell).flat(),
    waves: (level, state, text) => fire(level, state.cells, read(level, text)[0]),
  });
})();

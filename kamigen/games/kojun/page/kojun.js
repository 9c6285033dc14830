/* Kojun on the page: its rules, what it shows and says, and its hints.
 *
 * As in the terminal a number that breaks a rule with another on the board is
 * refused, with the cell that it clashes with; one that merely is not the
 * solution's is taken, and a hint finds it. So a board without blanks is solved.
 * What is refused, and why a hint is right, is said in the terminal game's words.
 */
(() => {
  "use strict";

  const PHRASES = {
    rules: {
      en: "A region of n cells holds each of 1 to n once. Cells side by side differ. Inside a region a cell is greater than the one below it. Tap a cell, then pick a number.",
      pt: "Uma região de n células contém cada número de 1 a n uma vez. Células vizinhas são diferentes. Dentro de uma região, cada célula é maior que a de baixo. Toque em uma célula e escolha um número.",
    },
    proposal: { en: "{0} is {1}.", pt: "{0} é {1}." },
    done: { en: "{0}: {1}.", pt: "{0}: {1}." },
    clear: { en: "clear", pt: "apagar" },
    // On the page a hint is shown before it is played, so these cannot speak of what was done.
    "one-of-several": {
      en: "Hint: {cell} can be {value}. This level has several solutions; that is one of them.",
      pt: "Dica: {cell} pode ser {value}. Este nível tem várias soluções; essa é uma delas.",
    },
    mistaken: {
      en: "Hint: clear {cell}. With {value} there the board cannot be filled any more.",
      pt: "Dica: apague {cell}. Com {value} ali não há mais como completar o tabuleiro.",
    },
    "cell-given": { en: "{value}, given", pt: "{value}, dado" },
    "cell-blank": { en: "blank, region of {size}", pt: "vazia, região de {size}" },
    "cell-written": { en: "{value}, region of {size}", pt: "{value}, região de {size}" },
    "blanks-left": { en: "Blank cells: {count}", pt: "Células vazias: {count}" },
    // What the page says of colours and actions.
    par: { en: "{par} blanks", pt: "{par} vazias" },
    "par-proven": { en: "exactly one solution, proven", pt: "exatamente uma solução, provado" },
    "solved-at-par": { en: "solved without a slip", pt: "resolvido sem nenhum deslize" },
    "solved-in": { en: "solved", pt: "resolvido" },
    "won-at-par": {
      en: "{used} numbers, and none had to be changed.",
      pt: "{used} números, e nenhum precisou ser trocado.",
    },
    "won-above-par": { en: "{par} blanks filled, with {used} moves.", pt: "{par} células preenchidas, com {used} jogadas." },
    "won-plain": { en: "Every cell is filled.", pt: "Todas as células estão preenchidas." },
    stuck: {
      en: "Proven: this level has no solution.",
      pt: "Provado: este nível não tem solução.",
    },
    watching: {
      en: "The solution, {count} numbers, easy ones first. Your own game waits.",
      pt: "A solução, {count} números, os fáceis primeiro. Seu jogo espera.",
    },
    colours: { en: "Numbers", pt: "Números" },
    "now-a-cell": { en: "{colour} chosen. Now tap a cell.", pt: "{colour} escolhido. Agora toque em uma célula." },
    apply: { en: "Do it", pt: "Aplicar" },
    "key-numbers": { en: "write a number; 0 or Backspace clears", pt: "escrever um número; 0 ou Backspace apaga" },
    "key-hint": { en: "hint; A applies it", pt: "dica; A aplica" },
    "made-by": {
      en: "Made with kamigen. Every level is proven to have exactly one solution, unless it says otherwise.",
      pt: "Feito com kamigen. Está provado que cada nível tem exatamente uma solução, salvo quando dito o contrário.",
    },
  };

  // The paper of givens is darker; the player's numbers are in another ink.
  const BLANK = { fill: "#fffdf8", ink: "#14489e", strong: false };
  const GIVEN = { fill: "#ece3d2", ink: "#1d1712", strong: true };

  const { makeBoard, clash, decide, explain } = kamigen.kojunReasoning;

  function parse(text) {
    const [header, ...lines] = text
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => line.trim().split(/\s+/));
    const cols = Number(header[header.length - 1]);
    const rows = header.length === 1 ? cols : Number(header[header.length - 2]);
    const givens = lines.slice(0, rows).flat().map(Number);
    return { rows, cols, givens, board: makeBoard(rows, cols, lines.slice(rows).flat()) };
  }

  // `written` are the cells of all moves, in their order: the first wrong one is told first.
  const start = (level) => ({ values: level.givens, written: [] });

  const outcome = (level, { values }) => (values.includes(0) ? "playing" : "won");

  const spell = (level, [cell, value]) => `${level.board.name(cell)} ${value}`;

  function read(level, text) {
    const words = text.trim().split(/\s+/);
    const place = words.length === 2 ? /^([A-Z]{1,4})([0-9]{1,6})$/i.exec(words[0]) : null;
    if (place === null || !/^-?[0-9]{1,9}$/.test(words[1])) throw new kamigen.Refusal("not-a-move");
    const cell = kamigen.cellNumber(words[0], level.rows, level.cols);
    if (cell === null) {
      const named = `${place[1].toUpperCase()}${Number(place[2])}`;
      const last = level.board.name(level.givens.length - 1);
      throw new kamigen.Refusal("no-such-cell", { cell: named, last });
    }
    return [cell, String(Number(words[1]))];
  }

  /** Refuse what changes a given, changes nothing, or breaks a rule. */
  function check(level, values, cell, value) {
    const { board, givens } = level;
    const name = board.name(cell);
    if (givens[cell]) throw new kamigen.Refusal("given", { cell: name, value: values[cell] });
    if (value === values[cell]) {
      throw new kamigen.Refusal(value ? "same-value" : "blank-already", { cell: name, value });
    }
    if (value === 0) return;
    const size = board.size(cell);
    if (value < 1 || value > size) throw new kamigen.Refusal("out-of-range", { cell: name, size });
    const clashing = clash(board, values, cell, value);
    if (clashing !== null) {
      const { rule, other } = clashing;
      const said = { cell: name, value, other: board.name(other), found: values[other] };
      throw new kamigen.Refusal(`clash-${rule}`, said);
    }
  }

  function move(level, state, text) {
    if (outcome(level, state) !== "playing") throw new kamigen.Refusal("game-over");
    const [cell, choice] = read(level, text);
    check(level, state.values, cell, Number(choice));
    const values = state.values.slice();
    values[cell] = Number(choice);
    return { values, written: [...state.written, cell] };
  }

  function isLegal(level, { values }, cell, value) {
    try {
      check(level, values, cell, value);
      return true;
    } catch {
      return false;
    }
  }

  /** The same buttons for every cell, so that they stay where they are. */
  function choices(level, state, cell) {
    const most = Math.max(...level.board.members.map((members) => members.length));
    const legal = (value) => cell === null || isLegal(level, state, cell, value);
    const numbers = Array.from({ length: most }, (_, place) => ({
      value: String(place + 1),
      colour: 0,
      text: String(place + 1),
      legal: legal(place + 1),
    }));
    return [...numbers, { value: "0", colour: 0, text: "⌫", name: "clear", legal: legal(0), keys: ["0", "Backspace", "Delete"] }];
  }

  function tiles(level, { values }) {
    return values.map((value, cell) => ({
      ...(level.givens[cell] ? GIVEN : BLANK),
      text: value ? String(value) : "",
      area: level.board.regionOf[cell],
    }));
  }

  function describe(level, { values }, cell) {
    const kind = level.givens[cell] ? "given" : values[cell] ? "written" : "blank";
    return { phrase: `cell-${kind}`, values: { value: values[cell], size: level.board.size(cell) } };
  }

  /** The moves that fill the blanks of `values` from a solution, the one at `first` before all. */
  function filling(level, values, solution, first) {
    const blanks = values.flatMap((value, cell) => (value || cell === first ? [] : [cell]));
    return [first, ...blanks].map((cell) => spell(level, [cell, solution[cell]]));
  }

  function* hint(level, state, milliseconds) {
    const { board } = level;
    const { values } = state;
    const until = Date.now() + milliseconds;
    const { solutions, complete } = yield* decide(board, values, until);
    if (solutions.length === 0) return complete ? yield* correction(level, state, until) : { line: null, proven: false };
    const [solution] = solutions;
    const blank = values.indexOf(0);
    if (solutions.length === 1 && complete) {
      const { cell, reason } = yield* explain(board, values, solution, until);
      return { line: filling(level, values, solution, cell), proven: true, reason };
    }
    const line = filling(level, values, solution, blank);
    if (!complete) return { line, proven: true };
    const said = { cell: board.name(blank), value: solution[blank] };
    return { line, proven: true, reason: { phrase: "one-of-several", values: said } };
  }

  /** Clear the number that left the way to a solution first; then the others, then fill. */
  function* correction(level, { values, written }, until) {
    const { solutions, complete } = yield* decide(level.board, level.givens, until);
    if (solutions.length === 0) return { line: null, proven: complete };
    const [solution] = solutions;
    const wrong = [...new Set(written)].filter((cell) => values[cell] && values[cell] !== solution[cell]);
    const cleared = values.map((value, cell) => (wrong.includes(cell) ? 0 : value));
    const line = [
      ...wrong.map((cell) => spell(level, [cell, 0])),
      ...filling(level, cleared, solution, cleared.indexOf(0)),
    ];
    const said = { cell: level.board.name(wrong[0]), value: values[wrong[0]] };
    return { line, proven: true, reason: { phrase: "mistaken", values: said } };
  }

  kamigen.register("kojun", {
    asks: ["cell", "choice"],
    phrases: PHRASES,
    parse,
    start,
    move,
    outcome,
    actionsLeft: () => null,
    tiles,
    choices,
    spell,
    read,
    hint,
    describe,
    standing: (level, { values }) => ({
      phrase: "blanks-left",
      values: { count: values.filter((value) => value === 0).length },
    }),
    explains: true,
    symbols: false,
    leastCell: 24,
  });
})();

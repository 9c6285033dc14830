/* Gemas on the page: what it shows and says, its moves and its hints.
 *
 * A state is a board, the gems destroyed so far and the swaps used. A hint costs
 * one gem of the score, as in the terminal game and as the assignment asks, and
 * never the win; there it names one gem of the swap, here both are outlined, since
 * the page offers to make it.
 */
(() => {
  "use strict";

  const { Refill, isValid, swaps, exchanged, rounds, after } = kamigen.gemasRules;
  const A = 65;

  const PHRASES = {
    rules: {
      en: "Destroy as many gems as the target asks for. Tap two neighbours to swap them, so that three or more alike stand in line. A hint costs one gem of your score.",
      pt: "Destrua quantas gemas o alvo pede. Toque em duas vizinhas para trocá-las, de modo a alinhar três ou mais iguais. Cada dica custa uma gema dos pontos.",
    },
    standing: {
      en: "{gems} of {target} gems · score {score}",
      pt: "{gems} de {target} gemas · {score} pontos",
    },
    proposal: {
      en: "Swap {0} and {1}.",
      pt: "Troque {0} e {1}.",
    },
    destroyed: {
      en: "{count} gems destroyed.",
      pt: "{count} gemas destruídas.",
    },
    done: {
      en: "{0} and {1} swapped.",
      pt: "{0} e {1} trocadas.",
    },
    apply: { en: "Swap them", pt: "Trocar" },
    "key-hint": { en: "hint; A makes the swap", pt: "dica; A faz a troca" },
    "actions-left": { en: "swaps left", pt: "trocas restantes" },
    "action-left": { en: "swap left", pt: "troca restante" },
    "won-at-par": {
      en: "{used} swaps: that is par, and no one can do it in fewer.",
      pt: "{used} trocas: é o par, e ninguém consegue com menos.",
    },
    "won-above-par": { en: "{used} swaps. Par is {par}.", pt: "{used} trocas. O par é {par}." },
    "won-plain": { en: "Done with {used} swaps.", pt: "Feito com {used} trocas." },
    lost: { en: "No swaps left", pt: "Acabaram as trocas" },
    "no-move": { en: "Game over: no swap makes a chain", pt: "Fim de jogo: nenhuma troca forma cadeia" },
    "lost-why": {
      en: "The target is not reached. Undo a swap, or start again.",
      pt: "O alvo não foi alcançado. Desfaça uma troca ou recomece.",
    },
    watching: {
      en: "An optimal solution, {count} swaps. Your own game waits.",
      pt: "Uma solução ótima, {count} trocas. Seu jogo espera.",
    },
    stuck: {
      en: "Proven: the swaps left cannot reach the target from here. Undo, or restart.",
      pt: "Provado: as trocas restantes não alcançam o alvo daqui. Desfaça ou recomece.",
    },
    "not-a-move": {
      en: "That is not a move.",
      pt: "Essa jogada não existe.",
    },
    "not-neighbours": {
      en: "{first} and {second} are not side by side. No swap was spent.",
      pt: "{first} e {second} não são vizinhas. Nenhuma troca foi gasta.",
    },
    "no-chain": {
      en: "Swapping {first} and {second} makes no chain. No swap was spent.",
      pt: "Trocar {first} e {second} não forma nenhuma cadeia. Nenhuma troca foi gasta.",
    },
    "game-over": {
      en: "The game is over.",
      pt: "O jogo já terminou.",
    },
  };

  function parse(text) {
    const [header, ...lines] = text.split("\n").filter((line) => line.trim() !== "");
    const [difficulty, limit, target, rows, cols, colours, seed] = header.trim().split(/\s+/).map(Number);
    const letters = lines.join("").replace(/\s/g, "");
    const cells = Uint8Array.from(letters, (letter) => letter.charCodeAt(0) - A);
    return { difficulty, limit, target, rows, cols, colours, cells, refill: new Refill(seed, colours) };
  }

  const start = (level) => ({ cells: level.cells, gems: 0, used: 0 });

  function read(level, text) {
    const picks = text.trim().split(/\s+/).map((word) => kamigen.cellNumber(word, level.rows, level.cols));
    if (picks.length !== 2 || picks.includes(null)) throw new kamigen.Refusal("not-a-move");
    return picks.sort((a, b) => a - b);
  }

  const names = (level, swap) => swap.map((cell) => kamigen.cellName(cell, level.cols));

  const spell = (level, picks) => names(level, [...picks].sort((a, b) => a - b)).join(" ");

  function outcome(level, state) {
    if (state.gems >= level.target) return "won";
    if (state.used >= level.limit) return "out-of-actions";
    return swaps(level, state.cells).length > 0 ? "playing" : "stuck";
  }

  const areNeighbours = (cols, [first, second]) =>
    second - first === cols || (second - first === 1 && second % cols !== 0);

  function move(level, state, text) {
    if (outcome(level, state) !== "playing") throw new kamigen.Refusal("game-over");
    const swap = read(level, text);
    const [first, second] = names(level, swap);
    if (!areNeighbours(level.cols, swap)) throw new kamigen.Refusal("not-neighbours", { first, second });
    if (!isValid(level, state.cells, ...swap)) throw new kamigen.Refusal("no-chain", { first, second });
    return { ...after(level, state, swap), used: state.used + 1 };
  }

  const BLANK = { colour: 0, text: "" };
  const tile = (gem) => ({ colour: gem + 1, text: String.fromCharCode(A + gem) });
  const tiles = (cells) => Array.from(cells, tile);

  /** The exchange; then, round by round, the chains vanish and what is above comes down. */
  function stages(level, state, text) {
    const swap = read(level, text);
    let cells = exchanged(state.cells, swap);
    const shown = [{ tiles: tiles(cells), waves: [swap] }];
    for (const round of rounds(level, cells, state.gems)) {
      const gone = [...cells.keys()].filter((cell) => round.doomed[cell]);
      const blanked = tiles(cells).map((gem, cell) => (round.doomed[cell] ? BLANK : gem));
      const filled = tiles(round.cells);
      const changed = gone.concat(
        [...cells.keys()].filter((cell) => !round.doomed[cell] && round.cells[cell] !== cells[cell]),
      );
      shown.push({ tiles: blanked, waves: [gone] }, { tiles: filled, waves: byRow(level, changed) });
      cells = round.cells;
    }
    return shown;
  }

  /** Cells by their rows, from the lowest up: what is below comes to rest first. */
  function byRow({ rows, cols }, cells) {
    const waves = Array.from({ length: rows }, () => []);
    for (const cell of cells) waves[rows - 1 - Math.floor(cell / cols)].push(cell);
    return waves.filter((wave) => wave.length > 0);
  }

  function* hint(level, state, milliseconds) {
    const left = level.limit - state.used;
    const known = yield* kamigen.gemasSearch.search(level, state, left, milliseconds);
    const line = known.swaps === null ? null : known.swaps.map((swap) => spell(level, swap));
    return { line, proven: known.proven };
  }

  kamigen.register("gemas", {
    asks: ["cell", "cell"],
    phrases: PHRASES,
    parse,
    start,
    move,
    outcome,
    actionsLeft: (level, state) => level.limit - state.used,
    tiles: (level, state) => tiles(state.cells),
    choices: () => [],
    spell,
    read,
    hint,
    standing: (level, { gems }, hints) => ({
      phrase: "standing",
      values: { gems, target: level.target, score: gems - hints },
    }),
    stages,
    tell: (level, before, after_) => [
      { phrase: "destroyed", values: { count: after_.gems - before.gems } },
    ],
    symbols: false, // the letters are
  });
})();

/* The registry of games on the page, and what a game gives to be played there.
 *
 * The page names no game. A game brings its own script, which calls
 * `kamigen.register(name, game)`; it must not touch the document, as the same
 * text also runs in the worker that searches for hints. A game is:
 *
 *   asks      what a move is made of, in the order the player gives it:
 *             ["cell", "choice"], ["choice"], ["cell", "cell"] or ["cell"]
 *   parse(text)                   → level: at least { rows, cols }
 *   start(level)                  → state: a value, never changed in place
 *   move(level, state, text)      → the next state, or throws a Refusal
 *   outcome(level, state)         → "playing", "won", "out-of-actions" or "stuck"
 *   actionsLeft(level, state)     → a number, or null if actions are not counted
 *   tiles(level, state)           → row by row: { colour, text }; colour 0 = none
 *   choices(level, state, cell)   → [{ value, colour, text, legal }], what can be
 *                                   picked for a cell (null: no cell picked yet)
 *   spell(level, picks)           → the move that the picks of `asks` make
 *   read(level, text)             → the picks that a move is made of
 *   hint(level, state, ms)        → a generator that pauses at each yield and
 *                                   returns { line, proven }: moves that win; or
 *                                   null and `proven`, nothing wins any more; or
 *                                   null and not, the time ended first
 *   phrases   what it says, by name and language: `rules`, `proposal` (a hint's
 *             move), `done` (a move just made), one for every Refusal. What the
 *             page itself says (words.js) is said anew by a phrase of that name
 *
 * and, where it has more to show:
 *   region(level, state, cell)    → the cells that a picked cell stands for
 *   waves(level, state, text)     → lists of cells, in the order in which the
 *                                   move reaches them, for the animation
 *   stages(level, state, text)    → [{ tiles, waves }], what the board looks like
 *                                   on its way, where a move changes cells more
 *                                   than once; shown in place of the waves
 *   standing(level, state, hints) → { phrase, values }: what stays in sight, such as
 *                                   a score, or null; `hints` are those shown so far
 *
 * Cells are numbers, row by row from 0. Moves are strings, spelled as in the
 * terminal game, so that saving is replaying.
 */
const kamigen = {};

(() => {
  "use strict";

  const games = new Map();

  /** A move that the rules refuse: `phrase` names what the game says then. */
  class Refusal extends Error {
    constructor(phrase, values = {}) {
      super(phrase);
      this.phrase = phrase;
      this.values = values;
    }
  }

  const extras = {
    region: (level, state, cell) => [cell],
    waves: () => null,
    stages: () => null,
    standing: () => null,
  };

  kamigen.Refusal = Refusal;
  kamigen.register = (name, game) => games.set(name, { ...extras, ...game });
  kamigen.game = (name) => games.get(name);

  /** E1 for column 5 of row 1; after Z comes AA. */
  kamigen.cellName = (cell, cols) => {
    let column = (cell % cols) + 1;
    let letters = "";
    while (column > 0) {
      letters = String.fromCharCode(65 + ((column - 1) % 26)) + letters;
      column = Math.floor((column - 1) / 26);
    }
    return letters + (Math.floor(cell / cols) + 1);
  };

  /** The cell of a name on a board of this size, or null. */
  kamigen.cellNumber = (name, rows, cols) => {
    const match = /^([A-Z]{1,4})([0-9]{1,6})$/i.exec(name);
    if (match === null) return null;
    let column = 0;
    for (const letter of match[1].toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
    const row = Number(match[2]);
    return row >= 1 && row <= rows && column <= cols ? (row - 1) * cols + column - 1 : null;
  };

  /** The state that a list of moves leads to. */
  kamigen.replay = (game, level, moves) =>
    moves.reduce((state, text) => game.move(level, state, text), game.start(level));
})();

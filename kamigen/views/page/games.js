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
 *   spell(level, picks, state)    → the move that the picks of `asks` make, or a
 *                                   list of moves; or throws a Refusal
 *   read(level, text, state)      → the picks that a move is made of
 *   hint(level, state, ms)        → a generator that pauses at each yield and
 *                                   returns { line, proven }: moves that win; or
 *                                   null and `proven`, nothing wins any more; or
 *                                   null and not, the time ended first. With a
 *                                   `reason`, that is said for the first move
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
 *   standing(level, state, hints) → a reason that stays in sight, such as a score, or
 *                                   null; `hints` is how many were shown so far
 *   choiceAt(level, state, cell)  → the choice that a tapped cell stands for, where
 *                                   only choices are asked; null: for none
 *   outlines(level, state, move)  → [{ cells, kind: "picked" | "proposed" }], what
 *                                   is outlined besides the cells of the picks;
 *                                   `move` is the one proposed, or null
 *   used(level, moves, state)     → the actions spent, where a move is not one
 *   describe(level, state, cell)  → a reason: a cell in words, in place of its colour
 *   tell(level, before, after)    → reasons said after a move, in place of `done`
 *   at(level, state)              → the cell where the player stands; the cursor is
 *                                   there too, and a large board scrolls to it
 *   origin(level, state)          → row and column, from 0, of the first cell shown,
 *                                   where rows and cols are a window of a larger board
 *   keys      moves by the name of a key, such as { ArrowUp: "w 1" }
 *   explains  true: a hint is asked for again at every move, for its reason
 *   symbols   false: there are no colours that a symbol would tell apart
 *   leastCell how many pixels a cell has at least; a larger board is scrolled
 *
 * A tile may also have an `area`: a heavy line runs between areas, a thin one
 * inside. And a look of its own in place of a colour of the palette: `fill`,
 * `ink`, `strong` (bold), and `badge`, the colour of a disc under the text.
 * A choice may name the `keys` by which it is picked, if not by its value, and a
 * `name`: the phrase that it is called by.
 *
 * A reason is { phrase, values }; the phrase is one of the page's game or else of
 * the terminal game, and a value may be a reason itself, or a list of them.
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
    outlines: () => [],
    used: (level, moves) => moves.length,
    standing: () => null,
    origin: () => [0, 0],
    keys: {},
    explains: false,
    symbols: true,
    leastCell: 9,
    choiceAt: () => null,
  };

  kamigen.Refusal = Refusal;
  kamigen.register = (name, game) => games.set(name, { ...extras, ...game });
  kamigen.game = (name) => games.get(name);

  /** E for column 4, counted from 0; after Z comes AA. */
  kamigen.columnName = (column) => {
    let letters = "";
    for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26)) {
      letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
    }
    return letters;
  };

  /** E1 for column 5 of row 1. */
  kamigen.cellName = (cell, cols) => kamigen.columnName(cell % cols) + (Math.floor(cell / cols) + 1);

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

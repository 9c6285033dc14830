/* The shell of the page: the gallery, a level being played, and the way between.
 *
 * It knows no game by name: rules, drawing and hints come from the game's
 * script, through the interface at the top of games.js. Where one is in the page
 * stands in the address (#id of a level), so that "back" and reloading work.
 *
 * A hint is shown, not played: the player applies it or thinks on. In the
 * terminal it is played at once, as the assignment asks; here the board itself
 * can point at the region. Applied, it costs an action like any other move.
 */
(() => {
  "use strict";

  const { words, store, board: drawing, hints } = kamigen;
  const data = JSON.parse(document.getElementById("data").textContent);
  const game = kamigen.game(data.game);
  const by = (id) => document.getElementById(id);
  /** A phrase of the game, which may say anew what the page says, or else of the page. */
  const say = (name, values = {}) => {
    const phrase = game.phrases[name];
    return phrase ? words.fill(phrase[words.language], values) : words.say(name, values);
  };
  const still = window.matchMedia("(prefers-reduced-motion: reduce)");
  const darkness = window.matchMedia("(prefers-color-scheme: dark)");

  const RUN_MS = 1300; // between two steps of the solution that runs by itself
  const MOST_LABELLED = 4000; // cells; on larger boards labels come with the cursor
  const MOST_CELL = 72;
  const PANEL_HEIGHT = 425; // all but the board, on a phone

  drawing.use(data.swatches);

  let settings = store.settings();
  let filter = "all";

  // --- small things -----------------------------------------------------------------

  function element(tag, attributes = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...children);
    return made;
  }

  const show = (id, visible) => {
    by(id).hidden = !visible;
  };

  const announce = (text) => {
    by("message").textContent = text;
  };

  /** A reason in words, which may hold others. */
  function told({ phrase, values = {} }) {
    const word = (value) => {
      if (Array.isArray(value)) return value.map(word).join(" ");
      return value !== null && typeof value === "object" ? told(value) : value;
    };
    const said = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, word(value)]));
    const template = game.phrases[phrase] ?? data.phrases[phrase];
    return template ? words.fill(template[words.language], said) : say(phrase, said);
  }

  const choiceName = (choice) => {
    if (choice.name) return say(choice.name);
    return choice.colour ? words.colour(choice.colour) : choice.text || choice.value;
  };

  /** A move in words: what the game calls it, and its picks one by one. */
  function moveSays(phrase, level, state, text) {
    const picks = game.read(level, text, state).map((pick, place) => {
      if (game.asks[place] === "cell") return cellName(pick, state);
      const choice = game.choices(level, state, null).find((one) => one.value === pick);
      return choice ? choiceName(choice) : pick;
    });
    return say(phrase, picks);
  }

  function cellName(cell, state) {
    const { cols } = table.level;
    const [top, left] = game.origin(table.level, state);
    return kamigen.columnName(left + (cell % cols)) + (top + Math.floor(cell / cols) + 1);
  }

  const difficultyName = (number) => {
    const row = data.difficulties.find((one) => one.number === number);
    return row ? say(row.name) : "";
  };

  const levelName = (entry) => say("level", { number: entry.number });
  const isSolved = (entry) => Number.isInteger(store.level(entry.id).best);
  const glyphsOn = () => settings.symbols !== false;

  data.levels.forEach((entry, place) => {
    entry.number = place + 1;
  });

  // --- the gallery --------------------------------------------------------------------

  /** What the browser knows of a level: for its card, in words and as a mark. */
  function progress(entry) {
    const kept = store.level(entry.id);
    if (isSolved(entry)) {
      const atPar = kept.best === entry.par;
      const said = [atPar ? say("solved-at-par") : say("solved-in", { best: kept.best })];
      if (!kept.alone) said.push(say("with-help"));
      return { mark: atPar ? "at-par" : "solved", said: said.join(", ") };
    }
    if (Array.isArray(kept.moves) && kept.moves.length > 0) return { mark: "begun", said: say("begun") };
    return { mark: "new", said: "" };
  }

  const onSight = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        onSight.unobserve(target);
        drawCard(target);
      }
    },
    { rootMargin: "300px" },
  );

  function drawCard(picture) {
    const entry = data.levels[Number(picture.dataset.place)];
    const level = game.parse(entry.text);
    const box = { width: 150, height: 112 };
    const tiles = game.tiles(level, game.start(level));
    drawing.drawThumbnail(picture, tiles, level.rows, level.cols, box, { glyphs: false });
  }

  function card(entry) {
    const picture = element("canvas", { width: "1", height: "1", "aria-hidden": "true", "data-place": entry.number - 1 });
    onSight.observe(picture);
    const link = element(
      "a",
      { class: "card", href: `#${entry.id}`, id: `card-${entry.id}` },
      element("span", { class: "picture" }, picture),
      element("span", { class: "number numeral" }, String(entry.number)),
      element("span", { class: "of" }),
      element("span", { class: "mark" }),
    );
    if (entry.name) link.title = entry.name;
    return element("li", {}, link);
  }

  function labelCard(entry) {
    const link = by(`card-${entry.id}`);
    const { mark, said } = progress(entry);
    const counted = entry.par === null
      ? (entry.limit === null ? "" : say("limit", { limit: entry.limit }))
      : say("par", { par: entry.par });
    const facts = [difficultyName(entry.difficulty), counted].filter(Boolean);
    link.querySelector(".of").textContent = facts.join(" · ");
    link.querySelector(".mark").textContent = mark === "at-par" ? "★" : mark === "solved" ? "✓" : mark === "begun" ? "…" : "";
    link.dataset.mark = mark;
    link.setAttribute("aria-label", [levelName(entry), ...facts, said].filter(Boolean).join(", "));
  }

  const passes = (entry) =>
    filter === "all" || (filter === "unsolved" ? !isSolved(entry) : String(entry.difficulty) === filter);

  function filterCards() {
    let shown = 0;
    for (const entry of data.levels) {
      const visible = passes(entry);
      by(`card-${entry.id}`).parentElement.hidden = !visible;
      if (visible) shown += 1;
    }
    show("none-left", shown === 0);
    for (const chip of by("filters").children) {
      chip.setAttribute("aria-pressed", String(chip.dataset.filter === filter));
    }
  }

  function fillFilters() {
    const used = new Set(data.levels.map((entry) => entry.difficulty));
    const rows = data.difficulties.filter((row) => used.has(row.number));
    const chips = [["all", say("all")]];
    if (rows.length > 1) chips.push(...rows.map((row) => [String(row.number), say(row.name)]));
    chips.push(["unsolved", say("unsolved")]);
    by("filters").replaceChildren(
      ...chips.map(([value, text]) => {
        const chip = element("button", { type: "button", class: "chip", "data-filter": value }, text);
        chip.onclick = () => {
          filter = value;
          filterCards();
        };
        return chip;
      }),
    );
  }

  function fillGallery() {
    // Whoever comes for one level need not wait for the cards of all.
    if (by("cards").children.length === 0) by("cards").replaceChildren(...data.levels.map(card));
    const count = data.levels.length;
    const solved = data.levels.filter(isSolved).length;
    const facts = [count === 1 ? say("one-level") : say("levels", { count })];
    if (data.author) facts.push(say("by-author", { author: data.author }));
    facts.push(say("solved-of", { solved, count }));
    by("summary").textContent = facts.join(" · ");
    by("thread").style.width = `${(100 * solved) / count}%`;
    by("rules").textContent = say("rules", {});
    const waiting = data.levels.find((entry) => !isSolved(entry)) || data.levels[0];
    by("continue").href = `#${waiting.id}`;
    by("continue").textContent = solved === 0 ? say("start") : say("continue", { number: waiting.number });
    by("made-by").textContent = [say("made-by"), data.licence && say("licence", { licence: data.licence })]
      .filter(Boolean)
      .join(" ");
    show("not-kept", !store.kept);
    data.levels.forEach(labelCard);
    fillFilters();
    filterCards();
  }

  // --- a level being played ---------------------------------------------------------

  const large = new drawing.Board(by("canvas"));

  /** The level at hand; null in the gallery. `states[i]` is the state after i moves. */
  let table = null;

  const stateNow = () => {
    if (table.watching) return table.watching.states[table.watching.step];
    return table.states[table.states.length - 1];
  };
  const outcomeNow = () => game.outcome(table.level, stateNow());
  const usedNow = () => game.used(table.level, table.moves, stateNow());

  function open(entry) {
    const level = game.parse(entry.text);
    const kept = store.level(entry.id);
    table = {
      entry,
      level,
      states: [game.start(level)],
      moves: [],
      helped: false,
      hints: 0, // shown since the start
      cursor: 0,
      picked: null, // a cell
      armed: null, // a choice made before a cell
      plan: [], // the line of the last hint, from the start
      proposal: null,
      watching: null,
      searching: false,
    };
    resume(kept);
    show("gallery", false);
    show("play", true);
    show("back", true);
    buildGrid();
    layOut();
    fillPlay();
    refresh();
    announce(table.moves.length > 0 ? say("resumed", { count: table.moves.length }) : say("rules", {}));
    window.scrollTo(0, 0);
    focusCell(table.cursor);
  }

  /** Go on where the player left; moves that do not fit the rules are forgotten. */
  function resume(kept) {
    if (!Array.isArray(kept.moves)) return;
    try {
      for (const text of kept.moves) {
        table.states.push(game.move(table.level, stateNow(), text));
        table.moves.push(text);
      }
      table.helped = kept.helped === true;
      table.hints = Number.isInteger(kept.hints) ? kept.hints : 0;
    } catch (error) {
      if (!(error instanceof kamigen.Refusal)) throw error;
    }
    if (outcomeNow() !== "playing") {
      table.states.length = 1;
      table.moves = [];
      table.hints = 0;
    }
  }

  function keep() {
    const over = outcomeNow() !== "playing";
    const { moves, helped, hints } = table;
    store.updateLevel(table.entry.id, { moves: over ? [] : moves, helped, hints: over ? 0 : hints });
  }

  function buildGrid() {
    const { rows, cols } = table.level;
    const grid = by("grid");
    grid.replaceChildren();
    table.cells = [];
    for (let row = 0; row < rows; row++) {
      const line = element("div", { role: "row" });
      for (let column = 0; column < cols; column++) {
        const cell = element("div", { role: "gridcell", tabindex: "-1", "data-cell": row * cols + column });
        table.cells.push(cell);
        line.append(cell);
      }
      grid.append(line);
    }
    grid.setAttribute("aria-rowcount", rows);
    grid.setAttribute("aria-colcount", cols);
    table.cursor = standsAt(stateNow());
    table.cells[table.cursor].tabIndex = 0;
  }

  /** Where the player stands, or else the cursor. */
  const standsAt = (state) => (game.at ? game.at(table.level, state) : table.cursor);

  /** The letters and numbers along the board, which change as a window moves. */
  function fillEdges(state) {
    const { rows, cols } = table.level;
    const [top, left] = game.origin(table.level, state);
    if (table.edges === `${top},${left}`) return;
    table.edges = `${top},${left}`;
    const edge = (count, name) => Array.from({ length: count }, (_, place) => element("span", {}, name(place)));
    by("letters").replaceChildren(...edge(cols, (place) => kamigen.columnName(left + place)));
    by("numbers").replaceChildren(...edge(rows, (place) => String(top + place + 1)));
  }

  /** As large as the window lets the board be, in whole pixels. */
  function layOut() {
    const { rows, cols } = table.level;
    const stage = by("stage");
    const wide = window.matchMedia("(min-width: 60rem)").matches;
    const around = getComputedStyle(stage);
    const width = stage.clientWidth - parseFloat(around.paddingLeft) - parseFloat(around.paddingRight);
    // Beside the panel the board has the whole height; above it, what the panel leaves.
    const height = wide
      ? window.innerHeight - stage.offsetTop - parseFloat(around.paddingTop) - 32
      : Math.max(window.innerHeight * 0.4, window.innerHeight - PANEL_HEIGHT);
    const size = Math.floor(Math.min(MOST_CELL, Math.max(game.leastCell, Math.min(width / cols, height / rows))));
    by("sheet").style.width = `${cols * size}px`;
    by("sheet").style.height = `${rows * size}px`;
    by("sheet").style.setProperty("--cell", `${size}px`);
    for (const id of ["letters", "numbers"]) show(id, size >= 15);
    large.resize(rows, cols, size);
  }

  function fillPlay() {
    const { entry, level } = table;
    by("level-name").textContent = levelName(entry);
    const counted = game.actionsLeft(level, table.states[0]) !== null;
    const par = entry.par === null ? counted && say("par-unknown") : say("par-proven", { par: entry.par });
    by("facts").textContent = [difficultyName(entry.difficulty), par].filter(Boolean).join(" · ");
    by("grid").setAttribute("aria-label", say("board", level));
    const place = entry.number - 1;
    for (const [id, other] of [["previous", place - 1], ["next", place + 1], ["ending-next", place + 1]]) {
      const there = data.levels[other];
      by(id).href = there ? `#${there.id}` : "#";
      if (id !== "ending-next") by(id).classList.toggle("absent", !there);
    }
    const last = place + 1 === data.levels.length;
    by("ending-next").textContent = last ? say("back") : say("next");
    document.title = say("page-title", { level: levelName(entry), title: data.title });
  }

  /** How the board gets from one state to the next, to be seen: see games.js. */
  const course = (state, text) => ({
    waves: game.waves(table.level, state, text),
    stages: game.stages(table.level, state, text),
  });

  /** Bring everything on the screen in line with the state; a `course` animates the board. */
  function refresh(seen = null) {
    const { level } = table;
    const state = stateNow();
    const tiles = game.tiles(level, state);
    large.show(tiles, { ...(still.matches ? null : seen), glyphs: glyphsOn() });
    fillEdges(state);
    labelCells(tiles, state);
    if (game.at) table.cells[standsAt(state)].scrollIntoView({ block: "nearest", inline: "center" });
    refreshMarks();
    refreshPanel();
  }

  /** Say what each cell is; on a very large board only the one under the cursor. */
  function labelCells(tiles, state) {
    const { level, cells, cursor } = table;
    if (cells.length > MOST_LABELLED) {
      labelCell(cursor, tiles[cursor], game.region(level, state, cursor).length);
      return;
    }
    const sizes = new Array(cells.length).fill(0);
    for (let cell = 0; cell < cells.length; cell++) {
      if (sizes[cell] === 0) {
        const region = game.region(level, state, cell);
        for (const member of region) sizes[member] = region.length;
      }
      labelCell(cell, tiles[cell], sizes[cell]);
    }
  }

  function labelCell(cell, tile, size) {
    const { level, cells } = table;
    const state = stateNow();
    const colour = game.describe
      ? told(game.describe(level, state, cell))
      : [tile.colour ? words.colour(tile.colour) : "", tile.text].filter(Boolean).join(", ");
    const values = { cell: cellName(cell, state), colour: colour || say("empty"), size };
    const label = say(size > 1 ? "cell" : "cell-alone", values);
    if (cells[cell].getAttribute("aria-label") !== label) cells[cell].setAttribute("aria-label", label);
  }

  function refreshMarks() {
    const { level, picked, proposal, watching, cells } = table;
    const state = stateNow();
    const marks = [];
    const playing = outcomeNow() === "playing" && !watching;
    if (picked !== null && playing) marks.push({ cells: game.region(level, state, picked), kind: "picked" });
    if (playing) marks.push(...game.outlines(level, state, proposal));
    if (proposal !== null) {
      game.read(level, proposal, state).forEach((pick, place) => {
        if (game.asks[place] === "cell") marks.push({ cells: game.region(level, state, pick), kind: "proposed" });
      });
    }
    large.mark(marks);
    by("grid").querySelector("[aria-selected]")?.removeAttribute("aria-selected");
    if (picked !== null && playing) cells[picked].setAttribute("aria-selected", "true");
  }

  function refreshPanel() {
    const { level, watching, entry, proposal } = table;
    const outcome = outcomeNow();
    const over = outcome !== "playing" && !watching;
    const left = game.actionsLeft(level, stateNow());
    show("count", left !== null);
    if (left !== null) fillCount(left, entry.limit);
    const standing = game.standing(level, stateNow(), watching ? 0 : table.hints);
    show("standing", standing !== null);
    by("standing").textContent = standing === null ? "" : told(standing);
    fillPalette();
    show("palette", !over && !watching);
    show("controls", !over && !watching && proposal === null);
    show("steps", watching !== null);
    show("proposal", proposal !== null);
    show("ending", over);
    if (over) fillEnding(outcome);
    if (watching) fillSteps();
    by("undo").disabled = table.moves.length === 0;
    by("restart").disabled = table.moves.length === 0;
    by("hint").disabled = over || table.searching;
    by("solution").disabled = entry.actions.length === 0;
    by("play").dataset.outcome = watching ? "watching" : outcome;
  }

  function fillCount(left, limit) {
    by("left").textContent = left;
    by("left-unit").textContent = left === 1 ? say("action-left") : say("actions-left");
    by("left-of").textContent = limit === null ? "" : say("of-limit", { limit });
    const dots = by("dots");
    const few = limit !== null && limit <= 24;
    dots.replaceChildren(
      ...(few ? Array.from({ length: limit }, (_, place) => element("i", place < left ? {} : { class: "spent" })) : []),
    );
  }

  function fillPalette() {
    const { level, picked, armed, proposal } = table;
    const choices = game.choices(level, stateNow(), picked);
    const group = by("palette");
    const proposed = proposal === null ? null : proposedChoice();
    const key = JSON.stringify([words.language, glyphsOn(), choices.map(({ value }) => value)]);
    // The buttons stay the same ones while they can, or focus would be lost.
    if (group.dataset.key !== key) {
      group.dataset.key = key;
      group.setAttribute("aria-label", say("colours"));
      group.replaceChildren(...choices.map(swatchButton));
    }
    choices.forEach((choice, place) => {
      const button = group.children[place];
      button.setAttribute("aria-disabled", String(!choice.legal));
      button.setAttribute("aria-pressed", String(armed === choice.value));
      button.classList.toggle("proposed", proposed === choice.value);
    });
  }

  function proposedChoice() {
    const place = game.asks.indexOf("choice");
    return place < 0 ? null : game.read(table.level, table.proposal, stateNow())[place];
  }

  function swatchButton(choice) {
    const button = element("button", { type: "button", class: "swatch", "data-choice": choice.value, "aria-label": choiceName(choice) });
    if (choice.colour) {
      const look = drawing.swatch(choice.colour);
      button.style.background = look.fill;
      button.style.color = look.ink;
      if (glyphsOn()) button.append(drawing.glyphPicture(choice.colour, 26));
    }
    button.append(element("span", { class: "numeral", "aria-hidden": "true" }, choice.text || choice.value));
    button.onclick = () => pickChoice(choice.value, null);
    return button;
  }

  function fillEnding(outcome) {
    const { entry, moves } = table;
    const won = outcome === "won";
    const used = usedNow();
    const atPar = won && used === entry.par;
    by("ending").dataset.kind = won ? "won" : "lost";
    by("ending-title").textContent = won ? say("won") : outcome === "stuck" ? say("no-move") : say("lost");
    const values = { used, par: entry.par };
    by("ending-text").textContent = !won
      ? say("lost-why")
      : say(atPar ? "won-at-par" : entry.par === null ? "won-plain" : "won-above-par", values);
    by("seal").textContent = won ? (atPar ? "★" : "✓") : "";
    show("seal", won);
    show("ending-next", won);
    show("ending-undo", !won && moves.length > 0);
    show("ending-again", moves.length > 0);
    show("ending-solution", entry.actions.length > 0);
  }

  // --- moves ------------------------------------------------------------------------

  function pickCell(cell) {
    if (table.watching || outcomeNow() !== "playing") return;
    moveCursor(cell);
    withdraw();
    const { picked, armed } = table;
    switch (game.asks.join()) {
      case "choice": {
        const value = game.choiceAt(table.level, stateNow(), cell);
        if (value !== null) pickChoice(value, null);
        return;
      }
      case "cell":
        makeOf([cell]);
        return;
      case "cell,cell":
        if (picked !== null && picked !== cell) {
          table.picked = null;
          if (makeOf([picked, cell])) return;
        }
        table.picked = picked === cell ? null : cell;
        break;
      case "cell,choice":
        table.picked = cell;
        if (armed !== null) {
          makeOf([cell, armed]);
          return;
        }
        break;
    }
    refreshMarks();
    fillPalette();
  }

  /** Pick a colour, for the cell that is picked or, from the keyboard, under the cursor. */
  function pickChoice(value, cursor) {
    if (table.watching || outcomeNow() !== "playing") return;
    const choice = game.choices(table.level, stateNow(), null).find((one) => one.value === value);
    if (!choice) return;
    if (game.asks[0] === "choice") {
      makeOf([value]);
      return;
    }
    const cell = table.picked ?? cursor;
    if (cell === null) {
      table.armed = table.armed === value ? null : value;
      announce(table.armed === null ? say("rules", {}) : say("now-a-cell", { colour: choiceName(choice) }));
      fillPalette();
      return;
    }
    table.picked = cell;
    makeOf([cell, value]);
  }

  /** Make the move that the picks spell, or the moves one by one; false if one is refused. */
  function makeOf(picks) {
    try {
      return [game.spell(table.level, picks, stateNow())].flat().every((text) => make(text));
    } catch (error) {
      return refuse(error);
    }
  }

  /** Say why there was no move; what is no refusal is an error of the page. */
  function refuse(error) {
    if (!(error instanceof kamigen.Refusal)) throw error;
    table.armed = null;
    announce(told(error));
    refreshMarks();
    fillPalette();
    return false;
  }

  /** Make a move; false if the rules refuse it. */
  function make(text) {
    const { level } = table;
    const before = stateNow();
    let after;
    try {
      after = game.move(level, before, text);
    } catch (error) {
      return refuse(error);
    }
    dropHint();
    table.armed = null;
    table.states.push(after);
    table.moves.push(text);
    keep();
    const outcome = game.outcome(level, after);
    if (outcome === "won") recordWin();
    refresh(course(before, text));
    const left = game.actionsLeft(level, after);
    const done = game.tell ? game.tell(level, before, after).map(told) : [moveSays("done", level, before, text)];
    const said = [...done, left === null ? "" : say("left", { count: left })];
    if (outcome === "playing") {
      announce(said.join(" "));
      if (game.at) focusCell(standsAt(after));
    } else {
      announce(`${by("ending-title").textContent} ${by("ending-text").textContent}`);
      by("ending-title").focus({ preventScroll: true });
      // On a phone the board may have been scrolled past.
      by("ending").scrollIntoView({ block: "nearest", behavior: still.matches ? "auto" : "smooth" });
    }
    return true;
  }

  function recordWin() {
    const { entry, helped } = table;
    const used = usedNow();
    const kept = store.level(entry.id);
    const alone = !helped && !kept.watched;
    store.updateLevel(entry.id, {
      best: isSolved(entry) ? Math.min(kept.best, used) : used,
      alone: alone || kept.alone === true,
    });
  }

  function undo() {
    if (table.watching) return;
    if (table.moves.length === 0) {
      announce(say("nothing-to-undo"));
      return;
    }
    const wasOver = outcomeNow() !== "playing";
    dropHint();
    table.states.pop();
    const move = table.moves.pop();
    keep();
    refresh();
    announce(say("undone", { move }));
    if (wasOver || game.at || document.activeElement.disabled) focusCell(standsAt(stateNow()));
  }

  function restart() {
    if (table.watching || table.moves.length === 0) return;
    dropHint();
    table.states.length = 1;
    table.moves = [];
    table.helped = false;
    table.hints = 0;
    keep();
    refresh();
    announce(say("restarted"));
    focusCell(standsAt(stateNow()));
  }

  // --- hints ------------------------------------------------------------------------

  function dropHint() {
    hints.cancel();
    table.proposal = null;
    table.searching = false;
    by("play").removeAttribute("aria-busy");
  }

  /** A player who picks a cell has not taken the hint. */
  function withdraw() {
    if (table.proposal === null) return;
    dropHint();
    refreshPanel();
  }

  /** The rest of a line that is known to win, if the player is still on one. */
  function restOfPlan() {
    const { plan, moves, entry } = table;
    for (const line of [entry.actions, plan]) {
      const onIt = moves.length < line.length && moves.every((move, place) => move === line[place]);
      if (onIt && wins(line.slice(moves.length))) return line.slice(moves.length);
    }
    return null;
  }

  /** Whether a line really wins: no answer is shown that was not played through. */
  function wins(line) {
    try {
      const moves = [...table.moves, ...line];
      return game.outcome(table.level, kamigen.replay(game, table.level, moves)) === "won";
    } catch {
      return false;
    }
  }

  async function hint() {
    if (table.watching || table.searching || outcomeNow() !== "playing") return;
    const asked = table;
    let line = game.explains ? null : restOfPlan();
    let answer = { line, proven: line !== null };
    if (line === null) {
      table.searching = true;
      by("play").setAttribute("aria-busy", "true");
      announce(say("searching"));
      refreshPanel();
      answer = await hints.ask({
        game: data.game,
        text: table.entry.text,
        moves: [...table.moves],
        ms: data.hintSeconds * 1000,
      });
      // A move made meanwhile, or another level, has cancelled the question.
      if (answer === null || asked !== table) return;
      dropHint();
      line = answer.line;
    }
    if (line !== null && wins(line)) {
      table.helped = true;
      table.hints += 1;
      table.plan = [...table.moves, ...line];
      propose(line[0], answer.reason);
    } else {
      announce(say(line === null && answer.proven ? "stuck" : "unknown"));
    }
    keep();
    refreshPanel();
  }

  function propose(text, reason) {
    table.proposal = text;
    table.picked = null;
    refreshMarks();
    refreshPanel();
    const said = () => say("keeps-win", { proposal: moveSays("proposal", table.level, stateNow(), text) });
    announce(reason ? told(reason) : said());
    by("apply").focus({ preventScroll: true });
  }

  function apply() {
    if (table.proposal === null) return;
    const text = table.proposal;
    const cell = game.asks[0] === "cell" ? game.read(table.level, text, stateNow())[0] : null;
    if (cell !== null) {
      moveCursor(cell);
      table.picked = game.asks.length > 1 && game.asks[1] === "choice" ? cell : null;
    }
    make(text);
    if (outcomeNow() === "playing") focusCell(table.cursor);
  }

  function dismiss() {
    dropHint();
    refreshMarks();
    refreshPanel();
    focusCell(table.cursor);
  }

  // --- watching the solution --------------------------------------------------------

  function watch() {
    const { entry, level } = table;
    if (table.watching || entry.actions.length === 0) return;
    dropHint();
    const states = [game.start(level)];
    for (const text of entry.actions) states.push(game.move(level, states[states.length - 1], text));
    table.watching = { states, step: 0, timer: 0 };
    if (!isSolved(entry)) {
      table.helped = true;
      store.updateLevel(entry.id, { watched: true, helped: true });
    }
    refresh();
    announce(say("watching", { count: entry.actions.length }));
    by("step-on").focus();
  }

  function fillSteps() {
    const { watching, entry } = table;
    const values = { step: watching.step, count: entry.actions.length };
    by("steps").setAttribute("aria-label", say("solution"));
    by("step-count").textContent = say("step-of", values);
    by("step-run").textContent = say(watching.timer ? "pause" : "run");
    by("step-first").setAttribute("aria-disabled", String(watching.step === 0));
    by("step-back").setAttribute("aria-disabled", String(watching.step === 0));
    by("step-on").setAttribute("aria-disabled", String(watching.step === values.count));
  }

  function step(to) {
    const { watching, entry, level } = table;
    const count = entry.actions.length;
    to = Math.max(0, Math.min(count, to));
    if (to === watching.step) return;
    const on = to === watching.step + 1;
    const before = watching.states[watching.step];
    const text = entry.actions[to - 1];
    watching.step = to;
    if (to === count) stopRunning();
    refresh(on ? course(before, text) : null);
    const done = to > 0 ? moveSays("done", level, watching.states[to - 1], text) : "";
    announce(to > 0 ? say("step-said", { step: to, count, done }) : say("watching", { count }));
  }

  function run() {
    const { watching, entry } = table;
    if (watching.timer) {
      stopRunning();
    } else {
      if (watching.step === entry.actions.length) step(0);
      watching.timer = setInterval(() => step(watching.step + 1), RUN_MS);
      step(watching.step + 1);
    }
    if (table.watching) fillSteps();
  }

  function stopRunning() {
    clearInterval(table.watching.timer);
    table.watching.timer = 0;
  }

  function closeSolution() {
    stopRunning();
    table.watching = null;
    refresh();
    announce(say("rules", {}));
    focusCell(standsAt(stateNow()));
  }

  // --- where the player is on the board ---------------------------------------------

  function moveCursor(cell) {
    table.cells[table.cursor].tabIndex = -1;
    table.cursor = cell;
    table.cells[cell].tabIndex = 0;
  }

  function focusCell(cell) {
    moveCursor(cell);
    if (table.cells.length > MOST_LABELLED) labelCells(game.tiles(table.level, stateNow()), stateNow());
    table.cells[cell].focus({ preventScroll: true });
  }

  function walk(key) {
    const { rows, cols } = table.level;
    const row = Math.floor(table.cursor / cols);
    const column = table.cursor % cols;
    const [toRow, toColumn] = {
      ArrowUp: [row - 1, column],
      ArrowDown: [row + 1, column],
      ArrowLeft: [row, column - 1],
      ArrowRight: [row, column + 1],
      Home: [row, 0],
      End: [row, cols - 1],
    }[key];
    if (toRow < 0 || toRow >= rows || toColumn < 0 || toColumn >= cols) return;
    focusCell(toRow * cols + toColumn);
    table.cells[table.cursor].scrollIntoView({ block: "nearest", inline: "nearest" });
    // Where a cell is painted, the one under the cursor is the one picked.
    if (game.asks.join() === "cell,choice") {
      withdraw();
      table.picked = table.cursor;
      refreshMarks();
      fillPalette();
    }
  }

  const SHORTCUTS = {
    h: hint,
    a: apply,
    u: undo,
    r: restart,
    s: watch,
    n: () => follow("next"),
    p: () => follow("previous"),
  };

  function follow(id) {
    if (!by(id).classList.contains("absent")) window.location.hash = by(id).getAttribute("href");
  }

  /** The choice that a key picks: one that names it, or the number itself. */
  function keyedChoice(key) {
    const choices = game.choices(table.level, stateNow(), null);
    const value = key === "0" ? "10" : key;
    return choices.find(({ keys }) => keys?.includes(key)) ??
      choices.find((choice) => !choice.keys && /^[0-9]$/.test(key) && choice.value === value);
  }

  function onKey(event) {
    if (table === null || event.altKey || event.metaKey || event.defaultPrevented) return;
    const { key } = event;
    if (event.ctrlKey) {
      if (key === "z") {
        event.preventDefault();
        undo();
      }
      return;
    }
    const onGrid = event.target.getAttribute("role") === "gridcell";
    if (key === "Escape") {
      if (table.proposal !== null || table.searching) dismiss();
      else if (table.watching) closeSolution();
      else window.location.hash = "";
    } else if (key in game.keys && !table.watching && outcomeNow() === "playing") {
      make(game.keys[key]);
    } else if (onGrid && /^(Arrow|Home|End)/.test(key)) {
      walk(key);
    } else if (onGrid && (key === "Enter" || key === " ")) {
      pickCell(Number(event.target.dataset.cell));
    } else if (table.watching && (key === "ArrowLeft" || key === "ArrowRight")) {
      step(table.watching.step + (key === "ArrowRight" ? 1 : -1));
    } else if (keyedChoice(key) !== undefined) {
      pickChoice(keyedChoice(key).value, table.cursor);
    } else if (key.toLowerCase() in SHORTCUTS) {
      SHORTCUTS[key.toLowerCase()]();
    } else {
      return;
    }
    event.preventDefault();
  }

  // --- settings ---------------------------------------------------------------------

  const isDark = () => (settings.theme ? settings.theme === "dark" : darkness.matches);

  function applyTheme() {
    document.documentElement.dataset.theme = isDark() ? "dark" : "light";
    const label = say(isDark() ? "to-light" : "to-dark");
    by("theme").setAttribute("aria-label", label);
    by("theme").title = label;
  }

  function applyLanguage() {
    const asked = settings.language || navigator.language || "en";
    words.language = asked.toLowerCase().startsWith("pt") ? "pt" : "en";
    document.documentElement.lang = words.language === "pt" ? "pt-BR" : "en";
    const fixed = {
      skip: "skip", back: "back", "not-kept": "not-kept", "none-left": "none-left",
      apply: "apply", dismiss: "dismiss", "ending-undo": "undo", "ending-again": "again", "ending-solution": "solution",
      "step-close": "close", keys: "keys",
    };
    for (const [id, name] of Object.entries(fixed)) by(id).textContent = say(name);
    for (const id of ["undo", "restart", "hint", "solution"]) by(id).lastElementChild.textContent = say(id);
    for (const id of ["previous", "next", "step-first", "step-back", "step-on", "symbols"]) {
      const name = id === "step-first" ? "first-step" : id;
      by(id).setAttribute("aria-label", say(name));
      by(id).title = say(name);
    }
    by("language").textContent = say("language-code");
    by("language").setAttribute("aria-label", say("language"));
    by("language").title = say("language");
    by("filters").setAttribute("aria-label", say("filter"));
    show("symbols", game.symbols);
    const keys = [
      ["← ↑ ↓ →", "key-arrows"], ["Enter", "key-enter"], ["1–9", "key-numbers"], ["H", "key-hint"], ["U", "key-undo"],
      ["R", "key-restart"], ["S", "key-solution"], ["N, P", "key-next"], ["Esc", "key-escape"],
    ].filter(([key, name]) => !(key.toLowerCase() in game.keys) && (name !== "key-numbers" || game.asks.includes("choice")));
    by("key-list").replaceChildren(
      ...keys.flatMap(([key, name]) => [
        element("dt", {}, element("kbd", {}, key)),
        element("dd", {}, say(name)),
      ]),
    );
    applyTheme();
  }

  function changeLanguage() {
    set({ language: words.language === "pt" ? "en" : "pt" });
    applyLanguage();
    if (table === null) {
      fillGallery();
    } else {
      fillPlay();
      refresh();
      announce(say("rules", {}));
    }
  }

  function applySymbols() {
    by("symbols").setAttribute("aria-pressed", String(glyphsOn()));
    if (table !== null) refresh();
  }

  const set = (changes) => {
    settings = store.updateSettings(changes);
  };

  // --- the way between --------------------------------------------------------------

  function leave() {
    if (table === null) return null;
    if (table.watching) stopRunning();
    hints.cancel();
    const { entry } = table;
    table = null;
    return entry;
  }

  function route() {
    const id = window.location.hash.slice(1);
    const entry = data.levels.find((one) => one.id === id);
    const from = leave();
    if (entry) {
      open(entry);
      return;
    }
    show("play", false);
    show("gallery", true);
    show("back", false);
    document.title = data.title;
    fillGallery();
    if (from) {
      const link = by(`card-${from.id}`);
      (link.parentElement.hidden ? by("main") : link).focus();
    }
  }

  function begin() {
    applyLanguage();
    applySymbols();
    route();
    window.addEventListener("hashchange", route);
    window.addEventListener("resize", () => table && layOut());
    document.addEventListener("keydown", onKey);
    darkness.addEventListener("change", applyTheme);
    by("grid").addEventListener("click", (event) => {
      const cell = event.target.closest("[data-cell]");
      if (cell) pickCell(Number(cell.dataset.cell));
    });
    const clicks = {
      undo, restart, hint, solution: watch, apply, dismiss,
      "ending-undo": undo, "ending-again": restart, "ending-solution": watch,
      "step-first": () => step(0),
      "step-back": () => step(table.watching.step - 1),
      "step-on": () => step(table.watching.step + 1),
      "step-run": run,
      "step-close": closeSolution,
      back: () => { window.location.hash = ""; },
      theme: () => { set({ theme: isDark() ? "light" : "dark" }); applyTheme(); },
      language: changeLanguage,
      symbols: () => { set({ symbols: !glyphsOn() }); applySymbols(); },
    };
    by("skip").addEventListener("click", (event) => {
      event.preventDefault(); // the hash is for levels
      (table === null ? by("main") : table.cells[table.cursor]).focus();
    });
    for (const [id, action] of Object.entries(clicks)) by(id).addEventListener("click", () => action());
    document.documentElement.dataset.ready = "yes";
  }

  begin();
})();

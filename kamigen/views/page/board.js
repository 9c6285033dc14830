/* Boards drawn on a canvas, as cut and folded paper.
 *
 * `drawBoard` is enough for a thumbnail. `Board` is the large one: it shows what
 * is picked or proposed, and lets a move spread as the fire does, wave by wave
 * from the cell where it was lit; each cell turns over like a folded sheet.
 * Glyphs are drawn as shapes, not text, so that they look alike everywhere.
 */
(() => {
  "use strict";

  const TURN_MS = 300; // one cell's turn
  const SPREAD_MS = 620; // a fire over the whole board takes about this long
  const MOST_WAVE_MS = 65;
  const STAGES_MS = 4000; // the turns of all stages of a move together, at most
  const MOST_STAGES = 41; // a move that goes on for longer has been seen to
  const MOST_BURNING = 4000; // cells of a board that can be redrawn for every frame
  const LEAST_GLYPH_CELL = 10; // pixels; below it no glyph can be told from another
  const LEAST_TEXT_CELL = 8; // pixels; below it no letter can be read

  let swatches = [];
  const swatch = (colour) => swatches[colour - 1] || { fill: "#999999", ink: "#000000", glyph: "" };

  // --- glyphs: a path in a box from −1 to 1 -------------------------------------

  const polygon = (points) => (path) => {
    points.forEach(([x, y], place) => (place === 0 ? path.moveTo(x, y) : path.lineTo(x, y)));
    path.closePath();
  };
  const star = polygon(
    Array.from({ length: 10 }, (_, place) => {
      const reach = place % 2 === 0 ? 1.08 : 0.45;
      const angle = (place * Math.PI) / 5 - Math.PI / 2;
      return [reach * Math.cos(angle), reach * Math.sin(angle) + 0.06];
    }),
  );
  const triangle = polygon([[0, -0.95], [1, 0.8], [-1, 0.8]]);
  const square = polygon([[-0.8, -0.8], [0.8, -0.8], [0.8, 0.8], [-0.8, 0.8]]);
  const diamond = polygon([[0, -1.1], [0.9, 0], [0, 1.1], [-0.9, 0]]);
  const circle = (path) => path.arc(0, 0, 0.88, 0, 2 * Math.PI);
  const GLYPHS = {
    "●": [circle, true], "▲": [triangle, true], "■": [square, true], "◆": [diamond, true], "★": [star, true],
    "○": [circle, false], "△": [triangle, false], "□": [square, false], "◇": [diamond, false], "☆": [star, false],
  };

  function drawGlyph(context, glyph, x, y, size, ink, alpha) {
    context.save();
    context.globalAlpha = alpha;
    context.translate(x, y);
    context.fillStyle = context.strokeStyle = ink;
    const known = GLYPHS[glyph];
    if (known) {
      context.scale(size, size);
      context.beginPath();
      known[0](context);
      context.lineWidth = 0.34;
      if (known[1]) context.fill();
      else context.stroke();
    } else {
      drawText(context, glyph, 0, 0, size * 2);
    }
    context.restore();
  }

  function drawText(context, text, x, y, height, weight = "normal") {
    context.font = `${weight} ${height}px Georgia, serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(text, x, y);
  }

  // --- paper ----------------------------------------------------------------------

  /** A patch of paper grain, the same every time. */
  const grain = (() => {
    let patch = null;
    return () => {
      if (patch === null) {
        patch = document.createElement("canvas");
        patch.width = patch.height = 96;
        const context = patch.getContext("2d");
        let seed = 7;
        const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
        for (let fibre = 0; fibre < 900; fibre++) {
          context.fillStyle = random() < 0.5 ? "rgba(255,255,255,0.045)" : "rgba(40,20,0,0.04)";
          const long = 1 + random() * 5;
          if (random() < 0.5) context.fillRect(random() * 96, random() * 96, long, 1);
          else context.fillRect(random() * 96, random() * 96, 1, long);
        }
      }
      return patch;
    };
  })();

  /** Draw a tile whose corner is (x, y); `turn` from 1 to 0 folds it away. */
  function drawTile(context, tile, x, y, size, { glyphs, turn = 1 }) {
    const look = tile.colour ? swatch(tile.colour) : tile.fill ? tile : null;
    const text = size >= LEAST_TEXT_CELL ? tile.text : "";
    if (look && turn === 1 && !text && !tile.badge && !(look.glyph && glyphs && size >= LEAST_GLYPH_CELL)) {
      // Nothing but paper: this is most of a large board, and worth a shorter way.
      context.fillStyle = look.fill;
      context.fillRect(x, y, size + 0.5, size + 0.5);
      return;
    }
    context.save();
    context.translate(x + size / 2, y + size / 2);
    context.scale(turn, 1);
    if (look) {
      context.fillStyle = look.fill;
      // Half a pixel more, or hairlines show between tiles of one region.
      context.fillRect(-size / 2, -size / 2, size + 0.5, size + 0.5);
    }
    const ink = look ? look.ink : getComputedStyle(context.canvas).color;
    if (tile.badge) {
      context.fillStyle = tile.badge;
      context.beginPath();
      context.arc(0, 0, size * 0.43, 0, 2 * Math.PI);
      context.fill();
    }
    if (text in GLYPHS) {
      drawGlyph(context, text, 0, 0, size * 0.34, ink, 1);
    } else if (text) {
      context.fillStyle = ink;
      const height = size * (text.length > 1 ? 0.44 : look === tile ? 0.62 : 0.5);
      drawText(context, text, 0, size * 0.03, height, tile.strong ? "bold" : "normal");
    } else if (look && look.glyph && glyphs && size >= LEAST_GLYPH_CELL) {
      drawGlyph(context, look.glyph, 0, 0, size * 0.125, look.ink, 0.6);
    }
    context.restore();
  }

  const paper = (tile) => tile.fill ?? tile.colour;

  /** The relief: light and shade where colours meet, faint folds inside a region. */
  function drawFolds(context, tiles, rows, cols, size) {
    const line = Math.max(1, size * 0.05);
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < cols; column++) {
        const cell = row * cols + column;
        const x = column * size;
        const y = row * size;
        if (column < cols - 1) {
          const cut = paper(tiles[cell]) !== paper(tiles[cell + 1]);
          if (cut) {
            context.fillStyle = "rgba(30,15,0,0.30)";
            context.fillRect(x + size, y, line, size);
            context.fillStyle = "rgba(255,255,255,0.22)";
            context.fillRect(x + size - line, y, line, size);
          } else if (size > 14) {
            context.fillStyle = "rgba(0,0,0,0.055)";
            context.fillRect(x + size - 0.5, y, 1, size);
          }
        }
        if (row < rows - 1) {
          const cut = paper(tiles[cell]) !== paper(tiles[cell + cols]);
          if (cut) {
            context.fillStyle = "rgba(30,15,0,0.30)";
            context.fillRect(x, y + size, size, line);
            context.fillStyle = "rgba(255,255,255,0.22)";
            context.fillRect(x, y + size - line, size, line);
          } else if (size > 14) {
            context.fillStyle = "rgba(0,0,0,0.055)";
            context.fillRect(x, y + size - 0.5, size, 1);
          }
        }
      }
    }
  }

  /** Lines as on a printed puzzle: heavy between areas and around the board, thin inside. */
  function drawAreas(context, tiles, rows, cols, size) {
    const heavy = Math.max(1.5, size * 0.075);
    const thin = Math.max(0.5, size * 0.02);
    context.save();
    context.lineCap = "square";
    // The thin ones first, or they would lie over the ends of the heavy ones.
    for (const [width, ink, wanted] of [[thin, "rgba(42,36,32,0.4)", false], [heavy, "#2a2420", true]]) {
      context.lineWidth = width;
      context.strokeStyle = ink;
      context.beginPath();
      for (let cell = 0; cell < tiles.length; cell++) {
        const right = ((cell % cols) + 1) * size;
        const bottom = (Math.floor(cell / cols) + 1) * size;
        const cut = (other) => tiles[cell].area !== tiles[other].area;
        if ((cell + 1) % cols > 0 && cut(cell + 1) === wanted) line(context, right, bottom - size, right, bottom);
        if (cell + cols < tiles.length && cut(cell + cols) === wanted) line(context, right - size, bottom, right, bottom);
      }
      context.stroke();
    }
    context.strokeRect(heavy / 2, heavy / 2, cols * size - heavy, rows * size - heavy);
    context.restore();
  }

  function drawBoard(context, tiles, rows, cols, size, look) {
    for (let cell = 0; cell < tiles.length; cell++) {
      drawTile(context, tiles[cell], (cell % cols) * size, Math.floor(cell / cols) * size, size, look);
    }
    if (tiles[0].area !== undefined) drawAreas(context, tiles, rows, cols, size);
    else if (size > 6) drawFolds(context, tiles, rows, cols, size);
    context.save();
    context.fillStyle = context.createPattern(grain(), "repeat");
    context.fillRect(0, 0, cols * size, rows * size);
    context.restore();
  }

  /** Fit a canvas to so many CSS pixels, sharp on any screen; return its context. */
  function fit(canvas, width, height) {
    const scale = Math.min(window.devicePixelRatio || 1, 3);
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    const context = canvas.getContext("2d");
    context.setTransform(scale, 0, 0, scale, 0, 0);
    return context;
  }

  function drawThumbnail(canvas, tiles, rows, cols, box, look) {
    const size = Math.min(box.width / cols, box.height / rows);
    drawBoard(fit(canvas, cols * size, rows * size), tiles, rows, cols, size, look);
  }

  // --- the large board --------------------------------------------------------------

  class Board {
    constructor(canvas) {
      this.canvas = canvas;
      this.frame = 0;
      this.marks = [];
      this.fire = null;
      this.tiles = [];
    }

    resize(rows, cols, size) {
      Object.assign(this, { rows, cols, size });
      this.context = fit(this.canvas, cols * size, rows * size);
      this.draw();
    }

    /** Show other tiles. With `waves` they spread from the tiles there are; with `stages`,
     * [{ tiles, waves }], the board goes through these first. */
    show(tiles, { waves = null, stages = null, glyphs = true } = {}) {
      cancelAnimationFrame(this.frame);
      this.glyphs = glyphs;
      this.fire = null;
      const seen = stages ?? (waves === null ? [] : [{ tiles, waves }]);
      const movable = this.tiles.length === tiles.length && tiles.length <= MOST_BURNING;
      this.coming = movable ? seen.slice(0, MOST_STAGES) : [];
      this.turn = Math.min(TURN_MS, STAGES_MS / this.coming.length);
      this.last = tiles;
      this.goOn();
      this.draw();
    }

    /** Light the next stage, or show what the board has become. */
    goOn() {
      const next = this.coming.shift();
      this.fire = null;
      if (next !== undefined) {
        const pace = Math.min(MOST_WAVE_MS, SPREAD_MS / next.waves.length) * (this.turn / TURN_MS);
        const lit = new Map();
        next.waves.forEach((wave, place) => wave.forEach((cell) => lit.set(cell, place * pace)));
        const length = (next.waves.length - 1) * pace + this.turn;
        this.fire = { before: this.tiles, lit, began: performance.now(), length };
      }
      this.tiles = next === undefined ? this.last : next.tiles;
    }

    /** Outline sets of cells: [{ cells, kind: "picked" | "proposed" }]. */
    mark(marks) {
      this.marks = marks;
      if (this.fire === null) this.draw();
    }

    get burning() {
      return this.fire !== null;
    }

    draw() {
      if (!this.context || this.tiles.length !== this.rows * this.cols) return;
      const { context, rows, cols, size, glyphs } = this;
      context.clearRect(0, 0, cols * size, rows * size);
      if (this.fire === null) {
        drawBoard(context, this.tiles, rows, cols, size, { glyphs });
      } else {
        this.drawFire();
      }
      // The fire is to be seen; where it ends, what is picked is outlined again.
      if (this.fire === null) for (const { cells, kind } of this.marks) this.outline(cells, kind);
    }

    drawFire() {
      const { context, rows, cols, size, glyphs, fire } = this;
      const now = performance.now() - fire.began;
      const half = (cell) => now - fire.lit.get(cell) >= this.turn / 2;
      const seen = this.tiles.map((tile, cell) =>
        fire.lit.has(cell) && !half(cell) ? fire.before[cell] : tile,
      );
      drawBoard(context, seen, rows, cols, size, { glyphs });
      for (const [cell, lit] of fire.lit) {
        const progress = (now - lit) / this.turn;
        if (progress <= 0 || progress >= 1) continue;
        const x = (cell % cols) * size;
        const y = Math.floor(cell / cols) * size;
        context.fillStyle = "#5c1f08"; // what lies under a turning sheet
        context.fillRect(x, y, size, size);
        drawTile(context, seen[cell], x, y, size, { glyphs, turn: Math.abs(Math.cos(Math.PI * progress)) });
        const glow = 1 - Math.abs(2 * progress - 1);
        context.fillStyle = `rgba(255,${Math.round(110 + 110 * progress)},40,${0.72 * glow})`;
        context.fillRect(x, y, size, size);
      }
      if (now >= fire.length) {
        this.goOn();
        this.draw();
      } else {
        this.frame = requestAnimationFrame(() => this.draw());
      }
    }

    outline(cells, kind) {
      const { context, cols, rows, size } = this;
      const inside = new Set(cells);
      context.save();
      context.beginPath();
      for (const cell of cells) {
        const column = cell % cols;
        const row = Math.floor(cell / cols);
        const inset = 1.5;
        const left = column * size + (inside.has(cell - 1) && column > 0 ? 0 : inset);
        const right = (column + 1) * size - (inside.has(cell + 1) && column < cols - 1 ? 0 : inset);
        const top = row * size + (inside.has(cell - cols) ? 0 : inset);
        const bottom = (row + 1) * size - (inside.has(cell + cols) ? 0 : inset);
        if (!(column > 0 && inside.has(cell - 1))) line(context, left, top, left, bottom);
        if (!(column < cols - 1 && inside.has(cell + 1))) line(context, right, top, right, bottom);
        if (!inside.has(cell - cols) || row === 0) line(context, left, top, right, top);
        if (!inside.has(cell + cols) || row === rows - 1) line(context, left, bottom, right, bottom);
      }
      context.lineCap = "square";
      // Dark under light, so that the line is seen on every fill.
      context.strokeStyle = "#1d1712";
      context.lineWidth = 5;
      context.stroke();
      context.strokeStyle = "#ffffff";
      context.lineWidth = 2.4;
      if (kind === "proposed") context.setLineDash([7, 6]);
      context.stroke();
      context.restore();
    }
  }

  function line(context, x1, y1, x2, y2) {
    context.moveTo(x1, y1);
    context.lineTo(x2, y2);
  }

  /** A swatch's glyph as a small canvas, for buttons. */
  function glyphPicture(colour, size) {
    const canvas = document.createElement("canvas");
    const context = fit(canvas, size, size);
    const look = swatch(colour);
    drawGlyph(context, look.glyph, size / 2, size / 2, size * 0.36, look.ink, 1);
    return canvas;
  }

  kamigen.board = {
    Board,
    drawThumbnail,
    glyphPicture,
    swatch,
    use(list) {
      swatches = list;
    },
  };
})();

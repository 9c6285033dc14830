/* Hints: the game's search, run where it does not hold up the page.
 *
 * This file is part of the engine, the text that runs twice: in the page, where
 * `kamigen.hints.ask` sends a position away, and in the worker, where it is
 * answered. A position is a level's text and the moves made on it. Where no
 * worker can be had the search runs in the page, a few milliseconds at a time.
 */
(() => {
  "use strict";

  // Short enough that a tap or a key is answered within a frame or two.
  const SLICE_MS = 12;

  // A search looks at its clock now and then; one that forgets to is ended after this.
  const GRACE_MS = 2000;

  function search({ game: name, text, moves, ms }) {
    const game = kamigen.game(name);
    const level = game.parse(text);
    return game.hint(level, kamigen.replay(game, level, moves), ms);
  }

  if (typeof document === "undefined") {
    self.onmessage = ({ data }) => {
      const steps = search(data);
      let step = steps.next();
      while (!step.done) step = steps.next();
      self.postMessage(step.value);
    };
    return;
  }

  let stop = () => {};

  function inWorker(position) {
    const engine = document.getElementById("engine").textContent;
    const address = URL.createObjectURL(new Blob([engine], { type: "text/javascript" }));
    const worker = new Worker(address);
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        end();
        resolve({ line: null, proven: false });
      }, position.ms + GRACE_MS);
      const end = () => {
        clearTimeout(late);
        worker.terminate();
        URL.revokeObjectURL(address);
      };
      worker.onmessage = ({ data }) => {
        end();
        resolve(data);
      };
      worker.onerror = (event) => {
        event.preventDefault();
        end();
        reject(new Error(event.message || "the worker could not start"));
      };
      stop = () => {
        end();
        resolve(null);
      };
      worker.postMessage(position);
    });
  }

  function inSlices(position) {
    const steps = search(position);
    return new Promise((resolve, reject) => {
      let stopped = false;
      stop = () => {
        stopped = true;
        resolve(null);
      };
      function slice() {
        const until = Date.now() + SLICE_MS;
        try {
          while (!stopped && Date.now() < until) {
            const step = steps.next();
            if (step.done) {
              resolve(step.value);
              return;
            }
          }
        } catch (error) {
          reject(error);
          return;
        }
        if (!stopped) setTimeout(slice);
      }
      slice();
    });
  }

  kamigen.hints = {
    /** The answer of the game's `hint`, or null if `cancel` came first. */
    async ask(position) {
      kamigen.hints.cancel();
      try {
        return await inWorker(position);
      } catch {
        return inSlices(position);
      }
    },
    cancel() {
      stop();
      stop = () => {};
    },
    inSlices,
  };
})();

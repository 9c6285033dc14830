/* What the browser remembers: progress by level, and the settings.
 *
 * Each level has its own key, the digest of its text, so that the same level
 * keeps its marks in any page, and two open pages do not overwrite each other.
 * Where storage is forbidden or full, things are remembered until the page is
 * closed, and `kept` says so.
 */
(() => {
  "use strict";

  const PREFIX = "kamigen/1/";
  const memory = new Map();
  let kept = true;

  function read(key) {
    let text = memory.get(key);
    try {
      text = window.localStorage.getItem(PREFIX + key) ?? text;
    } catch {
      kept = false;
    }
    try {
      const value = JSON.parse(text ?? "{}");
      return value !== null && typeof value === "object" ? value : {};
    } catch {
      return {}; // someone else's text under our key
    }
  }

  function write(key, value) {
    const text = JSON.stringify(value);
    memory.set(key, text);
    try {
      window.localStorage.setItem(PREFIX + key, text);
    } catch {
      kept = false;
    }
  }

  const update = (key, changes) => {
    const value = { ...read(key), ...changes };
    write(key, value);
    return value;
  };

  kamigen.store = {
    /** { best, alone, moves, helped, hints, watched }, each if there is one. */
    level: (id) => read(`level/${id}`),
    updateLevel: (id, changes) => update(`level/${id}`, changes),
    settings: () => read("settings"),
    updateSettings: (changes) => update("settings", changes),
    get kept() {
      return kept;
    },
  };
})();

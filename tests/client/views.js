// Views for tests: only what the part in question looks at.

/** A legal action with a path. */
export function legal(i, path, text = `Action ${i}`, more = "") {
  return { i, text, more, path, action: { do: "Act", i } };
}

export function view(more = {}) {
  return {
    seq: 1,
    mark: 1,
    ply: 0,
    you: 0,
    actor: 0,
    status: "playing",
    prompt: "Do something.",
    legal: [],
    forms: [],
    names: {},
    log: [],
    touched: [],
    ask: null,
    order: [],
    trays: [],
    pick: null,
    focus: [],
    recap: [],
    slip: null,
    beats: [],
    ...more,
  };
}

// A part of the page is drawn again only when what it shows has changed.

export class Memo {
  /** @type {Map<string, string>} */
  shown = new Map();

  /**
   * Draw a part, unless it already shows this.
   * @param {string} name
   * @param {unknown} data everything the drawing depends on
   * @param {() => void} draw
   */
  part(name, data, draw) {
    const text = JSON.stringify(data);
    if (this.shown.get(name) !== text) {
      this.shown.set(name, text);
      draw();
    }
  }

  /** @param {string} name */
  has(name) {
    return this.shown.has(name);
  }

  /** @param {string} name */
  forget(name) {
    this.shown.delete(name);
  }

  forgetAll() {
    this.shown.clear();
  }
}

// A saved game in a link: packed, and written in letters that addresses may hold.

/**
 * @param {string} text
 * @returns {Promise<string>}
 */
export async function packGame(text) {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/**
 * The saved game that a link holds; null: it is damaged.
 * @param {string} packed
 * @returns {Promise<string | null>}
 */
export async function unpackGame(packed) {
  try {
    const letters = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const text = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return await new Response(limited(text)).text();
  } catch {
    return null;
  }
}

const MOST = 4 * 1024 * 1024; // as much as a server takes

/**
 * A stream that fails when more comes out of it than a saved game has: anybody may have made the link.
 * @param {ReadableStream<Uint8Array>} stream
 */
function limited(stream) {
  let sum = 0;
  /** @type {TransformStream<Uint8Array, Uint8Array>} */
  const counting = new TransformStream({
    transform(piece, to) {
      sum += piece.length;
      if (sum > MOST) {
        throw new RangeError("more than a saved game has");
      }
      to.enqueue(piece);
    },
  });
  return stream.pipeThrough(counting);
}

// The way to the server: requests, and live channels. Here by HTTP and WebSocket. The edition without a server has another file
// of this name, which hands them to a worker; nothing else in the page knows which.

/**
 * Ask the server.
 * @param {string} path
 * @param {RequestInit} [how]
 * @returns {Promise<Response>}
 */
export function sendRequest(path, how) {
  return fetch(path, how);
}

/**
 * Open a live channel.
 * @param {string} path
 * @returns {WebSocket}
 */
export function openChannel(path) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return new WebSocket(`${scheme}://${location.host}${path}`);
}

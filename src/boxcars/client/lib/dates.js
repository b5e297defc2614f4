// Days and times as the reader's language writes them.

/** @param {number} at seconds since 1970 */
export function dayAndTime(at) {
  return new Date(at * 1000).toLocaleString(document.documentElement.lang, {
    weekday: "long",
    day: "numeric",
    month: "long",
    hour: "2-digit",
    minute: "2-digit",
  });
}

/** @param {number} at seconds since 1970 */
export function dayAndMonth(at) {
  return new Date(at * 1000).toLocaleDateString(document.documentElement.lang, { day: "numeric", month: "long" });
}

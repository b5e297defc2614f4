// How the lines of a final score make up the bars: decided apart from the screen.

/** @import { Outcome } from "../../types.d.ts" */

/**
 * A part of a bar, in hundredths of the longest; `seen`: how much of it what is lost leaves, in hundredths of it.
 * @typedef {{ line: number, value: number, left: number, width: number, seen: number }} Part
 */

/**
 * The lines that are counted, in the order of the rules, but what is only lost at the end, where it eats into the bars:
 * those before the total that are not zero for all. A game that counts nothing but its total counts that.
 * @param {Pick<Outcome, "lines" | "total" | "scores">} outcome
 */
export function countedLines({ lines, total, scores }) {
  const parts = (total < 0 ? lines : lines.slice(0, total)).filter(({ values }) => values.some(Boolean));
  const lost = parts.filter(({ values }) => values.every((value) => value <= 0));
  const counted = [...parts.filter((line) => !lost.includes(line)), ...lost];
  return counted.length ? counted : [{ label: lines[Math.max(0, total)]?.label ?? "", values: scores, uncovered: [] }];
}

/**
 * The bar of every seat: what is gained is put to its end, what is lost eats into it from there.
 * @param {{ values: number[] }[]} lines
 * @param {number} seats
 * @returns {Part[][]}
 */
export function barsOf(lines, seats) {
  let longest = 1;
  const bars = Array.from({ length: seats }, (_, seat) => {
    let at = 0;
    /** @type {Part[]} */
    const parts = [];
    for (const [line, { values }] of lines.entries()) {
      const value = values[seat] ?? 0;
      const end = at + value;
      const [low, high] = [Math.max(0, Math.min(at, end)), Math.max(0, at, end)];
      if (value) {
        parts.push({ line, value, left: low, width: high - low, seen: 100 });
      }
      at = end;
      longest = Math.max(longest, high);
    }
    for (const part of parts.filter(({ value }) => value > 0)) {
      part.seen = (100 * Math.max(0, Math.min(part.width, at - part.left))) / part.width;
    }
    return parts;
  });
  const share = (/** @type {number} */ length) => (100 * length) / longest;
  return bars.map((parts) => parts.map((part) => ({ ...part, left: share(part.left), width: share(part.width) })));
}

/** A number as it is written. @param {number} value */
export function written(value) {
  return String(value).replace("-", "−");
}

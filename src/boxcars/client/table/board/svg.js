// Making SVG elements.

const NAMESPACE = "http://www.w3.org/2000/svg";

/**
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number>} [attributes]
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function svg(tag, attributes = {}) {
  const el = document.createElementNS(NAMESPACE, tag);
  for (const [key, value] of Object.entries(attributes)) {
    el.setAttribute(key, String(value));
  }
  return el;
}

// What the reader has chosen on this device.

export const setting = {
  /**
   * @param {string} name
   * @param {string} fallback
   */
  get: (name, fallback) => localStorage.getItem(`boxcars:${name}`) ?? fallback,
  /**
   * @param {string} name
   * @param {string} value
   */
  set: (name, value) => localStorage.setItem(`boxcars:${name}`, value),
};

/** Whether nothing should travel over the screen. */
export function calm() {
  return matchMedia("(prefers-reduced-motion:reduce)").matches || setting.get("motion", "on") === "off";
}

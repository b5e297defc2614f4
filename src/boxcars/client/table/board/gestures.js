// Mouse, wheel and fingers on the board: drag to pan, wheel or two fingers to zoom, the small map to jump.

/** @import { BoardView } from "./board.js" */

const STILL = 6; // px: less is a click, not a drag

/** @typedef {{ x: number, y: number }} Point */

/**
 * @param {BoardView} board
 * @param {HTMLElement} root
 */
export function listen(board, root) {
  const { camera } = board;
  /** @type {Map<number, Point>} */
  const pointers = new Map();
  let moved = 0;

  /** @param {Point} spot a point of the window as parts of its width and height */
  const within = ({ x, y }) => {
    const box = root.getBoundingClientRect();
    return { x: (x - box.left) / box.width, y: (y - box.top) / box.height };
  };

  root.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const at = within({ x: event.clientX, y: event.clientY });
      const turned = Math.max(-60, Math.min(60, event.deltaY));
      camera.zoom(Math.exp(-turned / 240), at.x, at.y);
    },
    { passive: false },
  );

  root.addEventListener("pointerdown", (event) => {
    if (event.target instanceof Element && event.target.closest("button")) {
      return;
    }
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    moved = pointers.size > 1 ? 99 : 0;
  });

  /**
   * @param {PointerEvent} event
   * @param {Point} from
   */
  const drag = (event, from) => {
    const dx = event.clientX - from.x;
    const dy = event.clientY - from.y;
    moved += Math.abs(dx) + Math.abs(dy);
    if (moved <= STILL) {
      return;
    }
    if (!root.hasPointerCapture(event.pointerId)) {
      root.setPointerCapture(event.pointerId);
    }
    const k = 1 / camera.scale();
    if (camera.box) {
      camera.held = true;
      camera.moveTo(camera.box.x - dx * k, camera.box.y - dy * k);
    }
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };

  /** @param {PointerEvent} event */
  const pinch = (event) => {
    const before = spread([...pointers.values()]);
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const fingers = [...pointers.values()];
    if (before > 10) {
      const at = within({ x: (fingers[0].x + fingers[1].x) / 2, y: (fingers[0].y + fingers[1].y) / 2 });
      camera.zoom(spread(fingers) / before, at.x, at.y);
    }
  };

  root.addEventListener("pointermove", (event) => {
    const from = pointers.get(event.pointerId);
    if (from && pointers.size === 1) {
      drag(event, from);
    } else if (from) {
      pinch(event);
    }
  });

  for (const end of /** @type {const} */ (["pointerup", "pointercancel", "pointerleave"])) {
    root.addEventListener(end, (event) => pointers.delete(event.pointerId));
  }

  root.addEventListener(
    "click",
    (event) => {
      if (moved > STILL) {
        event.stopPropagation();
      }
      moved = 0;
    },
    true,
  );

  board.mini.addEventListener("pointerdown", (event) => {
    event.stopPropagation();
    const map = board.mini.getBoundingClientRect();
    const [w, h] = camera.size;
    if (camera.box) {
      const x = ((event.clientX - map.left) / map.width) * w;
      const y = ((event.clientY - map.top) / map.height) * h;
      camera.held = true;
      camera.moveTo(x - camera.box.w / 2, y - camera.box.h / 2);
    }
  });
}

/** @param {Point[]} fingers */
function spread([a, b]) {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

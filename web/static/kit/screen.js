// The kind of screen, as signals that follow the window.

import { signal } from "../vendor/preact.js";

/** @param {string} query @returns {import("../vendor/preact.js").Signal<boolean>} */
function matches(query) {
  const media = matchMedia(query);
  const now = signal(media.matches);
  media.addEventListener("change", () => { now.value = media.matches; });
  return now;
}

/** Whether the table has the layout of a phone, as in the style sheets. */
export const small = matches("(max-width: 60rem)");

/** Whether the window has the height of a phone in landscape, as in the style sheets. */
export const low = matches("(max-height: 30rem)");

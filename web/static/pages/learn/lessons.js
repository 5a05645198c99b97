// The games with a tutorial.

/** @type {Object<string, () => Promise<{default: import("./coach.js").Lesson}>>} */
export const LESSONS = {
  elements: () => import("../../lessons/elements.js"),
  dominion: () => import("../../lessons/dominion.js"),
  polity: () => import("../../lessons/polity.js"),
};

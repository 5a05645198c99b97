// Which games there is a lesson for.

/** @type {Object<string, () => Promise<{default: import("./coach.js").Lesson}>>} */
export const LESSONS = {
  elements: () => import("../../lessons/elements.js"),
  dominion: () => import("../../lessons/dominion.js"),
  polity: () => import("../../lessons/polity.js"),
};

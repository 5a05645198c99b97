// The text that a player sees: on the screen, uncovered, and not only for screen readers.

/** @typedef {import("playwright-core").Page} Page */

/**
 * Runs in the page: the visible text of each element.
 * @param {{selector: string, patterns?: string[]}} wanted patterns: of the words that one of the texts must have
 * @returns {string[] | null} null if no text has them
 */
function texts({ selector, patterns = [] }) {
  const through = (/** @type {Element} */ element) => getComputedStyle(element).pointerEvents === "none"; // clicks go through it to the element behind
  const isSeen = (/** @type {Node} */ node, /** @type {Element} */ root) => {
    const parent = /** @type {HTMLElement} */ (node.parentElement);
    if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    return boxes.length > 0 && boxes.every(({ x, y, width, height }) => {
      const hit = document.elementFromPoint(x + width / 2, y + height / 2);
      return hit !== null && (root.contains(hit) || through(parent));
    });
  };
  const textOf = (/** @type {Element} */ root) => {
    const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    let text = "";
    let before = /** @type {Node | null} */ (null);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      if (isSeen(node, root)) text += (before && before !== node.parentNode ? "\0" : "") + node.textContent;
      before = node.parentNode;
    }
    return text.replace(/\0+([.,:;!?)])/g, "$1").replace(/[\s\0]+/g, " ").trim(); // two elements are two words, except for punctuation
  };
  const found = [...document.querySelectorAll(selector)].map(textOf);
  return patterns.length === 0 || found.some((text) => patterns.every((pattern) => new RegExp(pattern).test(text))) ? found : null;
}

/** The patterns of an answer. @param {import("./beginner.mjs").Question} question */
const patternsOf = ({ answer, varies = false }) => [answer].flat().map((words) => {
  const exact = words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return varies ? exact.replace(/\d+/g, "\\d+") : exact;
});

/** Reports what a player sees in place of an answer, or "" if the answer is there. @param {Page} page @param {import("./beginner.mjs").Question} question */
export async function lacks(page, question) {
  const { at: selector } = question;
  try {
    await page.locator(selector).first().scrollIntoViewIfNeeded();
    await page.waitForFunction(texts, { selector, patterns: patternsOf(question) });
    return "";
  } catch {
    return `${selector} shows ${JSON.stringify(await page.evaluate(texts, { selector }))}`;
  }
}

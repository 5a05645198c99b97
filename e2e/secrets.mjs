// Finds hidden cards of Elements in the messages to a spectator, by comparison with the replay.

/** The card names in a full view that are public: all but those in hands and Futures. */
function open(view) {
  const names = new Set();
  const walk = (value, key) => {
    if (key === "cards" || key === "top") return; // the hand and the Future
    if (typeof value === "string") names.add(value);
    else if (value && typeof value === "object") for (const [name, part] of Object.entries(value)) walk(part, Array.isArray(value) ? key : name);
  };
  walk(view, "");
  return names;
}

/**
 * @param {string[]} received every WebSocket message to the spectator
 * @param {any[]} steps of the replay with all cards visible
 * @param {string[]} names of all cards
 * @returns {{leaks: string[], frames: number, kept: number}} leaks: names sent before they were public; frames: updates; kept: hidden names not in a message
 */
export function findLeaks(received, steps, names) {
  const leaks = [];
  let frames = 0;
  let kept = 0;
  let step = 0;
  const shown = open(steps[0].view);
  for (const text of received) {
    const message = JSON.parse(text);
    if (message.type === "over") break; // the end reveals everything
    if (message.type === "update") {
      frames++;
      while (step + 1 < steps.length && (steps[step + 1].events[0]?.n ?? 0) <= message.n) for (const name of open(steps[++step].view)) shown.add(name);
    }
    const strings = new Set();
    const { decks, ...rest } = message; // deck lists are public
    collect(rest, strings);
    const all = [...strings].join("\n");
    for (const name of names) {
      if (shown.has(name)) continue;
      if (all.includes(name)) leaks.push(`${name} at event ${message.n ?? 0}: ${text.slice(0, 300)}`);
      else if (message.type === "update" && steps[step].view.sides.some(({ cards, top }) => cards.includes(name) || top.includes(name))) kept++;
    }
  }
  return { leaks, frames, kept };
}

/** Collects every string in a message, including field names. */
function collect(value, strings) {
  if (typeof value === "string") strings.add(value);
  else if (value && typeof value === "object") {
    for (const [name, part] of Object.entries(value)) {
      strings.add(name);
      collect(part, strings);
    }
  }
}

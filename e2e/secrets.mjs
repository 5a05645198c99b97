// Holds what a spectator of Elements was sent against the whole of the game, as its
// replay shows it when it is over.

/** The names that lie open in a view in which all is seen: everywhere but in a hand and in a Future. */
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
 * @param {string[]} heard every message on the spectator's socket
 * @param {any[]} steps of the replay with all seen
 * @param {string[]} names of all cards
 * @returns {{told: string[], frames: number, kept: number}} told: each name that was in a message before it lay open; frames: how many updates there were; kept: how many names the messages could have told, and did not
 */
export function secretsTold(heard, steps, names) {
  const told = [];
  let frames = 0;
  let kept = 0;
  let step = 0;
  const shown = open(steps[0].view);
  for (const text of heard) {
    const message = JSON.parse(text);
    if (message.type === "over") break; // from here on there are no secrets
    if (message.type === "update") {
      frames++;
      while (step + 1 < steps.length && (steps[step + 1].events[0]?.n ?? 0) <= message.n) for (const name of open(steps[++step].view)) shown.add(name);
    }
    const strings = new Set();
    collect(message, strings);
    const all = [...strings].join("\n");
    for (const name of names) {
      if (shown.has(name)) continue;
      if (all.includes(name)) told.push(`${name} at event ${message.n ?? 0}: ${text.slice(0, 300)}`);
      else if (message.type === "update" && steps[step].view.sides.some(({ cards, top }) => cards.includes(name) || top.includes(name))) kept++;
    }
  }
  return { told, frames, kept };
}

/** Every string in a message, names of fields too. */
function collect(value, strings) {
  if (typeof value === "string") strings.add(value);
  else if (value && typeof value === "object") {
    for (const [name, part] of Object.entries(value)) {
      strings.add(name);
      collect(part, strings);
    }
  }
}

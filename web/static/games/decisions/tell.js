// A decision game in words, for the command line.

/** @param {import("../index.js").Scene} scene @param {string} topic @returns {string | null} null for an unknown topic */
export function tell({ view }, topic) {
  switch (topic) {
    case "table": return [...(view.prompt ?? []), matters(view), stats(view)].join(" ");
    case "hand": case "desk": return matters(view);
    case "stats": return stats(view);
    case "news": case "notes": return view.notes.map(({ text }) => text).join(" ") || "No news.";
    case "changes": return view.changes.map(({ stat, delta, by }) => `${stat} ${delta ?? "changed"} by ${by}`).join(". ") || "No changes.";
  }
  const stat = view.stats.find(({ name }) => name.toLowerCase() === topic);
  if (stat) return stats({ stats: [stat] });
  const matter = view.hand.find(({ title }) => title.toLowerCase() === topic);
  return matter ? `${matter.title}. ${matter.text.trim()} ${matter.options.map(way).join(" ")}` : null;
}

const matters = (view) => (view.hand.length > 0 ? `On your desk: ${view.hand.map(({ title, urgent }) => title + (urgent ? " (urgent)" : "")).join("; ")}.` : "Your desk is empty.");

const stats = (view) => view.stats.map(({ name, value, delta }) => `${name} ${value}${delta ? ` (${delta})` : ""}`).join(", ");

const way = ({ text, enabled, reason }, i) => `${i + 1}: ${text}${enabled ? "" : `, not now: ${reason || "not available"}`}.`;

// How a position of Elements looks: the view that the server sends, as nodes.

import { h } from "./dom.js";

/** The elements, in the order of the rules: a colour each, and a glyph for who does not see colours. */
const GLYPHS = { white: "○", red: "▲", yellow: "✦", green: "♣", blue: "≈", violet: "◆", black: "●" };

const PHASES = {
  start: "Opening hands", sunrise: "Sunrise", main: "Main", attack: "Attack", defend: "Defend", combat: "Combat",
  sunset: "Sunset", play: "Play", trigger: "Power", effect: "Effect", choice: "Choose a card", ask: "Yes or no",
};

const QUESTIONS = {
  start: "Keep this hand?",
  sunrise: "Which element do you create?",
  attack: "Attack?",
  defend: "Block the attack?",
  choice: "Choose a card",
  ask: "Do you want to?",
};

/** @type {Map<string, {name: string, type: string, cost: string, stats?: string, text?: string}>} */
let faces = new Map();

/** @param {import("./types.js").Rules} rules the texts of the cards, once they are there */
export function learn(rules) {
  faces = new Map((rules.cards ?? []).map((card) => [card.name, card]));
}

/** @typedef {import("./looks.js").Scene} Scene */

/** Events of others for which nobody wants to be woken. */
export const quiet = new Set(["answered", "mulligan", "sunrise", "choose", "create", "draw", "wake", "will_skip", "skip"]);

/** Whoever is attacked is to be asked. @param {import("./types.js").Update} update */
export const alarms = (update) => update.decision?.options.some((option) => option.do === "block") ?? false;

/**
 * What the open decision is about, in a few words.
 * @param {Scene} scene
 * @param {import("./types.js").Decision} decision
 */
export function question({ view }, decision) {
  const top = view.stack.at(-1);
  const first = decision.options[0]?.do;
  if (first === "pay") return "Pay with which element?";
  if (first === "aim") return `Aim ${top.card} at what?`;
  if (top.phase === "play" || top.phase === "trigger") return `Respond to ${top.card}?`;
  if (top.phase === "main" && view.active === view.seat) return "Your main phase";
  const only = decision.options.length > 1 && first === "pass" && !["attack", "defend"].includes(top.phase);
  return (!only && QUESTIONS[top.phase]) || "Respond?";
}

/** The stack of phases as a breadcrumb, the current one last. @param {Scene} scene */
export function stack({ view, nameOf, picker }) {
  const frames = view.stack.filter((frame) => frame.phase !== "effect");
  return h("ol.stack", {}, h("li.turn", {}, view.turn ? `Turn ${view.turn}` : "Start"), frames.map((frame, i) => {
    const text = [PHASES[frame.phase] ?? frame.phase, frame.card, `(${nameOf(frame.seat)})`].filter(Boolean).join(" ");
    const attributes = { class: frame.cancelled ? "cancelled" : null, "aria-current": i === frames.length - 1 ? "step" : null };
    return h("li", attributes, target(picker, frame.id, "span", text), frame.cancelled && " — cancelled");
  }));
}

/** The sides of all seats, the player's own last and so nearest to the choices. @param {Scene} scene */
export function sides({ view, nameOf, picker }) {
  const own = view.sides.filter((side) => side.seat === view.seat);
  const others = view.sides.filter((side) => side.seat !== view.seat);
  return [...others, ...own].map((side) => {
    const mine = side.seat === view.seat;
    const turn = view.active === side.seat && view.turn > 0;
    return h("section.side", { class: mine ? "own" : null, "aria-label": `${nameOf(side.seat)}: life, karma and cards` },
      h("header", {},
        h("h3", {}, target(picker, `s${side.seat}`, "span", nameOf(side.seat)), turn && h("small", {}, " on turn"), side.out && h("small", {}, " out")),
        h("span.life", { title: "life" }, h("span", { "aria-hidden": "true" }, "♥ "), h("span.visually-hidden", {}, "life "), side.life),
        karma(side)),
      h("p.zones", {}, `Future ${side.future} · Hand ${side.hand} · Past ${side.past.length}`,
        side.skips && ` · will skip ${side.skips.join(", ")}`,
        side.top.some(Boolean) && ` · top of the Future: ${side.top.map((name) => name || "?").join(", ")}`),
      h("ul.present", { "aria-label": "Present" }, side.present.length
        ? side.present.map((token) => h("li", {}, tokenFace(token, picker)))
        : h("li.empty", {}, "nothing in the Present")),
      side.cards.length > 0 && h("ul.hand", { "aria-label": "Hand" }, side.cards.map((name) => h("li", {}, cardFace(name, picker)))),
      side.past.length > 0 && past(side));
  });
}

const pastOpen = new Set(); // the seats whose Past is unfolded

function past(side) {
  return h("details", { open: pastOpen.has(side.seat), ontoggle: (event) => {
    if (event.target.open) pastOpen.add(side.seat);
    else pastOpen.delete(side.seat);
  } }, h("summary", {}, `Past: ${side.past.at(-1)} on top`), h("p.about", {}, side.past.toReversed().join(", ")));
}

/** Active karma stands out, spent karma is faint. */
function karma(side) {
  const chips = Object.keys(GLYPHS).filter((element) => side.karma[element] > 0).map((element) => {
    const all = side.karma[element];
    const active = side.active[element] ?? 0;
    const words = `${element}: ${active} active of ${all}`;
    const pips = all <= 4
      ? [h("b", {}, GLYPHS[element].repeat(active)), h("i", {}, GLYPHS[element].repeat(all - active))]
      : [h("b", {}, `${GLYPHS[element]} ${active}`), h("i", {}, `/${all}`)];
    return h(`li.${element}`, { title: words }, h("span.visually-hidden", {}, words), h("span", { "aria-hidden": "true" }, pips));
  });
  return h("ul.karma", { "aria-label": "Karma" }, chips.length ? chips : h("li.none", {}, "no karma"));
}

/** A cost such as "2 red, 1 any" in glyphs, with its words for who hears it. */
function price(cost) {
  if (!cost) return null;
  const parts = [...cost.matchAll(/(\d+) (\w+)/g)].map(([, n, element]) =>
    h(`span.${element}`, {}, element === "any" ? n : GLYPHS[element].repeat(Number(n))));
  return h("span.price", { title: cost }, h("span.visually-hidden", {}, `costs ${cost}`), h("span", { "aria-hidden": "true" }, parts));
}

function cardFace(name, picker) {
  const face = faces.get(name);
  return target(picker, name, "div", [
    h("span.name", {}, name), price(face?.cost),
    h("span.kind", {}, [face?.type, face?.stats].filter(Boolean).join(" ")),
    h("span.text", {}, face?.text),
  ], `card ${face?.type ?? ""}`);
}

function tokenFace(token, picker) {
  const state = [!token.awake && "asleep", token.hurt > 0 && `hurt ${token.hurt}`, token.untouchable && "untouchable",
    token.borrowed && "borrowed", token.copy && "copy"].filter(Boolean).join(", ");
  return target(picker, token.id, "div", [
    h("span.name", {}, token.card), h("small.id", {}, token.id),
    token.type === "being" && h("span.stats", { title: "attack / health" },
      h("span.visually-hidden", {}, `attack ${token.attack}, health ${token.health}`),
      h("span", { "aria-hidden": "true" }, `${token.attack}/${token.health}`)),
    h("span.kind", {}, state || "awake"),
    h("span.text", {}, faces.get(token.card)?.text),
  ], `card token ${token.type}${token.awake ? "" : " asleep"}`);
}

/** Something on the table: a button while the open decision concerns it. */
function target(picker, ref, tag, children, classes = "") {
  if (!picker.concerns(ref)) return h(tag, { class: classes || null }, children);
  return h("button", { type: "button", class: `${classes} can`.trim(), "data-ref": ref, onclick: () => picker.pick(ref) }, children);
}

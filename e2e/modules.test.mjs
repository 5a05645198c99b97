// Functions of the page's modules, called in a browser. The server serves the sources in place of its bundle.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setup } from "./setup.mjs";

let visitor;
const fixture = setup({ flags: ["--dev", new URL("../web/static", import.meta.url).pathname], prepare: async () => {
  visitor = await fixture.open();
  await visitor.go("#/");
  await visitor.page.evaluate(async () => {
    const load = (name) => import(`${location.origin}/${name}.js`);
    window.m = Object.assign({}, ...await Promise.all(["store/picker", "store/selection", "store/history", "store/prompt", "store/table", "store/words", "store/course", "store/decks", "kit/command/matching", "kit/clock", "kit/chart", "games/elements/cost", "games/elements/why", "games/elements/words", "store/replay", "games/dominion/tell", "games/decisions/stats", "games/decisions/gauges", "pages/newgame"].map(load)));
    const [{ Sides }, { h, render }, elements, dominion] = await Promise.all(["games/generic", "vendor/preact", "games/elements", "games/dominion"].map(load));
    Object.assign(window, { elements, dominion });
    window.tree = (view) => {
      const place = document.createElement("div");
      render(h(Sides, { scene: { view } }), place);
      return place.textContent;
    };
    window.spark = [
      { id: 0, do: "pass", text: "pass" },
      { id: 1, do: "play", card: "Spark", on: "t1", text: "play Spark on Ash Imp t1" },
      { id: 2, do: "play", card: "Spark", on: "s1", text: "play Spark on seat 1" },
      { id: 3, do: "attack", card: "Old Oak", by: "t2", on: "s1", text: "attack seat 1 with Old Oak t2" },
      { id: 4, do: "attack", card: "Old Oak", by: "t2", on: "s2", text: "attack seat 2 with Old Oak t2" },
    ];
    window.chapel = { min: 0, max: 3, does: "trash", from: "hand", cards: ["Copper", "Copper", "Estate"].map((card, id) => ({ id, do: "take", card, on: "hand", text: `trash ${card}` })) };
    window.selection = (pick, ...refs) => {
      const sent = [];
      const one = { value: { id: 7, options: [], pick } };
      const selection = new m.CardSelection(one, one, (cards) => sent.push(cards.map(({ id }) => id)));
      const could = refs.map((ref) => selection.toggle(ref));
      selection.confirm();
      return { could, sent, summary: selection.summary.value, marks: selection.choices.value.slice(0, -1).map(({ mark }) => mark), answer: selection.choices.value.at(-1) };
    };
    window.ev = (n, depth, what, card = "") => ({ n, depth, what, card, text: [what, card].filter(Boolean).join(" ") });
    window.game = { role: ({ what }) => ({ turn: "turn", play: "act", trigger: "trigger" })[what] ?? "effect", causes: (view) => view.map((card, i) => ({ key: card, card, at: i + 2 })) };
    window.log = (play, implied) => {
      const history = new m.History();
      play(history);
      const texts = (lines) => lines.flatMap((line) => [line.text + (line.times > 1 ? line.times : ""), ...(line.below.length > 0 ? [texts(line.below)] : [])]);
      return texts(m.nested(history.lines.value, implied));
    };
    window.rats = ["Grave Rat t3 enters", "Grave Rat t5 enters", "Ash Imp t4 attacks Grave Rat t5", "Grave Rat t3 of seat 0 dies", "seat 1 plays Quench on Sun Priest f1", "Grave Rat t7 enters", "Grave Rat t5 of seat 0 dies"];
    window.told = (texts, size, ids = []) => { // the log of Elements when the events come in batches
      const history = new m.History();
      const events = texts.map((text, i) => ({ n: i + 1, depth: 1, what: "wake", text }));
      const view = { stack: [], sides: [{ present: ids.map((id) => ({ id, card: "Grave Rat" })) }] };
      for (let i = 0; i < events.length; i += size) history.note(events.slice(i, i + size), elements, view);
      return history.lines.value.map(({ text }) => text);
    };
    window.left = () => { // a table whose seat 1 has left
      const seats = [{ seat: 0, kind: "person", name: "Me", here: true }, { seat: 1, kind: "person", name: "Ann", here: false }];
      return Object.assign(Object.create(m.Table.prototype), { me: { value: 0 }, seats: { value: seats }, titles: { value: new Map() }, game: { value: elements }, history: new m.History() });
    };
    window.asleep = (phase, active, text) => { // the reason for an asleep Being of seat 0
      const view = { active, stack: [{ phase, seat: active }], sides: [{ seat: 0, active: {}, cards: [], present: [{ id: "t1", card: "Being", type: "being", owner: 0, awake: false }] }] };
      return m.why({ view, me: 0 }, "t1", new Map([["Being", { text }]]));
    };
    window.turned = (chances, steps) => { // the turning deeds of steps such as "pass die" of a game whose turn 2 begins with step 5
      const list = steps.map((step, n) => ({ n, chosen: { do: step.split(" ")[0] }, events: step.split(" ").slice(1).map((what) => ({ what, text: what })) }));
      return m.turningDeeds(list, [{ turn: 1, step: 0 }, { turn: 2, step: 5 }], chances, Math.abs).map(({ n, before, after }) => [n, before, after, m.effectOf(list[n])?.what ?? list[n].chosen.do]);
    };
    window.replayed = (...chosen) => { // the log of a replay whose steps have a seat, its choice, and events such as "draw:0"
      const steps = chosen.map(([seat, what, events], n) => ({ n: n + 1, seat, view: { sides: [], stack: [] }, chosen: { do: what, text: what }, events: events.split(" ").map((event) => {
        const [what, who] = event.split(":");
        return { what, seat: Number(who), text: `seat ${who} ${what}`, depth: 1 };
      }) }));
      const history = new m.History();
      const replay = Object.assign(Object.create(m.Replay.prototype), { roster: { game: elements, seats: [{}, {}] }, steps: [{ n: 0, events: [] }, ...steps], logged: 0, quiet: [], history });
      replay.log();
      return history.lines.value.map(({ text }) => text);
    };
    window.caused = (changes) => {
      const place = document.createElement("div");
      const stats = ["Liberties", "Prosperity", "Order", "Treasury"].map((name) => ({ name, value: "50" }));
      render(h(m.Causes, { view: { stats, changes: changes.map(([stat, delta, by]) => ({ stat, delta, by })) } }), place);
      return [...place.querySelectorAll("dt, dd")].map((line) => line.textContent?.trim());
    };
    window.named = (text) => m.personal(text, 0, (seat) => ["You", "Ann", "Bob"][seat]);
  });
} });

/** @type {Object<string, [expression: () => any, want: any][]>} */
const CASES = {
  "options that differ in their target share one entry": [
    [() => m.grouped(spark, []).map((choice) => choice.text), ["pass", "play Spark on …", "attack … with Old Oak t2"]],
    [() => m.grouped(spark.slice(1, 3), ["Spark"]).map((choice) => choice.text), ["play Spark on Ash Imp t1", "play Spark on seat 1"]],
    [() => m.common(["play Second Death on Sun Priest t1", "play Second Death on Sun Priest t2"]), "play Second Death on …"],
    [() => m.common(["use Sprout t1 on Sprout t2 and Sprout t3", "use Sprout t1 on Sprout t3 and Sprout t2"]), "use Sprout t1 on …"],
    [() => m.refsOf({ do: "play", card: "Dig Up", on: "s0", also: "Spark" }), ["Dig Up", "s0", "s0/Dig Up", "s0/Spark"]],
  ],
  "a question for cards takes copies in any order": [
    [() => m.cardsOf(chapel).map(({ ref }) => ref), ["hand/Copper", "hand/Copper#2", "hand/Estate"]],
    [() => m.cardsOf({ cards: [{ id: 0, card: "Ash Imp", on: "t3", text: "" }, { id: 1, card: "Spark", text: "" }] }).map(({ ref }) => ref), ["t3", "Spark"]],
    [() => selection(chapel, "hand/Estate", "hand/Copper#2").sent, [[2, 1]]],
    [() => selection(chapel, "hand/Estate", "hand/Copper", "hand/Estate").summary, "Chosen: Copper. 2 more possible."],
    [() => selection({ ...chapel, ordered: true }, "hand/Estate", "hand/Copper").marks, ["2", "", "1"]],
    [() => selection(chapel).answer.text, "Trash none"],
    [() => selection({ ...chapel, min: 2, max: 2 }, "hand/Estate").sent, []],
    [() => selection({ ...chapel, min: 2, max: 2 }, "hand/Estate").answer.why, "Choose 1 more"],
    [() => selection({ ...chapel, min: 2, max: 2 }, "hand/Estate", "hand/Copper", "hand/Copper#2").could, [true, true, false]],
    [() => selection({ ...chapel, max: 1 }, "hand/Estate", "hand/Copper").sent, [[0]]],
    [() => m.answerOf({ min: 2, does: "put on the deck" }, 0), "Put 2 cards on the deck"],
  ],
  "typed words match options": [
    [() => m.matching("play spark on ann", spark, named).map((option) => option.id), [2]],
    [() => m.matching("spark", spark, named).map((option) => option.id), [1, 2]],
    [() => m.matching("oak bob", spark, named).map((option) => option.id), [4]],
    [() => m.matching("fly", spark, named), []],
    [() => m.matching("", spark, named), []],
  ],
  "names replace seat numbers": [
    [() => named("seat 0 draws Spark"), "You draw Spark"],
    [() => named("seat 1 attacks seat 0 with Ash Imp t1"), "Ann attacks you with Ash Imp t1"],
    [() => named("the game is over: seat 0 wins"), "The game is over: you win"],
    [() => named("Furnace Ox t3 of seat 0 dies"), "Your Furnace Ox dies"],
    [() => named("Old Oak t2 of seat 1 leaves play"), "Ann’s Old Oak leaves play"],
    [() => named("Old Oak 2 t2 of seat 1 leaves play"), "Ann’s Old Oak 2 leaves play"],
    [() => named("aim Bone Box on seat 0"), "Target yourself"],
    [() => named("aim Bone Box on Ash Imp t1"), "Target Ash Imp t1"],
    [() => left().nameOf(1), "Ann (away)"],
    [() => left().words("seat 1 draws Spark"), "Ann draws Spark"],
    [() => left().words("seat 0 draws Spark"), "You draw Spark"],
  ],
  "the log nests events by their cause and counts repeats": [
    [() => log((h) => h.note([ev(1, 0, "turn"), ev(2, 1, "play", "A"), ev(3, 2, "hit"), ev(4, 2, "hit")], game, [])), ["turn", ["play A", ["hit2"]]]],
    [() => log((h) => {
      h.note([ev(1, 0, "turn"), ev(2, 1, "play", "A")], game, ["A"]);
      h.note([ev(3, 2, "play", "B")], game, ["A", "B"]);
      h.note([ev(4, 3, "hit"), ev(5, 3, "trigger", "C")], game, ["A", "C"]);
      h.note([ev(6, 3, "heal"), ev(7, 2, "draw"), ev(8, 1, "play", "D")], game, ["D"]);
    }), ["turn", ["play A", ["play B", ["hit", "trigger C", ["heal"]], "draw"], "play D"]]],
    [() => log((h) => {
      const frame = (phase) => ({ id: "f1", phase, card: "Lamplighter" });
      h.note([ev(1, 0, "sunrise"), ev(2, 0, "play", "Lamplighter")], elements, { sides: [], stack: [{ id: "f0", phase: "main" }, frame("play")] });
      h.note([ev(3, 1, "trigger", "Lamplighter")], elements, { sides: [], stack: [{ id: "f0", phase: "main" }, frame("trigger")] });
      h.note([ev(4, 1, "gain_life")], elements, { sides: [], stack: [{ id: "f0", phase: "main" }] });
    }), ["sunrise", ["play Lamplighter", ["trigger Lamplighter", ["gain_life"]]]]],
    [() => log((h) => {
      const main = { sides: [], stack: [{ id: "f0", phase: "main" }] };
      h.note([ev(1, 0, "sunrise"), ev(2, 0, "play", "Ash Imp"), ev(3, 0, "answered")], elements, { sides: [], stack: [...main.stack, { id: "f1", phase: "play", card: "Ash Imp" }] });
      h.note([ev(4, 1, "enter", "Ash Imp"), ev(5, 1, "enter", "Cinder")], elements, main);
    }, elements.implied), ["sunrise", ["play Ash Imp", ["enter Cinder"]]]],
  ],
  "a pasted deck is read in each usual form": [
    [() => m.readDeck("\ufeff# Fire\r\n3 Spark\r\n2x Ember Adept\rPyre Imp x2\n\u201cgrave rat\u201d\u00a03 # quick\n1 Miser\u2019s Cup\n- Dig Up", ["Spark", "Ember Adept", "Pyre Imp", "Grave Rat", "Miser's Cup", "Dig Up"]), { name: "Fire", counts: { Spark: 3, "Ember Adept": 2, "Pyre Imp": 2, "Grave Rat": 3, "Miser's Cup": 1, "Dig Up": 1 }, unknown: [] }],
    [() => m.readDeck("\n\n# Quoted\n3 \u2018Spark\u2019\n2: Ember\u200b Adept\n\u00ab1 Dig-Up\u00bb", ["Spark", "Ember Adept", "Dig-Up"]), { name: "Quoted", counts: { Spark: 3, "Ember Adept": 2, "Dig-Up": 1 }, unknown: [] }],
    [() => m.readDeck("9999999999 Spark", ["Spark"]), { name: "", counts: {}, unknown: ["9999999999 Spark"] }],
    [() => m.readDeck("3 Spork\n\n2 Spark\n1 Spark", ["Spark"]), { name: "", counts: { Spark: 3 }, unknown: ["3 Spork"] }],
    [() => m.sharedDeck(m.shareOf("Old ~ fire", { "Ember Adept": 2, Spark: 0, "Pyre Imp": 3 }), ["Ember Adept", "Spark", "Pyre Imp"]), { name: "Old  fire", cards: { "Ember Adept": 2, "Pyre Imp": 3 }, unknown: [] }],
    [() => m.sharedDeck("~~9999999999Spark~3Ember_Ad~1Spark", ["Spark"]), { name: "Shared deck", cards: { Spark: 1 }, unknown: ["9999999999 Spark", "3 Ember Ad"] }],
    [() => m.sharedDeck("wildfire", []), null],
  ],
  "the most similar ready deck completes an unfinished one": [
    [() => m.suggestionOf({ Spark: 2, Mend: 1 }, [{ name: "a", cards: { Mend: 3, Oak: 3 } }, { name: "b", cards: { Spark: 3, Imp: 1, Ox: 2 } }], (card) => (card === "Ox" ? 1 : 0)), { like: { name: "b", cards: { Spark: 3, Imp: 1, Ox: 2 } }, shared: 2, cards: [["Ox", 2], ["Spark", 1]], lacks: 3, size: 6 }],
    [() => [m.suggestionOf({}, [{ name: "a", cards: { Mend: 3 } }], () => 0), m.suggestionOf({ Mend: 3 }, [{ name: "a", cards: { Mend: 3 } }], () => 0)], [null, null]],
  ],
  "usual events have an icon in the log": [
    [() => ["wake", "enter", "boost", "shield", "cancel"].filter((what) => !elements.sign({ what, text: what })), []],
    [() => ["shuffle", "set_aside", "actions"].filter((what) => !dominion.sign({ what })), []],
  ],
  "an asleep Being names the phase in which it wakes": [
    [() => asleep("main", 0, ""), "It is asleep. It wakes at your next Sunrise."],
    [() => asleep("main", 0, "Wakes at your sunset."), "It is asleep. It wakes at your Sunset."],
    [() => asleep("main", 1, "Wakes at your sunset."), "It is asleep. It wakes at your next Sunrise."],
    [() => asleep("attack", 0, ""), "It is asleep. It wakes at your next Sunrise and can attack in your next turn."],
    [() => asleep("attack", 0, "Wakes at your sunset."), "It is asleep. It wakes at your Sunset and can attack in your next turn."],
    [() => asleep("main", 0, "Wakes at your sunset. Sleep: gain 1 life."), "Its power costs sleep, and it is already asleep. It wakes at your Sunset."],
  ],
  "a cost names its missing elements": [
    [() => m.missing("2 red, 1 any", { red: 1, blue: 1 }), "1 red"],
    [() => m.missing("2 red, 1 any", { red: 2 }), "1 more of any element"],
    [() => m.missing("2 red, 1 any", { red: 3 }), ""],
    [() => m.missing("1 red, 1 black", {}), "1 red and 1 black"],
  ],
  "the end of a phase of Dominion says what it leaves": [
    [() => m.hint({ view: { stack: [{ phase: "buy" }], coins: 3, buys: 1 } }, spark[0]), "leaves $3 and 1 Buy"],
    [() => m.hint({ view: { stack: [{ phase: "buy" }], coins: 5, potions: 1, buys: 2 } }, spark[0]), "leaves $5, 1 Potion and 2 Buys"],
    [() => m.hint({ view: { stack: [{ phase: "action" }] }, decision: { options: [spark[0], ...["Moat", "Smithy", "Village"].map((card) => ({ do: "play", card }))] } }, spark[0]), "leaves Moat, Smithy and Village unplayed"],
    [() => m.hint({ view: { stack: [{ phase: "treasure" }] }, decision: { options: [{ do: "play", card: "Copper" }, { do: "play_all" }, spark[0]] } }, spark[0]), "leaves Copper unplayed"],
  ],
  "the causes of changes come by size, and each one once": [
    [() => caused([["Order", "-1", "crime"], ["Liberties", "+3", "Call an election"], ["Secret", "+9", "crime"], ["Order", "-4", "harvest"], ["Liberties", "+3", "Call an election"], ["Order", "+1", "crime"]]), ["Liberties", "Call an election+6", "Order", "harvest-4"]],
    [() => m.inOrder(["Crime", "Treasury", "Order", "Liberties"].map((stat) => ({ stat }))).map(({ stat }) => stat), ["Liberties", "Order", "Treasury", "Crime"]],
    [() => caused([["Order", "+0.25", "sun"], ["Order", "-1.50", "rain"], ["Order", "+0.50", "sun"]]), ["Order", "rain-1.50", "sun+0.75"]],
  ],
  "a token keeps its number": [
    [() => told(rats, 1), ["Grave Rat enters", "Grave Rat 2 enters", "Ash Imp attacks Grave Rat 2", "Grave Rat t3 of seat 0 dies", "seat 1 plays Quench on Sun Priest", "Grave Rat 3 enters", "Grave Rat 2 t5 of seat 0 dies"]],
    [() => told(rats, rats.length), ["Grave Rat enters", "Grave Rat 2 enters", "Ash Imp attacks Grave Rat 2", "Grave Rat t3 of seat 0 dies", "seat 1 plays Quench on Sun Priest", "Grave Rat 3 enters", "Grave Rat 2 t5 of seat 0 dies"]], // after a reload
    [() => told(rats.slice(2), 9), ["Ash Imp attacks Grave Rat 2", "Grave Rat t3 of seat 0 dies", "seat 1 plays Quench on Sun Priest", "Grave Rat 3 enters", "Grave Rat 2 t5 of seat 0 dies"]], // a late event names the first one
    [() => told(["Grave Rat t9 wakes"], 1, ["t5", "t9"]), ["Grave Rat 2 wakes"]], // so does the position
    [() => told(["Grave Rat t1 enters", "Grave Rat t2 enters", "seat 0 takes back its last choice", "Ash Imp t1 enters", "Grave Rat t2 wakes"], 9), ["Grave Rat enters", "Grave Rat 2 enters", "seat 0 takes back its last choice", "Ash Imp enters", "Grave Rat wakes"]], // an undo gives a reference to another token
    [() => m.labelOf(["", "Grave Rat", "Ash Imp", "Grave Rat"], { id: "t3", card: "Grave Rat" }), "Grave Rat 2"],
  ],
  "the log of a replay tells a choice once": [
    [() => replayed([0, "mulligan", "answered"], [1, "keep", "answered mulligan:0 sunrise:1"]), ["seat 0 mulligan", "seat 1 sunrise"]],
    [() => replayed([0, "mulligan", "answered"], [1, "mulligan", "answered mulligan:0 mulligan:1 sunrise:1"]), ["seat 0 mulligan", "seat 1 mulligan", "seat 1 sunrise"]],
    [() => replayed([0, "keep", "answered"], [1, "mulligan", "answered mulligan:1 sunrise:1"]), ["seat 0: keep", "seat 1 mulligan", "seat 1 sunrise"]],
  ],
  "durations and chart ticks": [
    [() => [m.duration(0), m.duration(59_001), m.duration(3_600_000)], ["0:00", "1:00", "1:00:00"]],
    [() => m.ticks(0, 1000), [0, 200, 400, 600, 800, 1000]],
  ],
  "a turning point is a deed, with the change of the quiet steps after it": [
    [() => turned([50, 60, 80, 80, 90, 90], ["", "play", "pass draw", "pass", "pass", "pass sunrise"]), [[1, 50, 90, "play"]]], // passes belong to the play
    [() => turned([50, 60, 80, 30, 35, 35], ["", "play", "pass draw", "create choose", "pass", "pass sunrise"]), [[3, 80, 35, "create"], [1, 50, 80, "play"]]], // the element that a player creates may turn a game
    [() => turned([50, 51, 80, 82, 90], ["", "play", "pass damage die", "pass", "attack"]), [[2, 51, 82, "die"], [4, 82, 90, "attack"], [1, 50, 51, "play"]]],
    [() => turned([50, 60, 60, 60, 60, 10, 5], ["", "play", "pass", "pass", "pass", "pass sunrise wake", "create"]), [[1, 50, 60, "play"], [6, 10, 5, "create"]]], // a new turn changes an estimate without a deed
    [() => turned([50, 50, 50, 50, 50, 70, 75], ["", "pass", "pass", "pass", "pass", "buy turn", "pass"]), [[5, 50, 70, "buy"]]], // a deed that ends the turn
    [() => turned([50, 60, 62, 0], ["", "play", "pass", "resign eliminate"]), [[1, 50, 62, "play"]]],
    [() => turned([50, 90], ["", "pass"]), []],
  ],
  "a game without a component appears as a tree of its view": [
    [() => tree({ turn: 3, lamp: [{ on: true }, { on: false }], row: [1, 2], rest: {} }), "turn 3lamp 1. on true2. on falserow 1, 2rest none"],
  ],
};

for (const [name, cases] of Object.entries(CASES)) {
  test(name, async () => {
    for (const [expression, want] of cases) assert.deepEqual(await visitor.page.evaluate(expression), want, String(expression));
  });
}

test("a clock changes at the full second", async () => {
  const visitor = await fixture.open();
  const { page } = visitor;
  await page.clock.install({ time: 0 });
  await visitor.go("#/");
  await page.clock.pauseAt(60_000);
  await page.evaluate(async () => {
    const [{ Clock }, { h, render }] = await Promise.all(["kit/clock", "vendor/preact"].map((name) => import(`${location.origin}/${name}.js`)));
    render(h(Clock, { left: 10_300, since: performance.now(), running: true, label: "" }), document.querySelector("main"));
  });
  const shown = () => page.locator("span.clock").innerText();
  await page.clock.runFor(299);
  assert.equal(await shown(), "0:11");
  await page.clock.runFor(3);
  assert.equal(await shown(), "0:10");
  await page.clock.runFor(1000);
  assert.equal(await shown(), "0:09");
  await visitor.close();
});

test("a clock names its times, and leaves out what it lacks", async () => {
  const name = (bank_ms, per_decision_ms, increment_ms) => visitor.page.evaluate((clock) => m.clockName(clock), { bank_ms, per_decision_ms, increment_ms });
  assert.equal(await name(300_000, 10_000, 0), "5 min, 10 s delay");
  assert.equal(await name(300_000, 0, 5_000), "5 min + 5 s");
  assert.equal(await name(90_000, 0, 0), "90 s");
  assert.equal(await name(0, 86_400_000, 0), "one day per move");
});

// The player's own bots: a token, a live inspection, answers with notes, and bots that the server
// runs as programs. Match reports.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { WebSocket } from "../bots/javascript/websocket.js";
import { check } from "./check.mjs";
import { click, openOptions, play } from "./play.mjs";
import { setup } from "./setup.mjs";

const BOT = new URL("../bots/javascript/random-bot.js", import.meta.url).pathname;
/** A bot for sh that takes the default option and writes to stderr. */
const TALKING_BOT = `echo '{"type":"hello","protocol":1,"name":"talker"}'
while read -r line; do
  case $line in
  *'"type":"ping"'*) t=\${line##*:}; echo "{\\"type\\":\\"pong\\",\\"t\\":$t" ;;
  *'"decision":{"id":'*) id=\${line##*'"decision":{"id":'}; id=\${id%%,*}
    echo "thinking about $id" >&2; echo "{\\"type\\":\\"choose\\",\\"decision\\":$id,\\"option\\":0}" ;;
  *'"type":"bye"'*) exit ;;
  esac
done`;
const fixture = setup({ flags: ["--bot", `talker=sh -c '${TALKING_BOT.replaceAll("'", "'\\''")}'`] });
const address = () => `${fixture.server.url.replace("http", "ws")}/ws`;
let bot;

after(() => bot?.kill());

/** Creates a token on the page. @param {import("./browser.mjs").Visitor} owner @param {string} name @returns {Promise<string>} */
async function createToken(owner, name) {
  await owner.go("#/bots", "#make-token");
  await owner.page.getByLabel("Bot name").fill(name);
  await owner.page.getByLabel("read the bot's decisions").check();
  await owner.page.locator("#make-token").click();
  return owner.page.getByLabel("Token", { exact: true }).inputValue();
}

test("the owner follows a bot's decisions live, and revokes its token", async () => {
  const [owner, foe, stranger] = await Promise.all([0, 1, 2].map(() => fixture.open({ disconnects: true, refused: true })));
  const token = await createToken(owner, "Walker");
  assert.match(token, /^gmd_/);

  const { id } = await fixture.server.request("/api/games", { rules: "elements", seats: [{}, {}] });
  await foe.go(`#/play/${id}/1`);
  bot = spawn(process.execPath, [BOT, "--url", address(), "--game", id, "--seat", "0", "--token", token], { stdio: "ignore" });
  await play(foe.page, [/^pass/i], click, { choices: 4 });

  await owner.go(`#/inspect/${id}/0`, "#inspect .replay-side");
  assert.match(await owner.text(".replay-head"), /Walker[^]*running/);
  const decisions = () => owner.page.locator("#scrubber").getAttribute("max").then(Number);
  const seen = await decisions();
  await stranger.go(`#/inspect/${id}/0`, "#inspect-error");
  assert.notEqual(await stranger.text("#inspect-error"), "");
  await play(foe.page, [/^pass/i], click, { choices: 4 });
  await owner.page.waitForFunction((seen) => Number(document.getElementById("scrubber").max) > seen, seen);
  await check(owner, "inspect-live");

  await owner.go("#/bots", ".tokens li a");
  await owner.page.locator(".tokens li a").click();
  await owner.page.locator(".bot-games li").first().waitFor();
  await check(owner, "bot-own");
  await owner.go("#/bots", ".tokens li button");
  await owner.page.getByRole("button", { name: "Revoke token of Walker" }).click();
  await owner.page.getByText("Really revoke?").click();
  await foe.page.locator("#seats", { hasText: "(away)" }).waitFor();
  await once(bot, "exit");
  for (const visitor of [owner, foe, stranger]) await visitor.close();
});

test("the inspector shows a bot's notes and refused answers", async () => {
  const owner = await fixture.open({ disconnects: true });
  const token = await createToken(owner, "Rook");
  const { id } = await fixture.server.request("/api/games", { rules: "elements", seats: [{}, { bot: "random" }] });
  const socket = await WebSocket.connect(address(), token);
  const send = (message) => socket.send(JSON.stringify(message));
  await new Promise((resolve, reject) => {
    let decision = 0;
    socket.listen((text) => {
      const message = JSON.parse(text);
      if (message.type === "update" && message.decision && !decision) {
        decision = message.decision.id;
        send({ type: "choose", decision, option: 99, info: "a slip" });
      } else if (message.type === "error") send({ type: "choose", decision, option: 0, info: '{"depth":7}' });
      else if (message.type === "update" && message.decision?.id !== decision) resolve();
    }, reject);
    send({ type: "hello", protocol: 1, name: "Rook" });
    send({ type: "join", game: id });
  });
  await owner.go("#/bots", ".tokens li a");
  await owner.page.locator(".tokens li a").click();
  await owner.page.locator(".numbers", { hasText: "1 answers refused" }).waitFor();
  assert.match(await owner.text(".bot-games"), /running/);
  await owner.go(`#/inspect/${id}/0`, ".decided");
  await owner.page.locator("#scrubber").fill("0");
  await owner.page.locator(".decided .info", { hasText: "depth 7" }).waitFor();
  await owner.page.locator(".decided", { hasText: "Option 99 was refused: illegal" }).waitFor();
  socket.close();
  await owner.close();
});

test("the inspector shows the output of a bot that the server runs", async () => {
  const visitor = await fixture.open();
  const { page } = visitor;
  await visitor.go("#/", "#new-game #start");
  await page.locator("#player-1").selectOption("talker");
  await page.locator("#start").click();
  await click(page, await openOptions(page), 0);
  await visitor.go(`#/inspect/${await visitor.game()}/1`, "#stderr pre");
  assert.match(await visitor.text("#stderr"), /thinking about \d/);
  await page.locator("#follow").waitFor();
  await check(visitor, "inspect-program");
  await visitor.close();
});

test("match reports show the result and the state of the SPRT", async () => {
  const folder = join(fixture.server.data, "matches");
  mkdirSync(folder, { recursive: true });
  execFileSync(process.env.GAMED, ["match", "elements", "greedy", "random", "-n", "20", "--out", join(folder, "first.jsonl")]);
  execFileSync(process.env.GAMED, ["match", "elements", "random", "random", "-n", "20", "--sprt", "0,5", "--out", join(folder, "second.jsonl")], { stdio: "ignore" });
  const visitor = await fixture.open();
  await visitor.go("#/matches", "#matches a[href='#/matches/first']");
  await check(visitor, "matches");
  await visitor.page.locator("#matches a[href='#/matches/first']").click();
  await visitor.page.locator("#report .standings").first().waitFor();
  await check(visitor, "match");
  await visitor.go("#/matches/second", "#sprt");
  assert.match(await visitor.text("#sprt"), /SPRT: undecided\.\s+LLR/);
  await visitor.page.locator(".chart svg").first().waitFor();
  await visitor.close();
});

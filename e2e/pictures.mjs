// Takes the pictures of docs/questions.md, and writes that page.

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { SCREENS } from "./beginner.mjs";
import { pageOf } from "./beginnerpage.mjs";
import { Visitor, launch } from "./browser.mjs";
import { act, enter } from "./screens.mjs";
import { Server } from "./server.mjs";

const DOCS = new URL("../docs/", import.meta.url).pathname;
const FOLDER = `${DOCS}shots/questions`;
const SCALE = 0.6; // picture pixels per CSS pixel
const QUALITY = 62; // of JPEG
const LARGEST = 1_500_000; // bytes of all pictures

const server = await new Server().start();
const browser = await launch();
/** @type {Map<string, Buffer>} */
const pictures = new Map();
try {
  for (const { name, questions, pictured } of SCREENS) {
    const open = (/** @type {object} */ options) => Visitor.open(browser, server.url, { ...options, scale: SCALE });
    const { page, leave } = await enter({ server, open }, name);
    await page.emulateMedia({ colorScheme: "dark" });
    if (pictured !== undefined) await act(page, questions[pictured]);
    pictures.set(name, await page.screenshot({ type: "jpeg", quality: QUALITY }));
    await leave();
  }
} finally {
  await browser.close();
  await server.stop();
}
const bytes = [...pictures.values()].reduce((sum, { length }) => sum + length, 0);
if (bytes > LARGEST) throw new Error(`the pictures have ${bytes} bytes, more than ${LARGEST}: reduce SCALE`);
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
for (const [name, picture] of pictures) writeFileSync(`${FOLDER}/${name}.jpg`, picture);
writeFileSync(`${DOCS}questions.md`, pageOf(SCREENS));
console.log(`docs/questions.md, ${SCREENS.length} pictures, ${Math.round(bytes / 1000)} KB`);

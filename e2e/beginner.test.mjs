// A new player's questions: the screen that raises a question answers it.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { SCREENS } from "./beginner.mjs";
import { pageOf } from "./beginnerpage.mjs";
import { act, enter } from "./screens.mjs";
import { setup } from "./setup.mjs";
import { lacks } from "./visible.mjs";

const fixture = setup();

for (const { name, title, questions } of SCREENS) {
  test(`${title}: the screen answers its questions`, async () => {
    const { page, leave } = await enter(fixture, name);
    const missing = [];
    for (const question of questions) {
      await act(page, question);
      const seen = await lacks(page, question);
      if (seen) missing.push(`${question.ask} ${question.answer}: ${seen}`);
    }
    assert.equal(missing.join("\n"), "");
    await leave();
  });
}

test("docs/questions.md lists at least 60 questions and where the page answers them", async () => {
  assert.ok(SCREENS.flatMap(({ questions }) => questions).length >= 60);
  assert.equal(await readFile(new URL("../docs/questions.md", import.meta.url), "utf8"), pageOf(SCREENS), "run e2e/run.sh pictures");
});

// docs/questions.md, from the questions of a new player.

const HEAD = `# Questions of a new player

This page lists the questions of a new player at each screen, and the words with which the screen answers them.
\`e2e/run.sh beginner\` opens each screen and looks for the words where a player sees them.
\`e2e/run.sh pictures\` writes this page from [e2e/beginner.mjs](../e2e/beginner.mjs) and takes the pictures.
Numbers in italics differ from game to game.
`;

/** One answer. @param {import("./beginner.mjs").Question} question */
function answerOf({ answer, act, varies }) {
  const words = [answer].flat().map((part) => `“${varies ? part.replace(/\d+(:\d+)?/g, "*$&*") : part}”`).join(", ");
  return `${act ? `${act[0]} ${act[1]}: ` : ""}${words}`;
}

/** @param {import("./beginner.mjs").Screen[]} screens @returns {string} the page as Markdown */
export const pageOf = (screens) => HEAD + screens.map(({ name, title, questions }) => `
## ${title}

![${title}](shots/questions/${name}.jpg)

| question | answer |
|---|---|
${questions.map((question) => `| ${question.ask} | ${answerOf(question)} |`).join("\n")}
`).join("");

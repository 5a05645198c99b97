// A reporter for node --test: the files whose tests failed, one per line with the name of the test.

import { relative } from "node:path";

export default async function* (source) {
  for await (const { type, data } of source) {
    if (type === "test:fail" && data.details.error?.failureType !== "subtestsFailed") yield `${relative(process.cwd(), data.file ?? data.name)}\t${data.name}\n`;
  }
}

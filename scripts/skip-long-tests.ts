import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";

import { beforeEach } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const LIST = new URL("long-tests.json", import.meta.url);

/** Names of the tests that took longest, by file; `list-long-tests.mjs` writes them. */
const long = JSON.parse(readFileSync(LIST, "utf8")) as Partial<Record<string, readonly string[]>>;

beforeEach(({ task, skip }) => {
  const file = relative(ROOT, task.file.filepath).replaceAll("\\", "/");
  const isListed = long[file]?.includes(task.fullTestName) ?? false;
  // A test with `skipIf` runs in spite of its tag.
  if (isListed || (task.tags?.includes("long") ?? false)) skip("long: see npm run test:full");
});

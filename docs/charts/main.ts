/** `npm run charts -w docs`: draws the charts of the guide into docs/images. */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { charts } from "./charts.ts";

for (const { file, draw } of charts) {
  const path = fileURLToPath(new URL(`../images/${file}`, import.meta.url));
  writeFileSync(path, draw());
  process.stdout.write(`${path}\n`);
}

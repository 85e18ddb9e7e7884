/**
 * `npm run test:lowest-node -- [ARGUMENT...]`: runs vitest on the oldest Node that the packages
 * support.
 */
import { spawnSync } from "node:child_process";
import { delimiter, dirname, join } from "node:path";

import { ROOT } from "./published-packages.ts";
import { findTools } from "./smoke/tools.ts";

const { nodes } = await findTools();
const [oldest] = nodes;
if (oldest === undefined || oldest.program === process.execPath) {
  console.error(`npm has no oldest Node for ${process.platform}-${process.arch}`);
  process.exit(2);
}
console.error(`Tests on Node ${oldest.version}`);
const given = process.argv.slice(2);
const vitest = join(ROOT, "node_modules", "vitest", "vitest.mjs");
const { status } = spawnSync(
  oldest.program,
  [vitest, "run", ...(given.length > 0 ? given : ["packages/"])],
  {
    cwd: ROOT,
    stdio: "inherit",
    env: {
      ...process.env,
      PATH: `${dirname(oldest.program)}${delimiter}${process.env["PATH"] ?? ""}`,
    },
  },
);
process.exitCode = status ?? 1;

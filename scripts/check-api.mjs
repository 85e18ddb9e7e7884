/**
 * `node scripts/check-api.mjs [--write]`: compares the committed API reference (`docs/api`) with
 * one that typedoc makes of the sources as they are (`docs/dist/api`), and names the files that
 * differ; with `--write` it takes the new one over.
 */
import { cpSync, globSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import { root, setup } from "./setup.mjs";
import { report } from "./source-files.mjs";
import { runTask } from "./tools.mjs";

const committed = join(root, "docs", "api");
const made = join(root, "docs", "dist", "api");

function filesIn(folder) {
  const files = globSync("**/*.md", { cwd: folder });
  return new Map(files.toSorted().map((file) => [file, readFileSync(join(folder, file), "utf8")]));
}

function differences() {
  const before = filesIn(committed);
  const after = filesIn(made);
  if (after.size === 0) return ["docs/dist/api: typedoc has made no page"];
  const missing = [...after.keys()].filter((file) => !before.has(file));
  const surplus = [...before.keys()].filter((file) => !after.has(file));
  const changed = [...after.keys()].filter(
    (file) => before.has(file) && before.get(file) !== after.get(file),
  );
  return [
    ...changed.map((file) => `docs/api/${file}: differs from what the sources say`),
    ...missing.map((file) => `docs/api/${file}: missing`),
    ...surplus.map((file) => `docs/api/${file}: of something that is no longer exported`),
  ];
}

setup();
const { ok, output } = runTask("api");
if (!ok) {
  process.stdout.write(output);
  process.exitCode = 1;
} else if (process.argv.includes("--write")) {
  rmSync(committed, { recursive: true, force: true });
  cpSync(made, committed, { recursive: true });
} else {
  report(differences());
}

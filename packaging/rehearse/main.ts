/**
 * `npm run rehearse -w packaging`: a release from the changesets to the users, on this
 * machine alone. It clones the last commit, publishes it to a registry on the loopback interface,
 * and uses what is there as the README and the pages say. Its only network is npm's registry.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { publishedPackages } from "../published-packages.ts";
import { findTools } from "./managers.ts";
import {
  compileExamples,
  installPublished,
  otherVersions,
  runDocumented,
} from "./published-docs.ts";
import { startRegistry } from "./registry.ts";
import { build, cloneRepository, publish, raiseVersions } from "./release.ts";
import { save } from "./save.ts";
import type { Row } from "./save.ts";
import { partsOf } from "./try-manager.ts";

const VERSION = "0.1.0";

const folder = mkdtempSync(join(tmpdir(), "kioku-rehearsal-"));
const clone = join(folder, "clone");
const rows: Row[] = [];

function isOk(): boolean {
  return rows.every(({ ok }) => ok);
}

/** Does a part of the work, and prints what came of it. */
async function part<T>(
  what: string,
  work: () => Promise<T>,
  found: (result: T) => readonly string[] = () => [],
): Promise<T> {
  const startedAt = performance.now();
  const result = await work();
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  const wrong = found(result);
  rows.push({ what, seconds, ok: wrong.length === 0 });
  console.log(`${seconds.toFixed(1).padStart(6)} s  ${wrong.length === 0 ? "  " : "! "}${what}`);
  for (const problem of wrong) console.log(`${problem}\n`);
  return result;
}

try {
  const tools = await part("install verdaccio, pnpm and Bun", findTools);
  const commit = await part("clone the repository, npm ci", () => cloneRepository(clone));
  await part(
    "changeset version",
    () => raiseVersions(clone, VERSION),
    (wrong) => wrong,
  );
  await part("build", () => build(clone));
  await using registry = await startRegistry(join(folder, "registry"), tools.verdaccio);
  await part(`changeset publish, ${publishedPackages().length} packages`, () =>
    publish(clone, registry),
  );
  for (const manager of tools.managers) {
    const trial = { manager, folder: join(folder, manager.name), registry, version: VERSION };
    for (const [what, run] of partsOf(trial)) await part(what, run, (wrong) => wrong);
  }
  await part(
    "npm install of all packages and their peers",
    () => installPublished(clone, registry),
    () => otherVersions(clone, VERSION),
  );
  await part(
    "compile all examples",
    () => compileExamples(clone),
    (wrong) => wrong,
  );
  const { fences, examples } = await part(
    "compile all code of the pages, run all programs of pages and examples",
    () => runDocumented(clone),
    (runs) => runs.problems,
  );
  console.log(`          ${fences} programs of pages, ${examples} examples`);
  if (isOk()) save({ commit, tools, rows, fences, examples, version: VERSION });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = isOk() ? 0 : 1;

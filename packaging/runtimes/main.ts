/**
 * `npm run runtimes -w packaging [-- --save]`: installs the packages as npm packs them, and
 * tries them on Node, Bun and Deno. Needs a build; its only network is npm's registry.
 */
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, tmpdir } from "node:os";
import { join } from "node:path";

import { packPackages } from "../pack/pack-packages.ts";
import { publishedPackages, readManifest, ROOT } from "../published-packages.ts";
import { copyPrograms } from "../smoke/check-types.ts";
import { makeProject } from "../smoke/make-project.ts";
import { findRuntimes } from "./runtimes.ts";
import { TRIALS } from "./trials.ts";

const folder = mkdtempSync(join(tmpdir(), "kioku-runtimes-"));
const project = join(folder, "project");
const RESULT = join(ROOT, "bench", "results", "runtimes.json");

try {
  const runtimes = await findRuntimes();
  await makeProject(project, await packPackages(publishedPackages(), folder));
  const programs = copyPrograms(project);
  const own = join(import.meta.dirname, "programs");
  for (const file of readdirSync(own)) {
    cpSync(join(own, file), join(project, "runtimes", file.replace(/\.ts$/u, ".mts")));
  }
  const rows = [];
  for (const trial of TRIALS) {
    const cells: Record<string, { readonly passed: number; readonly all: number }> = {};
    for (const runtime of runtimes) {
      const { passed, all, problems } = await trial.run({ project, runtime, programs });
      cells[runtime.name] = { passed, all };
      console.log(`${runtime.name.padEnd(4)}  ${`${passed}/${all}`.padStart(9)}  ${trial.what}`);
      for (const problem of problems) console.log(`      ${problem.trimEnd().slice(0, 2_000)}`);
      if (passed < all || problems.length > 0) process.exitCode = 1;
    }
    rows.push({ what: trial.what, cells });
  }
  if (process.argv.includes("--save")) writeFileSync(RESULT, resultText(runtimes, rows));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function resultText(
  runtimes: readonly { readonly name: string; readonly version: string }[],
  rows: readonly object[],
): string {
  const [cpu] = cpus();
  const result = {
    date: new Date().toISOString().slice(0, 10),
    command: "npm run runtimes -w packaging -- --save",
    seed: null,
    cpu: cpu?.model ?? "unknown",
    cores: availableParallelism(),
    system: `${process.platform}-${process.arch}`,
    versions: {
      kioku: readManifest(join(project, "node_modules", "@kioku", "core")).version,
      ...versionsOf(["better-sqlite3", "sqlite-vec", "@electric-sql/pglite"]),
    },
    runtimes: Object.fromEntries(runtimes.map(({ name, version }) => [name, version])),
    programs: readdirSync(join(project, "programs")).length / 2,
    rows,
  };
  return `${JSON.stringify(result, null, 2)}\n`;
}

function versionsOf(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.map((name) => [name, readManifest(join(project, "node_modules", name)).version]),
  );
}

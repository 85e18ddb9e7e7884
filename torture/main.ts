import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { progressLine } from "@kioku/bench/progress-line";
import { saveResult } from "@kioku/bench/saved-result";

import type { Harness, HarnessResult } from "./harnesses.ts";
import type { OpenStores, StoreKind } from "./open-stores.ts";
import { readSettings, USAGE } from "./settings.ts";
import type { Settings } from "./settings.ts";
import { table } from "./table.ts";

/** One harness on one kind of store. */
interface Run {
  readonly name: string;
  readonly harness: Harness;
  readonly kind: StoreKind;
  readonly openStores: OpenStores;
}

function runsOf({ harnesses, stores }: Settings): Run[] {
  return harnesses.flatMap(([name, harness]) =>
    stores
      .filter(([kind]) => harness.kinds.includes(kind))
      .map(([kind, openStores]) => ({ name, harness, kind, openStores })),
  );
}

/** Says whether all is as it should be. */
async function torture(run: Run, settings: Settings): Promise<boolean> {
  const { name, kind } = run;
  const reason = await run.harness.whyNot?.();
  if (reason !== undefined) {
    process.stdout.write(`${name} on ${kind}: skipped, because ${reason}\n\n`);
    return true;
  }
  const started = performance.now();
  const result = await runIn(run, settings);
  const seconds = Math.round((performance.now() - started) / 1_000);
  const broken = result.defects.length > 0;
  const { seed, control } = settings;
  const what = broken ? "promises were broken" : "every promise was kept";
  process.stdout.write(`${name} on ${kind}, seed ${seed}: ${what}\n`);
  for (const defect of result.defects) process.stdout.write(`  ${defect}\n`);
  if (control !== undefined) {
    process.stdout.write(`  as it must be, without the ${control}: ${broken ? "yes" : "NO"}\n`);
  }
  process.stdout.write(`${table({ ...result.counts, seconds })}\n\n`);
  if (settings.save) {
    const defects = result.defects.length;
    await save(run, { ...result.counts, defects, seconds }, settings);
  }
  if (settings.json) process.stdout.write(`${JSON.stringify(summaryOf(run, result, seconds))}\n`);
  return control === undefined ? !broken : broken;
}

/** Files stay where something was found wrong with them. */
async function runIn(run: Run, settings: Settings): Promise<HarnessResult> {
  const directory = mkdtempSync(join(tmpdir(), "kioku-torture-"));
  const line = progressLine(process.stderr);
  let keep = false;
  try {
    const result = await run.harness.run({
      ...settings,
      create: run.openStores(directory),
      hidden: [directory],
      directory,
      rounds: settings.rounds ?? run.harness.rounds,
      onProgress: (done, total) => line.show(run.name, done, total),
    });
    keep = result.defects.length > 0 && settings.control === undefined;
    return result;
  } finally {
    // Before anything is printed.
    line.end();
    if (!keep) rmSync(directory, { recursive: true, force: true });
  }
}

function summaryOf({ name, kind }: Run, { counts, defects }: HarnessResult, seconds: number) {
  if (name === "callbacks") return counts;
  if (name !== "crash") return { harness: name, store: kind, ...counts, defects, seconds };
  const { rounds, acknowledged, lost, torn, corrupt } = counts as Readonly<Record<string, number>>;
  return { rounds, acknowledged, lost, torn, corrupt };
}

async function save(
  { name, kind }: Run,
  counts: object,
  { seed, control }: Settings,
): Promise<void> {
  const variant = control === undefined ? kind : `${kind}-without-${control}`;
  const file = new URL(`results/${name}-${variant}.json`, import.meta.url);
  const result = { harness: name, store: kind, seed, control, ...counts };
  await saveResult(fileURLToPath(file), result);
}

try {
  const settings = readSettings(process.argv.slice(2));
  if (settings.help) process.stdout.write(`${USAGE}\n`);
  for (const run of settings.help ? [] : runsOf(settings)) {
    if (!(await torture(run, settings))) process.exitCode = 1;
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { progressLine } from "@kioku/bench/progress-line";

import type { AnyControl, Harness, HarnessResult } from "./harnesses.ts";
import { SCHEMA_PREFIX } from "./open-stores.ts";
import type { OpenStores, StoreKind } from "./open-stores.ts";
import { checkSeeds, nextSeed, readParts, savePart } from "./saved-parts.ts";
import type { Part } from "./saved-parts.ts";
import { whyNoServerKills } from "./server-kill/server-kills.ts";
import { readSettings, USAGE } from "./settings.ts";
import type { Settings } from "./settings.ts";
import { table } from "./table.ts";

/** One harness on one kind of store. */
interface Run {
  readonly name: string;
  readonly harness: Harness;
  readonly kind: StoreKind;
  readonly openStores: OpenStores;
  readonly seed: number;
  readonly rounds: number;
  /** File of its result, and the parts that it has already, if this one is added to them. */
  readonly file: string;
  readonly earlier: readonly Part[];
}

function runsOf({ harnesses, stores, ...settings }: Settings): Run[] {
  return harnesses.flatMap(([name, harness]) =>
    stores
      .filter(([kind]) => harness.kinds.includes(kind))
      .map(([kind, openStores]) => {
        const { control, save, rounds = harness.rounds } = settings;
        const variant = control === undefined ? kind : `${kind}-without-${control}`;
        const file = fileURLToPath(new URL(`results/${name}-${variant}.json`, import.meta.url));
        const earlier = save === "added" ? readParts(file) : [];
        const seedsOf = (part: Pick<Part, "rounds">): number =>
          harness.hasSeedOfRound ? part.rounds : 1;
        const seed = settings.seed ?? nextSeed(earlier, seedsOf);
        checkSeeds(earlier, { seed, rounds }, seedsOf);
        return { name, harness, kind, openStores, seed, rounds, file, earlier };
      }),
  );
}

/** Says whether all is as it should be. */
async function torture(run: Run, settings: Settings): Promise<boolean> {
  const { name, kind, seed } = run;
  const reason = await whyNot(run);
  if (reason !== undefined) {
    process.stdout.write(`${name} on ${kind}: skipped, because ${reason}\n\n`);
    return true;
  }
  const started = performance.now();
  const result = await runIn(run, settings);
  const seconds = Math.round((performance.now() - started) / 1_000);
  const broken = result.defects.length > 0;
  const { control } = settings;
  const what = broken ? "promises were broken" : "every promise was kept";
  process.stdout.write(`${name} on ${kind}, seed ${seed}: ${what}\n`);
  for (const defect of result.defects) process.stdout.write(`  ${defect}\n`);
  if (control !== undefined) {
    process.stdout.write(`  as it must be, without the ${control}: ${broken ? "yes" : "NO"}\n`);
  }
  process.stdout.write(`${table({ ...result.counts, seconds })}\n\n`);
  if (settings.save !== undefined) {
    const defects = result.defects.length;
    await saveRun(run, { ...result.counts, defects, seconds }, control);
  }
  if (settings.json) process.stdout.write(`${JSON.stringify(summaryOf(run, result, seconds))}\n`);
  return control === undefined ? !broken : broken;
}

async function whyNot({ kind, harness }: Run): Promise<string | undefined> {
  const noServer = kind === "postgres" ? await whyNoServerKills() : undefined;
  return noServer ?? (await harness.whyNot?.());
}

/** Files stay where something was found wrong with them. */
async function runIn(run: Run, settings: Settings): Promise<HarnessResult> {
  const directory = mkdtempSync(join(tmpdir(), "kioku-torture-"));
  const line = progressLine(process.stderr);
  let keep = false;
  await using stores = run.openStores(directory);
  try {
    const result = await run.harness.run({
      ...settings,
      create: stores.create,
      hidden: [directory, SCHEMA_PREFIX],
      directory,
      rounds: run.rounds,
      seed: run.seed,
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

async function saveRun(
  { name, kind, seed, rounds, file, earlier, harness: { alike = [] } }: Run,
  counts: Readonly<Record<string, unknown>> & Pick<Part, "seconds">,
  control: AnyControl | undefined,
): Promise<void> {
  const names = { harness: name, store: kind, control };
  const part = { seed, rounds, seconds: counts.seconds };
  await savePart({ file, earlier, names, counts, alike, part });
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

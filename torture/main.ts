import { mkdirSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";

import { machine } from "@kioku/bench/machine";
import { progressLine } from "@kioku/bench/progress-line";

import { HARNESSES } from "./harnesses.ts";
import type { Harness } from "./harnesses.ts";
import { STORES } from "./open-stores.ts";
import { table } from "./table.ts";

const NAMES = Object.keys(HARNESSES);
const KINDS = Object.keys(STORES);

const USAGE = `npm run torture -- [${NAMES.join(" | ")}] ... [--rounds N] [--seed S] [--store ${KINDS.join(" | ")}]

Runs the harnesses of the tests for longer: those named, or all. Ends with exit code 1 as soon as a promise is broken; the message has the
seed and the number of the round.

  --rounds N   how many rounds of each (default: ${NAMES.map((name) => `${name} ${HARNESSES[name]?.rounds}`).join(", ")})
  --seed S     the same seed runs the same rounds (default 1)
  --store K    ${KINDS.join(" or ")} (default: each)
  --save       write what was counted to torture/results`;

function wholeNumber(given: string | undefined, name: string): number | undefined {
  if (given === undefined) return undefined;
  const number = Number(given);
  if (Number.isInteger(number) && number >= 1) return number;
  throw new Error(`${name} must be a whole number of at least 1, got ${given}`);
}

function named<T>(table_: Readonly<Record<string, T>>, names: readonly string[]): [string, T][] {
  return names.map((name) => {
    const found = Object.hasOwn(table_, name) ? table_[name] : undefined;
    if (found === undefined) {
      throw new Error(`there is no ${name}; there are ${Object.keys(table_).join(", ")}`);
    }
    return [name, found];
  });
}

interface Settings {
  readonly rounds: number | undefined;
  readonly seed: number;
  readonly save: boolean;
}

async function torture(
  [name, harness]: readonly [string, Harness],
  kind: string,
  { seed, save, ...given }: Settings,
): Promise<void> {
  const rounds = given.rounds ?? harness.rounds;
  const stores = STORES[kind]?.();
  if (!stores) return;
  const started = performance.now();
  const line = progressLine(process.stderr);
  try {
    const { create, hidden } = stores;
    const onProgress = (done: number, total: number): void => line.show(name, done, total);
    const counted = await harness.run({ create, hidden, rounds, seed, onProgress });
    // Before anything is printed.
    line.end();
    const seconds = Math.round((performance.now() - started) / 1_000);
    process.stdout.write(`${name} on ${kind}, seed ${seed}: every promise was kept\n`);
    process.stdout.write(`${table({ ...counted, seconds })}\n\n`);
    if (!save) return;
    const result = { ...machine(), harness: name, store: kind, seed, seconds, ...counted };
    const folder = new URL("results/", import.meta.url);
    mkdirSync(folder, { recursive: true });
    const file = new URL(`${name}-${kind}.json`, folder);
    writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
  } finally {
    line.end();
    stores.clean();
  }
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      rounds: { type: "string" },
      seed: { type: "string" },
      store: { type: "string" },
      save: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) process.stdout.write(`${USAGE}\n`);
  else {
    const chosen = named(HARNESSES, positionals.length > 0 ? positionals : NAMES);
    const kinds = named(STORES, values.store === undefined ? KINDS : [values.store]);
    const settings: Settings = {
      rounds: wholeNumber(values.rounds, "--rounds"),
      seed: wholeNumber(values.seed, "--seed") ?? 1,
      save: values.save,
    };
    for (const one of chosen) for (const [kind] of kinds) await torture(one, kind, settings);
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

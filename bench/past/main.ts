import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createMemory } from "@kioku/core";
import type { MemoryRoot, Receipt } from "@kioku/core";
import { localEmbedder } from "@kioku/embed-local";
import { sqliteStore } from "@kioku/store-sqlite";

import { SAMPLE_QUERIES, sampleTexts } from "../speed/sample-texts.ts";

const DAY_MS = 86_400_000;
/** One record in this many has another text by now. */
const CHANGED = 10;

/**
 * The processor time that some work takes, in milliseconds: what else the machine does counts
 * little.
 */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function idOf(receipt: Receipt | undefined): string {
  return receipt?.status === "stored" ? receipt.record.id : "";
}

async function measure(memory: MemoryRoot, clock: { now: number }, count: number): Promise<void> {
  const scope = memory.scope("user");
  const inputs = sampleTexts(count).map((content) => ({ content, dedupe: "off" }) as const);
  const receipts = await scope.rememberAll(inputs);
  await memory.scope("other").rememberAll(inputs.slice(0, 200));
  const asOf = { knownAt: new Date(clock.now) };
  clock.now += DAY_MS;
  for (const [index, receipt] of receipts.slice(0, count / CHANGED).entries()) {
    await scope.update(idOf(receipt), { content: `another text ${index}` });
  }

  const reads: Readonly<Record<string, (query: string) => Promise<unknown>>> = {
    "recall now": (query) => scope.recall(query),
    "recall as of yesterday": (query) => scope.recall({ query, asOf }),
    "the same by keyword": (query) => scope.recall({ query, asOf, mode: "keyword" }),
    "list as of yesterday": () => scope.list({ asOf }),
    "read as of yesterday": () => scope.read(idOf(receipts[0]), { asOf }),
  };
  const times = new Map(Object.keys(reads).map((name) => [name, [] as number[]]));
  for (const query of SAMPLE_QUERIES) {
    for (const [name, read] of Object.entries(reads)) {
      times.get(name)?.push(await timed(() => read(query)));
    }
  }
  const plain = median(times.get("recall now") ?? []);
  for (const [name, all] of times) {
    const ms = median(all);
    console.log(
      `  ${name.padEnd(26)}${ms.toFixed(1)} ms, ${(ms / plain).toFixed(1)} of a recall now`,
    );
  }

  const everything = { everything: true } as const;
  const erasures: Readonly<Record<string, () => Promise<unknown>>> = {
    "dry run of everything": () => scope.erase(everything, { dryRun: true }),
    "erase one record": () => scope.erase(idOf(receipts[1]), { scrub: false }),
    "erase everything": () => scope.erase(everything, { scrub: false }),
    "scrub the file": () => scope.erase("none"),
  };
  for (const [name, run] of Object.entries(erasures)) {
    console.log(`  ${name.padEnd(26)}${(await timed(run)).toFixed(0)} ms`);
  }
}

for (const count of [600, 10_000]) {
  const directory = mkdtempSync(join(tmpdir(), "kioku-past-"));
  const clock = { now: Date.UTC(2026, 0, 1) };
  const memory = createMemory({
    store: sqliteStore({ path: join(directory, "past.db") }),
    embedder: localEmbedder(),
    clock: () => new Date(clock.now),
  });
  console.log(`${count} records, processor time`);
  await measure(memory, clock, count);
  await memory.close();
  rmSync(directory, { recursive: true });
}

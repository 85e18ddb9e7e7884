import { existsSync } from "node:fs";

import { markdownTable } from "../markdown-table.ts";
import type { Column } from "../markdown-table.ts";
import { readResult, timeOf, whole } from "./bench-results.ts";

interface SavedPeer {
  readonly name: string;
  readonly p50Ms?: number;
  readonly recallAt10?: number;
  readonly hybridP50Ms?: number;
}

interface SavedRun {
  readonly count: number;
  readonly hard: boolean;
  readonly vector: { readonly p50Ms: number; readonly recallAt10: number };
  readonly hybrid: { readonly p50Ms: number };
  /** Absent in files from before all were asked in turns. */
  readonly turns?: { readonly vectorP50Ms: number; readonly hybridP50Ms: number };
  readonly peers: readonly SavedPeer[];
}

const RESULTS = new URL("../../../bench/results/", import.meta.url);
const COUNTS = [10_000, 100_000];
const KIOKU = "**Kioku**";
const NOTHING = "–";

/** Writes the table of other stores beside Kioku, on usual and on hard data. */
export function peersTable(): string {
  const files = COUNTS.flatMap((count) => [`store/${count}.json`, `store/${count}-hard.json`]);
  const runs = files
    .filter((file) => existsSync(new URL(file, RESULTS)))
    .map((file) => ({ file, run: readResult(file) as SavedRun }));
  const stores = runs.map(({ run }) => [kiokuOf(run), ...run.peers]);
  const names = [...new Set(stores.flat().map(({ name }) => name))];
  const columns = runs.flatMap(({ file, run }, place): readonly Column<string>[] => {
    const heading = `[${whole(run.count)}${run.hard ? ", hard" : ""}](../bench/results/${file})`;
    const found = (name: string): SavedPeer | undefined =>
      stores[place]?.find((one) => one.name === name);
    return [
      { heading: `${heading}: vectors`, isNumber: true, cell: (name) => vectorsOf(found(name)) },
      { heading: "with words", isNumber: true, cell: (name) => msOf(found(name)?.hybridP50Ms) },
    ];
  });
  return markdownTable([{ heading: "store", cell: (name: string) => name }, ...columns], names);
}

function kiokuOf({ vector, hybrid, turns }: SavedRun): SavedPeer {
  return {
    name: KIOKU,
    p50Ms: turns?.vectorP50Ms ?? vector.p50Ms,
    recallAt10: vector.recallAt10,
    hybridP50Ms: turns?.hybridP50Ms ?? hybrid.p50Ms,
  };
}

function vectorsOf({ p50Ms, recallAt10 }: Partial<SavedPeer> = {}): string {
  if (p50Ms === undefined || recallAt10 === undefined) return NOTHING;
  return `${timeOf(p50Ms)} (${recallAt10.toFixed(3)})`;
}

function msOf(ms: number | undefined): string {
  return ms === undefined ? NOTHING : timeOf(ms);
}

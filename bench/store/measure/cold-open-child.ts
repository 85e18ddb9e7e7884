/**
 * One fresh process: `cold-open-child.ts TASK`, with a `ColdOpenTask` as JSON. Prints a `ColdOpen`
 * as JSON.
 */
import { setImmediate as turn } from "node:timers/promises";

import { longestStretch } from "../../longest-stretch.ts";
import { placeAt } from "../../places/open-place.ts";
import { percentile } from "../../recall/metrics.ts";
import { BenchData } from "../data/bench-data.ts";
import { openKioku, SCOPES } from "../open-kioku.ts";
import type { ColdOpen, ColdOpenTask } from "./cold-open.ts";
import { readCounted, readMemory } from "./resident-memory.ts";

const FIRST_QUERY = 5_000;
const QUERIES = 60;
const LONGEST_MS = 30_000;
const USUAL_TIMES = 3;

const { address, settings } = JSON.parse(process.argv[2] ?? "") as ColdOpenTask;
const data = new BenchData(settings);
const queries = data.queries(FIRST_QUERY, QUERIES);
const place = placeAt(address);
const before = readMemory();
const answers: { readonly ms: number; readonly sinceMs: number }[] = [];
const started = performance.now();
const { memory, store, embedder } = await openKioku(place, data);
for (const { text, vector } of queries) embedder.give(text, vector);
const scope = memory.scope(...SCOPES.large);
const { ms: coldStallMs } = await longestStretch(async () => {
  for (const { text } of queries) {
    const asked = performance.now();
    await scope.recall(text);
    const answered = performance.now();
    answers.push({ ms: answered - asked, sinceMs: answered - started });
    if (answered - started > LONGEST_MS) break;
    // Preparation in the background needs turns of the event loop.
    await turn();
  }
});
const after = readMemory();
const counted = await readCounted(store);
await memory.close();
await place.leave();
const later = answers.slice(Math.floor(answers.length / 2));
const usualMs = percentile(
  later.map(({ ms }) => ms),
  0.5,
);
const report: ColdOpen = {
  coldOpenMs: answers[0]?.sinceMs ?? Number.NaN,
  warmAfterMs: answers.find(({ ms }) => ms <= USUAL_TIMES * usualMs)?.sinceMs ?? Number.NaN,
  // A process that took too long for the first is not asked for a second one.
  secondRecallMs: (answers[1] ?? answers[0])?.ms ?? Number.NaN,
  longestColdRecallMs: Math.max(...answers.map(({ ms }) => ms)),
  coldStallMs,
  residentMb: { before, after, counted },
};
process.stdout.write(JSON.stringify(report));

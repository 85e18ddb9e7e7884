/**
 * One fresh process: `cold-open-child.ts TASK`, with a `ColdOpenTask` as JSON. Prints a `ColdOpen`
 * as JSON.
 */
import { setImmediate as turn } from "node:timers/promises";

import { placeAt } from "../../places/open-place.ts";
import { percentile } from "../../recall/metrics.ts";
import { BenchData } from "../data/bench-data.ts";
import { openKioku, SCOPES } from "../open-kioku.ts";
import type { ColdOpenTask } from "./cold-open.ts";

const FIRST_QUERY = 5_000;
const QUERIES = 60;
const LONGEST_MS = 30_000;
const USUAL_TIMES = 3;

const { address, settings } = JSON.parse(process.argv[2] ?? "") as ColdOpenTask;
const data = new BenchData(settings);
const queries = data.queries(FIRST_QUERY, QUERIES);
const place = placeAt(address);
const started = performance.now();
const { memory, embedder } = await openKioku(place, data);
for (const { text, vector } of queries) embedder.give(text, vector);
const scope = memory.scope(...SCOPES.large);
const answers: { readonly ms: number; readonly sinceMs: number }[] = [];
for (const { text } of queries) {
  const asked = performance.now();
  await scope.recall(text);
  const answered = performance.now();
  answers.push({ ms: answered - asked, sinceMs: answered - started });
  if (answered - started > LONGEST_MS) break;
  // Preparation in the background needs turns of the event loop.
  await turn();
}
await memory.close();
await place.leave();
const later = answers.slice(Math.floor(answers.length / 2));
const usualMs = percentile(
  later.map(({ ms }) => ms),
  0.5,
);
const coldOpenMs = answers[0]?.sinceMs;
const warmAfterMs = answers.find(({ ms }) => ms <= USUAL_TIMES * usualMs)?.sinceMs;
process.stdout.write(JSON.stringify({ coldOpenMs, warmAfterMs }));

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { newPlace } from "../places/open-place.ts";
import { BenchData } from "./data/bench-data.ts";
import { ExactNeighbours } from "./data/exact-neighbours.ts";
import { Numbers } from "./data/numbers.ts";
import { measureBesidePlain } from "./measure/beside-plain.ts";
import { measureFile } from "./measure/file.ts";
import { fillStore } from "./measure/fill-store.ts";
import { measureReads } from "./measure/reads.ts";
import type { OnStep, Run } from "./measure/run.ts";
import { round } from "./measure/times.ts";
import { measureWrites } from "./measure/writes.ts";
import { openKioku, SMALL_COUNT } from "./open-kioku.ts";
import type { StoreBenchSettings } from "./parse-store-options.ts";
import type { StoreReport } from "./store-report.ts";

const WARM_UP = 20;
const FIRST_QUERY = 100;
const QUERIES = 400;
/** Queries that are compared with the truth; fewer where it takes minutes to find. */
const TRUTHS = 200;
const TRUTHS_OF_MANY = 100;
const MANY = 200_000;

/** Fills a store with one count of records and measures everything, in a temporary folder. */
export async function measureStore(
  settings: StoreBenchSettings,
  onStep: OnStep,
): Promise<StoreReport> {
  const folder = await mkdtemp(join(tmpdir(), "kioku-store-"));
  const place = newPlace(settings, folder);
  try {
    const run = await startRun(settings, { folder, place }, onStep);
    const truths = run.queries.slice(0, settings.count > MANY ? TRUTHS_OF_MANY : TRUTHS);
    const truth = new ExactNeighbours(truths.map(({ vector }) => vector));
    const fillMs = await fillStore(run.kioku, run.data, {
      truth,
      onProgress: (done, total) => onStep("fill", done, total),
    });
    onStep("settle", 0, 1);
    const settling = performance.now();
    await run.place.settle(run.kioku.store);
    const settleMs = performance.now() - settling;
    const reads = await measureReads(run, {
      allPeers: settings.peers,
      allowedMs: settings.peerSeconds * 1_000,
      expected: truth.found(),
    });
    const plain = await measureBesidePlain(run, truth.found());
    const writes = await measureWrites(run);
    const file = await measureFile(run);
    return toReport(settings, {
      ...reads,
      ...writes,
      ...file,
      store: run.kioku.store.name,
      engine: await place.engine(),
      fillMs: round(fillMs),
      settleMs: round(settleMs),
      ...(plain && { plain }),
    });
  } finally {
    await place.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

async function startRun(
  { count, dimensions, seed, hard }: StoreBenchSettings,
  { folder, place }: Pick<Run, "folder" | "place">,
  onStep: OnStep,
): Promise<Run> {
  const data = new BenchData({ count, dimensions, seed, hard });
  return {
    kioku: await openKioku(place, data),
    data,
    place,
    folder,
    warmUp: data.queries(0, WARM_UP),
    queries: data.queries(FIRST_QUERY, QUERIES),
    firstQuery: FIRST_QUERY,
    nextQuery: FIRST_QUERY + QUERIES,
    numbers: new Numbers(count + SMALL_COUNT),
    onStep,
  };
}

/** Keeps the order that readers of the JSON line know; optional members come last. */
function toReport(
  { count, dimensions, hard, seed }: StoreBenchSettings,
  measured: Omit<StoreReport, "count" | "dimensions" | "hard" | "seed">,
): StoreReport {
  const { store, vector, hybrid, smallScope, writeRowsPerSecond, ...rest } = measured;
  const { bytesPerRecord, coldOpenMs, loopDelayP99Ms, peers, ...more } = rest;
  return {
    store,
    count,
    dimensions,
    vector,
    hybrid,
    smallScope,
    writeRowsPerSecond,
    bytesPerRecord,
    coldOpenMs,
    loopDelayP99Ms,
    peers,
    ...more,
    hard,
    seed,
  };
}

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createMemory } from "@kioku/core";
import type { CompleteStore } from "@kioku/core/toolkit";

import { newPlace } from "../places/open-place.ts";
import type { Engine, Place } from "../places/place.ts";
import { BenchData } from "../store/data/bench-data.ts";
import type { BenchQuery } from "../store/data/bench-data.ts";
import { givenEmbedder } from "../store/data/given-embedder.ts";
import { Random } from "../store/data/random.ts";
import { range } from "../store/data/range.ts";
import { instantOf } from "../store/data/record-id.ts";
import { round, timeEach, toTimes } from "../store/measure/times.ts";
import type { Times } from "../times.ts";
import type { TenantsSettings } from "./tenants-settings.ts";

/** Figures of one run; times in milliseconds. */
export interface TenantsReport {
  readonly store: string;
  /** The database and its extensions, with their versions. */
  readonly engine: Engine;
  readonly tenants: number;
  readonly records: number;
  readonly dimensions: number;
  /** Whole recalls, by text and vector, each of another tenant. */
  readonly recall: Times;
  /** Before each of these, a statement that asks for nothing; absent where there is no server. */
  readonly roundTrip?: Times;
  /** The vector leg alone. */
  readonly vector: Times;
  /** Share of vector legs that found all records of their tenant (or ten), in percent. */
  readonly complete: number;
  readonly writeRowsPerSecond: number;
  readonly settleMs: number;
  readonly bytesPerRecord: number;
  /** Seed of all chance. */
  readonly seed: number;
}

interface Asked extends BenchQuery {
  readonly scope: readonly [string, string];
}

type OnStep = (what: string, done: number, total: number) => void;

/** Tenants whose records are written together. */
const BATCH_RECORDS = 3_000;
const SEED = 1;
const STREAM = 31;
const WARM_UP = 200;
const NEAREST = 10;

/** Fills a place with tenants and asks some of them, in a temporary folder. */
export async function measureTenants(
  settings: TenantsSettings,
  onStep: OnStep,
): Promise<TenantsReport> {
  const folder = await mkdtemp(join(tmpdir(), "kioku-tenants-"));
  const place = newPlace(settings, folder);
  try {
    return await measureAt(place, settings, onStep);
  } finally {
    await place.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureAt(
  place: Place,
  settings: TenantsSettings,
  onStep: OnStep,
): Promise<TenantsReport> {
  const { tenants, records, dimensions, queries } = settings;
  const count = tenants * records;
  const data = new BenchData({ count, dimensions, seed: SEED, hard: false });
  const store = place.createStore();
  const embedder = givenEmbedder(data.space);
  const memory = createMemory({ store, embedder, clock: () => instantOf(count) });
  await store.open();
  const fillMs = await fill(store, data, { settings, onStep });
  onStep("settle", 0, 1);
  const settling = performance.now();
  await place.settle(store);
  const settleMs = performance.now() - settling;
  const random = new Random(SEED, STREAM, 0);
  const asked = data.queries(0, WARM_UP + queries).map((query) => ({
    ...query,
    scope: scopeOf(random.below(tenants)),
  }));
  for (const { text, vector } of asked) embedder.give(text, vector);
  const recall = async ({ text, scope }: Asked): Promise<void> => {
    await memory.scope(...scope).recall(text);
  };
  const search = async ({ vector, scope }: Asked): Promise<number> => {
    const legs = [{ type: "vector", space: data.space.id, values: vector }] as const;
    const selection = { within: [scope], reach: "here" } as const;
    const hits = await store.search({ legs, selection, limit: NEAREST });
    return hits.length;
  };
  for (const query of asked.slice(0, WARM_UP)) await recall(query);
  const measured = asked.slice(WARM_UP);
  onStep("recall", 0, 1);
  const trips: number[] = [];
  const recalls: number[] = [];
  for (const query of measured) {
    // In turns, so that what else the machine does is in both.
    if (place.roundTrip) trips.push(...(await timeEach([query], () => place.roundTrip?.())).times);
    recalls.push(...(await timeEach([query], recall)).times);
  }
  onStep("vector", 0, 1);
  const vectors = await timeEach(measured, search);
  const expected = Math.min(records, NEAREST);
  const complete = vectors.answers.filter((found) => found === expected).length;
  await memory.close();
  return {
    store: store.name,
    engine: await place.engine(),
    tenants,
    records,
    dimensions,
    recall: toTimes(recalls),
    ...(trips.length > 0 && { roundTrip: toTimes(trips) }),
    vector: toTimes(vectors.times),
    complete: round((100 * complete) / vectors.answers.length),
    writeRowsPerSecond: Math.round((1_000 * count) / fillMs),
    settleMs: round(settleMs),
    bytesPerRecord: Math.round((await place.bytes()) / count),
    seed: SEED,
  };
}

async function fill(
  store: CompleteStore,
  data: BenchData,
  { settings, onStep }: { readonly settings: TenantsSettings; readonly onStep: OnStep },
): Promise<number> {
  const { count } = data.settings;
  let ms = 0;
  for (let first = 0; first < count; first += BATCH_RECORDS) {
    const ops = range(first, Math.min(first + BATCH_RECORDS, count)).map((index) =>
      data.putOf(scopeOf(Math.floor(index / settings.records)), index),
    );
    const started = performance.now();
    await store.write(ops);
    ms += performance.now() - started;
    onStep("fill", first + ops.length, count);
  }
  return ms;
}

function scopeOf(tenant: number): readonly [string, string] {
  return ["tenants", String(tenant)];
}

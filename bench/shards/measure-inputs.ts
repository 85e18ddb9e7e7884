import { randomUUID } from "node:crypto";

import type { PGlite } from "@electric-sql/pglite";

import { plainConnection } from "../places/plain-connection.ts";
import { serverClock } from "../places/server-clock.ts";
import type { ServerClock } from "../places/server-clock.ts";
import { connect, disconnect, fillScopes, openSchema, query } from "../places/tenant-schema.ts";
import type { Client } from "../places/tenant-schema.ts";
import { percentile } from "../recall/metrics.ts";
import { BenchData } from "../store/data/bench-data.ts";
import { Random } from "../store/data/random.ts";
import { round, timeEach } from "../store/measure/times.ts";
import { ASSUMED } from "./inputs.ts";
import type { Inputs } from "./inputs.ts";

/** Sizes of what is measured. */
export interface SampleSettings {
  /** Address of a PostgreSQL server; without one, PGlite is used. */
  readonly url: string | undefined;
  /** Small tenants. */
  readonly sample: number;
  /** Memories of the large one. */
  readonly large: number;
  readonly dimensions: number;
  readonly seed: number;
}

type OnStep = (what: string, done: number, total: number) => void;

/** Records of a small tenant, as many as the mean of the simulation. */
const RECORDS = 10;
/** The number from which stores index a scope. */
const INDEX_FROM = 10_000;
const STREAM = 43;
const WARM_UP = 200;
const CALLS = 1_000;
const MAINTAINED = 5;

/** Measures everything but the move, in schemas that are removed. */
export async function measureInputs(
  settings: SampleSettings,
  onStep: OnStep,
): Promise<Omit<Inputs, "move">> {
  const { url, sample, large, dimensions, seed } = settings;
  const name = `kioku_bench_${randomUUID().replaceAll("-", "")}`;
  const admin = await connect(url);
  const client = url === undefined ? admin : await connect(url, { name });
  const schemas = [`${name}_a`, `${name}_b`] as const;
  const count = Math.max(sample * RECORDS, large);
  const data = new BenchData({ count, dimensions, seed, hard: false });
  const connection = await plainConnection(schemas[0], url ?? (admin as PGlite));
  const clock = serverClock(connection, name);
  const shared = { admin, client, clock, data, settings, onStep };
  try {
    const ofSmall = await measureSmall(shared, schemas[0]);
    const ofLarge = await measureLarge(shared, schemas[1]);
    const { emptyShardBytes, bytesPerMemory, logBytesPerRemember, maintainMs } = ofSmall;
    const { smallRecallMs, rememberMs, claimCpuMs } = ofSmall;
    const { largeRecallMs, ...bytes } = ofLarge;
    return {
      dimensions,
      emptyShardBytes,
      small: { recordsEach: RECORDS, bytesPerMemory },
      large: {
        indexFrom: INDEX_FROM,
        memories: large,
        bytesPerMemory: Math.round((bytes.bytes - emptyShardBytes) / large),
        indexBytesPerMemory: Math.round(bytes.indexBytes / large),
      },
      cpu: { smallRecallMs, largeRecallMs, rememberMs },
      logBytesPerRemember,
      maintainMs,
      claimCpuMs,
      ...ASSUMED,
    };
  } finally {
    for (const schema of schemas) await query(admin, `drop schema if exists "${schema}" cascade`);
    await connection.close();
    await disconnect(client);
    if (client !== admin) await disconnect(admin);
  }
}

interface Shared {
  /** A connection whose work is not counted. */
  readonly admin: Client;
  readonly client: Client;
  readonly clock: ServerClock;
  readonly data: BenchData;
  readonly settings: SampleSettings;
  readonly onStep: OnStep;
}

interface SmallFigures {
  readonly emptyShardBytes: number;
  readonly bytesPerMemory: number;
  readonly smallRecallMs: number;
  readonly rememberMs: number;
  readonly claimCpuMs: number;
  readonly logBytesPerRemember: number;
  readonly maintainMs: number;
}

async function measureSmall(shared: Shared, schema: string): Promise<SmallFigures> {
  const { admin, client, clock, data, settings, onStep } = shared;
  const { sample, seed } = settings;
  const opened = await openSchema(client, { schema, data });
  const { store, memory, embedder } = opened;
  await store.maintain();
  const { bytes: empty } = await sizeOf(admin, schema);
  await fillScopes(opened, data, {
    scopeOf: (tenant) => [`tenant-${tenant}`],
    scopes: sample,
    records: RECORDS,
    first: 0,
    onProgress: (done, total) => onStep("small", done, total),
  });
  await store.maintain();
  const { bytes } = await sizeOf(admin, schema);
  const { times } = await timeEach(Array.from({ length: MAINTAINED }), () => store.maintain());
  const random = new Random(seed, STREAM, 0);
  const calls = Math.min(CALLS, sample);
  const scopes = Array.from({ length: WARM_UP + calls }, () =>
    memory.scope(`tenant-${random.below(sample)}`),
  );
  const queries = data.queries(0, WARM_UP + calls);
  for (const { text, vector } of queries) embedder.give(text, vector);
  const recall = async (at: number): Promise<void> => {
    await scopes[at]?.recall(queries[at]?.text ?? "");
  };
  onStep("recall", 0, 1);
  const smallRecallMs = await cpuOf(clock, { warmUp: WARM_UP, calls, call: recall });
  const inputs = Array.from({ length: WARM_UP + calls }, (_, at) => data.settings.count + at);
  for (const number of inputs) embedder.give(data.textOf(number), data.vectorOf(number));
  const remember = async (at: number): Promise<void> => {
    await scopes[at]?.remember(data.textOf(inputs[at] ?? 0));
  };
  onStep("remember", 0, 1);
  const logged = await logBytes(admin);
  const rememberMs = await cpuOf(clock, { warmUp: WARM_UP, calls, call: remember });
  const logBytesPerRemember = Math.round(((await logBytes(admin)) - logged) / (WARM_UP + calls));
  const claim = async (): Promise<void> => {
    await store.queue?.claim({ limit: 1, leaseMs: 1_000, now: new Date(0) });
  };
  const claimCpuMs = await cpuOf(clock, { warmUp: WARM_UP, calls, call: claim });
  await memory.close();
  return {
    emptyShardBytes: empty,
    bytesPerMemory: Math.round((bytes - empty) / (sample * RECORDS)),
    smallRecallMs,
    rememberMs,
    claimCpuMs,
    logBytesPerRemember,
    maintainMs: round(percentile(times, 0.5)),
  };
}

async function measureLarge(
  { admin, client, clock, data, settings, onStep }: Shared,
  schema: string,
): Promise<Size & { readonly largeRecallMs: number }> {
  const { large } = settings;
  const indexFrom = Math.min(INDEX_FROM, large);
  const opened = await openSchema(client, { schema, indexFrom, data });
  const { store, memory, embedder } = opened;
  await fillScopes(opened, data, {
    scopeOf: () => ["large"],
    scopes: 1,
    records: large,
    first: 0,
    onProgress: (done, total) => onStep("large", done, total),
  });
  onStep("index", 0, 1);
  const { built } = await store.maintain();
  if (built.length !== 1) throw new Error("the large tenant has no index");
  const size = await sizeOf(admin, schema);
  const calls = Math.min(CALLS, large);
  const queries = data.queries(0, WARM_UP + calls);
  for (const { text, vector } of queries) embedder.give(text, vector);
  const view = memory.scope("large");
  const call = async (at: number): Promise<void> => {
    await view.recall(queries[at]?.text ?? "");
  };
  const largeRecallMs = await cpuOf(clock, { warmUp: WARM_UP, calls, call });
  await memory.close();
  return { ...size, largeRecallMs };
}

interface Calls {
  /** Calls that are not counted. */
  readonly warmUp: number;
  readonly calls: number;
  readonly call: (at: number) => Promise<void>;
}

/** Processor time of the server for a call, in milliseconds. */
async function cpuOf(clock: ServerClock, { warmUp, calls, call }: Calls): Promise<number> {
  for (let at = 0; at < warmUp; at += 1) await call(at);
  const before = await clock();
  for (let at = warmUp; at < warmUp + calls; at += 1) await call(at);
  return round(((await clock()) - before) / calls);
}

interface Size {
  readonly bytes: number;
  readonly indexBytes: number;
}

/** Tables with indexes, and of these the indexes of vectors. */
async function sizeOf(admin: Client, schema: string): Promise<Size> {
  const [row] = await query<{ readonly bytes: string; readonly vectors: string }>(
    admin,
    `select sum(pg_total_relation_size(c.oid)) filter (where c.relkind in ('r', 'p'))::text as bytes,
       coalesce(sum(pg_relation_size(c.oid)) filter (where m.amname = 'hnsw'), 0)::text as vectors
     from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
       left join pg_am as m on m.oid = c.relam
     where n.nspname = $1`,
    [schema],
  );
  return { bytes: Number(row?.bytes), indexBytes: Number(row?.vectors) };
}

/** Bytes that the server has logged so far, by all its connections. */
async function logBytes(admin: Client): Promise<number> {
  const [row] = await query<{ readonly bytes: string }>(
    admin,
    "select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::text as bytes",
  );
  return Number(row?.bytes);
}

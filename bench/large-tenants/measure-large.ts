import { randomUUID } from "node:crypto";

import { PGlite } from "@electric-sql/pglite";
import type { Memory } from "@kioku/core";

import type { Engine } from "../places/place.ts";
import { plainConnection } from "../places/plain-connection.ts";
import { plainTable } from "../places/plain-table.ts";
import { serverClock } from "../places/server-clock.ts";
import { connect, disconnect, fillScopes, openSchema, query } from "../places/tenant-schema.ts";
import type { Client, TenantSchema } from "../places/tenant-schema.ts";
import { BenchData } from "../store/data/bench-data.ts";
import type { BenchQuery } from "../store/data/bench-data.ts";
import { Random } from "../store/data/random.ts";
import { round, toTimes } from "../store/measure/times.ts";
import { takeRounds } from "../take-rounds.ts";
import { cpuBeside } from "./cpu-beside.ts";
import type { Side } from "./cpu-beside.ts";
import type { Beside, LargeReport } from "./large-report.ts";
import type { LargeSettings } from "./large-settings.ts";

type OnStep = (what: string, done: number, total: number) => void;

const SEED = 1;
const STREAM = 37;
const WARM_UP = 20;
/** From this number of vectors on a scope is large. */
const INDEX_FROM = 100;

/** Fills two schemas, asks and writes in turns, and removes them. */
export async function measureLarge(settings: LargeSettings, onStep: OnStep): Promise<LargeReport> {
  const name = `kioku_bench_${randomUUID().replaceAll("-", "")}`;
  const schemas = [`${name}_a`, `${name}_b`] as const;
  const first = await connect(settings.url, { name: schemas[0] });
  // Connections of its own: what one of them knows of a schema makes none of the other slow.
  const second =
    settings.url === undefined ? first : await connect(settings.url, { name: schemas[1] });
  try {
    return await measureIn({ settings, onStep, clients: [first, second], schemas });
  } finally {
    for (const schema of schemas) await query(first, `drop schema if exists "${schema}" cascade`);
    await disconnect(first);
    if (second !== first) await disconnect(second);
  }
}

interface Setting {
  readonly settings: LargeSettings;
  readonly onStep: OnStep;
  readonly clients: readonly [Client, Client];
  readonly schemas: readonly [string, string];
}

async function measureIn(setting: Setting): Promise<LargeReport> {
  const { settings, onStep, clients, schemas } = setting;
  const { large, vectors, small, records, dimensions, rounds } = settings;
  const smallCount = small * records;
  const count = smallCount + large * vectors;
  const data = new BenchData({ count, dimensions, seed: SEED, hard: false });
  const options = { indexFrom: INDEX_FROM, data };
  const without = await openSchema(clients[0], { schema: schemas[0], ...options });
  const beside = await openSchema(clients[1], { schema: schemas[1], ...options });
  for (const schema of [without, beside]) {
    const onProgress = (done: number, total: number): void => onStep("small", done, total);
    await fillScopes(schema, data, {
      scopeOf: scopesOf("small"),
      scopes: small,
      records,
      first: 0,
      onProgress,
    });
  }
  await fillScopes(beside, data, {
    scopeOf: scopesOf("large"),
    scopes: large,
    records: vectors,
    first: smallCount,
    onProgress: (done, total) => onStep("large", done, total),
  });
  onStep("settle", 0, 1);
  await without.store.maintain();
  const settling = performance.now();
  const { built } = await beside.store.maintain();
  const settleMs = round(performance.now() - settling);
  if (built.length !== large) throw new Error(`${built.length} of ${large} scopes have an index`);
  const connection = await plainConnection(schemas[0], settings.url ?? (clients[0] as PGlite));
  const plain = await plainTable(connection, {
    data,
    count: smallCount,
    scopeOf: (index) => String(Math.floor(index / records)),
  });
  const random = new Random(SEED, STREAM, 0);
  const queries = data.queries(0, 2 * (WARM_UP + rounds));
  const asked = queries.map((given) => ({ ...given, tenant: random.below(small) }));
  const turn = (take: (turn: Turn) => Promise<unknown>) => async (number: number) => {
    const { [number]: one } = asked;
    if (one) await take({ ...one, content: data.textOf(count + number), index: count + number });
  };
  const give = (number: number): void => {
    for (const { embedder } of [without, beside]) {
      embedder.clear();
      const { [number]: one } = asked;
      if (one) embedder.give(one.text, one.vector);
      embedder.give(data.textOf(count + number), data.vectorOf(count + number));
    }
  };
  const times = await takeRounds(
    {
      roundTrip: () => connection.ask("select 1"),
      plainSearch: turn(({ tenant, vector }) => plain.nearestIn(String(tenant), vector)),
      plainInsert: turn(({ tenant, index }) => plain.insert(String(tenant), index)),
      recallWithout: turn((one) => viewOf(without, one).recall(one.text)),
      recallWith: turn((one) => viewOf(beside, one).recall(one.text)),
      rememberWithout: turn((one) => viewOf(without, one).remember(one.content)),
      rememberWith: turn((one) => viewOf(beside, one).remember(one.content)),
    },
    {
      rounds,
      warmUp: WARM_UP,
      before: give,
      onRound: (done, total) => onStep("turns", done, total),
    },
  );
  onStep("processor", 0, 1);
  const side = (schema: TenantSchema, take: (memory: Memory, one: Turn) => Promise<unknown>) => ({
    clock: serverClock(connection, schema.schema),
    async call(at: number) {
      const number = WARM_UP + rounds + at;
      give(number);
      await turn((one) => take(viewOf(schema, one), one))(number);
    },
  });
  const recallOf = (schema: TenantSchema): Side =>
    side(schema, (view, one) => view.recall(one.text));
  const rememberOf = (schema: TenantSchema): Side =>
    side(schema, (view, one) => view.remember(one.content));
  const cpu = {
    recall: await cpuBeside(recallOf(without), recallOf(beside), rounds),
    remember: await cpuBeside(rememberOf(without), rememberOf(beside), rounds),
  };
  await connection.close();
  await without.memory.close();
  await beside.memory.close();
  return {
    engine: await engineOf(clients[0]),
    large,
    vectors,
    small,
    records,
    dimensions,
    rounds,
    recall: compare(times.recallWithout, times.recallWith),
    remember: compare(times.rememberWithout, times.rememberWith),
    firstRecall: await firstRecalls(setting, data),
    cpu,
    roundTrip: toTimes(times.roundTrip),
    plainSearch: toTimes(times.plainSearch),
    plainInsert: toTimes(times.plainInsert),
    settleMs,
    seed: SEED,
  };
}

function scopesOf(kind: "large" | "small"): (number: number) => readonly [string, string] {
  return (number) => [kind, String(number)];
}

/** A query, and a record to be written, in a small scope. */
interface Turn extends BenchQuery {
  readonly tenant: number;
  readonly content: string;
  readonly index: number;
}

function viewOf({ memory }: TenantSchema, { tenant }: Pick<Turn, "tenant">): Memory {
  return memory.scope(...scopesOf("small")(tenant));
}

/** Opens a new connection for each recall, in turns on both schemas. */
async function firstRecalls(
  { settings, clients, schemas, onStep }: Setting,
  data: BenchData,
): Promise<Beside> {
  const times: readonly [number[], number[]] = [[], []];
  for (const [number, asked] of data.queries(0, settings.connections).entries()) {
    for (const place of [0, 1] as const) {
      const client =
        settings.url === undefined ? clients[0] : await connect(settings.url, { max: 1 });
      const started = performance.now();
      const opened = await openSchema(client, {
        schema: schemas[place],
        indexFrom: INDEX_FROM,
        data,
      });
      opened.embedder.give(asked.text, asked.vector);
      await viewOf(opened, { tenant: number % settings.small }).recall(asked.text);
      times[place].push(performance.now() - started);
      await opened.memory.close();
      if (client !== clients[0]) await disconnect(client);
    }
    onStep("first", number + 1, settings.connections);
  }
  return compare(...times);
}

function compare(without: readonly number[], beside: readonly number[]): Beside {
  const [one, other] = [toTimes(without), toTimes(beside)];
  return { without: one, with: other, ratio: round(other.p50Ms / one.p50Ms) };
}

/** The server with what decides what a commit costs. */
async function engineOf(client: Client): Promise<Engine> {
  const [row] = await query<Engine>(
    client,
    `select current_setting('server_version') as postgres, current_setting('fsync') as fsync,
       (select extversion from pg_extension where extname = 'vector') as pgvector`,
  );
  return { server: client instanceof PGlite ? "PGlite" : "a server", ...row };
}

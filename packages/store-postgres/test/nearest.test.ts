import { sql } from "kysely";
import { expect, test } from "vitest";

import { VectorIndexes } from "../src/index/vector-indexes.js";
import { maintain } from "../src/maintain/maintain.js";
import { resolveOptions } from "../src/options.js";
import type { PostgresStoreOptions } from "../src/options.js";
import {
  BY_INDEX_ONLY,
  nearestByIndex,
  nearestStatement,
} from "../src/search/large/nearest-by-index.js";
import type { Near, NearestRequest } from "../src/search/large/nearest-by-index.js";
import { compile } from "../src/sql/compile.js";
import { localSettings } from "../src/sql/fragments.js";
import type { StoreContext } from "../src/store-context.js";
import { StoreSession } from "../src/store-session.js";
import { clusteredVectors } from "./support/clustered.js";
import { testDatabase } from "./support/databases.js";
import { fillScope, idOf } from "./support/fill-scope.js";
import { oldPgvector } from "./support/old-pgvector.js";

const database = await testDatabase();
const SCOPE = "/it's \\large";

interface Filled {
  readonly schema: string;
  readonly session: StoreSession;
  readonly vectors: readonly Float32Array[];
}

/** A store with one large scope that has an index, and another that is like it. */
async function filled(
  count: number,
  dimensions: number,
  options: Partial<PostgresStoreOptions> = {},
): Promise<Filled> {
  const schema = database.newSchema();
  const { client } = database;
  const session = new StoreSession(
    resolveOptions({ client, schema, indexFrom: 100, onWarning: () => undefined, ...options }),
  );
  await session.open();
  const vectors = clusteredVectors(count, dimensions);
  await fillScope(database, { schema, scope: SCOPE, space: 1, vectors });
  await fillScope(database, { schema, scope: "/other", space: 1, vectors: vectors.slice(0, 50) });
  const { built } = await maintain(session);
  expect(built).toHaveLength(1);
  return { schema, session, vectors };
}

const NEAR = { columns: sql`near.id, near.distance`, join: sql`` };

function request(
  { vectors }: Filled,
  query: number,
  more: Partial<NearestRequest> = {},
): NearestRequest {
  const near = vectors[query] ?? new Float32Array(0);
  const vector = near.map((value, index) => value + (index % 3) * 0.01);
  return {
    scope: SCOPE,
    space: 1,
    dimensions: vector.length,
    vector,
    limit: 10,
    details: NEAR,
    ...more,
  };
}

async function byIndex(
  { session }: Filled,
  asked: NearestRequest,
): Promise<readonly Near[] | undefined> {
  return session.read(undefined, [asked.scope], (context) => nearestByIndex<Near>(context, asked));
}

/** Computed here, of the numbers themselves. */
function exactly({ vectors }: Filled, { vector, limit }: NearestRequest): readonly string[] {
  return vectors
    .map((each, index) => ({
      id: idOf(index),
      similarity: each.reduce((sum, value, place) => sum + value * (vector[place] ?? 0), 0),
    }))
    .toSorted((a, b) => b.similarity - a.similarity)
    .slice(0, limit)
    .map(({ id }) => id);
}

async function recallOf(store: Filled, queries: number): Promise<number> {
  let found = 0;
  for (let query = 0; query < queries; query += 1) {
    const asked = request(store, query * 7);
    const near = await byIndex(store, asked);
    expect(near).toHaveLength(10);
    const distances = near?.map(({ distance }) => distance) ?? [];
    expect(distances).toEqual(distances.toSorted((a, b) => a - b));
    const ids = new Set(near?.map(({ id }) => id));
    found += exactly(store, asked).filter((id) => ids.has(id)).length;
  }
  return found / (10 * queries);
}

async function planOf(context: StoreContext, asked: NearestRequest): Promise<string> {
  const statement = compile(nearestStatement(context, { ...asked, candidates: asked.limit }));
  for (const setting of localSettings(BY_INDEX_ONLY)) {
    await context.channel.rows(compile(setting));
  }
  const rows = await context.channel.rows<Record<string, string>>({
    ...statement,
    text: `explain ${statement.text}`,
  });
  return rows.map((row) => row["QUERY PLAN"]).join("\n");
}

const USUAL = sql<boolean>`r.archived_at is null and (r.expires_at is null or r.expires_at > ${5}::bigint)`;

test("a large scope is searched by its index, found by a parameter, and nothing is missing", async () => {
  const store = await filled(1_500, 24);
  expect(await recallOf(store, 20)).toBeGreaterThanOrEqual(0.95);
  await store.session.read(undefined, [SCOPE], async (context) => {
    for (const selection of [undefined, USUAL]) {
      const plan = await planOf(context, request(store, 1, { limit: 96, selection }));
      expect(plan).toMatch(/Index Scan using vectors_near_[0-9a-f]{32}/u);
      expect(plan).not.toContain("Seq Scan");
    }
  });
  await store.session.close();
});

test("a large scope is searched by its index among many others in one table, and what follows is planned as ever", async () => {
  const store = await filled(1_500, 8);
  await database.query(
    `insert into "${store.schema}".vectors (scope, space, id, embedding)
      select '/tenant' || i % 20, 1, i::text, array[sin(i), sin(i * 2), sin(i * 3), sin(i * 4), sin(i * 5), sin(i * 6), sin(i * 7), sin(i * 8)]::real[]::vector
      from generate_series(1, 20000) as i`,
  );
  await database.query(`analyze "${store.schema}".vectors`);
  await store.session.read(undefined, [SCOPE], async (context) => {
    const plan = await planOf(context, request(store, 1, { limit: 96 }));
    expect(plan).toMatch(/Index Scan using vectors_near_[0-9a-f]{32}/u);
  });
  await store.session.read(undefined, [SCOPE], async (context) => {
    expect(await nearestByIndex(context, request(store, 1))).toHaveLength(10);
    expect(await context.channel.rows({ text: "show enable_sort", values: [] })).toEqual([
      { enable_sort: "on" },
    ]);
  });
  await store.session.close();
});

test("where tables are divided, the index is of the part that has the scope", async () => {
  const store = await filled(400, 8, { partitions: 16, rowLevelSecurity: true });
  expect(await recallOf(store, 5)).toBeGreaterThanOrEqual(0.95);
  await store.session.read(undefined, [SCOPE], async (context) => {
    const plan = await planOf(context, request(store, 1, { selection: USUAL }));
    expect(plan).toMatch(/Index Scan using vectors_near_[0-9a-f]{32} on vectors_p\d+/u);
  });
  expect(await maintain(store.session)).toMatchObject({ built: [], kept: 1 });
  await store.session.close();
});

test("equal distances are in the order of ids", async () => {
  const store = await filled(200, 4);
  await database.query(
    `update "${store.schema}".vectors set embedding = '[1,0,0,0]' where id >= '0150'`,
  );
  const vector = Float32Array.of(1, 0, 0, 0);
  const near = await byIndex(store, request(store, 0, { vector, limit: 50 }));
  expect(near?.map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, n) => idOf(150 + n)));
  await store.session.close();
});

test("a filter is applied in the search, and fewer than asked for is no answer", async () => {
  const store = await filled(600, 8);
  const selection = sql<boolean>`r.kind = 'rare'`;
  const found = await byIndex(store, request(store, 1, { limit: 5, selection }));
  expect(found).toHaveLength(5);
  expect(found?.every(({ id }) => id.endsWith("7"))).toBe(true);
  expect(await byIndex(store, request(store, 1, { limit: 61, selection }))).toBeUndefined();
  expect(await byIndex(store, request(store, 1, { limit: 601 }))).toBeUndefined();
  await store.session.close();
});

test("there is no answer for scopes, spaces and widths that have no index", async () => {
  const store = await filled(200, 8);
  for (const more of [{ scope: "/other" }, { scope: "/none" }, { space: 2 }, { dimensions: 9 }]) {
    expect(await byIndex(store, request(store, 1, more))).toBeUndefined();
  }
  expect(await byIndex(store, request(store, 1))).toHaveLength(10);
  await store.session.close();
});

test("an index that another process has removed makes no answer wrong", async () => {
  const store = await filled(200, 8);
  const [row] = await database.query(`select name from "${store.schema}".vector_indexes`);
  await database.query(`drop index "${store.schema}"."${String(row?.["name"])}"`);
  const asked = request(store, 3);
  const near = await byIndex(store, asked);
  expect(near?.map(({ id }) => id)).toEqual(exactly(store, asked));
  await store.session.close();
});

test.each([
  { dimensions: 3_072, opclass: "halfvec_ip_ops", least: 0.95 },
  { dimensions: 4_500, opclass: "bit_hamming_ops", least: 0.95 },
])("vectors of width $dimensions are indexed with $opclass and found", async (wide) => {
  const store = await filled(120, wide.dimensions);
  const [index] = await database.query(
    "select indexdef from pg_indexes where schemaname = $1 and indexname like 'vectors_near_%'",
    [store.schema],
  );
  expect(index?.["indexdef"]).toContain(wide.opclass);
  expect(await recallOf(store, 3)).toBeGreaterThanOrEqual(wide.least);
  await store.session.close();
});

test("bits are enough to find candidates, where that was asked for", async () => {
  const store = await filled(1_000, 64, { vectorIndex: { quantization: "bit" } });
  expect(await recallOf(store, 10)).toBeGreaterThanOrEqual(0.95);
  await store.session.close();
});

test("indexes that others made are heard of after half a minute, while the search goes on", async () => {
  let now = 0;
  let loads = 0;
  const index = { scope: "/a", space: 1, name: "vectors_near_1", vectors: 5 };
  const load = async (): Promise<readonly (typeof index)[]> => {
    loads += 1;
    await Promise.resolve();
    if (loads === 2) throw new Error("not to be reached");
    return loads === 1 ? [] : [index];
  };
  const indexes = new VectorIndexes(load, () => now);
  await indexes.refresh();
  now = 30_000;
  expect(indexes.find("/a", 1)).toBeUndefined();
  expect(loads).toBe(1);
  for (const [at, expected] of [
    [30_001, 2],
    [30_002, 2],
    [60_002, 3],
  ] as const) {
    now = at;
    expect(indexes.find("/a", 1)).toBeUndefined();
    expect(loads).toBe(expected);
  }
  await new Promise((resolve) => setImmediate(resolve));
  expect(indexes.find("/a", 1)).toEqual(index);
  expect(indexes.find("/a", 2)).toBeUndefined();
});

test("pgvector 0.6 indexes wide vectors whole, finds by them, and searches exactly what it cannot index", async () => {
  const warnings: string[] = [];
  const old = {
    client: oldPgvector(database.client),
    onWarning: (message: string) => warnings.push(message),
  };
  const store = await filled(150, 600, old);
  expect(warnings).toEqual([expect.stringContaining("0.6.2")]);
  const asked = request(store, 3);
  const near = await byIndex(store, asked);
  expect(near?.map(({ id }) => id)).toEqual(exactly(store, asked));
  const wide = { schema: store.schema, scope: "/wide", space: 2 };
  await fillScope(database, { ...wide, vectors: clusteredVectors(150, 2_001) });
  const { built, kept } = await maintain(store.session);
  expect([built, kept]).toEqual([[], 1]);
  await store.session.close();
});

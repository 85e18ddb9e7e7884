import { sql } from "kysely";
import { expect, test } from "vitest";

import { readTablesOf, type VectorTable } from "../src/index/vector-tables.js";
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
import { bySize } from "./support/by-size.js";
import { clusteredVectors } from "./support/clustered.js";
import { SERVER_URL, testDatabase } from "./support/databases.js";
import { fillScope, idOf } from "./support/fill-scope.js";
import { oldPgvector } from "./support/old-pgvector.js";

/** Some tests are for `npm run test:full` alone. */
const IS_FULL = bySize(1, 0) === 1;

const database = await testDatabase();
const SCOPE = "/it's \\large";

interface Filled {
  readonly schema: string;
  readonly session: StoreSession;
  readonly vectors: readonly Float32Array[];
  readonly table: VectorTable;
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
  const [table] = await session.read(undefined, [SCOPE], (context) =>
    readTablesOf(context, "space 1", [{ path: SCOPE, below: false }]),
  );
  if (!table) throw new Error("the large scope has no table of its own");
  return { schema, session, vectors, table };
}

const NEAR = { columns: sql`near.id, near.distance`, join: sql`` };

function request(
  { vectors, table }: Filled,
  query: number,
  more: Partial<NearestRequest> = {},
): NearestRequest {
  const near = vectors[query] ?? new Float32Array(0);
  const vector = near.map((value, index) => value + (index % 3) * 0.01);
  return {
    table,
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
  return session.read(undefined, [SCOPE], (context) => nearestByIndex<Near>(context, asked));
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

/** The plan for these values, or, from PostgreSQL 16 on, the one that a name keeps for all. */
async function planOf(
  context: StoreContext,
  asked: NearestRequest,
  isGeneric = false,
): Promise<string> {
  const statement = compile(nearestStatement(context, { ...asked, candidates: asked.limit }));
  for (const setting of localSettings(BY_INDEX_ONLY)) {
    await context.channel.rows(compile(setting));
  }
  const rows = await context.channel.rows<Record<string, string>>({
    ...statement,
    text: `explain ${isGeneric ? "(generic_plan)" : ""} ${statement.text}`,
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

test.each([500, 5_000, 100_000].slice(0, bySize(3, 1)))(
  "the search of %i vectors is planned alike by name and without, however old the statistics",
  async (count) => {
    const store = await filled(count, 8);
    await database.query(
      `update pg_class set reltuples = -1, relpages = 0
       where relnamespace = $1::regnamespace and relkind = 'r'`,
      [`"${store.schema}"`],
    );
    await store.session.read(undefined, [SCOPE], async (context) => {
      for (const selection of [undefined, USUAL]) {
        for (const isGeneric of SERVER_URL === undefined ? [false, true] : [false]) {
          const plan = await planOf(context, request(store, 1, { selection }), isGeneric);
          expect(plan).toMatch(/Index Scan using vectors_near_[0-9a-f]{32}/u);
          expect(plan).not.toContain("Seq Scan");
        }
      }
    });
    await store.session.close();
  },
);

test("what follows a search by index is planned as ever", async () => {
  const store = await filled(150, 8);
  await store.session.read(undefined, [SCOPE], async (context) => {
    const asked = request(store, 1);
    expect(await nearestByIndex(context, asked)).toHaveLength(10);
    expect(await context.channel.rows({ text: "show enable_sort", values: [] })).toEqual([
      { enable_sort: "on" },
    ]);
  });
  await store.session.close();
});

test("where tables are divided, those of large scopes are not", { tags: "long" }, async () => {
  const store = await filled(400, 8, { partitions: 16, rowLevelSecurity: true });
  expect(await recallOf(store, 5)).toBeGreaterThanOrEqual(0.95);
  await store.session.read(undefined, [SCOPE], async (context) => {
    const plan = await planOf(context, request(store, 1, { selection: USUAL }));
    expect(plan).toMatch(/Index Scan using vectors_near_[0-9a-f]{32}/u);
  });
  expect(await maintain(store.session)).toMatchObject({ built: [], kept: 1 });
  await store.session.close();
});

test("equal distances are in the order of ids", async () => {
  const store = await filled(200, 4);
  await database.query(
    `update "${store.schema}".${store.table.name} set embedding = '[1,0,0,0]' where id >= '0150'`,
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

test("there is no answer where another index would have to, or some vectors are elsewhere", async () => {
  const store = await filled(200, 8);
  const { table } = store;
  const other = { ...table, index_name: "vectors_near_other" };
  for (const more of [
    { table: other },
    { table: { ...table, is_whole: false } },
    { dimensions: 9 },
  ])
    expect(await byIndex(store, request(store, 1, more))).toBeUndefined();
  expect(await byIndex(store, request(store, 1))).toHaveLength(10);
  await store.session.close();
});

test("an index that another process has removed makes no answer wrong", async () => {
  const store = await filled(200, 8);
  await database.query(`drop index "${store.schema}"."${store.table.index_name}"`);
  const asked = request(store, 3);
  const near = await byIndex(store, asked);
  expect(near?.map(({ id }) => id)).toEqual(exactly(store, asked));
  await store.session.close();
});

const WIDE = [
  { dimensions: 4_500, opclass: "bit_hamming_ops", least: 0.95 },
  { dimensions: 3_072, opclass: "halfvec_ip_ops", least: 0.95 },
];

test.each(WIDE.slice(0, bySize(2, 0)))(
  "vectors of width $dimensions are indexed with $opclass and found",
  async (wide) => {
    const store = await filled(120, wide.dimensions);
    const [index] = await database.query(
      "select indexdef from pg_indexes where schemaname = $1 and indexname like 'vectors_near_%'",
      [store.schema],
    );
    expect(index?.["indexdef"]).toContain(wide.opclass);
    expect(await recallOf(store, 3)).toBeGreaterThanOrEqual(wide.least);
    await store.session.close();
  },
);

test.skipIf(!IS_FULL)("bits are enough to find candidates, where that was asked for", async () => {
  const store = await filled(1_000, 64, { vectorIndex: { quantization: "bit" } });
  expect(await recallOf(store, 10)).toBeGreaterThanOrEqual(0.95);
  await store.session.close();
});

test(
  "pgvector 0.6 indexes wide vectors whole, finds by them, and searches exactly what it cannot index",
  { tags: "long" },
  async () => {
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
  },
);

/** @module-tag long */
import { createMemory } from "@kioku/core";
import { putOp, searchEntry, testRecord } from "@kioku/testing";
import { expect, test } from "vitest";

import { bySize } from "./support/by-size.js";
import { testDatabase } from "./support/databases.js";
import { SPACE } from "./support/some-puts.js";

const database = await testDatabase();
/** In every text, path and name of the records that are erased. */
const MARK = "zanzibar";
const RECORDS = 120;
/** In each of its vectors. */
const TELLING = "0.12345";

/** Returns the relations that hold a text of the erased scope, of the catalogs or of one schema. */
async function relationsWithMark(schema?: string): Promise<readonly string[]> {
  const relations = await database.query(
    `select c.oid::regclass::text as name from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
     where c.relkind in ('r', 'v') and case when $1::text is null
       then n.nspname = 'pg_catalog' and c.relname not like 'pg_shmem%' else n.nspname = $1 end
     order by 1`,
    [schema ?? null],
  );
  const found: string[] = [];
  for (const { name } of relations) {
    const [row] = await database.query(
      `select exists (select from ${String(name)} as t
         cross join unnest($1::text[]) as w where position(w in t::text) > 0) as is_there`,
      [[MARK, Buffer.from(MARK).toString("hex"), ...(schema === undefined ? [TELLING] : [])]],
    );
    if (row?.["is_there"] === true) found.push(String(name));
  }
  return found;
}

async function analyzeAll(schema: string): Promise<void> {
  const tables = await database.query(
    `select relname as name from pg_class where relnamespace = $1::regnamespace and relkind in ('r', 'p')`,
    [schema],
  );
  for (const { name } of tables) await database.query(`analyze "${schema}"."${String(name)}"`);
}

/** Vectors of which one number alone tells the scope. */
function vectorOf(n: number, tell: number): Float32Array {
  return Float32Array.from({ length: SPACE.dimensions }, (_, index) =>
    index === 0 ? tell : 1 / (n + index),
  );
}

test.for([{ tables: "whole" }, { tables: "divided", partitions: 16 }].slice(0, bySize(2, 1)))(
  "no text and no path is in statistics or catalogs, and of an erased scope only tombstones stay ($tables tables)",
  async ({ partitions }) => {
    const schema = database.newSchema();
    await using store = database.newStore({ schema, indexFrom: 100, partitions });
    await store.open();
    for (const [place, tell] of [
      ["kept", 0.25],
      [MARK, 0.123_45],
    ] as const) {
      const author = { actor: `${place} actor`, cause: `${place} cause` };
      const records = Array.from({ length: RECORDS }, (_, n) =>
        testRecord(n, {
          scope: [place],
          content: `${place} tea ${n % 5}`,
          kind: `${place} kind`,
          key: `${place} key ${n}`,
          thread: `${place} thread`,
          speaker: `${place} speaker`,
          value: `${place} value`,
          metadata: { [place]: `${place} metadata` },
        }),
      );
      await store.write(
        records.map((record, n) => {
          const vectors = [{ space: SPACE, values: vectorOf(n, tell) }];
          const search = searchEntry(record.content, vectors);
          return putOp(record, { search, idempotencyKey: `${place} once ${n}`, ...author });
        }),
      );
      const changed = records.slice(0, 60).map((record) => ({ ...record, version: 2 }));
      await store.write(changed.map((record) => putOp(record, { search: "keep", ...author })));
    }
    await store.maintain();
    await analyzeAll(schema);
    expect(await relationsWithMark()).toEqual([]);
    expect((await relationsWithMark(schema)).length).toBeGreaterThan(4);
    const [row] = await database.query(
      `select count(*)::integer as columns from pg_stats where schemaname = $1 and attname = 'id'`,
      [schema],
    );
    expect(row?.["columns"]).toBeGreaterThan(0);

    const memory = createMemory({ store });
    await memory.scope(MARK).erase({ everything: true });
    await store.scrub();
    await store.maintain();
    await analyzeAll(schema);
    expect(await relationsWithMark()).toEqual([]);
    const left = await relationsWithMark(schema);
    expect(left.filter((name) => !name.includes("tombstones"))).toEqual([]);
    expect(left).not.toEqual([]);
  },
);

test("a scope of which nothing was restored is not remembered", async () => {
  const schema = database.newSchema();
  await using store = database.newStore({ schema });
  await store.open();
  const record = testRecord(1, { scope: [MARK] });
  await store.write([putOp(record)]);
  const { scope, id } = record;
  await store.write([
    {
      op: "restore",
      scope,
      id,
      revisions: [],
      idempotencyKeys: [],
      contentHash: "",
      search: "none",
    },
  ]);
  expect(await relationsWithMark(schema)).toEqual([]);
});

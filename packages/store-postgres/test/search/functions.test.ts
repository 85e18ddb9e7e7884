/** @module-tag long */
import type { CallOptions } from "@kioku/core";
import type {
  GetOptions,
  RecordRef,
  SearchHit,
  SearchHits,
  SearchRequest,
} from "@kioku/core/toolkit";
import {
  compareWithReference,
  Picker,
  putOp,
  searchEntry,
  testId,
  testRecord,
} from "@kioku/testing";
import { Client } from "pg";
import { expect, test } from "vitest";

import type { PostgresStore } from "../../src/index.js";
import { RECORD_CALL } from "../../src/schema/written-record.js";
import { LONG_TEXT } from "../../src/search/search-sql.js";
import { bySize } from "../support/by-size.js";
import { SERVER_URL, testDatabase } from "../support/databases.js";
import { hideFunctions } from "../support/hide-functions.js";
import { somePuts, SPACE, unitVector } from "../support/some-puts.js";

const database = await testDatabase();
const picker = new Picker(5);
const seed = Number(process.env["KIOKU_TEST_SEED"] ?? 20_261_121);

function withoutContent({ record: _record, ...hit }: SearchHit): SearchHit {
  return hit;
}

/** Compares what was sent along with what is read. */
async function expectContent(
  store: PostgresStore,
  answers: readonly SearchHits[],
  { selection }: SearchRequest,
): Promise<void> {
  for (const hits of answers) {
    const sent = hits.filter(({ record }) => record);
    const now = selection.now ?? new Date(0);
    expect(sent.map(({ record }) => record)).toStrictEqual(await store.get(sent, { now }));
  }
}

/** A store that reads twice, with functions and without, and compares each answer. */
function bothWays(): PostgresStore {
  const schema = database.newSchema();
  const store = database.newStore({ schema });
  const other = database.newStore({ schema });
  const own: Partial<PostgresStore> = {
    open: async () => {
      await store.open();
      await hideFunctions(database, schema);
      await other.open();
    },
    search: async (asked: SearchRequest, options?: CallOptions) => {
      const request = { inFull: true, ...asked };
      const [hits, others] = await Promise.all([
        store.search(request, options),
        other.search(request, options),
      ]);
      const found = hits.map(withoutContent);
      expect(found).toStrictEqual(others.map(withoutContent));
      expect(hits.statistics).toStrictEqual(others.statistics);
      await expectContent(store, [hits, others], request);
      return asked.inFull === undefined ? found : hits;
    },
    get: async (refs: readonly RecordRef[], options: GetOptions) => {
      const found = await store.get(refs, options);
      expect(found).toStrictEqual(await other.get(refs, options));
      return found;
    },
    close: async () => {
      await other.close();
      await store.close();
    },
  };
  return new Proxy(store, {
    get: (_, name) => {
      const member: unknown = Reflect.get(own, name) ?? Reflect.get(store, name);
      return typeof member === "function" ? (member.bind(store) as unknown) : member;
    },
  });
}

test(`functions of the database answer as statements do (seed ${seed})`, async () => {
  const questions = {
    "searches by vector": bySize(60, 2),
    "searches by several legs": bySize(140, 4),
  };
  const report = await compareWithReference(bothWays, { questions, seed });
  expect(report.questions).toEqual(questions);
});

function ask(scope: string): SearchRequest {
  return {
    legs: [
      { type: "vector", space: SPACE.id, values: unitVector(picker) },
      { type: "text", terms: ["cat", "tea"] },
    ],
    selection: { within: [[scope]], reach: "here", validAt: new Date(), now: new Date() },
    limit: 20,
    around: 2,
    inFull: true,
  };
}

test("texts that hold what separates texts are read as they are", async () => {
  const store = bothWays();
  await store.open();
  const odd = ["cat \u001E tea", "cat\u001D", "\u001F", 'cat "\\\n', "=cat", "cat é 猫 😀"];
  const puts = odd.flatMap((text, n) => {
    const value = { [text]: text };
    const record = testRecord(n, { scope: ["odd"], content: text, thread: text, metadata: value });
    return putOp({ ...record, value }, { search: searchEntry(text) });
  });
  await store.write(puts);
  const hits = await store.search(ask("odd"));
  expect(hits.every(({ record }) => record === undefined)).toBe(true);
  expect(hits.map(({ id }) => id).toSorted()).toEqual([0, 1, 3, 4, 5].map((n) => testId(n)));
  for (const { id, thread } of hits) {
    expect(thread).toBe(odd[puts.findIndex(({ record }) => record.id === id)]);
  }
  const refs = puts.map(({ record: { scope, id } }) => ({ scope, id }));
  const found = await store.get(refs, { now: new Date() });
  expect(found).toEqual(puts.map(({ record }) => record));
  await store.close();
});

test("a space that others drop and make again is found again, with whatever width", async () => {
  const schema = database.newSchema();
  const [store, other] = [database.newStore({ schema }), database.newStore({ schema })];
  await store.open();
  await other.open();
  await store.write(somePuts(picker, ["a"], 3));
  expect(await store.search({ ...ask("a"), around: 0 })).toHaveLength(3);
  await other.dropSpace(SPACE.id);
  const scores = async (): Promise<readonly unknown[]> =>
    (await store.search(ask("a"))).map((hit) => hit.scores[0]);
  for (const score of await scores()) expect(score).toBeUndefined();
  await other.write(somePuts(picker, ["b"], 3));
  expect((await store.search(ask("b"))).every((hit) => hit.scores[0] !== undefined)).toBe(true);
  await other.dropSpace(SPACE.id);
  const values = Float32Array.of(1, 0);
  const wide = { space: { id: SPACE.id, dimensions: 2 }, values };
  const record = testRecord(9, { scope: ["c"], content: "cat" });
  await other.write([putOp(record, { search: searchEntry("cat", [wide]) })]);
  await expect(store.search(ask("c"))).rejects.toMatchObject({ code: "vector-space-mismatch" });
  const legs = [{ type: "vector", space: SPACE.id, values } as const];
  expect(await store.search({ ...ask("c"), legs })).toHaveLength(1);
  await store.close();
  await other.close();
});

test("texts of any length, kinds and vectors of a width of their own need no other way", async () => {
  const store = bothWays();
  await store.open();
  const long = `${"filler ".repeat(LONG_TEXT)} cat tea cat`;
  const texts = [long, "cat", "tea cat", long.replaceAll("cat", "dog"), "bird"];
  const records = texts.map((content, n) =>
    testRecord(n, { scope: ["long"], content, kind: n === 1 ? "fact" : "note" }),
  );
  await store.write(
    records.map((record, n) => {
      const values = unitVector(picker);
      return putOp(record, {
        search: searchEntry(texts[n] ?? "", n === 2 ? [] : [{ space: SPACE, values }]),
      });
    }),
  );
  const hits = await store.search(ask("long"));
  expect(new Set(hits.map(({ id }) => id))).toEqual(new Set(records.map(({ id }) => id)));
  expect(hits.find(({ id }) => id === testId(0))?.scores[1]).toBeGreaterThan(0);
  expect(hits.find(({ id }) => id === testId(4))?.scores[1]).toBeUndefined();
  const { legs, selection } = ask("long");
  const ofKind = await store.search({
    legs,
    selection: { ...selection, kinds: ["fact", "plan"] },
    limit: 20,
  });
  expect(ofKind.map(({ id }) => id)).toEqual([testId(1)]);
  await store.close();
});

interface TableUse {
  readonly scanned: string;
  readonly fetched: string;
}

// PGlite does not count what it reads.
test.skipIf(SERVER_URL === undefined).for(["force_generic_plan", "force_custom_plan", "auto"])(
  "plans of functions that were made on small tables read one scope by its key when the tables have grown (%s)",
  async (mode) => {
    const schema = database.newSchema();
    const store = database.newStore({ schema });
    await store.open();
    await store.write([...somePuts(picker, ["small"], 50), ...somePuts(picker, ["seed"], 50)]);
    await database.query(`analyze "${schema}".records, "${schema}".vectors`);
    const client = new Client({ connectionString: SERVER_URL });
    await client.connect();
    await client.query(`set plan_cache_mode = ${mode}`);
    const rounds = 8;
    const named = new Map([["scope", "/small"]]);
    for (const name of ["id", "key", "content_hash"]) named.set(name, "none");
    const unknown = RECORD_CALL.map(({ name }) => named.get(name) ?? null);
    const callAll = async (): Promise<void> => {
      for (let round = 0; round < rounds; round += 1) {
        await client.query(
          `select "${schema}".search_scope('/small', null, null, null, true, true, '{cat}', 1024, id::int, '[1,0,0,0,0,0,0,0]', 501, 128, 64) from "${schema}".spaces`,
        );
        await client.query(
          `select "${schema}".get_records('/small', '{${testId(1)},${testId(2)}}', 0, null),
             "${schema}".get_records('/small', null, 0, 'none')`,
        );
        await client.query(
          `select "${schema}".add_record('{1,2}', $1::text[], 'none', true, 'none', '[1,0]', null)`,
          [unknown],
        );
      }
    };
    await callAll();
    // No statistics of it, so that plans stay what they are.
    await client.query(`
      alter table "${schema}".records set (autovacuum_enabled = off);
      alter table "${schema}".vectors set (autovacuum_enabled = off)`);
    await callAll();
    await client.query(`
      begin;
      insert into "${schema}".records
      select (jsonb_populate_record(r, jsonb_build_object(
        'scope', '/huge', 'id', r.id || n, 'number', r.number + n * 100000))).*
      from generate_series(10, 409) as n, "${schema}".records as r where r.scope = '/seed';
      insert into "${schema}".vectors (scope, space, id, embedding)
      select '/huge', space, v.id || n, embedding
      from generate_series(10, 409) as n, "${schema}".vectors as v where v.scope = '/seed'`);
    const used = async (): Promise<TableUse | undefined> => {
      const { rows } = await client.query<TableUse>(
        `select sum(seq_tup_read) as scanned, sum(idx_tup_fetch) as fetched from pg_stat_xact_user_tables
         where schemaname = $1 and relname in ('records', 'vectors', 'strength')`,
        [schema],
      );
      return rows[0];
    };
    const before = await used();
    await callAll();
    const after = await used();
    expect(Number(after?.scanned) - Number(before?.scanned)).toBe(0);
    expect(Number(after?.fetched) - Number(before?.fetched)).toBe(rounds * (50 + 50 + 2));
    await client.end();
    await store.close();
  },
);

import { inMemoryStore } from "@kioku/core";
import type { CompleteStore, PutOp, SearchRequest, TextLeg, VectorLeg } from "@kioku/core/toolkit";
import { deleteOp, Picker, putOp, searchEntry, testId, testRecord } from "@kioku/testing";
import { expect, test } from "vitest";

import type { PostgresStore, PostgresStoreOptions } from "../../src/index.js";
import { buildSegment } from "../../src/index/segment/build-segment.js";
import { resolveOptions } from "../../src/options.js";
import { MAX_SMALL_RECORDS } from "../../src/search/large-scopes.js";
import { LONG_TEXT } from "../../src/search/search-sql.js";
import { StoreSession } from "../../src/store-session.js";
import { bySize } from "../support/by-size.js";
import { testDatabase } from "../support/databases.js";
import type { TestDatabase } from "../support/databases.js";
import { searchAsLarge } from "../support/large-searches.js";
import { somePuts, SPACE, unitVector } from "../support/some-puts.js";
import { spyingClient } from "../support/spying-client.js";

const database: TestDatabase = await testDatabase();
const picker = new Picker(7);

/** pgvector adds up in single precision, the reference in double precision. */
expect.addEqualityTesters([
  (a: unknown, b: unknown) =>
    typeof a === "number" && typeof b === "number" ? Math.abs(a - b) <= 1e-6 : undefined,
]);

interface Stores {
  readonly store: PostgresStore;
  readonly reference: CompleteStore;
  readonly session: StoreSession;
  readonly options: PostgresStoreOptions;
}

/**
 * The same in the reference, and in a store that a session of its own searches as if all were
 * large.
 */
async function storesWith(puts: readonly PutOp[], indexFrom = 1_000): Promise<Stores> {
  const options = { client: database.client, schema: database.newSchema(), indexFrom };
  const store = database.newStore(options);
  const reference = inMemoryStore();
  const session = new StoreSession(resolveOptions(options));
  await Promise.all([store.open(), reference.open()]);
  await session.open();
  await store.write(puts);
  await reference.write(puts);
  return { store, reference, session, options };
}

async function close({ store, session }: Pick<Stores, "store" | "session">): Promise<void> {
  await session.close();
  await store.close();
}

const TEXT: TextLeg = { type: "text", terms: ["cat", "tea"] };

function vectorLeg(): VectorLeg {
  return { type: "vector", space: SPACE.id, values: unitVector(picker) };
}

/** Of all records of a scope, or of every third. */
function request(scope: string, limit: number, rare: boolean): SearchRequest {
  return {
    legs: [vectorLeg(), TEXT],
    selection: { within: [[scope]], reach: "here", ...(rare ? { kinds: ["rare"] } : {}) },
    limit,
    around: 2,
  };
}

test("as many are found as there are, however few the selection leaves", async () => {
  const limit = 6;
  const counts = [0, 1, limit - 1, limit, limit + 1, 3 * limit, 40, 90];
  const puts = counts.flatMap((count) => somePuts(picker, [`scope ${count}`], count));
  const stores = await storesWith(puts);
  for (const count of counts) {
    for (const rare of [false, true]) {
      const matching = rare ? Math.ceil(count / 3) : count;
      const legs = [vectorLeg()];
      const alone = { ...request(`scope ${count}`, limit, rare), legs, around: 0 };
      expect(await stores.store.search(alone)).toHaveLength(Math.min(limit, matching));
      expect(await searchAsLarge(stores.session, alone)).toHaveLength(Math.min(limit, matching));
    }
  }
  await close(stores);
});

test(
  "a scope answers the same when it becomes large, has a segment, and has lost some of it",
  { tags: "long" },
  async () => {
    const puts = somePuts(picker, ["growing"], MAX_SMALL_RECORDS + 30);
    const stores = await storesWith(puts.slice(0, MAX_SMALL_RECORDS), 100);
    const asked = [10, 1, 200]
      .slice(0, bySize(3, 1))
      .flatMap((limit) => [false, true].map((rare) => request("growing", limit, rare)));
    const check = async (requests: readonly SearchRequest[]): Promise<void> => {
      for (const one of requests) {
        const expected = await stores.reference.search(one);
        expect(await stores.store.search(one)).toEqual(expected);
        expect(await searchAsLarge(stores.session, one)).toEqual(expected);
      }
    };
    await check(asked);
    for (const store of [stores.store, stores.reference]) {
      await store.write(puts.slice(MAX_SMALL_RECORDS));
    }
    await check(asked);
    expect(await buildSegment(stores.session, "/growing")).toBe(true);
    await check(asked);
    await stores.store.write(puts.slice(3, 9).map(({ record }) => deleteOp(record)));
    await stores.reference.write(puts.slice(3, 9).map(({ record }) => deleteOp(record)));
    await check(asked);
    await close(stores);
  },
);

test("an index of vectors finds as many as there are, and nearly always the nearest", async () => {
  const stores = await storesWith(somePuts(picker, ["growing"], MAX_SMALL_RECORDS + 30), 100);
  const { built } = await stores.store.maintain();
  expect(built).toHaveLength(1);
  await stores.session.close();
  const session = new StoreSession(resolveOptions(stores.options));
  await session.open();
  let found = 0;
  let wanted = 0;
  for (const limit of [1, 10, 200]) {
    for (const rare of [false, true]) {
      const asked = { ...request("growing", limit, rare), legs: [vectorLeg()], around: 0 };
      const expected = new Set((await stores.reference.search(asked)).map(({ id }) => id));
      const ids = (await searchAsLarge(session, asked)).map(({ id }) => id);
      expect(ids).toHaveLength(expected.size);
      found += ids.filter((id) => expected.has(id)).length;
      wanted += expected.size;
    }
  }
  expect(found / wanted).toBeGreaterThan(0.9);
  await close({ ...stores, session });
});

/** Largest error of rounding in single precision. */
const A_LITTLE_MORE = 1 + 2 ** -22;

test("a vector is as similar to itself as can be, and no more", async () => {
  const puts = somePuts(picker, ["same"], 20);
  const stores = await storesWith(puts);
  const scores: number[] = [];
  for (const { search } of puts) {
    const [own] = typeof search === "object" ? search.vectors : [];
    for (const factor of [A_LITTLE_MORE, -A_LITTLE_MORE]) {
      const values = (own?.values ?? new Float32Array()).map((value) => factor * value);
      const legs = [{ type: "vector", space: SPACE.id, values } as const];
      const hits = await searchAsLarge(stores.session, { ...request("same", 20, false), legs });
      scores.push(...hits.flatMap((hit) => hit.scores.map((score) => score ?? Number.NaN)));
    }
  }
  expect(scores).toHaveLength(2 * 20 * 20);
  expect([Math.min(...scores), Math.max(...scores)]).toEqual([-1, 1]);
  expect(scores.filter((score) => !(Math.abs(score) <= 1))).toEqual([]);
  await close(stores);
});

test("texts with the same numbers in two scopes are told apart", async () => {
  const puts = ["one", "two"].flatMap((name) => somePuts(picker, ["both", name], 40));
  const stores = await storesWith(puts);
  const schema = `"${stores.options.schema}"`;
  await database.query(`
    update ${schema}.records as r set number = n.number from (
      select scope, id, row_number() over (partition by scope order by id) as number
      from ${schema}.records) as n where n.scope = r.scope and n.id = r.id`);
  await database.query(`update ${schema}.scopes set first_number = 0`);
  const selection = { within: [["both"]], reach: "below" } as const;
  const asked = { legs: [TEXT], selection, limit: 15 };
  const expected = await stores.reference.search(asked);
  for (const scope of [undefined, "/both/one", "/both/two"]) {
    if (scope !== undefined) await buildSegment(stores.session, scope);
    expect(await searchAsLarge(stores.session, asked)).toEqual(expected);
  }
  await close(stores);
});

/** Records of one text, whose numbers are in another order than their ids. */
function equalTexts(count: number): readonly PutOp[] {
  return Array.from({ length: count }, (_, n) => {
    const scope = ["equal", String(n % 3)];
    const kind = n % 3 === 0 ? "rare" : "note";
    const vectors = [{ space: SPACE, values: unitVector(picker) }];
    const search = searchEntry(n % 100 === 1 ? "cat tea" : "tea and more", vectors);
    return putOp(testRecord((n * 7) % count, { scope, kind }), { search });
  });
}

test(
  "of many equal texts the first by id are found, and no others are looked at",
  { tags: "long" },
  async () => {
    const stores = await storesWith(equalTexts(3_000));
    const answers: number[] = [];
    const client = spyingClient(
      database.client,
      () => undefined,
      (rows) => answers.push(rows),
    );
    const session = new StoreSession(resolveOptions({ ...stores.options, client }));
    await session.open();
    const search = async (
      within: readonly string[][],
      kinds?: readonly string[],
    ): Promise<void> => {
      for (const limit of [1, 7, 40]) {
        const selection = { within, reach: "below", ...(kinds ? { kinds } : {}) } as const;
        const asked = { legs: [TEXT, vectorLeg()], selection, limit };
        const expected = await stores.reference.search(asked);
        answers.length = 0;
        expect(await searchAsLarge(session, asked)).toEqual(expected);
        answersOf.push(...answers);
      }
    };
    const answersOf: number[] = [];
    await search([["equal"]]);
    await search([["equal"]], ["rare"]);
    for (const path of ["/equal/0", "/equal/1", "/equal/2"]) await buildSegment(session, path);
    answersOf.length = 0;
    await search([["equal"]]);
    await search([["equal"]], ["rare"]);
    // All of them are in segments: only what is found is read, and a few more.
    expect(Math.max(...answersOf)).toBeLessThan(150);
    await session.close();
    await close(stores);
  },
);

function longText(n: number, words: string): PutOp {
  const content = `${"filler ".repeat(LONG_TEXT + n)}${words}`;
  return putOp(testRecord(n, { scope: ["growing"], content }), { search: searchEntry(content) });
}

test("long texts count as short ones do", async () => {
  const puts = [
    ...somePuts(picker, ["growing"], 20),
    longText(20, "cat cat"),
    longText(21, "fish"),
  ];
  const stores = await storesWith(puts);
  for (const terms of [["cat"], ["cat", "fish", "tea"], ["filler", "nothing"]]) {
    const asked = { ...request("growing", 100, false), legs: [{ type: "text", terms } as const] };
    const expected = await stores.reference.search(asked);
    expect(expected.map(({ id }) => id)).toContain(testId(20));
    expect(await stores.store.search(asked)).toEqual(expected);
    expect(await searchAsLarge(stores.session, asked)).toEqual(expected);
  }
  await close(stores);
});

/**
 * Terms that could be taken for parts of others, for patterns, or for what stands between terms.
 */
const ODD_TERMS = [
  "",
  "\u001F",
  "\u001E",
  "\u001E1",
  "\u001E0",
  "a\u001Fb",
  "a",
  "b",
  "%",
  "_",
  "'",
  "\\",
  "{",
  "\u0001",
];

test("any text can be a term", async () => {
  const puts = [[], ...ODD_TERMS.map((term) => [term]), ODD_TERMS].map((terms, n) => {
    const search = { ...searchEntry("odd"), textHash: `hash ${n}`, terms };
    return putOp(testRecord(n, { scope: ["growing"], content: "odd" }), { search });
  });
  const stores = await storesWith(puts);
  const ask = async (): Promise<void> => {
    for (const term of ODD_TERMS) {
      const legs = [{ type: "text", terms: [term, "missing"] } as const];
      const asked = { ...request("growing", 100, false), legs };
      const expected = await stores.reference.search(asked);
      expect(expected).toHaveLength(2);
      expect(await stores.store.search(asked)).toEqual(expected);
      expect(await searchAsLarge(stores.session, asked)).toEqual(expected);
    }
  };
  await ask();
  expect(await buildSegment(stores.session, "/growing")).toBe(true);
  await ask();
  await close(stores);
});

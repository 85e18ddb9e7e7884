import { inMemoryStore } from "@kioku/core";
import type { CompleteStore, SearchHit, SearchLeg, Selection, WriteOp } from "@kioku/core/toolkit";
import { deleteOp, putOp, testId, testRecord } from "@kioku/testing";
import { expect, onTestFinished, test } from "vitest";

import { sqliteStore } from "../../src/index.js";
import type { SqliteStore } from "../../src/index.js";
import { seededRandom } from "../support/random.js";
import { temporaryFile } from "../support/temporary-directory.js";

const here: Selection = { within: [["test"]], reach: "here" };

/** A record that is found by these terms, whatever they look like. */
function putTerms(
  n: number,
  terms: readonly string[],
  scope: readonly string[] = ["test"],
): WriteOp {
  return putOp(testRecord(n, { scope }), {
    search: { textHash: `${n}`, terms, traits: 1, vectors: [] },
  });
}

async function openBoth(ops: readonly WriteOp[]): Promise<readonly [SqliteStore, CompleteStore]> {
  const [store, reference] = [sqliteStore({ path: ":memory:" }), inMemoryStore()];
  for (const one of [store, reference]) {
    onTestFinished(() => one.close());
    await one.open();
    await one.write(ops);
  }
  return [store, reference];
}

async function expectSame(
  [store, reference]: readonly [CompleteStore, CompleteStore],
  terms: readonly string[],
  selection: Selection,
): Promise<readonly SearchHit[]> {
  const legs: readonly SearchLeg[] = [{ type: "text", terms }];
  const request = { legs, selection, limit: 10_000 };
  const [actual, expected] = [await store.search(request), await reference.search(request)];
  expect(actual.map(({ scope, id }) => [scope, id])).toEqual(
    expected.map(({ scope, id }) => [scope, id]),
  );
  for (const [index, hit] of actual.entries()) {
    expect(hit.scores).toEqual([expect.any(Number)]);
    expect(hit.scores[0]).toBeCloseTo(expected[index]?.scores[0] ?? -1, 12);
  }
  return actual;
}

test("texts of 2,047 to 10,000 terms are scored by their true length", async () => {
  const lengths = [1, 10, 2_047, 2_048, 2_049, 4_096, 5_000, 10_000];
  const ops = lengths.map((length, n) =>
    putTerms(n, ["cat", ...Array.from({ length: length - 1 }, (_, index) => `w${index % 50}`)]),
  );
  const both = await openBoth(ops);
  const hits = await expectSame(both, ["cat"], here);
  expect(hits.map(({ id }) => id)).toEqual(lengths.map((_, n) => testId(n)));
  // From the index, and then from memory, which follows what is written.
  for (let time = 0; time < 4; time += 1) await expectSame(both, ["w1", "cat", "w7"], here);
  const longer = Array.from({ length: 3_000 }, (_, index) => `w${index % 9}`);
  const version = { ...testRecord(2, { scope: ["test"] }), version: 2 };
  const search = { textHash: "longer", terms: longer, traits: 1, vectors: [] };
  for (const store of both) await store.write([putOp(version, { search })]);
  await expectSame(both, ["w1", "cat", "w7"], here);
  for (const store of both) await store.write([deleteOp(testRecord(7, { scope: ["test"] }))]);
  await expectSame(both, ["w1", "cat", "w7"], here);
  const [sqlite] = both;
  expect(await sqlite.integrityCheck()).toMatchObject({ ok: true });
});

test("a hundred scopes below are searched as one, and others are not counted", async () => {
  const random = seededRandom(3);
  const words = ["cat", "ca", "cats", "dog", "猫"];
  const ops = Array.from({ length: 600 }, (_, n) => {
    const terms = Array.from({ length: random.below(6) }, () => random.pick(words));
    return putTerms(n, terms, [n % 3 === 0 ? "other" : "team", String(n % 100)]);
  });
  const both = await openBoth(ops);
  for (const terms of [["cat"], ["ca", "dog"], ["猫", "nothing"], words]) {
    const below: Selection = { within: [["team"]], reach: "below" };
    expect((await expectSame(both, terms, below)).length).toBeGreaterThan(10);
    await expectSame(both, terms, { within: [[]], reach: "below" });
    await expectSame(both, terms, {
      within: [
        ["team", "7"],
        ["other", "8"],
      ],
      reach: "here",
    });
  }
});

test("terms with spaces, control characters, capitals, quotes and escapes are told apart", async () => {
  const terms = [
    "a",
    "A",
    "%41",
    "a b",
    "b",
    "a\u001f1",
    "\u001f",
    "",
    "'",
    '"',
    "a\tb",
    "%",
    "é",
    "É",
  ];
  const both = await openBoth(terms.map((term, n) => putTerms(n, [term])));
  for (const [n, term] of terms.entries()) {
    const hits = await expectSame(both, [term], here);
    expect(hits.map(({ id }) => id)).toEqual([testId(n)]);
    await expectSame(both, [term], { within: [[]], reach: "below" });
  }
});

test("many candidates that the selection hides do not hide those behind them", async () => {
  const now = testRecord(0).createdAt;
  const ops = Array.from({ length: 2_000 }, (_, n) => {
    const hidden = n % 400 === 399 ? {} : { archivedAt: now };
    // The hidden ones are shorter and so score higher.
    const terms = n % 400 === 399 ? ["cat", "dog", "bird"] : ["cat"];
    return putOp(testRecord(n, hidden), {
      search: { textHash: `${n}`, terms, traits: 1, vectors: [] },
    });
  });
  const both = await openBoth(ops);
  const hits = await expectSame(both, ["cat"], here);
  expect(hits.map(({ id }) => id)).toEqual([399, 799, 1_199, 1_599, 1_999].map((n) => testId(n)));
});

test("a term that a text has 70,000 times is counted to the end", async () => {
  const often = Array.from({ length: 70_000 }, () => "cat");
  const others = Array.from({ length: 20 }, (_, n) => putTerms(n + 1, ["dog", "cat"]));
  const both = await openBoth([putTerms(0, [...often, "dog"]), ...others, putTerms(30, ["cat"])]);
  for (let time = 0; time < 3; time += 1) {
    const hits = await expectSame(both, ["dog", "cat"], here);
    expect(hits).toHaveLength(22);
  }
});

test("the best of many thousand are those of all, whatever is common and whoever is gone", async () => {
  const random = seededRandom(5);
  const path = temporaryFile();
  const stores = [sqliteStore({ path }), sqliteStore({ path, indexBytes: 0 })] as const;
  for (const store of stores) {
    onTestFinished(() => store.close());
    await store.open();
  }
  const [store, plain] = stores;
  const words = ["rare", "seldom", "some", "often", "common", "猫"];
  const made = (n: number): WriteOp => {
    const terms = words.filter((_, index) => random.chance(4 ** index / 2_000));
    const repeated = random.chance(0.01) ? Array.from({ length: 300 }, () => "often") : [];
    return putTerms(n, [...terms, ...repeated, "all"], n % 7 === 0 ? ["test", "below"] : ["test"]);
  };
  await store.write(Array.from({ length: 9_500 }, (_, n) => made(n)));
  for (let round = 0; round < 30; round += 1) {
    const terms = [...words, "all", "nothing"].filter(() => random.chance(0.5));
    const weights = terms.map(() => random.pick([1, 1, 0.3]));
    const legs = [{ type: "text", terms, weights, originals: 1 }] as const;
    const selection = { within: [["test"]], reach: random.pick(["here", "below"] as const) };
    const request = { legs, selection, limit: 1 + random.below(40) };
    const expected = await plain.search(request);
    expect(await store.search(request)).toEqual(expected);
    const gone = expected.slice(0, 3).map(({ scope, id }) => deleteOp({ scope, id }));
    if (round % 3 === 0) await store.write([...gone, made(10_000 + round)]);
  }
}, 300_000);

test("half a character is found by an index as without one", async () => {
  const path = temporaryFile();
  const stores = [sqliteStore({ path }), sqliteStore({ path, indexBytes: 0 })] as const;
  const [store] = stores;
  for (const one of stores) await one.open();
  const terms = ["\uD83D", "a\uDE00"];
  const content = "\u{1F600}a\u{1F600}";
  const search = { textHash: "text", terms, traits: 1, vectors: [] };
  const leg: SearchLeg = { type: "text", terms };
  for (let n = 0; n < 4; n += 1) {
    await store.write([putOp(testRecord(n, { content }), { search })]);
    const found = await Promise.all(
      stores.map((one) => one.search({ legs: [leg], selection: here, limit: 9 })),
    );
    expect(found[0]).toHaveLength(n + 1);
    expect(found[0]).toEqual(found[1]);
  }
  expect(await store.integrityCheck()).toEqual({ ok: true, problems: [] });
  for (const one of stores) await one.close();
});

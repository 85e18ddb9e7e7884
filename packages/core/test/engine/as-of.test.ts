import { rejection, testMemory, wordEmbedder, replace } from "@kioku/testing/support";
import type { TestClock } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { inMemoryStore } from "../../src/index.js";
import type { AsOf, Embedder, MemoryEvents, Receipt } from "../../src/index.js";

const QUESTION = "Where does Ann live?";

function idOf(receipt: Receipt): string {
  if (receipt.status === "rejected") throw new Error("rejected");
  return receipt.record.id;
}

function at(clock: TestClock, instant: string): Date {
  clock.now = new Date(instant);
  return clock.now;
}

/** Ann moved to Paris in May 2024; the memory heard of it in July. */
async function moved() {
  const made = testMemory();
  const { memory, clock } = made;
  at(clock, "2024-01-10T00:00:00Z");
  const berlin = idOf(await memory.remember("Ann lives in Berlin"));
  at(clock, "2024-07-01T00:00:00Z");
  const validFrom = new Date("2024-05-01T00:00:00Z");
  const input = { content: "Ann lives in Paris", validFrom, supersedes: [berlin] };
  const paris = idOf(await memory.remember(input, { actor: "ann" }));
  at(clock, "2026-01-01T00:00:00Z");
  const june = new Date("2024-06-01T00:00:00Z");
  const march = new Date("2024-03-01T00:00:00Z");
  return { ...made, berlin, paris, june, march };
}

test("what is known now and what was known then are told apart from what was true then", async () => {
  const { memory, june, march } = await moved();
  const answers = async (asOf?: { knownAt?: Date; validAt?: Date }): Promise<string[]> => {
    const hits = await memory.recall({ query: QUESTION, asOf });
    const { items } = await memory.list({ asOf });
    const contents = hits.map(({ content }) => content.slice("Ann lives in ".length));
    expect(items.map(({ content }) => content.slice("Ann lives in ".length))).toEqual(contents);
    return contents;
  };
  expect(await answers()).toEqual(["Paris"]);
  expect(await answers({ validAt: june })).toEqual(["Paris"]);
  expect(await answers({ validAt: march })).toEqual(["Berlin"]);
  // In June, the memory had not heard of the move.
  expect(await answers({ knownAt: june })).toEqual(["Berlin"]);
  expect(await answers({ knownAt: june, validAt: june })).toEqual(["Berlin"]);
  expect(await answers({ knownAt: new Date("2024-08-01"), validAt: march })).toEqual(["Berlin"]);
  expect(await answers({ knownAt: new Date("2024-08-01") })).toEqual(["Paris"]);
  expect(await answers({ knownAt: new Date("2023-01-01") })).toEqual([]);
  expect(await answers({ knownAt: new Date("2126-01-01") })).toEqual(["Paris"]);
});

test("what was known of a past moment is asked about now, unless it says otherwise", async () => {
  const { memory, clock } = testMemory();
  at(clock, "2024-01-01T00:00:00Z");
  const dates = { validFrom: new Date("2023-01-01"), validTo: new Date("2025-01-01") };
  await memory.remember({ content: "Ann rents a flat", key: "home", ...dates });
  const knownAt = new Date("2024-02-01T00:00:00Z");
  at(clock, "2026-01-01T00:00:00Z");
  const found = async (asOf: AsOf): Promise<unknown[]> => [
    (await memory.recall({ query: "flat", asOf })).length,
    (await memory.list({ asOf })).items.length,
    await memory.get("home", { asOf }),
  ];
  // It was known already that this would be true no more by now.
  expect(await found({ knownAt })).toEqual([0, 0, undefined]);
  expect(await found({ knownAt, validAt: knownAt })).toEqual([1, 1, "Ann rents a flat"]);
});

test("context asks the same moment as recall", async () => {
  const { memory, june } = await moved();
  expect((await memory.context({ query: QUESTION, asOf: { knownAt: june } })).text).toContain(
    "Ann lives in Berlin",
  );
  expect((await memory.context(QUESTION)).text).not.toContain("Berlin");
});

test("read shows a record in the version of then, and looks at validity only if asked to", async () => {
  const { memory, berlin, paris, june, march } = await moved();
  expect((await memory.read(berlin))?.validTo).toEqual(new Date("2024-05-01T00:00:00Z"));
  expect(await memory.read(berlin, { asOf: { knownAt: june } })).not.toHaveProperty("validTo");
  expect(await memory.read(berlin, { asOf: { validAt: june } })).toBeUndefined();
  expect((await memory.read(berlin, { asOf: { validAt: march } }))?.version).toBe(2);
  expect((await memory.read(berlin, { asOf: { validAt: june, knownAt: june } }))?.version).toBe(1);
  expect(await memory.read(paris, { asOf: { knownAt: june } })).toBeUndefined();
});

test("get hides what is not true now, and answers for another moment", async () => {
  const { memory, clock } = testMemory();
  const first = at(clock, "2024-01-01T00:00:00Z");
  const { id } = await memory.set("city", "Berlin");
  const second = at(clock, "2024-02-01T00:00:00Z");
  await memory.set("city", "Rome");
  const third = at(clock, "2024-03-01T00:00:00Z");
  await memory.update(id, { validTo: third });
  at(clock, "2024-04-01T00:00:00Z");

  expect(await memory.get("city")).toBeUndefined();
  expect((await memory.read(id))?.value).toBe("Rome");
  expect(await memory.get("city", { asOf: { validAt: second } })).toBe("Rome");
  expect(await memory.get("city", { asOf: { knownAt: second } })).toBe("Rome");
  const before = new Date(second.getTime() - 1);
  expect(await memory.get("city", { asOf: { knownAt: before } })).toBe("Berlin");
  expect(await memory.get("city", { asOf: { knownAt: new Date(first.getTime() - 1) } })).toBe(
    undefined,
  );

  await memory.set("city", "Lima");
  expect(await memory.get("city")).toBe("Lima");
  const future = new Date("2025-01-01T00:00:00Z");
  await memory.update(id, { validFrom: future });
  expect(await memory.get("city")).toBeUndefined();
  expect(await memory.get("city", { asOf: { validAt: future } })).toBe("Lima");
});

test("of two records that had a key one after the other, each is found in its time", async () => {
  const { memory, clock } = testMemory();
  const first = at(clock, "2024-01-01T00:00:00Z");
  await memory.set("k", 1);
  at(clock, "2024-02-01T00:00:00Z");
  await memory.forget({ key: "k" });
  const gap = clock.now;
  const later = at(clock, "2024-03-01T00:00:00Z");
  await memory.set("k", 2);
  at(clock, "2024-04-01T00:00:00Z");
  const values = [first, gap, later].map((knownAt) => memory.get("k", { asOf: { knownAt } }));
  expect(await Promise.all(values)).toEqual([1, undefined, 2]);
});

test("of two records of one key whose writers' clocks disagreed, the one written later had it", async () => {
  const store = inMemoryStore();
  const { memory, clock } = testMemory({ store });
  at(clock, "2024-01-01T00:00:00Z");
  await memory.set("k", 1);
  at(clock, "2024-01-03T00:00:00Z");
  await memory.forget({ key: "k" });
  at(clock, "2024-01-02T00:00:00Z");
  await memory.set("k", 2);
  const knownAt = new Date("2024-01-02T12:00:00Z");
  at(clock, "2024-04-01T00:00:00Z");
  expect(await memory.get("k", { asOf: { knownAt } })).toBe(2);
  expect((await memory.list({ asOf: { knownAt } })).items).toHaveLength(1);
});

test("what was forgotten since was known, what was purged since was not", async () => {
  const { memory, clock } = testMemory();
  const [kept, purged] = (await memory.rememberAll(["green tea", "black tea"])).map(idOf);
  const knownAt = clock.now;
  at(clock, "2026-05-01T00:00:00Z");
  await memory.forget(kept ?? "");
  await memory.forget(purged ?? "", { purge: true });
  expect(await memory.recall("tea")).toEqual([]);
  const then = await memory.recall({ query: "tea", asOf: { knownAt } });
  expect(then.map(({ content }) => content)).toEqual(["green tea"]);
  expect((await memory.read(kept ?? "", { asOf: { knownAt } }))?.content).toBe("green tea");
  expect(await memory.read(kept ?? "", { asOf: { knownAt: clock.now } })).toBeUndefined();
  expect(await memory.read(purged ?? "", { asOf: { knownAt } })).toBeUndefined();
});

test("what has expired by now was never known, before and after sweep", async () => {
  const { memory, clock } = testMemory();
  const knownAt = clock.now;
  const DAY = 86_400_000;
  const inputs = [
    { content: "plain tea" },
    { content: "short tea", ttlMs: DAY },
    { content: "forgotten tea", ttlMs: DAY },
    { content: "later short tea" },
  ];
  const ids = (await memory.rememberAll(inputs)).map(idOf);
  clock.now = new Date(knownAt.getTime() + 1);
  await memory.forget(ids[2] ?? "");
  await memory.update(ids[3] ?? "", { ttlMs: DAY });
  const asOf = { knownAt };
  const answers = async () => ({
    recalled: (await memory.recall({ query: "tea", asOf })).map(({ content }) => content),
    listed: (await memory.list({ asOf, includeRetired: true })).items.map(({ content }) => content),
    read: await Promise.all(ids.map(async (id) => (await memory.read(id, { asOf }))?.content)),
  });
  const all = inputs.map(({ content }) => content);
  expect((await answers()).read).toEqual(all);
  expect((await answers()).listed).toEqual(all);

  clock.now = new Date(knownAt.getTime() + 2 * DAY);
  const before = await answers();
  expect(before).toEqual({
    recalled: ["plain tea"],
    listed: ["plain tea"],
    read: ["plain tea", undefined, undefined, undefined],
  });
  expect((await memory.sweep()).removed).toBe(3);
  expect(await answers()).toEqual(before);
  for (const id of ids.slice(1)) expect(await memory.history(id)).toEqual([]);
});

test("a version that had expired by then did not exist then, though its record lives on", async () => {
  const { memory, clock } = testMemory();
  const { id } = await memory.set("k", 1, { ttlMs: 1_000 });
  const start = clock.now.getTime();
  clock.now = new Date(start + 500);
  await memory.update(id, { ttlMs: 5_000 });
  const asOf = { knownAt: new Date(start + 400) };
  clock.now = new Date(start + 3_000);
  expect(await memory.get("k", { asOf })).toBe(1);
  // As of a later moment that the record did not live to see.
  for (const knownAt of [new Date(start + 5_500), new Date(start + 9_000)]) {
    expect(await memory.get("k", { asOf: { knownAt } })).toBeUndefined();
    expect(await memory.read(id, { asOf: { knownAt } })).toBeUndefined();
    expect((await memory.list({ asOf: { knownAt } })).items).toEqual([]);
    expect(await memory.recall({ query: "k", asOf: { knownAt } })).toEqual([]);
  }
});

test("texts of then are found by their own words and meaning, also those that were changed since", async () => {
  const { memory, clock } = testMemory();
  const id = idOf(await memory.remember("green tea"));
  await memory.remember("old trains");
  const knownAt = clock.now;
  at(clock, "2026-05-01T00:00:00Z");
  await memory.update(id, { content: "black coffee" });
  const asOf = { knownAt };
  for (const mode of ["hybrid", "semantic"] as const) {
    const [hit] = await memory.recall({ query: "green tea", mode, asOf, explain: true });
    expect(hit).toMatchObject({ id, content: "green tea", version: 1 });
    expect(hit?.signals?.similarity).toBeCloseTo(1, 5);
  }
  const [hit] = await memory.recall({ query: "green tea", mode: "keyword", asOf });
  expect(hit).toMatchObject({ id, content: "green tea", version: 1 });
  const old = await memory.recall({ query: "coffee", mode: "keyword", asOf });
  expect(old).toEqual([]);
});

test("a past in which nothing has changed since is recalled exactly as it was", async () => {
  const { memory, clock } = testMemory();
  const a = memory.scope("a");
  const many = Array.from({ length: 1_050 }, (_, n) => ({
    content: `note ${n} about ${n % 7 === 0 ? "tea" : "trains"} and ${n % 5 === 0 ? "rain" : "sun"}`,
    importance: (n % 10) / 10,
    ...(n % 3 === 0
      ? { thread: `t${n % 30}`, occurredAt: new Date(Date.UTC(2026, 0, 1, 0, n)) }
      : {}),
  }));
  await a.rememberAll(many);
  await a.scope("b").remember("tea in the rain, below");
  await memory.scope("c").remember("tea in the rain, elsewhere");
  const queries = [
    { query: "tea in the rain" },
    { query: "tea in the rain", mode: "semantic", diversity: 0.5 },
    { query: "trains", neighbours: 2, reach: "below" },
    { query: "sun on 1 January 2026", filter: { "@importance": { $gte: 0.5 } } },
  ] as const;
  const ask = (asOf?: { knownAt: Date; validAt: Date }) =>
    Promise.all(queries.map((query) => a.recall({ ...query, asOf, explain: true, limit: 20 })));
  const before = await ask();
  const knownAt = clock.now;
  at(clock, "2027-03-01T00:00:00Z");
  for (const { id } of (await a.list({ limit: 300 })).items) await a.update(id, { pinned: true });
  await a.remember("tea in the rain, written later");
  const then = await ask({ knownAt, validAt: knownAt });
  expect(then.map((hits) => hits.length)).toEqual([20, 20, 20, 20]);
  expect(then).toEqual(before);
});

test("vectors of texts that stayed are taken from the store, and only what can be found is embedded", async () => {
  const inner = wordEmbedder();
  const embedded: (readonly string[])[] = [];
  const embedder: Embedder = {
    ...inner,
    embed: (texts, options) => {
      embedded.push(texts);
      return inner.embed(texts, options);
    },
  };
  const { memory, clock } = testMemory({ embedder });
  const ids = (
    await memory.rememberAll([
      { content: "green tea" },
      { content: "black tea" },
      { content: "white tea", kind: "other" },
    ])
  ).map(idOf);
  const knownAt = clock.now;
  at(clock, "2026-05-01T00:00:00Z");
  await memory.update(ids[0] ?? "", { importance: 1 });
  await memory.update(ids[1] ?? "", { content: "coffee" });
  await memory.update(ids[2] ?? "", { content: "cocoa" });
  embedded.length = 0;
  const asOf = { knownAt };
  await memory.recall({ query: "tea", kinds: ["note"], asOf });
  expect(embedded).toEqual([["black tea"], ["tea"]]);
  embedded.length = 0;
  await memory.recall({ query: "tea", mode: "keyword", asOf });
  await memory.list({ asOf });
  expect(embedded).toEqual([]);
});

test("a vector that was written while the past was read is never taken for that of an old text", async () => {
  const inner = inMemoryStore();
  const { memory: other } = testMemory({ store: inner });
  const id = idOf(await other.remember("green tea"));
  let isWritten = false;
  const store = replace(inner, {
    vectors: async (space, refs, options) => {
      if (!isWritten) await other.update(id, { content: "black coffee" });
      isWritten = true;
      return inner.vectors(space, refs, options);
    },
  });
  const { memory, clock } = testMemory({ store });
  const query = { query: "green tea", asOf: { knownAt: clock.now }, explain: true } as const;
  clock.now = new Date(clock.now.getTime() + 1_000);
  const [hit] = await memory.recall({ ...query, mode: "semantic" });
  expect(isWritten).toBe(true);
  expect(hit?.content).toBe("green tea");
  expect(hit?.signals?.similarity).toBeCloseTo(1, 5);
});

test("an embedder that fails for texts of then leaves them to keywords, and the event says so", async () => {
  const embedder = wordEmbedder();
  let fails = false;
  const { memory, clock } = testMemory({
    embedder: {
      ...embedder,
      embed: async (texts, options) => {
        if (fails && options?.purpose === "document") throw new Error("down");
        return embedder.embed(texts, options);
      },
    },
  });
  const id = idOf(await memory.remember("green tea"));
  const knownAt = clock.now;
  at(clock, "2026-05-01T00:00:00Z");
  await memory.update(id, { content: "black coffee" });
  fails = true;
  const degraded: MemoryEvents["degraded"][] = [];
  memory.on("degraded", (event) => degraded.push(event));
  const [hit] = await memory.recall({ query: "green tea", asOf: { knownAt }, explain: true });
  expect(hit?.content).toBe("green tea");
  expect(hit?.signals).not.toHaveProperty("similarity");
  expect(degraded).toMatchObject([{ scope: [], during: "recall" }]);
});

test("what was kept out of recall, archived or pinned then is so as of then", async () => {
  const { memory, clock } = testMemory();
  await memory.remember({ content: "quiet tea", index: false });
  const id = idOf(await memory.remember("green tea"));
  const known = clock.now;
  const archived = at(clock, "2040-01-01T00:00:00Z");
  await memory.sweep({ archiveBelow: 0.9 });
  at(clock, "2040-02-01T00:00:00Z");
  await memory.markUsed(id);
  at(clock, "2040-03-01T00:00:00Z");
  const recalled = async (knownAt: Date, includeArchived = false): Promise<string[]> => {
    const hits = await memory.recall({ query: "tea", asOf: { knownAt }, includeArchived });
    return hits.map(({ content }) => content);
  };
  expect(await recalled(known)).toEqual(["green tea"]);
  expect(await recalled(archived)).toEqual([]);
  expect(await recalled(archived, true)).toEqual(["green tea"]);
  expect(await recalled(clock.now)).toEqual(["green tea"]);
});

test("recency is that of then", async () => {
  const { memory, clock } = testMemory();
  await memory.remember("green tea");
  const then = clock.now;
  at(clock, "2030-01-01T00:00:00Z");
  const score = async (asOf?: { knownAt: Date }): Promise<number> =>
    (await memory.recall({ query: "green tea", asOf }))[0]?.score ?? 0;
  expect(await score({ knownAt: then })).toBeGreaterThan(await score());
});

test("pages of the past are pages of one listing, whatever is written meanwhile", async () => {
  const { memory, clock } = testMemory();
  const inputs = Array.from(
    { length: 25 },
    (_, n) => ({ content: `note ${n}`, dedupe: "off" }) as const,
  );
  const ids = (await memory.rememberAll(inputs)).map(idOf);
  const asOf = { knownAt: clock.now };
  const seen: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; ; page += 1) {
    clock.now = new Date(clock.now.getTime() + 1_000);
    const { items, cursor: next } = await memory.list({ asOf, limit: 7, cursor, order: "desc" });
    seen.push(...items.map(({ content }) => content));
    await memory.remember(`later ${page}`);
    await memory.forget(ids[page] ?? "");
    await memory.update(ids[20 - page] ?? "", { content: `changed ${page}` });
    if (next === undefined) break;
    cursor = next;
  }
  expect(seen).toEqual(inputs.map(({ content }) => content).toReversed());
});

test("hooks run once and see the moment that was asked for", async () => {
  const seen: unknown[] = [];
  const { memory, clock } = testMemory({
    plugins: [
      {
        id: "watch",
        hooks: {
          beforeRecall: (query) => {
            seen.push(query.asOf);
            return query;
          },
          afterRecall: (results) => {
            seen.push(results.length);
            return results;
          },
        },
      },
    ],
  });
  await memory.remember("green tea");
  const asOf = { knownAt: clock.now };
  const heard: number[] = [];
  memory.on("recalled", ({ results }) => heard.push(results.length));
  await memory.recall({ query: "tea", asOf });
  expect(seen).toEqual([asOf, 1]);
  expect(heard).toEqual([1]);
});

test("a past holds nothing of other scopes", async () => {
  const { memory, clock } = testMemory();
  await memory.scope("a").remember("green tea");
  await memory.scope("a", "b").remember("black tea");
  await memory.scope("ab").set("k", "white tea");
  const asOf = { knownAt: clock.now };
  const here = await memory.scope("a").recall({ query: "tea", asOf });
  expect(here.map(({ content }) => content)).toEqual(["green tea"]);
  const below = await memory.scope("a").list({ asOf, reach: "below" });
  expect(below.items.map(({ content }) => content)).toEqual(["green tea", "black tea"]);
  expect(await memory.scope("a").get("k", { asOf })).toBeUndefined();
});

test("an aborted call rejects with the signal's reason", async () => {
  const { memory, clock } = testMemory();
  await memory.remember("green tea");
  const reason = new Error("enough");
  const asOf = { knownAt: clock.now };
  const signal = AbortSignal.abort(reason);
  await expect(memory.recall({ query: "tea", asOf }, { signal })).rejects.toBe(reason);
});

test.each([
  ["an unknown axis", { writtenAt: new Date() }, /asOf.*writtenAt.*knownAt, validAt/],
  ["a text", { knownAt: "2024-01-01" }, /asOf.knownAt.*a valid Date/],
  ["no date", { validAt: new Date(Number.NaN) }, /asOf.validAt.*a valid Date/],
  ["no object", "2024-01-01", /asOf.*an object/],
])("%s is no moment", async (_, asOf, message) => {
  const { memory } = testMemory();
  const given = { asOf: asOf as never };
  const calls = [
    () => memory.recall({ query: "tea", ...given }),
    () => memory.context({ query: "tea", ...given }),
    () => memory.list(given),
    () => memory.get("k", given),
    () => memory.read("id", given),
  ];
  for (const call of calls) {
    const error = await rejection(call);
    expect(error.code).toBe("invalid-input");
    expect(error.message).toMatch(message);
  }
});

test("includeRetired and validAt together are refused, since they contradict each other", async () => {
  const { memory, clock } = testMemory();
  const given = { includeRetired: true, asOf: { validAt: clock.now } };
  expect((await rejection(() => memory.list(given))).message).toContain("includeRetired");
  await memory.remember({ content: "old", validTo: new Date("2020-01-01") });
  const asOf = { knownAt: clock.now };
  expect((await memory.list({ includeRetired: true, asOf })).items).toHaveLength(1);
});

test("no call reads a whole long history to know one version of it, of a forgotten record neither", async () => {
  let most = 0;
  const inner = inMemoryStore();
  const store = replace(inner, {
    history: async (ref, options) => {
      const revisions = await inner.history(ref, options);
      most = Math.max(most, revisions.length);
      return revisions;
    },
    histories: async (request, options) => {
      const page = await inner.histories(request, options);
      most = Math.max(most, ...page.items.map(({ revisions }) => revisions.length));
      return page;
    },
  });
  const { memory, clock } = testMemory({ store });
  const id = idOf(await memory.remember({ content: "v1", index: false }));
  for (let version = 2; version <= 12; version += 1) {
    at(clock, `2026-04-${version}T00:00:00Z`.replace(/-(\d)T/u, "-0$1T"));
    await memory.update(id, { content: `v${version} `.padEnd(400_000, ".") });
  }
  await memory.forget(id);
  const asOf = { knownAt: new Date("2026-04-02T00:00:00Z") };
  expect((await memory.read(id, { asOf }))?.version).toBe(2);
  expect((await memory.list({ asOf })).items.map(({ version }) => version)).toEqual([2]);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThan(6);
});

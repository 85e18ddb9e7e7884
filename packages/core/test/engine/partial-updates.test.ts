import { rejection, testMemory } from "@kioku/testing/support";
import { expect, test } from "vitest";

import type { MemoryRecord, Receipt, RecordPatch } from "../../src/index.js";

const DAY = 86_400_000;

function recordOf(receipt: Receipt | undefined): MemoryRecord {
  if (!receipt || receipt.status === "rejected") throw new Error("not written");
  return receipt.record;
}

const FULL = {
  content: "Ann lives in Berlin",
  key: "home",
  kind: "fact",
  value: { city: "Berlin" },
  metadata: { a: 1, b: { c: 2 } },
  thread: "t",
  origin: "assistant",
  trust: 0.7,
  sources: ["s"],
  importance: 0.9,
  emotion: { valence: 0.5, arousal: 0.2 },
  pinned: true,
  occurredAt: new Date("2024-01-01"),
  validFrom: new Date("2024-01-02"),
  validTo: new Date("2030-01-01"),
  ttlMs: 1_000 * DAY,
} as const;

const PATCHES: readonly RecordPatch[] = [
  { content: "Ann lives in Paris" },
  { key: "address" },
  { value: null },
  { kind: "note" },
  { metadata: { a: 2 } },
  { thread: "other" },
  { trust: 0.1 },
  { importance: 0.1 },
  { emotion: { valence: -1, arousal: 1 } },
  { pinned: false },
  { occurredAt: new Date("2024-02-01") },
  { validFrom: new Date("2024-02-02") },
  { validTo: new Date("2031-01-01") },
  { ttlMs: DAY },
  {},
];

test.each(PATCHES)("update with %o leaves all else as it was", async (patch) => {
  const { memory, clock } = testMemory();
  const before = recordOf(await memory.remember(FULL));
  clock.now = new Date(clock.now.getTime() + 1_000);
  const after = await memory.update(before.id, patch);
  const { ttlMs, metadata, ...fields } = patch;
  expect(after).toEqual({
    ...before,
    ...fields,
    ...(metadata ? { metadata: { a: 2, b: { c: 2 } } } : {}),
    ...(ttlMs ? { expiresAt: new Date(clock.now.getTime() + ttlMs) } : {}),
    updatedAt: clock.now,
    version: 2,
  });
  expect(await memory.read(before.id)).toEqual(after);
});

test("set replaces the value and what belongs to it, and keeps what describes the entry", async () => {
  const { memory, clock } = testMemory();
  const before = recordOf(await memory.remember(FULL));
  clock.now = new Date(clock.now.getTime() + 1_000);
  const after = await memory.set("home", { city: "Paris" });
  const { occurredAt: _1, validFrom: _2, validTo: _3, expiresAt: _4, ...kept } = before;
  expect(after).toEqual({
    ...kept,
    content: 'home: {"city":"Paris"}',
    value: { city: "Paris" },
    origin: "user",
    trust: 1,
    sources: [],
    updatedAt: clock.now,
    version: 2,
  });
});

test("remembering a key again replaces what is said, and keeps what describes the record", async () => {
  const { memory } = testMemory();
  const before = recordOf(await memory.remember(FULL));
  const after = recordOf(await memory.remember({ key: "home", content: "Ann lives in Paris" }));
  // A value of the old text would be an answer that the new text contradicts.
  expect(after).not.toHaveProperty("value");
  expect(await memory.get("home")).toBe("Ann lives in Paris");
  for (const name of ["kind", "metadata", "thread", "importance", "emotion", "pinned"] as const) {
    expect(after[name]).toEqual(before[name]);
  }
  for (const name of ["occurredAt", "validFrom", "validTo", "expiresAt"] as const) {
    expect(after).not.toHaveProperty(name);
  }
  expect(after).toMatchObject({ id: before.id, createdAt: before.createdAt, sources: [] });
});

test("purge of an update is true or false", async () => {
  const { memory } = testMemory();
  const { id } = await memory.set("theme", "dark");
  const error = await rejection(() => memory.update(id, {}, { purge: "all" as never }));
  expect(error.message).toBe('options.purge must be true or false, got "all"');
  await memory.update(id, { content: "theme: light" }, { purge: false });
  expect(await memory.history(id)).toHaveLength(2);
  await memory.update(id, { content: "theme: bright" }, { purge: true });
  expect(await memory.history(id)).toHaveLength(1);
  expect((await memory.recall({ query: "bright", mode: "semantic" }))[0]?.id).toBe(id);
  expect((await memory.recall({ query: "bright", mode: "keyword" }))[0]?.id).toBe(id);
});

test("metadata that is named is taken as it is by set and remember, and merged by update", async () => {
  const { memory } = testMemory();
  const { id } = await memory.set("k", 1, { metadata: { a: 1, b: 2 } });
  expect((await memory.set("k", 2)).metadata).toEqual({ a: 1, b: 2 });
  expect((await memory.update(id, { metadata: { b: 3 } })).metadata).toEqual({ a: 1, b: 3 });
  expect((await memory.set("k", 3, { metadata: { b: 4 } })).metadata).toEqual({ b: 4 });
});

test("writing a key that is no longer true makes it true again", async () => {
  const { memory, clock } = testMemory();
  const before = recordOf(await memory.remember({ content: "Ann lives in Berlin", key: "home" }));
  await memory.remember({ content: "Ann has no home", supersedes: [before.id] });
  expect(await memory.get("home")).toBeUndefined();
  clock.now = new Date(clock.now.getTime() + 1_000);
  await memory.set("home", "Paris");
  expect(await memory.get("home")).toBe("Paris");
  expect(
    (await memory.recall({ query: "home", kinds: ["note"] })).map(({ content }) => content),
  ).toContain("home: Paris");
  expect((await memory.history(before.id)).map(({ change }) => change)).toEqual([
    "created",
    "superseded",
    "updated",
  ]);
});

test("nothing but supersedes, or a validTo that is named, ends what a record says", async () => {
  const { memory, clock } = testMemory({
    retention: { old: { keepDays: 1, afterwards: "archive" } },
  });
  const facts = [
    { content: "Ann lives in Berlin", key: "home" },
    { content: "Ann works as a nurse" },
    { content: "Ann works as a nurse.", thread: "t" },
    { content: "Ann had a dog", kind: "old" },
  ];
  const ids = (await memory.rememberAll(facts)).map((receipt) => recordOf(receipt).id);
  const [home = "", work = "", said = "", dog = ""] = ids;
  const verbs: Readonly<Record<string, () => Promise<unknown>>> = {
    "remember a contradiction": () => memory.remember("Ann lives in Paris, not in Berlin"),
    "remember the same": () => memory.remember("Ann works as a nurse"),
    "remember the key": () => memory.remember({ content: "Ann lives in Paris", key: "home" }),
    "remember what is derived": () => memory.remember({ content: "nurses", sources: [work] }),
    rememberAll: () => memory.rememberAll(["Ann works as a pilot", { content: "x", thread: "t" }]),
    set: () => memory.set("home", "Paris"),
    "set another key": () => memory.set("Home", "Rome"),
    update: () => memory.update(work, { content: "Ann works as a pilot" }),
    "update to the same": () => memory.update(said, { content: "Ann works as a pilot" }),
    get: () => memory.get("home"),
    read: () => memory.read(work, { asOf: { knownAt: clock.now, validAt: clock.now } }),
    recall: () => memory.recall({ query: "Ann", asOf: { knownAt: clock.now } }),
    context: () => memory.context("Ann"),
    surface: () => memory.surface({ cue: "Ann" }),
    list: () => memory.list({ asOf: { validAt: new Date(0) } }),
    history: () => memory.history(work),
    scopes: () => memory.scopes(),
    markUsed: () => memory.markUsed(ids),
    forget: () => memory.forget({ key: "Home" }),
    erase: () => memory.erase({ key: "Home" }),
    sweep: async () => {
      clock.now = new Date(clock.now.getTime() + 3_000 * DAY);
      await memory.sweep({ archiveBelow: 0.9 });
    },
    "markUsed of what is archived": () => memory.markUsed(dog),
  };
  for (const [name, run] of Object.entries(verbs)) {
    await run();
    for (const id of ids) {
      const record = await memory.read(id);
      expect(record?.validTo, `${name} of ${record?.content}`).toBeUndefined();
      expect(record?.validFrom).toBeUndefined();
    }
  }
  await memory.remember({ content: "Ann retired", supersedes: [work] });
  expect((await memory.read(work))?.validTo).toEqual(clock.now);
  expect((await memory.read(home))?.validTo).toBeUndefined();
});

import { rejection, testMemory, replace } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { inMemoryStore } from "../../src/index.js";
import type { MemoryEvents, Receipt, RetentionPolicy, SweepReport } from "../../src/index.js";
import type { CompleteStore } from "../../src/toolkit/index.js";

const DAY = 86_400_000;

function keeping(retention: Readonly<Record<string, RetentionPolicy>>, store?: CompleteStore) {
  const made = testMemory({ retention, ...(store ? { store } : {}) });
  const { memory, clock } = made;
  const later = (days: number): void => {
    clock.now = new Date(clock.now.getTime() + days * DAY);
  };
  const contents = async (): Promise<string[]> => {
    const all = { reach: "below", includeArchived: true, includeRetired: true } as const;
    return (await memory.list(all)).items.map((record) => record.content).toSorted();
  };
  return { ...made, later, contents };
}

function idOf(receipt: Receipt | undefined): string {
  if (!receipt || receipt.status === "rejected") throw new Error("not written");
  return receipt.record.id;
}

test("each kind is kept as long as its policy says, and the others as long as * says", async () => {
  const { memory, later, contents } = keeping({
    message: { keepDays: 30 },
    task: { keepDays: 90 },
    "*": { keepDays: 60 },
  });
  await memory.scope("a").remember({ content: "message", kind: "message" });
  await memory.scope("a", "b").remember({ content: "task", kind: "task" });
  await memory.scope("c").remember("note");
  await memory.set("theme", "dark");
  const left: (readonly string[])[] = [];
  for (const days of [29, 1, 29, 1, 29, 1]) {
    later(days);
    const { retired } = await memory.sweep();
    left.push([String(retired), ...(await contents())]);
  }
  expect(left).toEqual([
    ["0", "message", "note", "task", "theme: dark"],
    ["1", "note", "task", "theme: dark"],
    ["0", "note", "task", "theme: dark"],
    ["2", "task"],
    ["0", "task"],
    ["1"],
  ]);
});

test("without a policy for a kind nothing of it ends, and * alone is for all", async () => {
  const one = keeping({ message: { keepDays: 1 } });
  await one.memory.remember("note");
  one.later(36_000);
  expect(await one.memory.sweep()).toEqual({ removed: 0, retired: 0, archived: 0 });
  const all = keeping({ "*": { keepDays: 0.5 } });
  await all.memory.remember("note");
  all.later(0.5);
  expect(await all.memory.sweep()).toEqual({ removed: 0, retired: 1, archived: 0 });
});

test("age counts from the last change", async () => {
  const { memory, later, contents } = keeping({ "*": { keepDays: 30 } });
  const [changed] = await memory.rememberAll(["changed", "used", "left alone"]);
  later(20);
  await memory.update(idOf(changed), { importance: 1 });
  await memory.markUsed(idOf(changed));
  later(20);
  expect((await memory.sweep()).retired).toBe(2);
  expect(await contents()).toEqual(["changed"]);
});

test("pinned, archived, retired and unsearchable records are not spared", async () => {
  const { memory, later, contents } = keeping({ "*": { keepDays: 30 } });
  await memory.rememberAll([
    { content: "pinned", pinned: true },
    { content: "retired", validTo: new Date(0) },
    { content: "not yet", validFrom: new Date("2126-01-01") },
    { content: "quiet", index: false },
    { content: "faded" },
  ]);
  later(29);
  await memory.sweep({ archiveBelow: 0.999 });
  later(1);
  // Archiving a day ago was a change a day ago.
  expect((await memory.sweep()).retired).toBe(4);
  expect(await contents()).toEqual(["faded"]);
  later(29);
  expect((await memory.sweep()).retired).toBe(1);
});

test("purge leaves no history, forget leaves it, archive only puts aside", async () => {
  const { memory, later, clock, contents } = keeping({
    purged: { keepDays: 30, afterwards: "purge" },
    forgotten: { keepDays: 30, afterwards: "forget" },
    archived: { keepDays: 30, afterwards: "archive" },
  });
  const kinds = ["purged", "forgotten", "archived"] as const;
  const ids = (await memory.rememberAll(kinds.map((kind) => ({ content: kind, kind })))).map(idOf);
  later(30);
  const told: unknown[] = [];
  memory.on("forgotten", ({ ids: gone }) => told.push(["forgotten", gone]));
  memory.on("archived", ({ ids: aside }) => told.push(["archived", aside]));
  const by = { actor: "nightly", cause: "retention" };
  expect(await memory.sweep(by)).toEqual({ removed: 0, retired: 3, archived: 0 });
  expect(told).toEqual([
    ["forgotten", [ids[0]]],
    ["forgotten", [ids[1]]],
    ["archived", [ids[2]]],
  ]);
  expect(await contents()).toEqual(["archived"]);
  const changes = async (id: string | undefined) =>
    (await memory.history(id ?? "")).map(({ change, actor, cause }) => [change, actor, cause]);
  const written = ["created", undefined, undefined];
  expect(await changes(ids[0])).toEqual([]);
  expect(await changes(ids[1])).toEqual([written, ["deleted", "nightly", "retention"]]);
  expect(await changes(ids[2])).toEqual([written, ["archived", "nightly", "retention"]]);
  expect((await memory.read(ids[2] ?? ""))?.archivedAt).toEqual(clock.now);
  expect((await memory.read(ids[2] ?? ""))?.validTo).toBeUndefined();
  later(300);
  expect(await memory.sweep()).toEqual({ removed: 0, retired: 0, archived: 0 });
  expect(await changes(ids[1])).toHaveLength(2);
});

test("history that was left of records forgotten before is purged with its kind", async () => {
  const { memory, later } = keeping({
    message: { keepDays: 30 },
    task: { keepDays: 1, afterwards: "forget" },
  });
  const inputs = ["message", "task", "note"].map((kind) => ({ content: kind, kind }));
  const a = memory.scope("a");
  const ids = (await a.rememberAll(inputs)).map(idOf);
  later(20);
  for (const id of ids) await a.forget(id);
  const left = async () => Promise.all(ids.map(async (id) => (await a.history(id)).length));
  later(29);
  expect((await memory.sweep()).retired).toBe(0);
  expect(await left()).toEqual([2, 2, 2]);
  later(1);
  expect((await memory.sweep()).retired).toBe(1);
  expect(await left()).toEqual([0, 2, 2]);
});

test("what is left of a kind that no policy names falls under *", async () => {
  const { memory, later } = keeping({ "*": { keepDays: 30 }, task: { keepDays: 90 } });
  const inputs = ["note", "task"].map((kind) => ({ content: kind, kind }));
  const ids = (await memory.rememberAll(inputs)).map(idOf);
  await memory.forget({ everything: true });
  later(30);
  expect((await memory.sweep()).retired).toBe(1);
  expect(await memory.history(ids[0] ?? "")).toEqual([]);
  expect(await memory.history(ids[1] ?? "")).toHaveLength(2);
});

test("a record that was forgotten leaves no history beyond its own expiry", async () => {
  const { memory, later } = keeping({});
  const ids = (
    await memory.rememberAll([
      { content: "short", ttlMs: 10 * DAY },
      { content: "not so short", ttlMs: 20 * DAY },
      { content: "for good" },
    ])
  ).map(idOf);
  for (const id of ids) await memory.forget(id);
  const told: MemoryEvents["forgotten"][] = [];
  memory.on("forgotten", (event) => told.push(event));
  later(9);
  expect((await memory.sweep()).removed).toBe(0);
  later(1);
  expect(await memory.sweep()).toEqual({ removed: 1, retired: 0, archived: 0 });
  expect(told).toEqual([{ scope: [], ids: [ids[0]] }]);
  expect(await memory.history(ids[0] ?? "")).toEqual([]);
  expect(await memory.history(ids[1] ?? "")).toHaveLength(2);
  expect(await memory.history(ids[2] ?? "")).toHaveLength(2);
});

test("plugins are told what is gone", async () => {
  const gone: (readonly string[])[] = [];
  const { memory, clock } = testMemory({
    retention: { "*": { keepDays: 1 } },
    plugins: [{ id: "watch", hooks: { afterForget: (ids) => void gone.push(ids) } }],
  });
  const id = idOf(await memory.remember("note"));
  clock.now = new Date(clock.now.getTime() + DAY);
  await memory.sweep();
  expect(gone).toEqual([[id]]);
});

test("it goes page by page, can be stopped after any of them, and goes on where it stopped", async () => {
  const { memory, later, contents } = keeping({ "*": { keepDays: 1 } });
  const many = Array.from({ length: 1_001 }, (_, n) => `note ${n}`);
  await memory.scope("a").rememberAll(many);
  await memory.scope("b").remember("elsewhere");
  later(1);
  const controller = new AbortController();
  const reason = new Error("enough");
  const progress: number[] = [];
  const stopped = memory.sweep({
    signal: controller.signal,
    onProgress: ({ retired }: SweepReport) => {
      progress.push(retired);
      if (retired === 1_000) controller.abort(reason);
    },
  });
  await expect(stopped).rejects.toBe(reason);
  expect(progress).toEqual([0, 1_000]);
  expect(await contents()).toHaveLength(2);
  expect((await memory.sweep()).retired).toBe(2);
});

test("what somebody writes meanwhile is kept", async () => {
  const inner = inMemoryStore();
  const { memory: other, clock } = testMemory({ store: inner });
  const [changed] = await other.rememberAll(["changed", "left alone"]);
  const store = replace(inner, {
    write: async (ops, options) => {
      await (changed && other.update(idOf(changed), { importance: 1 }));
      return inner.write(ops, options);
    },
  });
  clock.now = new Date(clock.now.getTime() + DAY);
  const retention = { "*": { keepDays: 1 } };
  const { memory } = testMemory({ store, retention, clock: () => clock.now });
  expect((await memory.sweep()).retired).toBe(1);
  expect((await other.list()).items).toMatchObject([{ content: "changed", importance: 1 }]);
});

test.each([
  ["no object", 30, /retention.*an object/],
  ["an unknown member", { note: { keepDays: 1, days: 2 } }, /retention\["note"\].*days/],
  ["no days", { note: {} }, /retention\["note"\]\.keepDays.*more than 0/],
  ["zero days", { note: { keepDays: 0 } }, /keepDays.*more than 0/],
  ["too many days", { note: { keepDays: 1e9 } }, /keepDays.*at most/],
  ["no number", { note: { keepDays: "30" } }, /keepDays.*a finite number/],
  [
    "an unknown end",
    { note: { keepDays: 1, afterwards: "delete" } },
    /afterwards.*purge, forget, archive/,
  ],
  ["a blank kind", { " ": { keepDays: 1 } }, /kind.*not blank/],
  ["an empty kind", { "": { keepDays: 1 } }, /kind.*not blank/],
])("%s is no retention", async (_, retention, message) => {
  const error = await rejection(() => testMemory({ retention: retention as never }));
  expect(error.code).toBe("invalid-input");
  expect(error.message).toMatch(message);
});

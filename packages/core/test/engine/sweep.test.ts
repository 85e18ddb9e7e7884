import { rejection, testMemory, replace } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { inMemoryStore } from "../../src/index.js";
import type { MemoryEvents, SweepReport } from "../../src/index.js";
import type { CompleteStore } from "../../src/toolkit/index.js";
import { retrievability } from "../../src/toolkit/index.js";

const DAY = 86_400_000;

function aging(store?: CompleteStore) {
  const { memory, clock } = testMemory(store ? { store } : {});
  const later = (days: number): void => {
    clock.now = new Date(clock.now.getTime() + days * DAY);
  };
  const contents = async (includeArchived = false): Promise<string[]> => {
    const { items } = await memory.list({ reach: "below", includeArchived, includeRetired: true });
    return items.map((record) => record.content).toSorted();
  };
  return { memory, clock, later, contents };
}

test("nothing is archived unless a threshold is given", async () => {
  const { memory, later, contents } = aging();
  await memory.remember("tea");
  later(36_000);
  expect(await memory.sweep()).toEqual({ removed: 0, retired: 0, archived: 0 });
  expect(await memory.sweep({ archiveBelow: 0 })).toEqual({ removed: 0, retired: 0, archived: 0 });
  expect(await contents()).toEqual(["tea"]);
});

test("a memory is archived once its probability of recall is below the threshold, not before", async () => {
  const { memory, clock, later } = aging();
  const receipt = await memory.remember("tea");
  if (receipt.status !== "stored") throw new Error(receipt.status);
  const { id, strength } = receipt.record;
  const days = 74;
  later(days);
  const retained = retrievability(days, strength.stabilityDays);
  expect(await memory.sweep({ archiveBelow: retained })).toMatchObject({ archived: 0 });
  expect(await memory.sweep({ archiveBelow: retained + 1e-9 })).toMatchObject({ archived: 1 });
  expect(await memory.read(id)).toEqual({
    ...receipt.record,
    archivedAt: clock.now,
    updatedAt: clock.now,
    version: 2,
  });
});

test("what is archived is out of recall and list, but found when asked for, and its history says why", async () => {
  const { memory, later } = aging();
  await memory.remember("green tea");
  later(3_000);
  await memory.sweep({ archiveBelow: 0.5, actor: "nightly", cause: "faded" });
  expect(await memory.recall("green tea")).toEqual([]);
  expect((await memory.list()).items).toEqual([]);
  for (const mode of ["keyword", "semantic"] as const) {
    const query = { query: "green tea", includeArchived: true, mode };
    expect((await memory.recall(query))[0]?.content).toBe("green tea");
  }
  const [record] = (await memory.list({ includeArchived: true })).items;
  const history = await memory.history(record?.id ?? "");
  expect(history.map(({ change }) => change)).toEqual(["created", "archived"]);
  expect(history[1]).toMatchObject({ actor: "nightly", cause: "faded" });
  expect(await memory.sweep({ archiveBelow: 0.5 })).toEqual({
    removed: 0,
    retired: 0,
    archived: 0,
  });
});

test("pinned memories, entries, what is not recalled and what is not true now stay", async () => {
  const { memory, later, contents } = aging();
  await memory.rememberAll([
    { content: "plain" },
    { content: "pinned", pinned: true },
    { content: "keyed", key: "k" },
    { content: "kept out of recall", index: false },
    { content: "was true", validTo: new Date("2027-01-01") },
    { content: "will be true", validFrom: new Date("2126-01-01") },
  ]);
  await memory.set("theme", "dark");
  later(3_000);
  expect(await memory.sweep({ archiveBelow: 1 })).toEqual({ removed: 0, retired: 0, archived: 1 });
  expect(await contents()).toEqual([
    "kept out of recall",
    "keyed",
    "pinned",
    "theme: dark",
    "was true",
    "will be true",
  ]);
  expect(await memory.get("theme")).toBe("dark");
});

test("time counts from the last use, the last version, or when it became true", async () => {
  const { memory, clock, later, contents } = aging();
  const receipts = await memory.rememberAll([
    { content: "used" },
    { content: "corrected" },
    { content: "left alone" },
    { content: "true since lately", validFrom: new Date(clock.now.getTime() + 990 * DAY) },
  ]);
  later(1_000);
  const [used, corrected] = receipts.flatMap((one) => ("record" in one ? [one.record.id] : []));
  await memory.markUsed(used ?? "");
  await memory.update(corrected ?? "", { importance: 0.6 });
  later(1);
  expect(await memory.sweep({ archiveBelow: 0.6 })).toMatchObject({ archived: 1 });
  expect(await contents()).toEqual(["corrected", "true since lately", "used"]);
});

test("important memories stay longer", async () => {
  const { memory, later, contents } = aging();
  await memory.rememberAll([
    { content: "trifle", importance: 0 },
    { content: "ordinary" },
    { content: "important", importance: 1 },
  ]);
  const left: string[][] = [];
  for (const days of [21, 1, 50, 4, 184, 1]) {
    later(days);
    await memory.sweep({ archiveBelow: 0.7 });
    left.push(await contents());
  }
  expect(left).toEqual([
    ["important", "ordinary", "trifle"],
    ["important", "ordinary"],
    ["important", "ordinary"],
    ["important"],
    ["important"],
    [],
  ]);
});

test("what has expired is removed first and not archived", async () => {
  const { memory, later, contents } = aging();
  await memory.rememberAll([{ content: "expired", ttlMs: DAY }, { content: "faded" }]);
  const heard: string[] = [];
  memory.on("forgotten", () => heard.push("forgotten"));
  memory.on("archived", () => heard.push("archived"));
  later(3_000);
  const progress: SweepReport[] = [];
  const report = await memory.sweep({
    archiveBelow: 0.5,
    onProgress: (done) => progress.push(done),
  });
  expect(report).toEqual({ removed: 1, retired: 0, archived: 1 });
  expect(progress).toEqual([{ removed: 1, retired: 0, archived: 0 }, report]);
  expect(heard).toEqual(["forgotten", "archived"]);
  expect(await contents(true)).toEqual(["faded"]);
});

test("every scope is swept, page by page, and listeners are told scope by scope", async () => {
  const { memory, later } = aging();
  const many = Array.from({ length: 1_001 }, (_, n) => `note ${n}`);
  await memory.scope("a").rememberAll(many);
  await memory.scope("a", "b").remember("below");
  await memory.scope("c").remember("elsewhere");
  later(3_000);
  const heard: MemoryEvents["archived"][] = [];
  memory.on("archived", (event) => heard.push(event), { reach: "below" });
  const progress: number[] = [];
  const onProgress = ({ archived }: SweepReport): void => void progress.push(archived);
  expect(await memory.sweep({ archiveBelow: 0.5, onProgress })).toEqual({
    removed: 0,
    retired: 0,
    archived: 1_003,
  });
  expect(progress).toEqual([0, 1_000, 1_001, 1_002, 1_003]);
  expect(heard.map(({ scope, ids }) => [...scope, ids.length])).toEqual([
    ["a", 1_000],
    ["a", 1],
    ["a", "b", 1],
    ["c", 1],
  ]);
});

test("a sweep that is stopped leaves what it did, and the next one goes on", async () => {
  const { memory, later, contents } = aging();
  for (const name of ["a", "b", "c"]) await memory.scope(name).remember(name);
  later(3_000);
  const controller = new AbortController();
  const reason = new Error("enough");
  const stopped = memory.sweep({
    archiveBelow: 0.5,
    signal: controller.signal,
    onProgress: ({ archived }) => archived === 1 && controller.abort(reason),
  });
  await expect(stopped).rejects.toBe(reason);
  expect(await contents()).toEqual(["b", "c"]);
  expect(await memory.sweep({ archiveBelow: 0.5 })).toEqual({
    removed: 0,
    retired: 0,
    archived: 2,
  });
});

test("what others change, forget or archive meanwhile is left to them", async () => {
  const inner = inMemoryStore();
  const disturbances: (() => Promise<unknown>)[] = [];
  const store = replace(inner, {
    write: async (ops, options) => {
      await disturbances.shift()?.();
      return inner.write(ops, options);
    },
  });
  const { memory, clock, later } = aging(store);
  const { memory: other } = testMemory({ store: inner, clock: () => clock.now });
  const receipts = await memory.rememberAll(["one", "two", "three", "four"]);
  const ids = receipts.flatMap((one) => ("record" in one ? [one.record.id] : []));
  later(3_000);
  disturbances.push(
    () => other.update(ids[0] ?? "", { importance: 1 }),
    () => other.forget(ids[1] ?? ""),
    () => other.sweep({ archiveBelow: 0.5 }),
  );
  expect(await memory.sweep({ archiveBelow: 0.5 })).toEqual({
    removed: 0,
    retired: 0,
    archived: 0,
  });
  const changes = await Promise.all(
    ids.map(async (id) => (await memory.history(id)).at(-1)?.change),
  );
  expect(changes).toEqual(["updated", "deleted", "archived", "archived"]);
});

test("a conflict that nobody's write explains is reported, not repeated for ever", async () => {
  const inner = inMemoryStore();
  const { memory: other, clock } = testMemory({ store: inner });
  await other.remember("tea");
  const store = replace(inner, {
    write: (ops, options) =>
      inner.write(
        ops.map((op) => (op.op === "put" ? { ...op, record: { ...op.record, version: 9 } } : op)),
        options,
      ),
  });
  const { memory } = testMemory({
    store,
    clock: () => new Date(clock.now.getTime() + 3_000 * DAY),
  });
  expect((await rejection(() => memory.sweep({ archiveBelow: 0.5 }))).code).toBe("conflict");
});

test.each([
  [{ archiveBelow: -0.1 }, /archiveBelow.*at least 0/],
  [{ archiveBelow: 1.1 }, /archiveBelow.*at most 1/],
  [{ archiveBelow: Number.NaN }, /archiveBelow/],
  [{ archiveBelow: "0.5" }, /archiveBelow/],
  [{ onProgress: true }, /onProgress.*a function/],
  [{ actor: " " }, /actor/],
  [{ archive: 0.5 }, /archive/],
])("%o is refused", async (options, message) => {
  const { memory } = testMemory();
  const error = await rejection(() => memory.sweep(options as never));
  expect(error.code).toBe("invalid-input");
  expect(error.message).toMatch(message);
});

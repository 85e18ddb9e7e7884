import { rejection, testMemory } from "@kioku/testing/support";
import type { TestClock } from "@kioku/testing/support";
import { expect, test } from "vitest";

import type { MemoryRoot, Receipt } from "../../../src/index.js";
import { exportText, importText } from "./transfer-text.js";

function idOf(receipt: Receipt): string {
  if (receipt.status === "rejected") throw new Error("rejected");
  return receipt.record.id;
}

/** Two memories of the same past, one of which went on at noon and the other one an hour later. */
async function parted(): Promise<{
  readonly here: MemoryRoot;
  readonly clock: TestClock;
  readonly earlier: string;
  readonly later: string;
  readonly id: string;
}> {
  const { memory: origin, clock } = testMemory();
  const id = idOf(await origin.remember("The shared memory"));
  const past = await exportText(origin);
  const goOn = async (memory: MemoryRoot, at: string): Promise<string> => {
    clock.now = new Date(at);
    await importText(memory, past);
    await memory.update(id, { content: `Changed at ${at}` });
    return exportText(memory);
  };
  const texts = [];
  for (const at of ["2026-03-02T12:00:00Z", "2026-03-02T13:00:00Z", "2026-03-02T14:00:00Z"]) {
    const { memory, clock: own } = testMemory();
    own.now = new Date(at);
    texts.push(await goOn(memory, at));
  }
  const [earlier = "", middle = "", later = ""] = texts;
  const { memory: here, clock: hereClock } = testMemory();
  hereClock.now = new Date("2026-03-03T12:00:00Z");
  await importText(here, middle);
  return { here, clock: hereClock, earlier, later, id };
}

test("a record that is here with other content is a conflict, and nothing of its batch is written", async () => {
  const { here, later } = await parted();
  const before = await exportText(here);
  const error = await rejection(() => importText(here, later));
  expect(error.code).toBe("conflict");
  expect(error.message).toContain("onConflict");
  expect(await exportText(here)).toBe(before);
});

test("skip keeps what is here, replace takes what comes, newer takes what changed last", async () => {
  const nothing = { written: 0, unchanged: 0, skipped: 0, erased: 0, queued: 0 };
  const cases = [
    { onConflict: "skip", comes: "later", kept: true },
    { onConflict: "replace", comes: "earlier", kept: false },
    { onConflict: "newer", comes: "earlier", kept: true },
    { onConflict: "newer", comes: "later", kept: false },
  ] as const;
  for (const { onConflict, comes, kept } of cases) {
    const given = await parted();
    const before = await exportText(given.here);
    const report = await importText(given.here, given[comes], { onConflict });
    expect([onConflict, comes, report]).toEqual([
      onConflict,
      comes,
      { ...nothing, [kept ? "skipped" : "written"]: 1 },
    ]);
    expect(await exportText(given.here)).toBe(kept ? before : given[comes]);
  }
});

test("what was forgotten here comes back only by replace, or if what comes changed later", async () => {
  const { here, later, earlier, id } = await parted();
  await here.forget(id);
  expect((await rejection(() => importText(here, later))).code).toBe("conflict");
  expect((await importText(here, later, { onConflict: "newer" })).skipped).toBe(1);
  expect(await here.read(id)).toBeUndefined();
  await importText(here, earlier, { onConflict: "replace" });
  expect((await here.read(id))?.content).toContain("12:00");
});

test("the key of another record: fail and skip leave it, replace and a newer change forget its holder and say why", async () => {
  const source = testMemory().memory;
  const sourceRecord = await source.set("colour", "green");
  const text = await exportText(source);
  for (const onConflict of ["fail", "skip", "newer", "replace"] as const) {
    const { memory, clock } = testMemory({ random: () => 0.75 });
    clock.now = new Date(onConflict === "newer" ? "2026-02-01" : "2026-04-01");
    const holder = await memory.set("colour", "red");
    const forgotten: unknown[] = [];
    memory.on("forgotten", ({ ids }) => forgotten.push(...ids));
    expect(holder.id).not.toBe(sourceRecord.id);
    const options = { onConflict, actor: "admin", cause: "restore" };
    const told = await importText(memory, text, options).then(() => "written", String);
    expect(told.includes(holder.id)).toBe(onConflict === "fail");
    const takes = onConflict === "newer" || onConflict === "replace";
    expect(await memory.get("colour")).toBe(takes ? "green" : "red");
    expect(forgotten).toEqual(takes ? [holder.id] : []);
    const last = (await memory.history(holder.id)).at(-1);
    expect(last).toMatchObject(
      takes
        ? { change: "deleted", actor: "admin", cause: "restore" }
        : { change: "created", version: 1 },
    );
  }
});

test("the holder of an idempotency key makes way in the same manner", async () => {
  const source = testMemory().memory;
  await source.remember({ content: "from there", idempotencyKey: "k" });
  const { memory } = testMemory({ random: () => 0.75 });
  const holder = idOf(await memory.remember({ content: "from here", idempotencyKey: "k" }));
  const text = await exportText(source);
  expect((await rejection(() => importText(memory, text))).code).toBe("conflict");
  await importText(memory, text, { onConflict: "replace" });
  expect(await memory.read(holder)).toBeUndefined();
  const again = await memory.remember({ content: "from there", idempotencyKey: "k" });
  expect(again.status).toBe("duplicate");
  expect((await memory.list()).items.map(({ content }) => content)).toEqual(["from there"]);
});

test("what has expired here is in nobody's way", async () => {
  const source = testMemory().memory;
  await source.set("colour", "green");
  const { memory, clock } = testMemory({ random: () => 0.75 });
  const { id } = await memory.set("colour", "red", { ttlMs: 1_000 });
  clock.now = new Date("2026-04-01");
  expect((await importText(memory, await exportText(source))).written).toBe(1);
  expect(await memory.get("colour")).toBe("green");
  expect(await memory.history(id)).toEqual([]);
});

test("two records that exchanged their keys do so here as well", async () => {
  const { memory: source, clock } = testMemory();
  const a = await source.set("a", "first");
  const b = await source.set("b", "second");
  const before = await exportText(source);
  clock.now = new Date("2026-03-05");
  await source.forget({ key: "a" }, { purge: true });
  await source.forget({ key: "b" }, { purge: true });
  const swap = before
    .split("\n")
    .filter((line) => line.includes('"type":"record"'))
    .map((line) => (line.includes(a.id) ? line.replace('"key":"a"', '"key":"b"') : line))
    .map((line) => (line.includes(b.id) ? line.replace('"key":"b"', '"key":"a"') : line));
  const lines = swap.map((line) => JSON.parse(line) as never);
  const header = JSON.parse(before.split("\n")[0] ?? "") as never;
  const { memory } = testMemory();
  await importText(memory, before);
  // Without a footer the import complains in the end, but what came is written.
  await rejection(() => memory.import([header, ...lines], { onConflict: "replace" }));
  expect(await memory.get("a")).toBe("second");
  expect(await memory.get("b")).toBe("first");
});

test("unknown options and lines that are no lines are refused", async () => {
  const { memory } = testMemory();
  const wrong: readonly (readonly [() => unknown, string])[] = [
    [() => memory.import([], { onConflikt: "skip" } as never), '"onConflikt"'],
    [() => memory.import([], { onConflict: "merge" } as never), "onConflict must be one of"],
    [() => memory.import([], { embed: 1 } as never), "embed must be"],
    [() => memory.import([], { onProgress: 1 } as never), "onProgress must be"],
    [() => memory.import("text" as never), "parseJsonLines"],
    [() => memory.import([]), "export is empty"],
    [() => exportText(memory, { reach: "up" } as never), "reach must be"],
    [() => exportText(memory, { vector: true } as never), '"vector"'],
  ];
  for (const [call, message] of wrong) {
    const error = await rejection(call);
    expect(error.code).toBe("invalid-input");
    expect(error.message).toContain(message);
  }
});

test("what has expired here and was not swept yet is in nobody's way", async () => {
  const { memory: source } = testMemory();
  await source.set("theme", "dark");
  const text = await exportText(source);
  const { memory, clock } = testMemory();
  await memory.set("theme", "light", { ttlMs: 1_000 });
  clock.now = new Date(clock.now.getTime() + 2_000);
  expect(await importText(memory, text)).toMatchObject({ written: 1 });
  expect(await memory.get("theme")).toBe("dark");
});

import { testMemory } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { definePlugin } from "../../../src/index.js";
import type { Memory, MemoryRoot } from "../../../src/index.js";
import { hashText } from "../../../src/toolkit/index.js";
import { exportText, importText, linesOf } from "./transfer-text.js";

/** A bit of everything: scopes, keys, history, deletions, strength, what is not searchable. */
async function fill(memory: MemoryRoot, clock: { now: Date }): Promise<void> {
  const later = (): void => {
    clock.now = new Date(clock.now.getTime() + 60_000);
  };
  const acme = memory.scope("acme");
  const ann = acme.scope("user/~1", "日本 %");
  await acme.remember(
    { content: "The office is in Bergen", metadata: { b: 1, a: [null, "x"] }, trust: 0.25 },
    { actor: "ann", cause: "told" },
  );
  later();
  await acme.set("theme", { dark: true, sizes: [1, 2.5] });
  later();
  await acme.set("theme", { dark: false }, { actor: "bob" });
  await acme.set("hidden", "x", { index: false });
  later();
  const receipt = await ann.remember({
    content: "彼は猫が好き",
    idempotencyKey: "once",
    thread: "t1",
    occurredAt: new Date("-000400-01-01T00:00:00Z"),
    validFrom: new Date("2020-01-01T00:00:00Z"),
    emotion: { arousal: 0.5, valence: -1 },
    pinned: true,
    sources: ["nowhere"],
  });
  later();
  if (receipt.status !== "stored") throw new Error("expected to be stored");
  await ann.markUsed(receipt.record.id);
  await ann.update(receipt.record.id, { importance: 1, metadata: { constructor: "c" } });
  later();
  const gone = await ann.remember("To be forgotten");
  later();
  if (gone.status !== "stored") throw new Error("expected to be stored");
  await ann.forget(gone.record.id, { actor: "ann", cause: "asked to" });
  await ann.remember({
    content: "Expires in a thousand years",
    ttlMs: 1_000 * 365 * 86_400_000,
  });
}

async function filled(): Promise<MemoryRoot> {
  const { memory, clock } = testMemory();
  await fill(memory, clock);
  return memory;
}

test("an export that was imported into an empty store is exported again byte for byte", async () => {
  const memory = await filled();
  for (const options of [{}, { vectors: true }, { history: false }, { reach: "here" }] as const) {
    const text = await exportText(memory, options);
    const { memory: copy, clock } = testMemory();
    clock.now = new Date("2030-01-01T00:00:00Z");
    const report = await importText(copy, text);
    expect(await exportText(copy, options)).toBe(text);
    expect(report.written).toBe(linesOf(text).filter(({ type }) => type === "record").length);
    expect(report).toMatchObject({ unchanged: 0, skipped: 0, erased: 0, queued: 0 });
  }
});

test("what was imported can be recalled by meaning and by keyword, read by key, and has its history", async () => {
  const memory = await filled();
  const { memory: copy } = testMemory();
  await importText(copy, await exportText(memory));
  const acme: Memory = copy.scope("acme");
  const original = memory.scope("acme");
  for (const mode of ["semantic", "keyword"] as const) {
    const [found] = await acme.recall({ query: "office Bergen", mode });
    expect(found?.content).toBe("The office is in Bergen");
  }
  expect(await acme.get("theme")).toEqual({ dark: false });
  expect(await acme.recall({ query: "hidden", mode: "keyword" })).toEqual([]);
  const [{ id } = { id: "" }] = (await original.list({ filter: { "@key": "theme" } })).items;
  expect(await acme.history(id)).toEqual(await original.history(id));
  expect(await acme.history(id)).toHaveLength(2);
});

test("lines come in the order of scope and id, with a header first and a footer that counts them last", async () => {
  const memory = await filled();
  const lines = linesOf(await exportText(memory.scope("acme"), { vectors: true }));
  expect(lines[0]).toEqual({
    type: "header",
    format: "kioku",
    formatVersion: 1,
    parts: { reach: "below", records: true, history: true, vectors: true },
  });
  expect(lines[1]).toEqual({
    type: "space",
    id: "test/words@32",
    dimensions: 32,
    state: "ready",
  });
  const records = lines.filter(({ type }) => type === "record");
  expect(records.map(({ scope }) => scope)).toEqual([
    [],
    [],
    [],
    ["user/~1", "日本 %"],
    ["user/~1", "日本 %"],
    ["user/~1", "日本 %"],
  ]);
  const inRoot = records.slice(0, 3).map(({ id }) => String(id));
  expect(inRoot).toEqual(inRoot.toSorted());
  expect(lines.at(-1)).toMatchObject({ type: "footer", records: 6, tombstones: 0 });
});

test("a scope can be imported into another scope of the same memory, and stays apart from it", async () => {
  const memory = await filled();
  const before = await exportText(memory.scope("acme"));
  await memory.scope("other", "place").import(memory.scope("acme").export());
  expect(await exportText(memory.scope("other", "place"))).toBe(before);
  expect(await exportText(memory.scope("acme"))).toBe(before);
});

test("importing again changes nothing and says so", async () => {
  const memory = await filled();
  const text = await exportText(memory, { vectors: true });
  const { memory: copy } = testMemory();
  const first = await importText(copy, text);
  const second = await importText(copy, text);
  expect(second).toEqual({
    written: 0,
    unchanged: first.written,
    skipped: 0,
    erased: 0,
    queued: 0,
  });
  expect(await exportText(copy, { vectors: true })).toBe(text);
});

test("an export of a memory tells progress and counts as an operation", async () => {
  const memory = await filled();
  const told: number[] = [];
  const operations: unknown[] = [];
  memory.on("operation", ({ operation, count }) => operations.push([operation, count]));
  await exportText(memory, { onProgress: (done) => told.push(done) });
  expect(told).toEqual([6]);
  expect(operations).toEqual([["export", 6]]);
  for await (const line of memory.export()) if (line.type === "record") break;
  expect(operations.at(-1)).toEqual(["export", 1]);
});

test("what is imported is not new: no plugin changes it and no event calls it remembered, but the call is told of", async () => {
  const text = await exportText(await filled());
  let hooked = 0;
  const plugin = definePlugin({
    id: "counting",
    hooks: {
      beforeRemember: (input) => {
        hooked += 1;
        return { ...input, content: "changed" };
      },
    },
  });
  const { memory } = testMemory({ plugins: [plugin] });
  const told: unknown[] = [];
  memory.on("remembered", () => told.push("remembered"), { reach: "below" });
  memory.on("operation", ({ operation, count }) => told.push([operation, count]));
  await importText(memory, text);
  expect(hooked).toBe(0);
  expect(told).toEqual([["import", 6]]);
  expect(await exportText(memory)).toBe(text);
});

test("an export that is aborted rejects with the reason of its signal", async () => {
  const memory = await filled();
  const controller = new AbortController();
  const reason = new Error("enough");
  const read = async (): Promise<void> => {
    for await (const line of memory.export({ signal: controller.signal })) {
      if (line.type === "header") controller.abort(reason);
    }
  };
  await expect(read()).rejects.toBe(reason);
});

test("the checksum of the footer is that of the bytes of the file before it", async () => {
  const { memory } = testMemory();
  await memory.rememberAll(["Äpfel", "日本語 \u2028 and a line separator"]);
  const text = await exportText(memory);
  const footer = linesOf(text).at(-1);
  const before = text.slice(0, text.lastIndexOf("\n", text.length - 2) + 1);
  expect(footer).toMatchObject({ type: "footer", sha256: hashText(before), records: 2 });
});

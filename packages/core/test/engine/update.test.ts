import { rejection, testMemory, wordEmbedder } from "@kioku/testing/support";
import { expect, test } from "vitest";

import type { Receipt } from "../../src/index.js";

function idOf(receipt: Receipt): string {
  if (receipt.status === "rejected") throw new Error("rejected");
  return receipt.record.id;
}

test("an update changes what it names and leaves the rest", async () => {
  const { memory, clock } = testMemory();
  const id = idOf(
    await memory.remember({
      content: "tea",
      metadata: { a: 1, b: 2 },
      importance: 0.9,
      emotion: { valence: 1, arousal: 0 },
    }),
  );
  clock.now = new Date("2026-04-01T00:00:00Z");
  const updated = await memory.update(id, { metadata: { b: 3, c: 4 } });
  expect(updated).toMatchObject({
    content: "tea",
    metadata: { a: 1, b: 3, c: 4 },
    importance: 0.9,
    emotion: { valence: 1, arousal: 0 },
    version: 2,
    updatedAt: clock.now,
  });
  expect(await memory.read(id)).toEqual(updated);
});

test("a metadata member that is null is removed", async () => {
  const { memory } = testMemory();
  const id = idOf(await memory.remember({ content: "tea", metadata: { a: 1, b: 2 } }));
  expect((await memory.update(id, { metadata: { a: null } })).metadata).toEqual({ b: 2 });
});

test("new content is found by its own words and no longer by the old ones", async () => {
  const { memory } = testMemory();
  const id = idOf(await memory.remember("green tea"));
  await memory.update(id, { content: "black coffee" });
  expect(await memory.recall({ query: "tea", mode: "keyword" })).toEqual([]);
  expect((await memory.recall({ query: "coffee", mode: "semantic" }))[0]?.id).toBe(id);
});

test("an update that leaves the text keeps it findable by meaning", async () => {
  const { memory } = testMemory();
  const id = idOf(await memory.remember("green tea"));
  await memory.update(id, { pinned: true });
  const [hit] = await memory.recall({ query: "green tea", mode: "semantic", explain: true });
  expect(hit?.signals?.similarity).toBeCloseTo(1, 5);
});

test("what is not there cannot be updated, nor what is in another scope", async () => {
  const { memory } = testMemory();
  const id = idOf(await memory.scope("a").remember("tea"));
  for (const scope of [memory, memory.scope("b"), memory.scope("a", "c")]) {
    expect((await rejection(() => scope.update(id, { content: "x" }))).code).toBe("not-found");
  }
  expect((await memory.scope("a").read(id))?.content).toBe("tea");
});

test("ifVersion refuses a lost update, and without it concurrent updates all count", async () => {
  const { memory } = testMemory();
  const id = idOf(await memory.remember("tea"));
  await memory.update(id, { importance: 0.1 }, { ifVersion: 1 });
  expect(
    (await rejection(() => memory.update(id, { importance: 0.2 }, { ifVersion: 1 }))).code,
  ).toBe("conflict");
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      memory.update(id, { metadata: { [`m${index}`]: index } }),
    ),
  );
  const record = await memory.read(id);
  expect(record?.version).toBe(22);
  expect(Object.keys(record?.metadata ?? {})).toHaveLength(20);
});

test("history tells every version, who made it and why", async () => {
  const { memory } = testMemory();
  const id = idOf(await memory.remember("tea", { actor: "ann", cause: "said so" }));
  await memory.update(id, { content: "coffee" }, { actor: "bob" });
  await memory.forget(id, { cause: "asked to" });
  const history = await memory.history(id);
  expect(
    history.map(({ version, change, actor, cause, record }) => [
      version,
      change,
      actor,
      cause,
      record?.content,
    ]),
  ).toEqual([
    [1, "created", "ann", "said so", "tea"],
    [2, "updated", "bob", undefined, "coffee"],
    [3, "deleted", undefined, "asked to", undefined],
  ]);
});

test("plugins see the record as it would be and may change it", async () => {
  const seen: unknown[] = [];
  const { memory } = testMemory({
    plugins: [
      {
        id: "redact",
        hooks: {
          beforeRemember: (input) => {
            seen.push(input.metadata);
            return { ...input, content: input.content.replaceAll("secret", "[redacted]") };
          },
        },
      },
    ],
  });
  const id = idOf(await memory.remember({ content: "tea", metadata: { a: 1, b: 2 } }));
  const updated = await memory.update(id, { content: "secret tea", metadata: { a: null } });
  expect(updated).toMatchObject({ content: "[redacted] tea", metadata: { b: 2 } });
  expect(updated.metadata).not.toHaveProperty("a");
  expect(seen).toEqual([{ a: 1, b: 2 }, { b: 2 }]);
});

test.each([
  ["an unknown member", { text: "x" }, /text.*content/],
  ["blank content", { content: " " }, /patch.content.*not blank/],
  ["a wrong number", { importance: -1 }, /patch.importance/],
  ["a blank key", { key: " " }, /patch.key.*not blank/],
  ["an origin", { origin: "user" }, /origin.*content/],
])("%s in a patch is refused by name", async (_, patch, message) => {
  const { memory } = testMemory();
  const id = idOf(await memory.remember("tea"));
  expect((await rejection(() => memory.update(id, patch as never))).message).toMatch(message);
});

test("a key in a patch is found by however it was typed, then and in the past", async () => {
  const { memory, clock } = testMemory();
  const { id } = await memory.set("old", "tea");
  const before = new Date(clock.now);
  clock.now = new Date("2026-04-01T00:00:00Z");
  await memory.update(id, { key: "cafe\u0301" });
  expect(await memory.get("caf\u00E9")).toBe("tea");
  expect(await memory.get("old")).toBeUndefined();
  const asOf = { knownAt: before };
  expect(await memory.get("old", { asOf })).toBe("tea");
  expect(await memory.get("caf\u00E9", { asOf })).toBeUndefined();
  const { records } = await memory.erase({ key: "old" });
  expect(records.map((record) => record.id)).toEqual([id]);
});

test("a key that another record holds is refused at once, and its own is none of another", async () => {
  const { memory } = testMemory();
  const { id } = await memory.set("a", 1);
  const other = await memory.set("b", 2);
  await memory.update(other.id, { validTo: new Date("2026-01-01T00:00:00Z") });
  const error = await rejection(() => memory.update(id, { key: "b" }));
  expect(error).toMatchObject({ code: "conflict", retryable: false });
  expect(error.message).toMatch(new RegExp(`record ${other.id} of the same scope has it`, "u"));
  expect((await memory.update(id, { key: "a", pinned: true })).version).toBe(2);
  await memory.forget(other.id);
  expect((await memory.update(id, { key: "b" })).key).toBe("b");
});

test("plugins are shown a new key and told of it, and cannot change it", async () => {
  const seen: unknown[] = [];
  const { memory } = testMemory({
    plugins: [
      {
        id: "look",
        hooks: {
          beforeRemember: (input, { changesKey }) => {
            seen.push([input.key, changesKey]);
            return { ...input, key: "other" };
          },
        },
      },
    ],
  });
  const id = idOf(await memory.remember({ content: "tea", key: "k" }));
  await memory.update(id, { key: "moved" });
  await memory.update(id, { pinned: true });
  expect(seen).toEqual([
    ["k", undefined],
    ["moved", true],
    ["moved", false],
  ]);
  expect((await memory.read(id))?.key).toBe("moved");
});

test("an update cannot make a fact end before it begins", async () => {
  const { memory } = testMemory();
  const id = idOf(
    await memory.remember({ content: "tea", validFrom: new Date("2026-01-01T00:00:00Z") }),
  );
  const error = await rejection(() =>
    memory.update(id, { validTo: new Date("2025-01-01T00:00:00Z") }),
  );
  expect(error).toMatchObject({ code: "invalid-input" });
  expect((await memory.read(id))?.version).toBe(1);
});

test("what is kept out of recall stays out whatever an update changes", async () => {
  const { memory } = testMemory();
  const id = idOf(await memory.remember({ content: "secret tea", index: false }));
  await memory.update(id, { content: "secret coffee" });
  await memory.update(id, { speaker: "Ann", occurredAt: new Date(0) });
  for (const query of ["secret coffee", "Ann"]) expect(await memory.recall(query)).toEqual([]);
  expect((await memory.read(id))?.content).toBe("secret coffee");
});

test("an update that leaves the text does not embed it again", async () => {
  const embedder = wordEmbedder();
  const { memory } = testMemory({ embedder });
  const id = idOf(await memory.remember("green tea"));
  await memory.update(id, { speaker: "Ann", occurredAt: new Date(0) });
  expect(embedder.calls).toHaveLength(1);
  const [hit] = await memory.recall({ query: "green tea", mode: "semantic", explain: true });
  expect(hit?.signals?.similarity).toBeCloseTo(1, 5);
});

test("what has been archived can be updated and is found by its new text", async () => {
  const { memory, clock } = testMemory();
  const id = idOf(await memory.remember("green tea"));
  clock.now = new Date("2040-01-01T00:00:00Z");
  await memory.sweep({ archiveBelow: 0.9 });
  await memory.update(id, { content: "black coffee" });
  const query = { query: "coffee", mode: "keyword", includeArchived: true } as const;
  expect((await memory.recall(query))[0]?.id).toBe(id);
});

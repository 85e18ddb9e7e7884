import { rejection, testMemory } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { createMemory, inMemoryStore } from "../../src/index.js";
import type { RememberInput } from "../../src/index.js";

test("an input with ifVersion is written over that version only, and 0 means none", async () => {
  const { memory } = testMemory();
  const tone = { content: "formal", key: "tone" };
  const first = await memory.remember({ ...tone, ifVersion: 0 });
  expect(first).toMatchObject({ status: "stored", record: { version: 1 } });
  const taken = await rejection(() => memory.remember({ ...tone, ifVersion: 0 }));
  expect([taken.code, taken.retryable]).toEqual(["conflict", false]);
  await memory.remember({ ...tone, content: "casual", ifVersion: 1 });
  const late = await rejection(() => memory.remember({ ...tone, ifVersion: 1 }));
  expect(late).toMatchObject({ code: "conflict" });
  expect(late.message).toContain("2 is stored");
  const missing = await rejection(() =>
    memory.remember({ content: "a", key: "other", ifVersion: 1 }),
  );
  expect(missing).toMatchObject({ code: "conflict" });
  expect(await memory.get("tone")).toBe("casual");
});

test("a batch in which one version is another writes nothing at all", async () => {
  const { memory } = testMemory();
  await memory.set("a", 1);
  const batch: readonly RememberInput[] = [
    { content: "plain" },
    { content: "new", key: "b", ifVersion: 0 },
    { content: "two", key: "a", ifVersion: 2 },
  ];
  const before = await memory.list();
  expect(await rejection(() => memory.rememberAll(batch))).toMatchObject({ code: "conflict" });
  expect(await memory.list()).toEqual(before);
  await memory.set("a", 2);
  const receipts = await memory.rememberAll(batch);
  expect(receipts.map(({ status }) => status)).toEqual(["stored", "stored", "stored"]);
  expect((await memory.read(before.items[0]?.id ?? ""))?.version).toBe(3);
});

test("a batch counts the versions that it makes itself", async () => {
  const { memory } = testMemory();
  const steps = ["one", "two", "three"].map((content, ifVersion) => ({
    content,
    key: "k",
    ifVersion,
  }));
  await memory.rememberAll(steps);
  expect(await memory.get("k")).toBe("three");
  const twice = [0, 0].map((ifVersion) => ({ content: "x", key: "l", ifVersion }));
  expect(await rejection(() => memory.rememberAll(twice))).toMatchObject({ code: "conflict" });
  expect(await memory.get("l")).toBeUndefined();
});

test("of several memories that write over one version, one wins and the others are told", async () => {
  const store = inMemoryStore();
  const memories = Array.from({ length: 8 }, () => createMemory({ store }));
  const writes = memories.map((memory, index) =>
    memory.rememberAll([
      { content: "watermark", key: "k", ifVersion: 0 },
      { content: `of writer ${index}`, kind: "fact" },
    ]),
  );
  const settled = await Promise.allSettled(writes);
  const lost = settled.flatMap((one): readonly unknown[] =>
    one.status === "rejected" ? [one.reason] : [],
  );
  expect(lost).toHaveLength(7);
  for (const error of lost) expect(error).toMatchObject({ code: "conflict" });
  expect((await memories[0]?.list({ kinds: ["fact"] }))?.items).toHaveLength(1);
});

test.each([
  [{ content: "a", ifVersion: 0 }, "input.ifVersion must be absent without a key"],
  [{ content: "a", key: "k", ifVersion: -1 }, "input.ifVersion must be"],
  [{ content: "a", key: "k", ifVersion: 0.5 }, "input.ifVersion must be"],
  [{ content: "a", key: "k", ifVersion: "1" }, "input.ifVersion must be"],
])("the input %j is refused by name", async (input, problem) => {
  const { memory } = testMemory();
  const error = await rejection(() => memory.remember(input as RememberInput));
  expect(error.code).toBe("invalid-input");
  expect(error.message).toContain(problem);
});

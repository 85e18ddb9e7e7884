import { rejection, testMemory, wordEmbedder } from "@kioku/testing/support";
import { expect, test } from "vitest";

import type { MemoryRecord, Receipt } from "../../src/index.js";

function recordOf(receipt: Receipt | undefined): MemoryRecord {
  if (!receipt || receipt.status === "rejected") throw new Error("not written");
  return receipt.record;
}

test("a record keeps who said it and what its text does, found from the text or given", async () => {
  const { memory } = testMemory();
  const receipts = await memory.rememberAll([
    { content: "Where is the key?", speaker: "Ana", thread: "t" },
    { content: "Thanks!", speaker: "Bo", thread: "t" },
    { content: "I live in Rome", thread: "t" },
    { content: "Where is the key?", form: "statement", thread: "t" },
  ]);
  const kept = receipts.map((receipt) => {
    const { speaker, form } = recordOf(receipt);
    return [speaker, form];
  });
  expect(kept).toEqual([
    ["Ana", "question"],
    ["Bo", "small-talk"],
    [undefined, "statement"],
    [undefined, "statement"],
  ]);
  expect(recordOf(receipts[2])).not.toHaveProperty("speaker");
});

test("filters select by who said it and by what the text does", async () => {
  const { memory } = testMemory();
  await memory.rememberAll([
    { content: "tea is nice", speaker: "Ana" },
    { content: "is there tea?", speaker: "Ana" },
    { content: "tea is hot" },
  ]);
  const said = { "@speaker": "Ana", "@form": { $ne: "question" } };
  const { items } = await memory.list({ filter: said });
  expect(items.map(({ content }) => content)).toEqual(["tea is nice"]);
  const hits = await memory.recall({ query: "tea", filter: { "@speaker": { $exists: false } } });
  expect(hits.map(({ content }) => content)).toEqual(["tea is hot"]);
});

test("new content has a form of its own, unless the patch gives one", async () => {
  const { memory } = testMemory();
  const { id } = recordOf(await memory.remember({ content: "I live in Rome", speaker: "Ana" }));
  const asked = await memory.update(id, { content: "Where do I live?" });
  expect(asked).toMatchObject({ form: "question", speaker: "Ana" });
  expect(await memory.update(id, { form: "small-talk" })).toMatchObject({ form: "small-talk" });
  const kept = await memory.update(id, { content: "Where do I live?", importance: 1 });
  expect(kept.form).toBe("small-talk");
  const both = await memory.update(id, { content: "Who am I?", form: "statement", speaker: "Bo" });
  expect(both).toMatchObject({ form: "statement", speaker: "Bo" });
  const [first] = await memory.history(id);
  expect(first?.record).toMatchObject({ form: "statement", speaker: "Ana" });
});

test("entries are statements, whatever their words", async () => {
  const { memory } = testMemory();
  expect((await memory.set("question", "who?")).form).toBe("statement");
  const asked = await memory.set("asked", "who?", { form: "question", speaker: "Ana" });
  expect(asked).toMatchObject({ form: "question", speaker: "Ana" });
});

test("the same words of two people are two memories, by their words and by meaning", async () => {
  const { memory } = testMemory({ embedder: wordEmbedder() });
  await memory.remember({ content: "I like green tea", speaker: "Ana" });
  const statusOf = async (input: Parameters<typeof memory.remember>[0]): Promise<string> =>
    (await memory.remember(input)).status;
  expect(await statusOf({ content: "I like green tea", speaker: "Bo" })).toBe("stored");
  expect(await statusOf({ content: "I like green tea", speaker: "Ana" })).toBe("duplicate");
  expect(await statusOf("I like green tea")).toBe("stored");
  const dedupe = { similarity: 0.9 };
  const like = "green tea I like";
  expect(await statusOf({ content: like, speaker: "Cy", dedupe })).toBe("stored");
  expect(await statusOf({ content: like, speaker: "Bo", dedupe })).toBe("duplicate");
});

test("a replay that names somebody else is a conflict", async () => {
  const { memory } = testMemory();
  const input = { content: "I like tea", speaker: "Ana", idempotencyKey: "1" };
  await memory.remember(input);
  expect((await memory.remember(input)).status).toBe("duplicate");
  expect(await rejection(() => memory.remember({ ...input, speaker: "Bo" }))).toMatchObject({
    code: "conflict",
  });
});

test("a speaker is a name, and a form one of three", async () => {
  const { memory } = testMemory();
  const wrong = [{ speaker: "" }, { speaker: 7 }, { speaker: "x".repeat(513) }, { form: "joke" }];
  for (const fields of wrong) {
    const input = { content: "tea", ...fields } as { content: string };
    expect(await rejection(() => memory.remember(input))).toMatchObject({ code: "invalid-input" });
  }
});

test("an export brings back who said it and a form that was given", async () => {
  const { memory } = testMemory();
  await memory.remember({ content: "Who is there?", speaker: "Ana", form: "statement" });
  const { memory: other } = testMemory();
  await other.import(memory.export());
  const { items } = await other.list();
  expect(items).toMatchObject([{ speaker: "Ana", form: "statement" }]);
});

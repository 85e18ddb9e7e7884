import { rm } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";

import { expect, test } from "vitest";

import { localEmbedder } from "../src/index.js";
import { emptyFolder, fillFolder } from "./support/asset-folder.js";
import { digest, embedOne } from "./support/vectors.js";

const SENTENCE = "Every evening the keeper lights the lamp. 每天晚上守塔人点亮灯。";
const LONG = SENTENCE.repeat(14_000);

test("a text of more than 1 MB has the vector of its repeated sentence", async () => {
  const embedder = localEmbedder();
  expect(Buffer.byteLength(LONG)).toBeGreaterThan(1_000_000);
  const vector = await embedOne(embedder, LONG);
  const once = await embedOne(embedder, SENTENCE);
  vector.forEach((value, index) => expect(value).toBeCloseTo(once[index] ?? Number.NaN, 4));
});

test("a word of 1 MB is one unknown word", async () => {
  const embedder = localEmbedder();
  const vector = await embedOne(embedder, "zx".repeat(500_000));
  // Only its first six pieces count.
  expect(digest(vector)).toBe(digest(await embedOne(embedder, "zxzxzxzxzx")));
});

test("other work runs while a long text is embedded", async () => {
  const embedder = localEmbedder();
  await embedder.embed(["load"]);
  const progress = { isDone: false, turns: 0 };
  const embedding = embedder.embed([LONG]).finally(() => {
    progress.isDone = true;
  });
  while (!progress.isDone) {
    await setImmediate();
    progress.turns += 1;
  }
  await embedding;
  expect(progress.turns).toBeGreaterThan(100);
});

test.each([
  ["one long text", [LONG]],
  ["many short texts", Array.from({ length: 200_000 }, () => "")],
  ["a long text without words", ["🎉".repeat(500_000)]],
])("an abort stops %s with the signal's reason", async (_name, texts) => {
  const embedder = localEmbedder();
  await embedder.embed(["load"]);
  const controller = new AbortController();
  const reason = new Error("enough");
  const embedding = embedder.embed(texts, { signal: controller.signal });
  await setImmediate();
  await setImmediate();
  controller.abort(reason);
  await expect(embedding).rejects.toBe(reason);
});

test("an abort before the call rejects before anything is read", async () => {
  const reason = new Error("too late");
  const assetsDir = await emptyFolder();
  await fillFolder(assetsDir);
  const embedder = localEmbedder({ assetsDir });
  await rm(assetsDir, { recursive: true });
  const embedding = embedder.embed(["a"], { signal: AbortSignal.abort(reason) });
  await expect(embedding).rejects.toBe(reason);
});

test("an abort during the load rejects with the signal's reason", async () => {
  const controller = new AbortController();
  const reason = new Error("not now");
  const embedding = localEmbedder().embed(["a"], { signal: controller.signal });
  controller.abort(reason);
  await expect(embedding).rejects.toBe(reason);
});

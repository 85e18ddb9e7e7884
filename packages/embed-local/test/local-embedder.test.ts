import { rm } from "node:fs/promises";

import { describe, expect, test } from "vitest";

import { localEmbedder } from "../src/index.js";
import { emptyFolder, fillFolder, spoilFile } from "./support/asset-folder.js";
import { failureOf } from "./support/failure-of.js";
import { digest, dot, embedOne } from "./support/vectors.js";

const TEXTS = [
  "The cat sleeps on the sofa",
  "猫睡在沙发上",
  "",
  "🎉",
  "The cat sleeps on the sofa",
];

describe("localEmbedder", () => {
  test("names its space and the width of its vectors", async () => {
    const embedder = localEmbedder();
    expect(embedder.id).toBe("kioku/static-zh-en-256@2#256");
    expect(embedder.dimensions).toBe(256);
    expect(embedder.maxBatchSize).toBe(512);
    expect(await embedOne(embedder, "hello")).toHaveLength(256);
  });

  test("answers one vector per text, in order, the same as one by one", async () => {
    const embedder = localEmbedder();
    const { vectors } = await embedder.embed(TEXTS);
    const single = await Promise.all(TEXTS.map((text) => embedOne(embedder, text)));
    expect(vectors.map(digest)).toEqual(single.map(digest));
    expect(vectors[4]).toEqual(vectors[0]);
    expect(vectors[4]).not.toBe(vectors[0]);
  });

  test("answers no vectors for no texts", async () => {
    expect(await localEmbedder().embed([])).toEqual({ vectors: [] });
  });

  test("embeds a question and a document alike", async () => {
    const embedder = localEmbedder();
    const question = await embedder.embed(["dark mode"], { purpose: "query" });
    const document = await embedder.embed(["dark mode"], { purpose: "document" });
    expect(question).toEqual(document);
  });

  test.each([
    ["nothing", ""],
    ["space", " \n\t"],
    ["punctuation", "?!… 。、"],
    ["emoji", "🎉👩‍👩‍👧"],
    ["another script", "Привет, как дела?"],
    ["Chinese characters that the table lacks", "㐀㐁"],
    ["a lone surrogate", "\uD83D"],
    ["NUL", "\0"],
  ])("gives %s a finite vector of length 1", async (_name, text) => {
    const vector = await embedOne(localEmbedder(), text);
    expect(vector.every((value) => Number.isFinite(value))).toBe(true);
    expect(dot(vector, vector)).toBeCloseTo(1, 5);
  });

  test("reads lone surrogates and NUL as separators", async () => {
    const embedder = localEmbedder();
    const plain = digest(await embedOne(embedder, "dark mode"));
    expect(digest(await embedOne(embedder, "dark\0mode"))).toBe(plain);
    expect(digest(await embedOne(embedder, "dark\uD800mode\uDC00"))).toBe(plain);
  });

  test("refuses a text that is no string, naming its place", async () => {
    const texts: readonly unknown[] = ["a", 7];
    const failure = await failureOf(localEmbedder().embed(texts as readonly string[]));
    expect(failure.code).toBe("invalid-input");
    expect(failure.message).toContain("texts[1]");
  });
});

describe("loading", () => {
  test("waits for the first embed, and repeats a load that failed", async () => {
    const assetsDir = await emptyFolder();
    await fillFolder(assetsDir);
    const embedder = localEmbedder({ assetsDir });
    await spoilFile(assetsDir, "vocab.txt");
    expect((await failureOf(embedder.embed(["a"]))).code).toBe("embedder-failed");
    await fillFolder(assetsDir);
    expect(await embedOne(embedder, "a")).toHaveLength(256);
  });

  test("happens once for all callers", async () => {
    const assetsDir = await emptyFolder();
    await fillFolder(assetsDir);
    await spoilFile(assetsDir, "vocab.txt");
    const embedder = localEmbedder({ assetsDir });
    const calls = ["a", "b"].map((text) => failureOf(embedder.embed([text])));
    const [first, second] = await Promise.all(calls);
    expect(second).toBe(first);

    await fillFolder(assetsDir);
    await Promise.all([embedder.embed(["a"]), embedder.embed(["b"])]);
    await rm(assetsDir, { recursive: true });
    expect(await embedOne(embedder, "c")).toHaveLength(256);
  });
});

describe("close", () => {
  test("ends the embedder, more than once if need be", async () => {
    const embedder = localEmbedder();
    const pending = embedder.embed(["a"]);
    await embedder.close?.();
    await embedder.close?.();
    expect((await failureOf(pending)).code).toBe("closed");
    expect((await failureOf(embedder.embed(["a"]))).code).toBe("closed");
  });
});

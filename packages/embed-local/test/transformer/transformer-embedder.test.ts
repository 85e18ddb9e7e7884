import { cpSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";

import { env, LogLevel, pipeline } from "@huggingface/transformers";
import { describe, expect, test } from "vitest";

import { localEmbedder } from "../../src/index.js";
import type { EmbeddingManifest, TransformerEmbedderOptions } from "../../src/index.js";
import { failureOf } from "../support/failure-of.js";
import { ENCODER, modelFolder, temporaryFolder } from "../support/made-models.js";
import { threadsOnSources } from "../support/threads-on-sources.js";
import { dot, embedOne } from "../support/vectors.js";

threadsOnSources();

const folder = modelFolder({
  sentenceEmbedding: true,
  files: ["model.onnx", "model_quantized.onnx"],
});
const TEXTS = [
  "The cat sleeps on the sofa",
  "rain",
  "A long line of words about the weather, the harbour and the ships that wait there for the tide to turn",
  "rain",
  "我女儿对花生过敏",
];

function embedder(
  options: Partial<TransformerEmbedderOptions> = {},
  manifest: Partial<EmbeddingManifest> = {},
): ReturnType<typeof localEmbedder> {
  return localEmbedder({
    model: "kioku/small",
    modelDir: folder,
    manifest: { ...ENCODER, ...manifest },
    threads: 1,
    ...options,
  });
}

/** The vectors of the library's own pipeline, text by text. */
async function expected(pooling: "mean" | "cls", texts: readonly string[]): Promise<number[][]> {
  env.logLevel = LogLevel.NONE;
  const extract = await pipeline("feature-extraction", folder, { dtype: "fp32" });
  const vectors: number[][] = [];
  for (const text of texts) {
    const answer = await extract(text, { pooling, normalize: true });
    vectors.push(Array.from(answer.data as Float32Array));
  }
  return vectors;
}

function expectClose(vector: Float32Array | undefined, other: readonly number[]): void {
  expect(vector).toHaveLength(other.length);
  for (const [index, value] of other.entries()) expect(vector?.[index]).toBeCloseTo(value, 5);
}

/** Counts the turns of the event loop before a call is answered. */
async function turnsUntil(call: Promise<unknown>): Promise<number> {
  const state = { turns: 0, isDone: false };
  const done = call.then(() => {
    state.isDone = true;
  });
  while (!state.isDone) {
    state.turns += 1;
    await setImmediate();
  }
  await done;
  return state.turns;
}

describe("a transformer embedder", () => {
  test.each(["mean", "cls"] as const)("pools by %s as the library does", async (pooling) => {
    const own = embedder({}, { pooling });
    const { vectors, tokens } = await own.embed(TEXTS);
    const others = await expected(pooling, TEXTS);
    for (const [index, other] of others.entries()) expectClose(vectors[index], other);
    expect(vectors).toHaveLength(TEXTS.length);
    expect(tokens).toBeGreaterThan(TEXTS.length * 3);
    await own.close?.();
  });

  test("reads an output that the model has pooled itself", async () => {
    const own = embedder({}, { pooling: "none" });
    const [other = []] = await expected("mean", ["rain"]);
    const vector = await embedOne(own, "rain");
    expect(dot(vector, Float32Array.from(other))).toBeCloseTo(1, 5);
    await own.close?.();
  });

  test("puts the prefix of the purpose before a text", async () => {
    const own = embedder({}, { prefixes: { query: "query: ", document: "passage: " } });
    const plain = embedder();
    const query = await own.embed(["rain"], { purpose: "query" });
    const document = await own.embed(["rain"]);
    expect(query.vectors[0]).toEqual(await embedOne(plain, "query: rain"));
    expect(document.vectors[0]).toEqual(await embedOne(plain, "passage: rain"));
    await Promise.all([own.close?.(), plain.close?.()]);
  });

  test("cuts vectors to a width of the manifest and brings them to length 1 again", async () => {
    const own = embedder({ dimensions: 8 }, { widths: [8, 16] });
    const whole = embedder();
    const short = await embedOne(own, "rain");
    const long = (await embedOne(whole, "rain")).subarray(0, 8);
    const scale = 1 / Math.sqrt(dot(long, long));
    expect(own.dimensions).toBe(8);
    expectClose(
      short,
      Array.from(long, (value) => value * scale),
    );
    await Promise.all([own.close?.(), whole.close?.()]);
  });

  test("gives every text its own vector whatever else is in the batch", async () => {
    const own = embedder();
    const texts = Array.from({ length: 300 }, (_, at) => `${"word ".repeat((at * 7) % 40)} ${at}`);
    const { vectors } = await own.embed(texts);
    for (const at of [0, 1, 12, 13, 150, 299]) {
      expect(
        dot(vectors[at] ?? new Float32Array(), await embedOne(own, texts[at] ?? "")),
      ).toBeCloseTo(1, 5);
    }
    await own.close?.();
  });

  test("runs 8-bit weights that lie near the whole ones", async () => {
    const own = embedder({ quantization: "q8" });
    const whole = embedder();
    const cosine = dot(await embedOne(own, "rain"), await embedOne(whole, "rain"));
    expect(cosine).toBeGreaterThan(0.98);
    expect(cosine).toBeLessThan(0.999_999);
    await Promise.all([own.close?.(), whole.close?.()]);
  });

  test("gives a text the same vector with 8-bit weights, whoever its neighbours are", async () => {
    const own = embedder({ quantization: "q8" });
    const alone = await embedOne(own, "rain");
    const { vectors } = await own.embed(["rain", "sun", "A line of words about the harbour"]);
    expect(vectors[0]).toEqual(alone);
    await own.close?.();
  });

  test("refuses a text of too many tokens by its place and both numbers, and quotes nothing", async () => {
    const own = embedder();
    const error = await failureOf(own.embed(["rain", `secret ${"word ".repeat(300)}`]));
    expect(error.code).toBe("invalid-input");
    expect(error.retryable).toBe(false);
    expect(error.message).toMatch(
      /^localEmbedder: texts\[1\] has \d{3} tokens, and the model takes 128\./u,
    );
    expect(error.message).not.toContain("secret");
    expect(error).toHaveProperty("details.textIndex", 1);
    expect(await embedOne(own, "rain")).toHaveLength(32);
    await own.close?.();
  });

  test("cuts a text at its end if told so, and keeps the special tokens around it", async () => {
    const own = embedder({ truncate: true }, { maxTokens: 10 });
    const long = await embedOne(own, "a b c d e f g h i j k l m n");
    // Eight tokens and two special ones.
    expect(dot(long, await embedOne(own, "a b c d e f g h"))).toBeCloseTo(1, 6);
    expect(dot(long, await embedOne(own, "a b c d e f g"))).toBeLessThan(0.999);
    await own.close?.();
  });

  test("answers the same after another instance has read the same files", async () => {
    const first = embedder();
    const second = embedder();
    expect(await embedOne(first, "rain")).toEqual(await embedOne(second, "rain"));
    await first.close?.();
    expect(await embedOne(second, "rain")).toHaveLength(32);
    await second.close?.();
  });

  test("finds the files in a folder of folders", async () => {
    const parent = temporaryFolder();
    cpSync(folder, join(parent, "kioku", "small"), { recursive: true });
    const own = embedder({ modelDir: parent });
    expect(await embedOne(own, "rain")).toHaveLength(32);
    await own.close?.();
  });

  test("leaves the event loop free while it computes", async () => {
    const own = embedder();
    await own.embed(["rain"]);
    const call = own.embed(Array.from({ length: 3000 }, (_, at) => `the ship of ${at}`));
    const turns = await turnsUntil(call);
    expect(turns).toBeGreaterThan(200);
    await own.close?.();
  });
});

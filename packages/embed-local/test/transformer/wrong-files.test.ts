import { createHash } from "node:crypto";
import { cpSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

import { MemoryError } from "@kioku/core";
import { expect, test } from "vitest";

import { modelSettings } from "../../scripts/make-model/model-settings.ts";
import { randomWeights } from "../../scripts/make-model/random-weights.ts";
import { localEmbedder, localReranker } from "../../src/index.js";
import type { EmbeddingManifest } from "../../src/index.js";
import { failureOf } from "../support/failure-of.js";
import { CROSS_ENCODER, ENCODER, modelFolder, temporaryFolder } from "../support/made-models.js";
import { threadsOnSources } from "../support/threads-on-sources.js";
import { embedOne } from "../support/vectors.js";

threadsOnSources();

const folder = modelFolder();

function copy(): string {
  const target = temporaryFolder();
  cpSync(folder, target, { recursive: true });
  return target;
}

function embedder(
  modelDir: string,
  manifest: Partial<EmbeddingManifest> = {},
): ReturnType<typeof localEmbedder> {
  const whole = { ...ENCODER, ...manifest };
  return localEmbedder({ model: "kioku/small", modelDir, manifest: whole, threads: 1 });
}

/** The error that making an embedder throws. */
function refusalOf(make: () => unknown): MemoryError {
  try {
    make();
  } catch (error) {
    if (MemoryError.is(error, "invalid-input")) return error;
  }
  throw new Error("not refused");
}

test.each(["config.json", "tokenizer.json", "tokenizer_config.json", "onnx/model.onnx"])(
  "without its %s no embedder is made, and the file is named",
  async (file) => {
    const target = copy();
    rmSync(join(target, file));
    const { message } = refusalOf(() => embedder(target));
    expect(message).toContain(`localEmbedder: files of the model kioku/small are missing`);
    expect(message).toContain(file);
    expect(message).toContain(target);
    expect(message).toContain("allowDownload");
    cpSync(join(folder, file), join(target, file));
    const own = embedder(target);
    expect(await embedOne(own, "rain")).toHaveLength(32);
    await own.close?.();
  },
);

test("a file that is gone before the first call is named, and found once it is there", async () => {
  const target = copy();
  const own = embedder(target);
  rmSync(join(target, "config.json"));
  const error = await failureOf(own.embed(["rain"]));
  expect(error).toMatchObject({ code: "embedder-failed", retryable: false });
  expect(error.message).toContain("config.json");
  cpSync(join(folder, "config.json"), join(target, "config.json"));
  expect(await embedOne(own, "rain")).toHaveLength(32);
  await own.close?.();
});

test("a folder without a model is named both ways", () => {
  const target = temporaryFolder();
  const { message } = refusalOf(() => embedder(target));
  expect(message).toContain(`${target} or ${join(target, "kioku/small")}`);
});

test("a file with another checksum than the manifest's is refused, one with the same is read", async () => {
  const file = "onnx/model.onnx";
  const sha256 = createHash("sha256")
    .update(readFileSync(join(folder, file)))
    .digest("hex");
  const right = embedder(folder, { checksums: { [file]: sha256 } });
  expect(await embedOne(right, "rain")).toHaveLength(32);
  const target = copy();
  const bytes = readFileSync(join(target, file));
  // Within a weight: the file would load.
  bytes[bytes.length - 200] = (bytes[bytes.length - 200] ?? 0) ^ 1;
  writeFileSync(join(target, file), bytes);
  const wrong = embedder(target, { checksums: { [file]: sha256 } });
  const error = await failureOf(wrong.embed(["rain"]));
  expect(error.code).toBe("embedder-failed");
  expect(error.message).toContain(`${join(target, file)} is damaged or of another version`);
  expect(error.message).toContain(sha256);
  await Promise.all([right.close?.(), wrong.close?.()]);
});

test.each(["onnx/model.onnx", "tokenizer.json", "config.json"])(
  "a %s that is cut short is an error with its cause",
  async (file) => {
    const target = copy();
    truncateSync(join(target, file), 100);
    const own = embedder(target);
    const error = await failureOf(own.embed(["rain"]));
    expect(error.code).toBe("embedder-failed");
    expect(error.message).toContain(target);
    expect(error.cause).toBeInstanceOf(Error);
    await own.close?.();
  },
);

test("another width than the manifest's is refused with both", async () => {
  const own = embedder(folder, { dimensions: 48 });
  const { code, message } = await failureOf(own.embed(["rain"]));
  expect(code).toBe("embedder-failed");
  expect(message).toMatch(/onnx\/model\.onnx has the dimensions 1 × \d+ × 32, not 1 × \d+ × 48/u);
  await own.close?.();
});

/** A folder with a model that answers every text with `@` in it with NaN. */
function spoiltFolder(): string {
  const target = copy();
  const settings = modelSettings({});
  const { model } = JSON.parse(readFileSync(join(target, "tokenizer.json"), "utf8")) as {
    model: { vocab: Record<string, number> };
  };
  const start = (model.vocab["@"] ?? 0) * settings.width;
  const words = randomWeights(settings).get("embeddings.word")?.values() ?? new Float32Array();
  const row = words.slice(start, start + settings.width);
  const file = join(target, "onnx/model.onnx");
  const bytes = readFileSync(file);
  const place = bytes.indexOf(Buffer.from(row.buffer));
  expect(place).toBeGreaterThan(0);
  bytes.set(Buffer.from(new Float32Array(settings.width).fill(Number.NaN).buffer), place);
  writeFileSync(file, bytes);
  return target;
}

test("a text that the model has no numbers for is named where it has some for others", async () => {
  const own = embedder(spoiltFolder());
  const error = await failureOf(own.embed(["rain", "sun", "me @ home", "moon"]));
  expect(error.code).toBe("invalid-input");
  expect(error.message).toContain("answers texts[2] with numbers that are not finite");
  expect(error).toHaveProperty("details.textIndex", 2);
  const alone = await failureOf(own.embed(["me @ home"]));
  expect(alone.code).toBe("embedder-failed");
  expect(alone).toHaveProperty("details", {});
  expect(await embedOne(own, "rain")).toHaveLength(32);
  await own.close?.();
});

test("an output that the model lacks is refused with those that it has", async () => {
  const own = embedder(folder, { pooling: "none" });
  const { message } = await failureOf(own.embed(["rain"]));
  expect(message).toContain("no output `sentence_embedding`, but last_hidden_state");
  await own.close?.();
});

test("an encoder is no cross-encoder", async () => {
  const own = localReranker({ model: "kioku/small", modelDir: folder, manifest: CROSS_ENCODER });
  const { code, message } = await failureOf(own.rerank("rain", ["sun"]));
  expect(code).toBe("reranker-failed");
  expect(message).toContain("localReranker: the model file");
  expect(message).toContain("no output `logits`");
  await own.close?.();
});

test("without a folder, downloads of before are looked for in the home folder", () => {
  const { message } = refusalOf(() =>
    localEmbedder({ model: "kioku/nobody-has-this", manifest: ENCODER }),
  );
  expect(message).toContain(join(homedir(), ".cache/kioku/models/kioku/nobody-has-this/1"));
});

test("without its files no cross-encoder is made", () => {
  const { message } = refusalOf(() =>
    localReranker({
      model: "kioku/small",
      modelDir: temporaryFolder(),
      manifest: CROSS_ENCODER,
    }),
  );
  expect(message).toContain("localReranker: files of the model kioku/small are missing");
});

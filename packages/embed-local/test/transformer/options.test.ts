import { MemoryError } from "@kioku/core";
import { describe, expect, test } from "vitest";

import { EMBEDDING_MODELS, localEmbedder, localReranker, RERANK_MODELS } from "../../src/index.js";
import type { TransformerEmbedderOptions } from "../../src/index.js";
import { CROSS_ENCODER, ENCODER } from "../support/made-models.js";

// No files are there: what may be downloaded is not looked for.
const own = { model: "kioku/small", manifest: ENCODER, allowDownload: true };

/** The message of the `invalid-input` that a call throws. */
function refusalOf(create: () => unknown): string {
  try {
    create();
  } catch (error) {
    if (MemoryError.is(error, "invalid-input")) return error.message;
    throw error;
  }
  throw new Error("not refused");
}

describe("the list of models", () => {
  test.each(EMBEDDING_MODELS)(
    "makes an embedder of $name by either name",
    ({ name, repository, manifest }) => {
      const embedder = localEmbedder({ model: name, allowDownload: true });
      expect(embedder.dimensions).toBe(manifest.dimensions);
      expect(embedder.normalized).toBe(true);
      expect(embedder.id).toContain(`${repository}@${manifest.revision}#${manifest.dimensions}+`);
      expect(localEmbedder({ model: repository, allowDownload: true }).id).toBe(embedder.id);
      for (const dimensions of manifest.widths ?? []) {
        expect(localEmbedder({ model: name, dimensions, allowDownload: true }).dimensions).toBe(
          dimensions,
        );
      }
    },
  );

  test.each(RERANK_MODELS)(
    "makes a reranker of $name by either name",
    ({ name, repository, manifest }) => {
      const { id } = localReranker({ model: name, allowDownload: true });
      expect(id).toBe(`${repository}@${manifest.revision}`);
      expect(localReranker({ model: repository, allowDownload: true }).id).toBe(id);
    },
  );

  test.each([...EMBEDDING_MODELS, ...RERANK_MODELS])("says where it has $name from", (model) => {
    expect(model.sources.every((source) => URL.canParse(source))).toBe(true);
    expect(model.readAt).toMatch(/^\d{4}-\d\d-\d\d$/u);
    // A commit, or a branch where no public page names one.
    expect(model.manifest.revision).toMatch(/^(?:[\da-f]{40}|main)$/u);
    const { quantizations, externalData = [] } = model.manifest;
    expect(externalData.every((one) => quantizations?.includes(one) ?? true)).toBe(true);
  });
});

test("core gives one call of few texts at a time, unless told otherwise", () => {
  const { maxBatchSize, maxConcurrency } = localEmbedder(own);
  expect({ maxBatchSize, maxConcurrency }).toEqual({ maxBatchSize: 16, maxConcurrency: 1 });
  expect(localEmbedder({ ...own, maxBatchSize: 64 }).maxBatchSize).toBe(64);
});

test("a profile that is given is that of the embedder", () => {
  const profile = { unrelated: 0.1, related: 0.6, meaningWeight: 0.5 };
  expect(localEmbedder({ ...own, profile }).profile).toEqual(profile);
  expect(localEmbedder(own).profile).toBeUndefined();
});

describe("an id names what vectors depend on", () => {
  const plain = localEmbedder(own).id;

  test("model, revision and width first", () => {
    expect(plain).toBe("kioku/small@1#32+mean");
  });

  test.each<[string, Partial<TransformerEmbedderOptions>]>([
    ["quantization", { quantization: "q8" }],
    ["revision", { revision: "2" }],
    ["width", { dimensions: 16, manifest: { ...ENCODER, widths: [16] } }],
    ["pooling", { manifest: { ...ENCODER, pooling: "cls" } }],
    ["layer norm", { manifest: { ...ENCODER, layerNorm: true } }],
    ["output", { manifest: { ...ENCODER, output: "token_embeddings" } }],
    ["query prefix", { manifest: { ...ENCODER, prefixes: { query: "q: " } } }],
    ["where texts are cut", { truncate: true }],
    ["document prefix", { manifest: { ...ENCODER, prefixes: { document: "q: " } } }],
  ])("%s", (_name, options) => {
    expect(localEmbedder({ ...own, ...options }).id).not.toBe(plain);
  });

  test("and where texts are cut only if they are", () => {
    const shorter = { ...own, manifest: { ...ENCODER, maxTokens: 64 } };
    expect(localEmbedder(shorter).id).toBe(plain);
    expect(localEmbedder({ ...shorter, truncate: true }).id).toBe(`${plain}+cut-64`);
    expect(localEmbedder({ ...own, truncate: true }).id).toBe(`${plain}+cut-128`);
  });

  test("and not where the files are or how many threads compute", () => {
    expect(localEmbedder({ ...own, cacheDir: "/elsewhere", threads: 2, maxBatchSize: 8 }).id).toBe(
      plain,
    );
  });
});

describe("options of a transformer model are refused by name:", () => {
  test.each<[string, object, string]>([
    ["a model that is not in the list", { model: "gpt" }, "one of all-MiniLM-L6-v2"],
    [
      "no name with a manifest",
      { model: "small", manifest: ENCODER },
      "model must be `organisation/name`",
    ],
    ["a model that leads elsewhere", { model: "../x", manifest: ENCODER }, "model must be"],
    ["a blank model", { model: " " }, "model must be"],
    ["an undefined model", { model: undefined }, "model must be"],
    ["assetsDir with model", { ...own, assetsDir: "/x" }, "`assetsDir` is of the static table"],
    ["modelDir without model", { modelDir: "/x" }, "`modelDir` needs `model`"],
    ["an unknown option", { ...own, modle: 1 }, '"modle"'],
    ["an unknown quantization", { ...own, quantization: "q3" }, "quantization must be one of fp32"],
    ["a quantization without files", { model: "bge-m3", quantization: "q4" }, "fp32, fp16, q8"],
    [
      "a width that was not trained",
      { model: "bge-m3", dimensions: 512 },
      "dimensions must be one of 1024",
    ],
    ["no threads", { ...own, threads: 0 }, "threads must be"],
    ["half a batch", { ...own, maxBatchSize: 1.5 }, "maxBatchSize must be"],
    ["a word for truncate", { ...own, truncate: "yes" }, "truncate must be"],
    [
      "a profile upside down",
      { ...own, profile: { unrelated: 0.6, related: 0.2 } },
      "profile.related",
    ],
    ["a word for allowDownload", { ...own, allowDownload: "yes" }, "allowDownload must be"],
    ["no function as onProgress", { ...own, onProgress: 1 }, "onProgress must be"],
    ["an empty modelDir", { ...own, modelDir: "" }, "modelDir must be"],
    [
      "a web address as cacheDir",
      { ...own, cacheDir: new URL("https://example.org") },
      "cacheDir must be",
    ],
    ["a hub without a protocol", { ...own, hubUrl: "example.org" }, "hubUrl must be"],
    ["a hub on disk", { ...own, hubUrl: "file:///x" }, "hubUrl must be"],
    ["an empty revision", { ...own, revision: "" }, "revision must be"],
    [
      "a manifest without pooling",
      { ...own, manifest: { ...ENCODER, pooling: undefined } },
      "manifest.pooling",
    ],
    [
      "an unknown pooling",
      { ...own, manifest: { ...ENCODER, pooling: "max" } },
      "manifest.pooling",
    ],
    [
      "a manifest without revision",
      { ...own, manifest: { ...ENCODER, revision: undefined } },
      "manifest.revision",
    ],
    [
      "a short checksum",
      { ...own, manifest: { ...ENCODER, checksums: { "config.json": "f" } } },
      'manifest.checksums["config.json"]',
    ],
    [
      "a checksum of no file",
      { ...own, manifest: { ...ENCODER, checksums: { "model.onnx": "f".repeat(64) } } },
      "manifest.checksums must be by names such as",
    ],
    [
      "checksums that are null",
      { ...own, manifest: { ...ENCODER, checksums: null } },
      "manifest.checksums must be an object",
    ],
    [
      "a width as wide as all",
      { ...own, manifest: { ...ENCODER, widths: [32] } },
      "manifest.widths",
    ],
    [
      "a prefix that is no text",
      { ...own, manifest: { ...ENCODER, prefixes: { query: 1 } } },
      "prefixes.query",
    ],
    ["an unknown member", { ...own, manifest: { ...ENCODER, poling: 1 } }, '"poling"'],
  ])("%s", (_name, options, named) => {
    expect(refusalOf(() => localEmbedder(options as TransformerEmbedderOptions))).toContain(named);
  });

  test.each([
    "https://me:secret@example.org",
    "https://example.org/?token=secret",
    "https://example.org/#secret",
  ])("a secret in an address, without repeating it: %s", (hubUrl) => {
    const message = refusalOf(() => localEmbedder({ ...own, hubUrl }));
    expect(message).toContain("hubUrl must be");
    expect(message).not.toContain("secret");
  });

  test.each<[string, object, string]>([
    ["a model of embedders", { model: "bge-m3" }, "one of ms-marco-MiniLM-L-6-v2"],
    [
      "a weight above 1",
      { model: "kioku/small", manifest: CROSS_ENCODER, weight: 2 },
      "weight must be",
    ],
    [
      "a batch size",
      { model: "kioku/small", manifest: CROSS_ENCODER, maxBatchSize: 2 },
      "maxBatchSize",
    ],
    ["a pooling", { model: "kioku/small", manifest: ENCODER }, '"dimensions"'],
  ])("%s of a reranker", (_name, options, named) => {
    expect(refusalOf(() => localReranker(options as { model: string }))).toContain(named);
  });
});

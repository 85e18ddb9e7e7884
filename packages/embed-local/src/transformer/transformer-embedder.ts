import { crc32 } from "node:zlib";

import type { Embedder } from "@kioku/core";
import type { EmbedderProfile, EmbedOptions, EmbedResult } from "@kioku/core/toolkit";
import {
  checkBoolean,
  checkMembers,
  checkNumber,
  checkOneOf,
  checkProfile,
  invalidInput,
  ownTexts,
} from "@kioku/core/toolkit";

import { checkEmbeddingManifest } from "./check-manifest.js";
import { findModel, type EmbeddingManifest, type FoundModel, type Prefixes } from "./manifest.js";
import { EMBEDDING_MODELS } from "./manifests/embedding-models.js";
import type { TransformerEmbedderOptions } from "./model-options.js";
import { ModelThread } from "./model-thread.js";
import { quantizationSuffix } from "./quantization.js";
import { checkFiles, MODEL_OPTIONS, threadSettings } from "./thread-settings.js";
import type { ThreadSettings } from "./worker/protocol.js";

const OWNER = "localEmbedder";
const OPTIONS: readonly (keyof TransformerEmbedderOptions)[] = [
  ...MODEL_OPTIONS,
  "manifest",
  "dimensions",
  "maxBatchSize",
  "truncate",
  "profile",
];

function widthOf(dimensions: unknown, manifest: EmbeddingManifest): number {
  if (dimensions === undefined || dimensions === manifest.dimensions) return manifest.dimensions;
  const widths = [...(manifest.widths ?? []), manifest.dimensions];
  const width = widths.find((one) => one === dimensions);
  if (width === undefined)
    throw invalidInput("dimensions", `one of ${widths.join(", ")}`, dimensions);
  return width;
}

function settingsOf(
  options: TransformerEmbedderOptions,
  found: FoundModel<EmbeddingManifest>,
  width: number,
): ThreadSettings {
  const { pooling, dimensions, layerNorm = false } = found.manifest;
  const usual = pooling === "none" ? "sentence_embedding" : "last_hidden_state";
  return {
    ...threadSettings(options, found),
    truncate: checkBoolean(options.truncate ?? false, "truncate"),
    output: found.manifest.output ?? usual,
    pooling: { pooling, dimensions, width, layerNorm },
  };
}

/** Returns `model@revision#width` and, each after a plus, everything else that changes vectors. */
function embedderId(settings: ThreadSettings, width: number, manifest: EmbeddingManifest): string {
  const { pooling, layerNorm = false, output, prefixes = {} } = manifest;
  const { query = "", document = "" } = prefixes;
  const hash = crc32(JSON.stringify([query, document])).toString(16);
  const parts = [
    quantizationSuffix(settings.quantization),
    `+${pooling}`,
    layerNorm ? "+layernorm" : "",
    output === undefined ? "" : `+${output}`,
    query === "" && document === "" ? "" : `+prefixes-${hash}`,
    settings.truncate ? `+cut-${settings.maxTokens}` : "",
  ];
  return `${settings.model}@${settings.revision}#${width}${parts.join("")}`;
}

/** An embedder over a transformer model. */
export class TransformerEmbedder implements Embedder {
  readonly id: string;
  readonly dimensions: number;
  readonly maxBatchSize: number;
  /** The thread runs one call at a time, and core's time limit includes the wait. */
  readonly maxConcurrency: number = 1;
  readonly normalized: boolean = true;
  readonly profile?: EmbedderProfile;
  readonly #prefixes: Prefixes;
  readonly #thread: ModelThread;

  /** Checks options and that the files exist; the first `embed` reads them. */
  constructor(options: TransformerEmbedderOptions) {
    checkMembers(options, OWNER, OPTIONS);
    if (options.manifest !== undefined) checkEmbeddingManifest(options.manifest);
    const found = findModel(options, EMBEDDING_MODELS);
    const { maxBatchSize = 16, onProgress } = options;
    const limits = { min: 1, max: 4096, integer: true };
    this.dimensions = widthOf(options.dimensions, found.manifest);
    const settings = settingsOf(options, found, this.dimensions);
    this.id = embedderId(settings, this.dimensions, found.manifest);
    if (options.profile !== undefined) {
      checkProfile(options.profile, "profile");
      this.profile = options.profile;
    }
    this.maxBatchSize = checkNumber(maxBatchSize, "maxBatchSize", limits);
    this.#prefixes = { ...found.manifest.prefixes };
    checkFiles(settings, OWNER);
    this.#thread = new ModelThread({ settings, owner: OWNER, code: "embedder-failed", onProgress });
  }

  async embed(texts: readonly string[], options: EmbedOptions = {}): Promise<EmbedResult> {
    const { signal, purpose = "document" } = options;
    signal?.throwIfAborted();
    this.#thread.checkOpen();
    const own = ownTexts(texts);
    checkOneOf(purpose, "purpose", ["document", "query"]);
    if (own.length === 0) return { vectors: [] };
    const prefix = this.#prefixes[purpose] ?? "";
    const job = { kind: "embed" as const, texts: own.map((text) => prefix + text) };
    return await this.#thread.run(job, { signal, isUrgent: purpose === "query" });
  }

  async close(): Promise<void> {
    await this.#thread.close();
  }
}

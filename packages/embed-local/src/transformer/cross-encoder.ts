import type { Reranker } from "@kioku/core";
import type { RerankOptions, RerankScore } from "@kioku/core/toolkit";
import { checkBoolean, checkMembers, checkNumber } from "@kioku/core/toolkit";

import { checkRerankCall } from "../check-arguments.js";
import { checkRerankManifest } from "./check-manifest.js";
import { findModel } from "./manifest.js";
import { RERANK_MODELS } from "./manifests/rerank-models.js";
import type { CrossEncoderOptions } from "./model-options.js";
import { ModelThread } from "./model-thread.js";
import { quantizationSuffix } from "./quantization.js";
import { checkFiles, MODEL_OPTIONS, threadSettings } from "./thread-settings.js";
import type { ThreadSettings } from "./worker/protocol.js";

const OWNER = "localReranker";
const OPTIONS: readonly (keyof CrossEncoderOptions)[] = [
  ...MODEL_OPTIONS,
  "manifest",
  "truncate",
  "weight",
];

/** A reranker over a model that reads query and document together. */
export class CrossEncoder implements Reranker {
  readonly id: string;
  readonly weight?: number;
  readonly #thread: ModelThread;

  /** Checks options and that the files exist; the first `rerank` reads them. */
  constructor(options: CrossEncoderOptions) {
    checkMembers(options, OWNER, OPTIONS);
    if (options.manifest !== undefined) checkRerankManifest(options.manifest);
    const found = findModel(options, RERANK_MODELS);
    const settings: ThreadSettings = {
      ...threadSettings(options, found),
      truncate: checkBoolean(options.truncate ?? true, "truncate"),
      output: found.manifest.output ?? "logits",
    };
    const { weight, onProgress } = options;
    if (weight !== undefined) this.weight = checkNumber(weight, "weight", { min: 0, max: 1 });
    // Nothing is stored under it, so options that change scores, such as `truncate`, are not in it.
    const { model, revision, quantization } = settings;
    this.id = `${model}@${revision}${quantizationSuffix(quantization)}`;
    checkFiles(settings, OWNER);
    this.#thread = new ModelThread({ settings, owner: OWNER, code: "reranker-failed", onProgress });
  }

  async rerank(
    query: string,
    documents: readonly string[],
    options: RerankOptions = {},
  ): Promise<readonly RerankScore[]> {
    const { signal, topN } = options;
    signal?.throwIfAborted();
    this.#thread.checkOpen();
    checkRerankCall(OWNER, { query, documents, topN });
    if (documents.length === 0) return [];
    const job = { kind: "score" as const, query, documents: [...documents] };
    const { vectors } = await this.#thread.run(job, { signal, isUrgent: true });
    // Sorting is stable: equal scores stay in the order of their indexes.
    return vectors
      .map(([logit = 0], index) => ({ index, score: 1 / (1 + Math.exp(-logit)) }))
      .toSorted((a, b) => b.score - a.score)
      .slice(0, topN);
  }

  async close(): Promise<void> {
    await this.#thread.close();
  }
}

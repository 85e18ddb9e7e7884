import type { Reranker } from "@kioku/core";

import { namesModel, type StaticOptions } from "./check-arguments.js";
import { MaxSimReranker } from "./max-sim/max-sim-reranker.js";
import { assetsUrlOf } from "./static-table/assets-url.js";
import { CrossEncoder } from "./transformer/cross-encoder.js";
import type { CrossEncoderOptions } from "./transformer/model-options.js";

/** Options of `localReranker`: those of the static table, or of a cross-encoder. */
export type LocalRerankerOptions = StaticOptions | CrossEncoderOptions;

/**
 * Makes a reranker that runs in this process. Without `model` it uses the table of words of
 * `localEmbedder`, and shares it in memory: it takes each significant word of the query, finds the
 * nearest word of the document, in English or Chinese, and answers the mean of their cosines, 0 to
 * 1 (late interaction, MaxSim; between the languages cosines count 1.6 times). Core mixes that into
 * the score of the recall at a weight of 0.35. Unknown words are compared by their spelling, with
 * each other only. A query without any English or Chinese word gives 0 for all. Of a text the first
 * 4,096 characters count, of a query at most 60 words. The same texts give the same bits on every
 * platform.
 *
 * With `model` it is a cross-encoder on a thread of its own, which reads query and document
 * together. Scores are its logits through the logistic function, 0 to 1, and its order replaces
 * that of the recall unless there is a `weight`.
 *
 * Files are read on the first `rerank`; the next call repeats a failed load. `rerank` throws
 * `reranker-failed` if a file is damaged or gone, `invalid-input` for wrong arguments, `closed`
 * after `close`.
 *
 * @throws `invalid-input` for an option that is unknown or wrong, and for a file that is missing
 * and may not be downloaded.
 * @see Khattab and Zaharia, ColBERT, 2020: https://arxiv.org/abs/2004.12832
 */
export function localReranker(options: LocalRerankerOptions = {}): Reranker {
  if (namesModel(options, "localReranker")) return new CrossEncoder(options);
  return new MaxSimReranker(assetsUrlOf(options, "localReranker"));
}

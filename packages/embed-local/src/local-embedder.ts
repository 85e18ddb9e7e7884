import type { Embedder } from "@kioku/core";

import { namesModel } from "./static-or-model.js";
import type { StaticOptions } from "./static-or-model.js";
import { assetsUrlOf } from "./static-table/assets-url.js";
import { StaticEmbedder } from "./static-table/static-embedder.js";
import type { TransformerEmbedderOptions } from "./transformer/model-options.js";
import { TransformerEmbedder } from "./transformer/transformer-embedder.js";

/**
 * What `localEmbedder` can be told: where the static table is, or which transformer model to run
 * instead.
 */
export type LocalEmbedderOptions = StaticOptions | TransformerEmbedderOptions;

/**
 * An embedder that runs in this process, offline. Without `model` it is a static table of English
 * and Chinese words, 256 dimensions: the same text gives the same bits on every platform, whatever
 * `purpose` says, and `embed` yields to the event loop every few milliseconds and then looks at its
 * signal. With `model` it is a transformer model on a thread of its own, through
 * `@huggingface/transformers`, which has to be installed beside it.
 *
 * Files are read on the first `embed`; concurrent first calls share that, and a failed one is
 * repeated by the next call. `embed` throws `embedder-failed` if a file is damaged or was taken
 * away, `invalid-input` for a text that is no string or longer than the model takes, `closed` after
 * `close`.
 *
 * @throws `invalid-input` for an option that is unknown or wrong, and for a file that is missing
 * and may not be downloaded.
 */
export function localEmbedder(options: LocalEmbedderOptions = {}): Embedder {
  if (namesModel(options, "localEmbedder")) return new TransformerEmbedder(options);
  return new StaticEmbedder(assetsUrlOf(options, "localEmbedder"));
}

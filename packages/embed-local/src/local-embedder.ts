import type { Embedder } from "@kioku/core";

import { namesModel, type StaticOptions } from "./check-arguments.js";
import { TableExpander } from "./query-expander/table-expander.js";
import { assetsUrlOf } from "./static-table/assets-url.js";
import { StaticEmbedder } from "./static-table/static-embedder.js";
import { TableHandle } from "./static-table/static-table.js";
import type { TransformerEmbedderOptions } from "./transformer/model-options.js";
import { TransformerEmbedder } from "./transformer/transformer-embedder.js";

/** Options of `localEmbedder`: those of the static table, or of a transformer model. */
export type LocalEmbedderOptions = StaticOptions | TransformerEmbedderOptions;

/**
 * Makes an embedder that runs in this process, offline. Without `model` it is a static table of
 * English and Chinese words, 256 dimensions: a text gives the same bits on every platform and for
 * every `purpose`, and `embed` yields to the event loop every few milliseconds and then checks its
 * signal. Its expander searches for words of both languages. With `model` it is a transformer model
 * on a thread of its own, through the optional peer `@huggingface/transformers`.
 *
 * Files are read on the first `embed`; concurrent first calls share that, and the next call repeats
 * a failed one. `embed` throws `embedder-failed` if a file is damaged or gone, `invalid-input` for
 * a text that is not a string or longer than the model takes, `closed` after `close`.
 *
 * @throws `invalid-input` for an option that is unknown or wrong, and for a file that is missing
 * and may not be downloaded.
 */
export function localEmbedder(options: LocalEmbedderOptions = {}): Embedder {
  if (namesModel(options, "localEmbedder")) return new TransformerEmbedder(options);
  const table = new TableHandle(assetsUrlOf(options, "localEmbedder"), "localEmbedder");
  return new StaticEmbedder(table, new TableExpander(table));
}

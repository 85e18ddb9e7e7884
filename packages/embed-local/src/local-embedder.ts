import { MemoryError } from "@kioku/core";
import type { Embedder, EmbedderProfile, EmbedOptions, EmbedResult } from "@kioku/core";

import { assetsUrlOf } from "./assets-url.js";
import type { LocalEmbedderOptions } from "./local-embedder-options.js";
import { DIMENSIONS, EMBEDDER_ID } from "./static-table/asset-files.js";
import { TableHold } from "./static-table/shared-table.js";
import { textToVector } from "./static-table/text-to-vector.js";
import { WorkPacer } from "./static-table/work-pacer.js";

/** The cosines are what core measures; the weight is the best of those tried on four sets (docs/decisions/0012). */
const PROFILE: EmbedderProfile = { unrelated: 0.04, related: 0.365, meaningWeight: 0.2 };

function checkTexts(texts: readonly unknown[]): void {
  const index = texts.findIndex((text) => typeof text !== "string");
  if (index === -1) return;
  const message = `localEmbedder: texts[${index}] must be a string, not ${typeof texts[index]}.`;
  throw new MemoryError("invalid-input", message);
}

class LocalEmbedder implements Embedder {
  readonly id = EMBEDDER_ID;
  readonly dimensions = DIMENSIONS;
  readonly maxBatchSize = 512;
  readonly profile = PROFILE;
  readonly #table: TableHold;

  constructor(assetsUrl: URL) {
    this.#table = new TableHold(assetsUrl, "localEmbedder");
  }

  async embed(texts: readonly string[], options: EmbedOptions = {}): Promise<EmbedResult> {
    const { signal } = options;
    signal?.throwIfAborted();
    checkTexts(texts);
    const table = await this.#table.load();
    signal?.throwIfAborted();
    const pacer = new WorkPacer(signal);
    const vectors: Float32Array[] = [];
    for (const text of texts) {
      vectors.push(await textToVector({ text, table, pacer }));
      // An empty text is work, too.
      if (pacer.isDue()) await pacer.pause();
    }
    return { vectors };
  }

  close(): Promise<void> {
    this.#table.close();
    return Promise.resolve();
  }
}

/**
 * An embedder that runs in this process, offline: a static table of English and Chinese words, 256 dimensions. The same
 * text gives the same bits on every platform, whatever `purpose` says. The table is read on the first `embed`; concurrent
 * first calls share that, and a failed one is repeated by the next call.
 *
 * `embed` yields to the event loop every few milliseconds and then looks at its signal. It throws `embedder-failed` if a
 * file of the table is missing or damaged, `invalid-input` for a text that is no string, `closed` after `close`.
 *
 * @throws `invalid-input` for an option that is unknown or wrong.
 */
export function localEmbedder(options: LocalEmbedderOptions = {}): Embedder {
  return new LocalEmbedder(assetsUrlOf(options, "localEmbedder"));
}

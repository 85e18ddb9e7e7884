import { MemoryError } from "@kioku/core";
import type { Embedder, EmbedOptions, EmbedResult } from "@kioku/core";

import { resolveLocalEmbedderOptions } from "./local-embedder-options.js";
import type { LocalEmbedderOptions } from "./local-embedder-options.js";
import { DIMENSIONS, EMBEDDER_ID } from "./static-table/asset-files.js";
import { loadStaticTable } from "./static-table/load-static-table.js";
import type { StaticTable } from "./static-table/static-table.js";
import { textToVector } from "./static-table/text-to-vector.js";
import { WorkPacer } from "./static-table/work-pacer.js";

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
  readonly #assetsUrl: URL;
  #table: Promise<StaticTable> | undefined;
  #isClosed = false;

  constructor(assetsUrl: URL) {
    this.#assetsUrl = assetsUrl;
  }

  async embed(texts: readonly string[], options: EmbedOptions = {}): Promise<EmbedResult> {
    const { signal } = options;
    signal?.throwIfAborted();
    checkTexts(texts);
    const table = await this.#load();
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
    this.#isClosed = true;
    this.#table = undefined;
    return Promise.resolve();
  }

  /** Loads once for all callers; a failed load is forgotten, so that the next call tries again. */
  async #load(): Promise<StaticTable> {
    this.#checkOpen();
    this.#table ??= loadStaticTable(this.#assetsUrl).catch((error: unknown) => {
      this.#table = undefined;
      throw error;
    });
    const table = await this.#table;
    this.#checkOpen();
    return table;
  }

  #checkOpen(): void {
    if (this.#isClosed) throw new MemoryError("closed", "localEmbedder: the embedder was closed.");
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
  return new LocalEmbedder(resolveLocalEmbedderOptions(options).assetsUrl);
}

import type { Embedder, QueryExpander } from "@kioku/core";
import type { EmbedderProfile, EmbedOptions, EmbedResult } from "@kioku/core/toolkit";
import { ownTexts } from "@kioku/core/toolkit";

import { DIMENSIONS, EMBEDDER_ID } from "./asset-files.js";
import type { TableHandle } from "./static-table.js";
import { textToVector } from "./text-to-vector.js";
import { WorkPacer } from "./work-pacer.js";

/** Cosines as core measures them, and the best weight of those tried on four sets. */
const PROFILE: EmbedderProfile = { unrelated: 0.04, related: 0.365, meaningWeight: 0.2 };

/** An expander that reads the same table. */
interface TableWords extends QueryExpander {
  /** Releases what it loaded. */
  close(): void;
}

/** The embedder over the static table. */
export class StaticEmbedder implements Embedder {
  readonly id: string = EMBEDDER_ID;
  readonly dimensions: number = DIMENSIONS;
  readonly maxBatchSize: number = 512;
  readonly normalized: boolean = true;
  readonly profile: EmbedderProfile = PROFILE;
  readonly expander: TableWords;
  readonly #table: TableHandle;

  constructor(table: TableHandle, expander: TableWords) {
    this.#table = table;
    this.expander = expander;
  }

  async embed(texts: readonly string[], options: EmbedOptions = {}): Promise<EmbedResult> {
    const { signal } = options;
    signal?.throwIfAborted();
    // The caller may change the list while the table loads.
    const own = ownTexts(texts);
    const table = await this.#table.load();
    signal?.throwIfAborted();
    const pacer = new WorkPacer(signal);
    const vectors: Float32Array[] = [];
    for (const text of own) {
      vectors.push(await textToVector({ text, table, pacer }));
      // An empty text counts as work, too.
      if (pacer.isDue()) await pacer.pause();
    }
    return { vectors };
  }

  close(): Promise<void> {
    this.#table.close();
    this.expander.close();
    return Promise.resolve();
  }
}

import type { Logger, Memory, Schedule, TextModel } from "@kioku/core";

import type { BlobStore, ImageDecoder, ImageEmbedder, ImageFilter } from "../api/images.js";

/** Options of an image memory with defaults. */
export interface ImageSettings {
  readonly blobs: BlobStore;
  readonly model: TextModel | undefined;
  readonly filter: ImageFilter;
  readonly decoder: ImageDecoder;
  readonly embedder: ImageEmbedder | undefined;
  readonly fetch: typeof globalThis.fetch | undefined;
  readonly batchSize: number;
  readonly automatic: boolean;
  readonly idleMs: number;
  readonly maxBytes: number;
  readonly timeoutMs: number;
  readonly leaseMs: number;
  readonly clock: () => Date;
  readonly schedule: Schedule;
  /** The same for what a caller waits for: it keeps the process alive. */
  readonly waits: Schedule;
  readonly logger: Logger;
}

/** Settings, and the views of the memory that they are for. */
export interface ImageHost extends ImageSettings {
  /** View of the scope. */
  readonly memory: Memory;
  /** View of the root, which has the state of files: one may be of several scopes. */
  readonly root: Memory;
}

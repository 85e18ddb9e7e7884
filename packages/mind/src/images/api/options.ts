import type { Logger, Schedule, TextModel } from "@kioku/core";

import type { BlobStore, ImageDecoder, ImageEmbedder, ImageFilter } from "./images.js";

/** Options of `imageMemory`. */
export interface ImageMemoryOptions {
  /** Where the files are kept. */
  readonly blobs: BlobStore;
  /** Writes captions; needs `takesImages`. @defaultValue images wait, and are found by time only */
  readonly model?: TextModel | undefined;
  /** @defaultValue `tileFilter()` */
  readonly filter?: ImageFilter | undefined;
  /** @defaultValue `decodeImage`, which takes `sharp` or `@jsquash/*` */
  readonly decoder?: ImageDecoder | undefined;
  /** Makes vectors of images, in a space of their own, for `similar`. */
  readonly embedder?: ImageEmbedder | undefined;
  /**
   * Loads images of messages that are behind addresses. Addresses come from whoever wrote the
   * message: give one that reaches only what it may.
   */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Images of one request to the model, 1 to 100. @defaultValue 20 */
  readonly batchSize?: number | undefined;
  /** Captions full batches in the background, and the rest after `idleMs`. @defaultValue `true` */
  readonly automatic?: boolean | undefined;
  /** Time without a new image after which the rest is captioned. @defaultValue 600000 */
  readonly idleMs?: number | undefined;
  /** Most bytes of a file. @defaultValue 20971520 */
  readonly maxBytes?: number | undefined;
  /** Longest time to an answer of the model. @defaultValue 120000 */
  readonly timeoutMs?: number | undefined;
  /** Time until another process may caption, best twice `timeoutMs`. @defaultValue 300000 */
  readonly leaseMs?: number | undefined;
  /** @defaultValue `() => new Date()` */
  readonly clock?: (() => Date) | undefined;
  /** @defaultValue `setTimeout`, which does not keep the process alive */
  readonly schedule?: Schedule | undefined;
  /** @defaultValue silent */
  readonly logger?: Logger | undefined;
}

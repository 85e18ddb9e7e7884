import type { Dialect, Quantization } from "./index/dialect.js";
import type { SegmentCache } from "./index/segment/segment-cache.js";
import type { Channel } from "./sql/driver.js";
import type { Names } from "./sql/names.js";

/** Facts about the database, found when the store was opened. */
export interface DatabaseContext {
  readonly names: Names;
  readonly dialect: Dialect;
  /** Object id of the type `vector`. */
  readonly vectorType: number;
  /** Version of the vector extension, such as `0.8.4`. */
  readonly vectorVersion: string;
  /** True if the schema has the functions of `recallFunctions`. */
  readonly hasFunctions: boolean;
  readonly quantization: Quantization | undefined;
  /** True unless every search is exact. */
  readonly usesIndexes: boolean;
  readonly segmentCache: SegmentCache;
  /** Hears of each space that the schema did not know before. */
  readonly onNewSpace: ((space: string) => void) | undefined;
}

/** Context of one operation: the database, and a connection in a transaction. */
export interface StoreContext extends DatabaseContext {
  readonly channel: Channel;
}

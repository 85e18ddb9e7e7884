import type { Channel } from "./client/driver.js";
import type { Dialect } from "./dialect/dialect.js";
import type { Quantization } from "./options.js";
import type { VectorIndexes } from "./search/vector-indexes.js";
import type { Names } from "./sql/names.js";

/** What the database is like, found out when the store was opened. */
export interface DatabaseContext {
  readonly names: Names;
  readonly dialect: Dialect;
  /** Object id of the type `vector`. */
  readonly vectorType: number;
  /** Version of the vector extension, such as `0.8.4`; an empty text where the type is built in. */
  readonly vectorVersion: string;
  /** Whether the schema has the functions of `recallFunctions`. */
  readonly hasFunctions: boolean;
  /** How indexes keep vectors, where the store was told. */
  readonly quantization: Quantization | undefined;
  /** What is known of the indexes of vectors; correct answers never depend on it. */
  readonly vectorIndexes: VectorIndexes;
}

/** What the parts of one operation share: the database, and a connection in a transaction. */
export interface StoreContext extends DatabaseContext {
  readonly channel: Channel;
}

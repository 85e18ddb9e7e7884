import type { CallOptions, Memory, MemoryRoot } from "@kioku/core";
import type { Mind } from "@kioku/mind";
import type { Images } from "@kioku/mind/images";

import type { Listings } from "../listing/listings.js";
import type { MemoryRow } from "../wire/memories.js";
import type { StoreSizes } from "../wire/statistics.js";
import type { AnswerOf, QueryOf, VerbName } from "../wire/verbs.js";

/** A store that tells its sizes, such as `sqliteStore`. */
export interface SizedStore {
  /** Reads its sizes. */
  stats(options?: CallOptions): Promise<StoreSizes>;
}

/** Memory that requests are answered from, and how. */
export interface Service {
  /** The memory of the studio; no request can leave its scope. */
  readonly memory: Memory;
  /** The same as a mind, through which everything is changed, so that derived facts follow. */
  readonly mind: Mind;
  /** The memory as a whole, for vector spaces and the queue; absent: not shown. */
  readonly root: MemoryRoot | undefined;
  /** Its store, for sizes; absent: not shown. */
  readonly store: SizedStore | undefined;
  /** Its images; absent: only their captions are shown. */
  readonly images: Images | undefined;
  /** Listings of memories, so that any place of a long one can be read. */
  readonly listings: Listings<MemoryRow>;
  /** True if requests may change memories. */
  readonly canWrite: boolean;
  /** Time now. */
  readonly clock: () => Date;
}

/** Handler of a verb. */
export interface Verb<N extends VerbName> {
  /** True if it changes memories, which needs `write`. */
  readonly isWrite: boolean;
  /** Answers a query, which is checked to be an object and nothing else. */
  run(service: Service, query: QueryOf<N>, options: CallOptions): Promise<AnswerOf<N>>;
}

/** Handlers of some verbs by name. */
export type VerbTable<T> = { readonly [N in keyof T & VerbName]: Verb<N> };

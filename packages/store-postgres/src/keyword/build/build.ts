import type { CallOptions } from "@kioku/core";

import type { StoreSession } from "../../store-session.js";

/** The build of one segment that is under way. */
export interface Build {
  readonly session: StoreSession;
  readonly options: CallOptions;
  readonly scope: string;
  /** Of the postings that it writes. No other build, of any scope, has the same. */
  readonly generation: number;
  /** It reads the texts with numbers up to this one. */
  readonly covers: number;
  /** Texts that were gone when it began. */
  readonly graves: readonly number[];
}

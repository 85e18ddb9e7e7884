import type { World } from "./world.ts";

/** A place where a host hands a callback to Kioku. */
export interface CallbackCase {
  readonly name: string;
  /**
   * `told`: it is not awaited, and must not fail the call. `answer`: its answer is needed at
   * once. `awaited`: the call waits for it, until its signal aborts. `closing`: closing waits for
   * it, without limit.
   */
  readonly kind: "told" | "answer" | "awaited" | "closing";
  /** An answer that cannot be used. */
  readonly nonsense: unknown;
  /** Runs only on a store with files. */
  readonly needsFile?: boolean;
  /** Makes Kioku call `world.fault`. */
  readonly run: (world: World) => Promise<unknown>;
}

/** The outcome of one case. */
export interface CaseOutcome {
  readonly name: string;
  /** Number of unhandled errors: each would have ended the process. */
  readonly crashes: number;
  /** Number of acknowledged records that are gone and refused ones that are there. */
  readonly lost: number;
  /** Other promises that were broken, in words. */
  readonly defects: readonly string[];
}

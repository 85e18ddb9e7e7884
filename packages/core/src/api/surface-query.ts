import type { Filter } from "../model/filter.js";
import type { Reach } from "../model/scope.js";

/** Query of `surface`. Nothing is needed. */
export interface SurfaceQuery {
  /**
   * Text of the moment, such as the last message: memories that fit it come more easily. Not blank.
   */
  readonly cue?: string | undefined;
  /**
   * Most memories, 1 to 100.
   * @defaultValue 3
   */
  readonly limit?: number | undefined;
  /**
   * Share of chance, 0 to 10. 0: the heaviest come first, always; 1: each comes as often as its
   * weight says; in between, heavy ones more often than that. With the default, five of 1,000 equal
   * memories that fit the cue by half come first in 87 of 100 draws; with 1, in 3.
   * @defaultValue 0.25
   */
  readonly temperature?: number | undefined;
  /**
   * The same seed gives the same answer from the same memories; `cooldown` must be 0 for that.
   * @defaultValue drawn from the memory's `random`
   */
  readonly seed?: number | string | undefined;
  /**
   * Number of the memories that surfaced last here to leave out, 0 to 100, but never more than half
   * of the candidates. Kept by this memory while it is open, not in the store.
   * @defaultValue 20
   */
  readonly cooldown?: number | undefined;
  /** Ids to leave out. */
  readonly exclude?: readonly string[] | undefined;
  /** Only records of these kinds. */
  readonly kinds?: readonly string[] | undefined;
  /** Only records for which this holds. */
  readonly filter?: Filter | undefined;
  /** @defaultValue `"here"` */
  readonly reach?: Reach | undefined;
  /**
   * Leave out what is trusted less, 0 to 1. The default leaves out what came from the web and from
   * tools, since nobody asked for it.
   * @defaultValue 0.6
   */
  readonly minTrust?: number | undefined;
  /** Fill `signals` of every memory. @defaultValue `false` */
  readonly explain?: boolean | undefined;
}

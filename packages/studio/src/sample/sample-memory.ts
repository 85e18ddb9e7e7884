import type { Emotion, Origin } from "@kioku/core";

/** Memory of the sample: two years in the life of somebody who moved and has a bakery. */
export interface SampleMemory {
  /** Text. */
  readonly content: string;
  /** Days before the present at which it was written. */
  readonly daysAgo: number;
  /** @defaultValue `message` with a thread, else `note` */
  readonly kind?: string;
  /** Talk that it is part of. */
  readonly thread?: string;
  /** @defaultValue `user` */
  readonly origin?: Origin;
  /** 0 to 1. @defaultValue 0.5 */
  readonly importance?: number;
  /** Feeling, if there is one. */
  readonly emotion?: Emotion;
  /** Days before the present at which it was used, the first use first. */
  readonly usedDaysAgo?: readonly number[];
  /** Kept from fading. */
  readonly pinned?: boolean;
  /** Scope below that of the sample. */
  readonly scope?: readonly string[];
}

import type { Emotion } from "@kioku/core";

import type { InScope } from "./sent.js";

/** Strength of a memory, and all that forgetting and feeling depend on. */
export interface StrengthRow {
  /** Id of the memory. */
  readonly id: string;
  /** Its scope, below that of the studio. */
  readonly scope: readonly string[];
  /** Its kind. */
  readonly kind: string;
  /** Beginning of its text, at most 160 characters. */
  readonly text: string;
  /** When it was written. */
  readonly createdAt: string;
  /** When it was last used; absent: never. */
  readonly lastUsedAt?: string;
  /** Days until its probability of recall has fallen to 0.9. */
  readonly stabilityDays: number;
  /** Times it was used. */
  readonly uses: number;
  /** 0 to 1. */
  readonly importance: number;
  /** Its feeling, if it has one. */
  readonly emotion?: Emotion;
  /** Kept from fading. */
  readonly pinned: boolean;
  /** True if a sweep may archive it: it is not pinned and has no key. */
  readonly canFade: boolean;
  /** When it was last used, changed or became true: since then it fades. */
  readonly fadesSince: string;
}

/** Memories with their strengths. */
export interface StrengthsAnswer {
  /** The newest ones. */
  readonly rows: readonly StrengthRow[];
  /** True if there are more. */
  readonly hasMore: boolean;
}

/** Verbs of the playgrounds. */
export interface ForgettingVerbs {
  /** Lists memories that can be recalled, of a scope and those below, with their strengths. */
  strengths: {
    readonly query: InScope & {
      /** Most memories, 1 to 5,000. @defaultValue 1000 */
      readonly limit?: number | undefined;
      /** Answer with the sample instead, for memories in which there is too little to play with. */
      readonly sample?: boolean | undefined;
    };
    readonly answer: StrengthsAnswer;
  };
}

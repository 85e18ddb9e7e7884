/**
 * Why a skill wakes or does not: `fits`; `stays-awake`: it fits a little less than needed, and was
 * awake just now; `below-threshold`; `near-chance`: texts that have nothing to do with it fit about
 * as well; `negated`: a counterexample fits as well; `outranked`: others fit clearly better;
 * `cooling-down`: it fits, and woke just now.
 */
export type WakeReason =
  | "fits"
  | "stays-awake"
  | "below-threshold"
  | "near-chance"
  | "negated"
  | "outranked"
  | "cooling-down";

/** Match of a text with the triggers of a skill. */
export interface SkillMatch {
  /** Name of the skill. */
  readonly skill: string;
  /** 0 to 1, more is better, on a scale that means the same for every embedder. */
  readonly score: number;
  /** Score that wakes it. */
  readonly threshold: number;
  /** The example that fits best. */
  readonly trigger: string;
  /** True if the text would wake it now. */
  readonly wakes: boolean;
  /** Why. */
  readonly reason: WakeReason;
  /** The counterexample that fits best, where that is why it does not wake. */
  readonly counterexample?: string;
}

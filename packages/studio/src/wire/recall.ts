import type { Emotion, OmittedMemory, RecallNotice, RecallQuery, RecallSignals } from "@kioku/core";
import type { ScoringPreset } from "@kioku/plugins/scorings";

import type { InScope } from "./sent.js";

/** Scoring of a recall: a preset, or `fsrs-mood`, the preset `fsrs` with half of the mood. */
export type LabScoring = ScoringPreset | "fsrs-mood";

/** One recall, with all that can be set. What is absent is as the memory was configured. */
export interface LabQuery
  extends
    InScope,
    Pick<RecallQuery, "query" | "reach" | "mode" | "minScore" | "diversity" | "mood" | "rerank">,
    Pick<RecallQuery, "includeArchived"> {
  /** Most memories, 1 to 100. @defaultValue 10 */
  readonly limit?: number | undefined;
  /** Most neighbours on each side, 0 to 10. @defaultValue 0 */
  readonly neighbours?: number | undefined;
  /** @defaultValue the memory's own */
  readonly scoring?: LabScoring | undefined;
  /** Moment whose versions are read. @defaultValue now */
  readonly knownAt?: string | undefined;
  /** Moment at which they are true. @defaultValue now */
  readonly validAt?: string | undefined;
}

/** Beginning of a memory. */
export interface LabText {
  /** Id of the memory. */
  readonly id: string;
  /** Its scope, below that of the studio. */
  readonly scope: readonly string[];
  /** Its text; of a longer one the first 280 characters and `…`. */
  readonly text: string;
}

/** A memory with its score, and the steps to it. */
export interface LabMemory extends LabText {
  /** Its kind. */
  readonly kind: string;
  /** When it was written. */
  readonly createdAt: string;
  /** Its feeling, if it has one. */
  readonly emotion?: Emotion;
  /** 0 to 1: what its place is by. */
  readonly score: number;
  /** 0 to 1: what is compared with the threshold. */
  readonly relevance: number;
  /** Steps to its score. */
  readonly signals: RecallSignals;
  /** Id of a newer memory that repeats or replaces it. */
  readonly replacedBy?: string;
  /** Memories before and after it in its thread, if they were asked for. */
  readonly neighbours?: { readonly before: readonly LabText[]; readonly after: readonly LabText[] };
}

/** A memory that was found and left out. */
export interface LabOmitted {
  /** Which. */
  readonly memory: LabMemory;
  /** Why. */
  readonly reason: OmittedMemory["reason"];
}

/** Answer of one recall. */
export interface LabAnswer {
  /** The best first. */
  readonly memories: readonly LabMemory[];
  /** The best of those left out, at most 20. */
  readonly omitted: readonly LabOmitted[];
  /** Why there are none. */
  readonly notice?: RecallNotice["code"];
  /** Least relevance; absent if it is configured and the answer does not tell it. */
  readonly threshold?: number;
}

/** Verbs of the page `recall`. */
export interface RecallVerbs {
  /** Recalls with settings, and explains. */
  recallLab: { readonly query: LabQuery; readonly answer: LabAnswer };
  /** Returns when the oldest memory of a scope and those below was written; absent: none. */
  memorySpan: { readonly query: InScope; readonly answer: { readonly from?: string } };
}

import type {
  Explanation,
  MindDocument,
  MindStats,
  PastRun,
  RunDetails,
  RunReport,
} from "@kioku/mind";

import type { InScope, Sent } from "./sent.js";

/** Whom there are documents about. */
interface DocumentsAnswer {
  /** Persons of whom something is known, by the newest 1,000 facts; those with most first. */
  readonly people: readonly string[];
  /** When the oldest fact was said; absent: nothing is known. */
  readonly since?: string;
}

/** Document as a request names it. */
interface DocumentQuery extends InScope {
  /** Whom it is about. @defaultValue the user who is not named */
  readonly of?: string | undefined;
  /** Moment at which it held. @defaultValue now */
  readonly asOf?: string | undefined;
}

/** Name of a run of a scope. */
interface RunQuery extends InScope {
  /** Id of the run. */
  readonly run: string;
}

/** Result of a run, or what one would do. */
export type PlanAnswer = Sent<RunReport> & {
  /** True if a model was not asked, since that costs tokens and the studio is read only. */
  readonly isByRules: boolean;
};

/** Verbs of the page `mind`. */
export interface MindVerbs {
  /** Tells whom there are documents about. */
  documents: { readonly query: InScope; readonly answer: DocumentsAnswer };
  /** Reads the portrait of a person, or what is known of the assistant itself. */
  document: { readonly query: DocumentQuery; readonly answer: Sent<MindDocument> };
  /** Tells why a sentence stands in a document. */
  why: {
    readonly query: InScope & {
      /** Id of the sentence. */
      readonly sentence: string;
      /** Moment at which it held. @defaultValue now */
      readonly asOf?: string | undefined;
    };
    readonly answer: { readonly explanation?: Sent<Explanation> };
  };
  /** Tells the figures of a mind. */
  mindStats: { readonly query: InScope; readonly answer: Sent<MindStats> };
  /** Lists runs, the newest first, at most 200. */
  runs: { readonly query: InScope; readonly answer: { readonly runs: readonly Sent<PastRun>[] } };
  /** Tells what a run changed, and what undoing takes back. */
  run: { readonly query: RunQuery; readonly answer: Sent<RunDetails> };
  /** Takes back what a run changed. */
  undoRun: { readonly query: RunQuery; readonly answer: { readonly undone: number } };
  /** Tells what a run would do, and writes nothing. */
  planRun: { readonly query: InScope; readonly answer: PlanAnswer };
  /** Consolidates what waits. */
  consolidate: { readonly query: InScope; readonly answer: PlanAnswer };
}

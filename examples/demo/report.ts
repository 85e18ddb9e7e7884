import type { RecallSignals, Scope } from "@kioku/core";

/**
 * The document that `--json` prints on success. On failure it prints
 * `{ "error": { "code", "message" } }`.
 */
export interface DemoReport {
  /** One per scope; empty when the run only asked. */
  readonly remembered: readonly RememberedReport[];
  /** Files of named directories that could not be used, and the error code that says why. */
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
  readonly questions: readonly QuestionReport[];
  /** Present only in a run without paths and questions, as `skills` is. */
  readonly portrait?: PortraitReport;
  readonly skills?: SkillsReport;
  readonly prompts: readonly PromptReport[];
  readonly summary: SummaryReport;
}

/** Results for the documents of one scope. */
export interface RememberedReport {
  readonly scope: Scope;
  readonly documents: number;
  /** Memories that are new. */
  readonly created: number;
  /** Memories of which this run wrote a new version. */
  readonly changed: number;
  /** Memories that were there already. */
  readonly unchanged: number;
  /** Memories whose text is gone from its source. */
  readonly forgotten: number;
  /** Number of new and changed parts that have no vector yet, because the embedder failed. */
  readonly queued: number;
}

/** A question and what was recalled in one scope, best first. */
export interface QuestionReport {
  readonly question: string;
  /** Scope of the question; `[]` is everywhere. */
  readonly scope: Scope;
  /** Languages of question and answer, such as `en→zh`, where the demo knows them. */
  readonly languages?: string;
  /**
   * Place of the right answer among the hits, from 1; `null`: not among them. Absent where the demo
   * knows no answer.
   */
  readonly rank?: number | null;
  readonly hits: readonly HitReport[];
}

/** One recalled memory. */
export interface HitReport {
  readonly id: string;
  readonly key?: string;
  /** 0 to 1. */
  readonly score: number;
  /** Parts of its score. */
  readonly signals: RecallSignals;
  /** File it is from, or, of a skill's entry, its key. */
  readonly source: string;
  /** Headings it stands below, or who said it and when. */
  readonly place: string;
  readonly content: string;
  /** The part of the content that answers best, on one line. */
  readonly excerpt: string;
}

/** Sentences about the user that a mind took from the conversation. */
export interface PortraitReport {
  /** Scope of the conversation. */
  readonly scope: Scope;
  readonly sentences: readonly {
    /** Sort of the sentence, such as `home`. */
    readonly block: string;
    readonly text: string;
    /** Day on which it was said. */
    readonly day: string;
  }[];
}

/** Values that skills wrote, and how another skill found them. */
export interface SkillsReport {
  readonly writes: readonly {
    readonly skill: string;
    readonly key: string;
    readonly value: unknown;
    /** The text by whose meaning the entry is found; absent: key and value. */
    readonly text?: string;
  }[];
  readonly searches: readonly {
    readonly skill: string;
    readonly query: string;
    /** Place of the navigator's target among the hits, from 1; `null`: not among them. */
    readonly rank: number | null;
    readonly hits: readonly {
      readonly key: string;
      readonly score: number;
      readonly content: string;
    }[];
  }[];
}

/** Memories as text for a prompt. */
export interface PromptReport {
  readonly question: string;
  /** Scope of the memories; `[]` is everywhere. */
  readonly scope: Scope;
  readonly text: string;
  readonly tokens: number;
  readonly budget: number;
  /** Number of memories in the text. */
  readonly included: number;
  readonly omitted: { readonly budget: number; readonly duplicate: number };
}

/** The end of the story. */
interface SummaryReport {
  readonly database: string;
  readonly bytes: number;
  readonly records: number;
  readonly scopes: readonly Scope[];
  /** Questions with a known answer: how many, and how many were answered within the first hits. */
  readonly asked: number;
  readonly found: number;
  readonly seconds: number;
}

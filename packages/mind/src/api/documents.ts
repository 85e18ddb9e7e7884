import type { AsOf, CallOptions } from "@kioku/core";

/** Name of a document. */
export type DocumentName =
  | {
      /** The self concept: facts that the assistant told of itself, or its card. */
      readonly document: "self";
    }
  | {
      /** The portrait of one person. */
      readonly document: "portrait";
      /** Speaker. @defaultValue `"user"`, who is not named */
      readonly of?: string | undefined;
    }
  | {
      /** Talk of one day. */
      readonly document: "day";
      /** A moment of the day, in UTC. @defaultValue now */
      readonly date?: Date | undefined;
    }
  | {
      /** Talk of one thread. */
      readonly document: "thread";
      /** The thread. */
      readonly thread: string;
    };

/** A passage that proves a sentence. */
export interface Quote {
  /** Id of the raw turn; `memory.read` returns it. */
  readonly source: string;
  /** Words of the turn, verbatim. */
  readonly quote: string;
  /** Who said it. */
  readonly speaker: string;
  /** When it was said. */
  readonly at: Date;
  /** Conversation in which it was said, if it was in one. */
  readonly thread?: string;
}

/** A sentence of a document. */
export interface DocumentSentence {
  /** Id of its fact, or of its episode and number. */
  readonly id: string;
  /** The sentence. */
  readonly text: string;
  /** Ids of the raw turns that prove it, at least one; all of them exist. */
  readonly sources: readonly string[];
  /** When it was said. */
  readonly at: Date;
  /** 0 to 1: the least of its sources'. */
  readonly trust: number;
}

/** A part of a document. A block that no operation names stays byte for byte. */
export interface DocumentBlock {
  /** Unique within the document, such as `home`. */
  readonly id: string;
  /** Its sentences, oldest first, at most 5,000 UTF-16 units; the least important are left out. */
  readonly sentences: readonly DocumentSentence[];
  /** Number of sentences that were left out because of the limit. */
  readonly omitted: number;
}

/** A self concept, portrait, day or thread. */
export interface MindDocument {
  /** Its name. */
  readonly name: DocumentName;
  /** Its blocks, in a fixed order; none without sentences. */
  readonly blocks: readonly DocumentBlock[];
  /** The whole as text: `## id` for each block, then `- sentence` lines. */
  readonly text: string;
}

/** Options of `document` and `why`. */
export interface DocumentOptions extends CallOptions {
  /** Moment to read at. @defaultValue now */
  readonly asOf?: AsOf | undefined;
}

/** Why a sentence stands in a document. */
export interface Explanation {
  /** Id of the sentence. */
  readonly id: string;
  /** The sentence. */
  readonly text: string;
  /** The passages that prove it, at least one. */
  readonly quotes: readonly Quote[];
  /** `rule`, `character` for a card, or the id of the model that proposed it. */
  readonly by: string;
  /** Reason that was given when it was written. */
  readonly reason: string;
  /** Id of the run that wrote it. */
  readonly run: string;
  /** When it was said first. */
  readonly since: Date;
  /** Until when it held; absent: it holds. */
  readonly until?: Date;
  /** Earlier sentences that it replaced, oldest first. */
  readonly replaced: readonly Pick<Explanation, "id" | "text" | "since" | "until">[];
}

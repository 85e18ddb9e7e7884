import type { DocumentOptions, DocumentSentence } from "./documents.js";

/** Long-term memory of a stretch of one talk. The stretch ends with 8 idle hours or 200 turns. */
export interface LongTermMemory {
  /** Id of its record. */
  readonly id: string;
  /** The talk; absent: turns without a thread. */
  readonly thread?: string;
  /** A few words that tell what it is about. */
  readonly title: string;
  /** Sentences of its summary, in the order of the talk, each with its sources. */
  readonly summary: readonly DocumentSentence[];
  /** Ids of all raw turns of the stretch, in order. */
  readonly turns: readonly string[];
  /** When its first turn was said. */
  readonly startAt: Date;
  /** When its last turn was said. */
  readonly endAt: Date;
}

/** Query of long-term memories. Nothing is needed. */
export interface EpisodesQuery extends DocumentOptions {
  /** Only those of this talk. */
  readonly thread?: string | undefined;
  /** Only the one that a raw turn is part of, by its id. */
  readonly turn?: string | undefined;
  /** Only those that end at or after this moment. */
  readonly from?: Date | undefined;
  /** Only those that begin before this moment. */
  readonly to?: Date | undefined;
  /** Most long-term memories, those that changed last, 1 to 1,000. @defaultValue 100 */
  readonly limit?: number | undefined;
}

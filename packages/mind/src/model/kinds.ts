import type { Filter, RecordsQuery } from "@kioku/core";

/** Kinds of records that a mind writes; it never reads them as turns of a talk. */
export const KINDS = {
  /** A sentence about a person, with its sources. */
  fact: "fact",
  /** Long-term memory of a stretch of a talk: title, summary, start and end. */
  episode: "episode",
  /** Something to be told at a time or with a topic. */
  reminder: "reminder",
  /** A proposal that was not written, kept for a while to be looked at. */
  refusal: "mind-refusal",
  /** Report of a run, which `undo` reads. */
  run: "mind-run",
  /** Progress, lease and other state of a scope. */
  state: "mind-state",
} as const;

/** Keys of records that a mind writes. */
export const KEYS = {
  /** Watermark of a scope, failures, and tokens of the day. */
  progress: "mind/progress",
  /** Lease of the run of a scope. */
  lease: "mind/lease",
  /** Report of a batch of a run, which begin with 1. */
  run: (id: string, batch: number): string => `mind/run/${id}/${String(batch).padStart(8, "0")}`,
  /** A fact, by the hash of its subject and text. */
  fact: (hash: string): string => `mind/fact/${hash}`,
  /** An episode of a thread, by the hash of the thread and its number. */
  episode: (threadHash: string, number: number): string =>
    `mind/episode/${threadHash}/${String(number).padStart(8, "0")}`,
  /** Mark that a sentence was made a fact of, by the hash of speaker and sentence. */
  claim: (hash: string): string => `mind/claim/${hash}`,
  /** Keys of the facts that a run has to know of a person, by the hash of the subject. */
  subject: (hash: string): string => `mind/subject/${hash}`,
  /** Episode to be made anew from the turns that are left. */
  rebuild: (threadHash: string, number: number): string => `mind/rebuild/${threadHash}/${number}`,
  /** Mark that a reminder was made of a request, by the hash of speaker, time and words. */
  reminder: (hash: string): string => `mind/reminder/${hash}`,
  /** Reminder that no context has told yet, by an id. */
  waiting: (id: string): string => `mind/waiting/${id}`,
  /** Reminder that a context has told. */
  told: (id: string): string => `mind/told/${id}`,
  /** State of a talk: its start, and ids of what it was told. */
  talk: (threadHash: string): string => `mind/talk/${threadHash}`,
} as const;

/** Filters of the records of a mind among an application's own of the same kind. */
export const OWN = {
  fact: { "@key": { $gte: "mind/fact/", $lt: "mind/fact0" } },
  episode: { "@key": { $gte: "mind/episode/", $lt: "mind/episode0" } },
} as const;

/** Kind of states of images: leases, progress, and which file belongs to which record. */
export const IMAGE_STATE = "image-state";

/** Kinds of records in which a mind keeps its state: no memories for people. */
export const STATE_KINDS: readonly string[] = [KINDS.refusal, KINDS.run, KINDS.state, IMAGE_STATE];

/** Selects all but states of a mind, and reminders, which are shown once. */
export const MEMORIES: Filter = { "@kind": { $nin: [KINDS.reminder, ...STATE_KINDS] } };

/** Leaves out records of a mind that are no memories, unless a query names its kinds. */
export function memoriesOnly<Q extends RecordsQuery>(query: Q): Q {
  const given: unknown = query;
  // Core refuses anything but an object.
  if (typeof given !== "object" || given === null || query.kinds !== undefined) return query;
  const { filter } = query;
  return { ...query, filter: filter === undefined ? MEMORIES : { $and: [MEMORIES, filter] } };
}

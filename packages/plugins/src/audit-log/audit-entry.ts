import type { Operation, Scope } from "@kioku/core";

/**
 * Where a log ends: enough to notice later whether entries are missing at the end, and to go on
 * with it.
 */
export interface AuditHead {
  /** Index of the last entry. */
  readonly index: number;
  /** Its hash. */
  readonly hash: string;
}

/** One call that changed or read something. Plain JSON, without the text of any memory. */
export interface AuditEntry extends AuditHead {
  /** When the call began, by the memory's clock, in ISO 8601. */
  readonly at: string;
  /** The verb. */
  readonly operation: Operation;
  /** Where. */
  readonly scope: Scope;
  /** Who, if the caller said so. */
  readonly actor?: string;
  /** Why, if the caller said so. */
  readonly cause?: string;
  /** How many records. */
  readonly count: number;
  /** Their ids, in the order in which they were written, deleted or found. */
  readonly ids: readonly string[];
  /** Of writes: hash of each record's content, in the order of `ids`. */
  readonly contentHashes?: readonly string[];
  /** Hash of the entry before; 64 zeros for the first. */
  readonly previous: string;
}

/** What an entry says, before it is in a log. */
export type AuditEvent = Omit<AuditEntry, "index" | "hash" | "previous">;

/** What stands before the first entry of a log. */
export const NO_ENTRY: AuditHead = { index: -1, hash: "0".repeat(64) };

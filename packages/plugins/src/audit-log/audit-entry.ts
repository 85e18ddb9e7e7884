import type { Operation, Scope } from "@kioku/core";

/** The end of a log: enough to continue it, and to notice missing entries at the end. */
export interface AuditHead {
  /** Index of the last entry. */
  readonly index: number;
  /** Its hash. */
  readonly hash: string;
}

/** One call that changed or read records. Plain JSON, without the text of any memory. */
export interface AuditEntry extends AuditHead {
  /** Start of the call by the memory's clock, in ISO 8601. */
  readonly at: string;
  /** The verb. */
  readonly operation: Operation;
  /** Scope of the call. */
  readonly scope: Scope;
  /** Actor of the call, if given. */
  readonly actor?: string;
  /** Cause of the call, if given. */
  readonly cause?: string;
  /** Number of records. */
  readonly count: number;
  /** Ids of the records, in the order of the call. */
  readonly ids: readonly string[];
  /** Hashes of the contents of written records, in the order of `ids`. */
  readonly contentHashes?: readonly string[];
  /** Hash of the entry before; 64 zeros for the first. */
  readonly previous: string;
}

/** Content of an entry that is not in a log yet. */
export type AuditEvent = Omit<AuditEntry, "index" | "hash" | "previous">;

/** End of an empty log. */
export const NO_ENTRY: AuditHead = { index: -1, hash: "0".repeat(64) };

/** Returns the SHA-256 of a text in hexadecimal, or its HMAC with a key. */
export function auditHash(text: string, key: string | undefined): string {
  // Loaded by the first hash.
  const crypto = process.getBuiltinModule("node:crypto");
  return key === undefined
    ? crypto.hash("sha256", text, "hex")
    : crypto.createHmac("sha256", key).update(text).digest("hex");
}

/** Returns the hash of the other members of an entry, in a fixed order. */
export function entryHash(entry: Omit<AuditEntry, "hash">, key: string | undefined): string {
  const { index, at, operation, scope, count, ids, previous } = entry;
  const { actor = null, cause = null, contentHashes = null } = entry;
  const said = [index, at, operation, scope, actor, cause, count, ids, contentHashes, previous];
  return auditHash(JSON.stringify(said), key);
}

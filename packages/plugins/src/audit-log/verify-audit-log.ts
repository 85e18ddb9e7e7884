import { checkMembers } from "@kioku/core/toolkit";

import { entryHash, NO_ENTRY, type AuditEntry, type AuditHead } from "./audit-entry.js";

/** Options of `verifyAuditLog`. */
export interface VerifyAuditLogOptions {
  /** The key that the log was written with. */
  readonly key?: string | undefined;
  /** End of the log before the first given entry. @defaultValue that of an empty log */
  readonly after?: AuditHead | undefined;
  /** Expected end of the log. Without it, missing entries at the end are not noticed. */
  readonly head?: AuditHead | undefined;
}

/** Result of `verifyAuditLog`. */
export type AuditVerdict =
  | {
      /** True: no entry was changed, and none is missing. */
      readonly ok: true;
      /** Number of entries. */
      readonly entries: number;
      /** The end of the log. */
      readonly head: AuditHead;
    }
  | {
      /** False: an entry was changed, removed, added or moved. */
      readonly ok: false;
      /** Index of the first wrong entry; the length of the list if its end is missing. */
      readonly at: number;
      /** The problem of this entry. */
      readonly problem: "missing" | "changed" | "not-an-entry";
    };

/**
 * Checks the chain of a log: each entry holds the hash of the one before. A log that was rewritten
 * as a whole is noticed only by its `key`, or by a `head` that is kept elsewhere.
 */
export function verifyAuditLog(
  entries: Iterable<AuditEntry>,
  options: VerifyAuditLogOptions = {},
): AuditVerdict {
  checkMembers(options, "options", ["key", "after", "head"]);
  const { key, after = NO_ENTRY, head } = options;
  let end: AuditHead = { index: after.index, hash: after.hash };
  let count = 0;
  for (const entry of entries) {
    const problem = problemOf(entry, end, key);
    if (problem) return { ok: false, at: count, problem };
    end = { index: entry.index, hash: entry.hash };
    count += 1;
  }
  const whole = head === undefined || (head.index === end.index && head.hash === end.hash);
  if (!whole) return { ok: false, at: count, problem: "missing" };
  return { ok: true, entries: count, head: end };
}

function problemOf(
  entry: AuditEntry,
  before: AuditHead,
  key: string | undefined,
): Extract<AuditVerdict, { ok: false }>["problem"] | undefined {
  const isEntry = typeof entry === "object" && entry !== null && Number.isInteger(entry.index);
  if (!isEntry) return "not-an-entry";
  if (entry.hash !== entryHash(entry, key)) return "changed";
  if (entry.index !== before.index + 1) return "missing";
  return entry.previous === before.hash ? undefined : "changed";
}

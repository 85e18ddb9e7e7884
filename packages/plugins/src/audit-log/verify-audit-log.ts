import { checkMembers } from "@kioku/core/toolkit";

import { NO_ENTRY } from "./audit-entry.js";
import type { AuditEntry, AuditHead } from "./audit-entry.js";
import { entryHash } from "./audit-hash.js";

/** What `verifyAuditLog` takes. */
export interface VerifyAuditLogOptions {
  /** The key that the log was written with. */
  readonly key?: string | undefined;
  /**
   * The end of what comes before the first entry given. @defaultValue the log has to be there from
   * its beginning
   */
  readonly after?: AuditHead | undefined;
  /**
   * The end that the log has to have; without it, entries that are missing at the end are not
   * noticed.
   */
  readonly head?: AuditHead | undefined;
}

/** Whether a log is whole. */
export type AuditVerdict =
  | {
      /** Every entry is as it was written, and none is missing. */
      readonly ok: true;
      /** How many entries. */
      readonly entries: number;
      /** The end of the log. */
      readonly head: AuditHead;
    }
  | {
      /** Something was changed, left out, added or moved. */
      readonly ok: false;
      /**
       * Index in the list of the first entry that is not as it should be; the length of the list
       * where some are missing after it.
       */
      readonly at: number;
      /** What is wrong with it. */
      readonly problem: "missing" | "changed" | "not-an-entry";
    };

/**
 * Checks the chain of a log: each entry holds the hash of the one before. Whoever can rewrite the
 * whole log can make the chain anew, unless it has a `key` or its `head` is kept elsewhere.
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
): "missing" | "changed" | "not-an-entry" | undefined {
  const isEntry = typeof entry === "object" && entry !== null && Number.isInteger(entry.index);
  if (!isEntry) return "not-an-entry";
  if (entry.hash !== entryHash(entry, key)) return "changed";
  if (entry.index !== before.index + 1) return "missing";
  return entry.previous === before.hash ? undefined : "changed";
}
